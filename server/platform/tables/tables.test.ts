/** Files of text as lenders send them: what is found in them, however their bytes arrive. */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../tests/support/zip';
import { lookAtTable, readTable, type TableSource } from '.';

/** Bytes in chunks of `step`, so that every boundary falls somewhere in a row. */
const bytes = (all: Buffer, step = 7): TableSource => ({
  size: all.length,
  stream: (start = 0, end = all.length) =>
    Readable.from(
      (function* () {
        for (let at = start; at < end; at += step) yield all.subarray(at, Math.min(end, at + step));
      })(),
    ),
});
const text = (content: string, encoding: BufferEncoding = 'utf8') => bytes(Buffer.from(content, encoding));

async function rowsOf(source: TableSource, choice = {}) {
  const look = await lookAtTable(source, choice);
  const rows = [];
  for await (const batch of readTable(source, look.layout)) rows.push(...batch);
  return { look, rows };
}

const PLAIN = 'LAN,Name,POS\n0012,Asha Devi,"1,23,456.78"\n0013,"Ravi ""R"" K","two\nlines"\n';
const ROWS = [
  ['0012', 'Asha Devi', '1,23,456.78'],
  ['0013', 'Ravi "R" K', 'two\nlines'],
];
const swapped = (content: string) => Buffer.from(`\uFEFF${content}`, 'utf16le').swap16();
const by = (sign: string) => Papa.unparse([['LAN', 'Name', 'POS'], ...ROWS], { delimiter: sign, newline: '\n' });
const WAYS: [string, TableSource][] = [
  ['UTF-8', text(PLAIN)],
  ['UTF-8 with its mark', text(`\uFEFF${PLAIN}`)],
  ['UTF-16', text(`\uFEFF${PLAIN}`, 'utf16le')],
  ['UTF-16 without its mark', text(PLAIN, 'utf16le')],
  ['UTF-16 the other way round', bytes(swapped(PLAIN))],
  ['line ends of Windows', text(PLAIN.replace(/\n/g, '\r\n').replace('two\r\n', 'two\n'))],
  ['line ends of old Macs', text(PLAIN.replace(/\n/g, '\r').replace('two\r', 'two\n'))],
  ['no line end at the end', text(PLAIN.slice(0, -1))],
  ['semicolons', text(by(';'))],
  ['tabs', text(by('\t'))],
  ['pipes', text(by('|'))],
  ['a first line that names the separator', text(`sep=;\r\n${by(';')}`)],
  [
    'separators behind the last cell',
    text('LAN,Name,POS,,\n0012,Asha Devi,"1,23,456.78",,\n0013,"Ravi ""R"" K","two\nlines",,\n'),
  ],
  ['blank lines between', text(PLAIN.replace('0013', '\n,,\n0013'))],
  ['a title and a date above', text(`ABC Bank Ltd\nAs on 01/11/2026\n\n${PLAIN}`)],
  ['gzip', bytes(gzipSync(PLAIN))],
  ['a zip', bytes(zipOf([{ name: 'loans.csv', content: PLAIN }]))],
  [
    'a zip of a Mac',
    bytes(
      zipOf([
        { name: '__MACOSX/._a', content: 'x' },
        { name: 'a/loans.csv', content: PLAIN },
      ]),
    ),
  ],
];

describe('a file of text', () => {
  it.each(WAYS)('is read the same with %s', async (_, source) => {
    const { look, rows } = await rowsOf(source);
    expect(look.columns).toEqual(['LAN', 'Name', 'POS']);
    expect(rows.map(({ cells }) => cells)).toEqual(ROWS);
    expect(look.samples).toEqual(ROWS);
  });

  it('of an older Excel is known by bytes that UTF-8 has not, also in its last row', async () => {
    const content = `LAN,Name\n${'1,Asha\n'.repeat(90_000)}2,José\n`;
    const { look, rows } = await rowsOf(bytes(Buffer.from(content, 'latin1'), 65_536));
    expect(look.layout.encoding).toBe('windows-1252');
    expect(rows.at(-1)?.cells).toEqual(['2', 'José']);
    expect(rows).toHaveLength(90_001);
  });

  it('names the lines of the file, whatever stands in quotes', async () => {
    const { rows } = await rowsOf(text('A,B\n\n1,"x\r\ny\nz"\n2,b\n'));
    expect(rows.map(({ line }) => line)).toEqual([3, 6]);
  });

  it('is read as it is chosen, not as it was guessed', async () => {
    const source = text('Title\na;b,c\n1;2,3\n');
    const { look, rows } = await rowsOf(source, { delimiter: ',', headerLine: 2, encoding: 'windows-1252' });
    expect(look.columns).toEqual(['a;b', 'c']);
    expect(rows.map(({ cells }) => cells)).toEqual([['1;2', '3']]);
  });

  it('gives ragged rows as they are', async () => {
    const { rows } = await rowsOf(text('a,b,c\n1,2\n1,2,3,4\n'));
    expect(rows.map(({ cells }) => cells.length)).toEqual([2, 4]);
  });

  it('keeps headers that occur twice, each with its own cells', async () => {
    const { look, rows } = await rowsOf(text('LAN,Name,Name\n1,Asha,Ravi\n'));
    expect(look.columns).toEqual(['LAN', 'Name', 'Name']);
    expect(rows.map(({ cells }) => cells)).toEqual([['1', 'Asha', 'Ravi']]);
  });

  it('whatever another writer wrote comes back, at any boundary of its chunks', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('"', ',', '\n', '\r\n', '""', 'a"b', '', 'क्ष', '👍'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.integer({ min: 1, max: 40 }),
        async (rows, delimiter, step) => {
          const whole = rows
            .map((cells) => cells.map((one) => one.replaceAll('\0', '').replace(/^\uFEFF/, '')))
            .filter((cells) => cells.some((one) => one.trim() !== '') && (cells[2] ?? '').trim() !== '');
          const written = Papa.unparse([['x', 'y', 'z'], ...whole], { delimiter, quotes: true, newline: '\r\n' });
          const read = [];
          const layout = { encoding: 'utf-8', delimiter, headerLine: 1 } as const;
          for await (const batch of readTable(bytes(Buffer.from(written), step), layout)) read.push(...batch);
          expect(read.map(({ cells }) => cells)).toEqual(whole);
        },
      ),
      { numRuns: 150 },
    );
  });
});
