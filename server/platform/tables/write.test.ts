/** What is written is read back as it was, and no spreadsheet runs any of it. */
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableLayout } from '../../../core/domain/loan-import';
import { compileMapping } from '../../../core/domain/loan-import';
import { csvFile, lookAtTable, readTable, type TableSource, type WrittenCell, xlsxFile } from '.';

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
const source = (all: Buffer): TableSource => ({
  size: all.length,
  stream: (start = 0, end = all.length) => Readable.from([all.subarray(start, end)]),
});
async function cellsOf(file: Buffer, layout: TableLayout) {
  const rows: string[][] = [];
  for await (const batch of readTable(source(file), layout)) rows.push(...batch.map(({ cells }) => cells));
  return rows;
}
const HEADER = ['LAN', 'Name', 'POS'];
const cell = fc.oneof(
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/[\0\ud800-\udfff\ufeff]/g, '-')),
  fc.constantFrom('=1+1', '@x', '-Asha', '+91 98', 'a"b', 'x\ny', '_x000A_', '&amp;', "'", ' blank '),
);
const table = fc.array(
  fc.tuple(
    cell,
    cell,
    cell.filter((text) => text.trim() !== ''),
  ),
  { minLength: 1, maxLength: 6 },
);

describe('a table that is written', () => {
  it('as XLSX holds every text as it was, and numbers as numbers', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const file = await whole(xlsxFile([HEADER, ...rows]));
        expect(await cellsOf(file, { sheet: 'Loans', headerLine: 1 })).toEqual(rows);
      }),
      { numRuns: 60 },
    );
    const mixed: WrittenCell[][] = [
      ['0012', 'Asha', 12.5],
      ['1234567890123456', null, -3],
    ];
    const look = await lookAtTable(source(await whole(xlsxFile([HEADER, ...mixed], 'Errors: [1]'))));
    expect(look).toMatchObject({ sheets: ['Errors   1 '], columns: HEADER });
    expect(look.samples).toEqual([
      ['0012', 'Asha', '12.5'],
      ['1234567890123456', '', '-3'],
    ]);
    // Grouped for whoever looks at it, a number for whoever adds it up; in text as it is.
    const amounts: WrittenCell[][] = [['1', 'Asha', { amount: 12345678.9 }]];
    const grouped = await whole(xlsxFile([HEADER, ...amounts]));
    expect(await cellsOf(grouped, { sheet: 'Loans', headerLine: 1 })).toEqual([['1', 'Asha', '12345678.9']]);
    expect((await whole(csvFile(amounts))).toString()).toBe('\uFEFF1,Asha,12345678.9\r\n');
  });

  it('as XLSX holds further sheets in their order, each under a name that no other has', async () => {
    const file = source(
      await whole(
        xlsxFile([HEADER, ['1', 'Asha', 2]], 'Loans', [
          { name: 'loans', rows: [['Column'], ['POS']] },
          { name: '', rows: [['Left'], ['empty']] },
        ]),
      ),
    );
    const { sheets } = await lookAtTable(file);
    expect(sheets).toEqual(['Loans', 'Sheet 2', 'Sheet 3']);
    const cells = [];
    for (const sheet of sheets)
      for await (const batch of readTable(file, { sheet, headerLine: 1 })) cells.push(...batch.map((row) => row.cells));
    expect(cells).toEqual([['1', 'Asha', '2'], ['POS'], ['empty']]);
  });

  it('as CSV comes back through the import as it was, with formulas made harmless on the way', async () => {
    const mapping = {
      layout: { headerLine: 1 },
      columns: HEADER.map((header, at) => ({ header, field: ['batchNo', 'product', 'nachStatus'][at] ?? null })),
      fixed: {},
      policy: { fresh: 'skip', known: 'update' },
    } as const;
    const read = compileMapping(mapping, HEADER);
    const names = ['=1+1', '@SUM(A1)', '-Asha', 'Asha, Devi', 'Asha "A" Devi'];
    const file = await whole(csvFile([HEADER, ...names.map((name) => ['1', name, '2'])], ';'));
    const lines = file.toString().split('\r\n');
    expect(lines.slice(1, 4)).toEqual(["1;'=1+1;2", "1;'@SUM(A1);2", "1;'-Asha;2"]);
    const rows = await cellsOf(file, { encoding: 'utf-8', delimiter: ';', headerLine: 1 });
    expect(rows.map((cells, at) => read({ line: at, cells }).values.product)).toEqual(names);
  });
});
