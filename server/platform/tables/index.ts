/**
 * Files of tables as lenders send them: CSV in its many dialects, plain or packed, and XLSX. Rows come in batches, so that memory
 * does not grow with the file; whatever a file claims to be is checked, and a lie is a TableError with one sentence.
 */
import type { TableLook } from '../../../core/contract/loan-imports';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { CsvRows, type TableRow } from './csv-rows';
import { TABLE_LIMITS, TableError, type TableLimits } from './error';
import { type Delimiter, delimiterOf, headerLineOf, lineEndOf } from './header';
import { type Opened, openTable } from './open';
import type { TableSource } from './source';
import { encodingOf, textOf } from './text';

export type { TableRow } from './csv-rows';
export { TABLE_LIMITS, TableError, type TableErrorCode, type TableLimits } from './error';
export { fileSource, type TableSource } from './source';

const BATCH_ROWS = 1000;
const LOOK_ROWS = 50;
/** How far the header may be down. */
const LOOK_CHARS = 256 * 1024;

/** What stands in a header's cell, in one line. */
const headerText = (cell: string) => cell.replace(/\s+/g, ' ').trim().slice(0, 500);
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/**
 * What the file holds: its columns and the first 50 rows below the header, with the layout that was guessed where `choice` leaves it
 * open. Without a chosen encoding the whole file is read once. Throws TableError.
 */
export async function lookAtTable(
  source: TableSource,
  choice: Partial<TableLayout> = {},
  limits: TableLimits = TABLE_LIMITS,
): Promise<TableLook> {
  const opened = await openTable(source, limits);
  if (opened.format === 'xlsx') throw new TableError('not-a-table', 'Workbooks cannot be read yet');
  const layout = await csvLayout(opened, choice);
  const rows: TableRow[] = [];
  const end = await endOf(opened, layout);
  for await (const batch of csvRows(opened, layout, end, limits)) {
    rows.push(...batch);
    if (rows.length >= LOOK_ROWS + layout.headerLine + 1000) break;
  }
  return { format: 'csv', packed: opened.packed, ...tableOf(rows, layout), layout, sheets: [] };
}

/** Columns and samples. Throws TableError when nothing stands below the header. */
function tableOf(rows: readonly TableRow[], { headerLine }: TableLayout) {
  const header = rows.find(({ line }) => line === headerLine);
  if (!header || isBlank(header.cells))
    throw new TableError('no-such-line', `Line ${headerLine} is no header: nothing stands there`, headerLine);
  const columns = header.cells.map(headerText);
  while (columns.length && columns.at(-1) === '') columns.pop();
  const body = rows.filter(({ line, cells }) => line > headerLine && !isBlank(cells)).slice(0, LOOK_ROWS);
  if (!body.length)
    throw new TableError('no-rows', `Nothing stands below the header in line ${headerLine}`, headerLine);
  return {
    columns,
    samples: body.map(({ cells }) => columns.map((_, at) => (cells[at] ?? '').trim())),
    lines: body.map(({ line }) => line),
  };
}

type Csv = Extract<Opened, { format: 'csv' }>;

/** The first part of the text, whole lines where there are any. */
async function firstText(opened: Csv, encoding: NonNullable<TableLayout['encoding']>): Promise<string> {
  let text = '';
  for await (const part of textOf(opened.bytes(), encoding)) {
    text += part;
    if (text.length >= LOOK_CHARS) break;
  }
  return text;
}

const endOf = async (opened: Csv, { encoding = 'utf-8' }: TableLayout) => lineEndOf(await firstText(opened, encoding));

/** Excel's own first line, which names the separator. */
const TOLD = /^sep=([,;\t|])\r?\n/i;

async function csvLayout(opened: Csv, choice: Partial<TableLayout>): Promise<TableLayout> {
  const encoding = choice.encoding ?? (await encodingOf(opened.bytes()));
  const text = await firstText(opened, encoding);
  if (text.trim() === '') throw new TableError('empty', 'The file is empty');
  const end = lineEndOf(text);
  const told = TOLD.exec(text)?.[1] as Delimiter | undefined;
  const delimiter = choice.delimiter ?? told ?? delimiterOf(text, end);
  const headerLine =
    choice.headerLine ?? headerLineOf(new CsvRows(delimiter, end).push(text + end).slice(told ? 1 : 0, 200));
  return { encoding, delimiter, headerLine };
}

async function* csvRows(opened: Csv, layout: TableLayout, end: '\n' | '\r', limits: TableLimits) {
  const rows = new CsvRows(layout.delimiter ?? ',', end, limits);
  for await (const text of textOf(opened.bytes(), layout.encoding ?? 'utf-8')) {
    if (text.includes('\0')) refuseNul(rows.push(text.slice(0, text.indexOf('\0') + 1)), rows);
    const found = rows.push(text);
    if (found.length) yield found;
  }
  const found = rows.finish();
  if (found.length) yield found;
}

function refuseNul(_: TableRow[], rows: CsvRows): never {
  const { line, column } = rows.here();
  throw new TableError(
    'nul',
    `Line ${line}, column ${column}: there is a NUL character. The file is broken or no text`,
    line,
    String(column),
  );
}

/**
 * The rows below the header in batches of about a thousand, blank ones left out. A row has as many cells as the file gives it: more or
 * fewer than the header is for who maps them. Throws TableError where the file turns out to lie.
 */
export async function* readTable(
  source: TableSource,
  layout: TableLayout,
  limits: TableLimits = TABLE_LIMITS,
): AsyncGenerator<TableRow[]> {
  const opened = await openTable(source, limits);
  if (opened.format === 'xlsx') throw new TableError('not-a-table', 'Workbooks cannot be read yet');
  const end = await endOf(opened, layout);
  let batch: TableRow[] = [];
  for await (const rows of csvRows(opened, layout, end, limits)) {
    for (const row of rows) {
      if (row.line <= layout.headerLine || isBlank(row.cells)) continue;
      batch.push(row);
      if (batch.length === BATCH_ROWS) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length) yield batch;
}
