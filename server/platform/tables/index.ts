/**
 * Files of tables as lenders send them: CSV in its many dialects, plain or packed, and XLSX. Rows come in batches, so that memory
 * does not grow with the file; whatever a file claims to be is checked, and a lie is a TableError with one sentence.
 */
import { Readable } from 'node:stream';
import type { TableLook } from '../../../core/contract/loan-imports';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { csvLayout, csvRows } from './csv';
import type { TableRow } from './csv-rows';
import { TABLE_LIMITS, TableError, type TableLimits } from './error';
import { headerLineOf } from './header';
import { openTable } from './open';
import type { TableSource } from './source';
import { openWorkbook, type Workbook } from './xlsx/workbook';

export type { TableRow } from './csv-rows';
export { TABLE_LIMITS, TableError, type TableErrorCode, type TableLimits } from './error';
export { fileSource, type TableSource } from './source';
export { csvFile, type WrittenCell, type WrittenRows, type WrittenSheet, withoutFormula, xlsxFile } from './write';

const BATCH_ROWS = 100;
const LOOK_ROWS = 50;

/** What stands in a header's cell, in one line. */
const headerText = (cell: string) => cell.replace(/\s+/g, ' ').trim().slice(0, 500);
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell === '' || cell.trim() === '');

/** Throws TableError once more than the seconds of the limits were spent on reading; what is done with the rows does not count. */
async function* inTime<Item>(items: AsyncGenerator<Item>, { seconds }: TableLimits): AsyncGenerator<Item> {
  let spent = 0;
  try {
    for (;;) {
      const began = performance.now();
      const next = await items.next();
      spent += performance.now() - began;
      if (next.done) return;
      if (spent > seconds * 1000)
        throw new TableError('too-slow', `Reading the file took more than ${seconds} seconds`);
      yield next.value;
    }
  } finally {
    await items.return(undefined);
  }
}

/** The first rows, enough to see the header and what stands below it. */
async function firstRows(rows: AsyncGenerator<TableRow[]>, headerLine = 0): Promise<TableRow[]> {
  const first: TableRow[] = [];
  for await (const batch of rows) {
    first.push(...batch);
    const below = first.length - first.findIndex(({ line }) => line > headerLine);
    if (first.length > 200 && below > LOOK_ROWS * 4) break;
  }
  return first;
}

/**
 * What the file holds: its columns and the first 50 rows below the header, with the layout that was guessed where `choice` leaves it
 * open. Without a chosen encoding a file of text is read whole once. Throws TableError.
 */
export async function lookAtTable(
  source: TableSource,
  choice: Partial<TableLayout> = {},
  limits: TableLimits = TABLE_LIMITS,
): Promise<TableLook> {
  const file = await openTable(source, limits);
  if (file.format === 'xlsx') return lookAtSheet(await openWorkbook(source, file.entries, limits), choice, limits);
  const layout = await csvLayout(file, choice);
  const rows = await firstRows(inTime(csvRows(file, layout, limits), limits), layout.headerLine);
  return { format: 'csv', packed: file.packed, layout, sheets: [], ...tableOf(rows, layout) };
}

/** A table that is held in memory, with its first look. Throws TableError. */
export async function tableOfBytes(bytes: Buffer): Promise<{ source: TableSource; look: TableLook }> {
  const source: TableSource = {
    size: bytes.length,
    stream: (start = 0, end = bytes.length) => Readable.from([bytes.subarray(start, end)]),
  };
  return { source, look: await lookAtTable(source) };
}

/** The chosen sheet, or the first that holds a table: many workbooks begin with a page of words. */
async function lookAtSheet(workbook: Workbook, choice: Partial<TableLayout>, limits: TableLimits): Promise<TableLook> {
  const { sheets } = workbook;
  let empty: unknown;
  for (const sheet of choice.sheet === undefined ? sheets : [choice.sheet]) {
    const rows = await firstRows(inTime(workbook.rows(sheet), limits), choice.headerLine);
    const layout: TableLayout = { sheet, headerLine: choice.headerLine ?? headerLineOf(rows.slice(0, 200)) };
    try {
      return { format: 'xlsx', packed: null, layout, sheets, ...tableOf(rows, layout) };
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      empty ??= error;
    }
  }
  throw empty;
}

/** Columns and samples. Throws TableError when nothing stands below the header. */
function tableOf(
  rows: readonly TableRow[],
  { headerLine }: TableLayout,
): Pick<TableLook, 'columns' | 'samples' | 'lines'> {
  const header = rows.find(({ line }) => line === headerLine);
  if (!header || isBlank(header.cells)) {
    if (rows.every(({ cells }) => isBlank(cells))) throw new TableError('empty', 'The table is empty');
    throw new TableError('no-such-line', `Line ${headerLine} is no header: nothing stands there`, headerLine);
  }
  const columns = header.cells.map(headerText);
  while (columns.at(-1) === '') columns.pop();
  const body = rows.filter(({ line, cells }) => line > headerLine && !isBlank(cells)).slice(0, LOOK_ROWS);
  if (!body.length)
    throw new TableError('no-rows', `Nothing stands below the header in line ${headerLine}`, headerLine);
  return {
    columns,
    samples: body.map(({ cells }) => columns.map((_, at) => (cells[at] ?? '').trim())),
    lines: body.map(({ line }) => line),
  };
}

/**
 * The rows below the header in small batches (they are forgotten soon, at the cheapest), blank ones left out. A row of text has as many cells as the file gives it:
 * more or fewer than the header is for who maps them. Rows of a sheet are filled up to the header. Throws TableError where the file
 * turns out to lie.
 */
export async function* readTable(
  source: TableSource,
  layout: TableLayout,
  limits: TableLimits = TABLE_LIMITS,
): AsyncGenerator<TableRow[]> {
  const file = await openTable(source, limits);
  const workbook = file.format === 'xlsx' ? await openWorkbook(source, file.entries, limits) : undefined;
  const rows =
    file.format === 'xlsx'
      ? (workbook as Workbook).rows(layout.sheet ?? workbook?.sheets[0] ?? '')
      : csvRows(file, layout, limits);
  let width = 0;
  let batch: TableRow[] = [];
  for await (const found of inTime(rows, limits)) {
    for (const row of found) {
      const { line, cells } = row;
      if (line === layout.headerLine) width = widthOf(cells);
      if (line <= layout.headerLine || isBlank(cells)) continue;
      // Separators at the end of a line, and empty cells of a sheet, are no cells.
      while (cells.length > width && cells[cells.length - 1]?.trim() === '') cells.pop();
      if (workbook) while (cells.length < width) cells.push('');
      batch.push(row);
      if (batch.length === BATCH_ROWS) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length) yield batch;
}

function widthOf(cells: readonly string[]): number {
  let width = cells.length;
  while (width > 0 && cells[width - 1]?.trim() === '') width--;
  return width;
}
