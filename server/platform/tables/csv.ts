/** A table in a file of text: its layout, guessed where nobody chose it, and its rows. */
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { CsvRows, type TableRow } from './csv-rows';
import { TableError, type TableLimits } from './error';
import { type Delimiter, delimiterOf, headerLineOf, lineEndOf } from './header';
import type { Opened } from './open';
import { type Encoding, encodingOf, textOf } from './text';

type CsvFile = Extract<Opened, { format: 'csv' }>;

/** As much as is looked at for separator, line end and header. */
const LOOK_CHARS = 256 * 1024;
/** Excel's own first line, which names the separator. */
const TOLD = /^sep=([,;\t|])\r?\n/i;

/** The first part of the text; a file that ends within it ends with a line end, so that its last row counts. */
async function firstText(file: CsvFile, encoding: Encoding): Promise<{ text: string; end: '\n' | '\r' }> {
  let text = '';
  for await (const part of textOf(file.bytes(), encoding)) {
    text += part;
    if (text.length >= LOOK_CHARS) return { text, end: lineEndOf(text) };
  }
  const end = lineEndOf(text);
  return { text: text + end, end };
}

/** Without a chosen encoding the whole file is read once. Throws TableError for one without text. */
export async function csvLayout(file: CsvFile, choice: Partial<TableLayout>): Promise<TableLayout> {
  const encoding = choice.encoding ?? (await encodingOf(file.bytes()));
  const { text, end } = await firstText(file, encoding);
  if (text.trim() === '') throw new TableError('empty', 'The file is empty');
  const told = TOLD.exec(text)?.[1] as Delimiter | undefined;
  const delimiter = choice.delimiter ?? told ?? delimiterOf(text, end);
  const headerLine = choice.headerLine ?? headerLineOf(new CsvRows(delimiter, end).push(text).slice(told ? 1 : 0, 200));
  return { encoding, delimiter, headerLine };
}

/** All rows, from the first line on. Throws TableError. */
export async function* csvRows(file: CsvFile, layout: TableLayout, limits: TableLimits): AsyncGenerator<TableRow[]> {
  const { encoding = 'utf-8', delimiter = ',' } = layout;
  const rows = new CsvRows(delimiter, (await firstText(file, encoding)).end, limits);
  for await (const text of textOf(file.bytes(), encoding)) {
    const nul = text.indexOf('\0');
    const found = rows.push(nul < 0 ? text : text.slice(0, nul));
    if (nul >= 0) refuseNul(rows);
    if (found.length) yield found;
  }
  const found = rows.finish();
  if (found.length) yield found;
}

function refuseNul(rows: CsvRows): never {
  const { line, column } = rows.here();
  throw new TableError(
    'nul',
    `Line ${line}, column ${column}: a NUL character stands there. The file is broken, or it is no text`,
    line,
    String(column),
  );
}
