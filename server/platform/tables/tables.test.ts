/** Files of text as lenders send them: what is found in them, and what is said of those that lie. */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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
const swapped = (content: string) => Buffer.from(`\uFEFF${content}`, 'utf16le').swap16();
const WAYS: [string, TableSource][] = [
  ['UTF-8', text(PLAIN)],
  ['a mark before it', text(`\uFEFF${PLAIN}`)],
  ['UTF-16', text(`\uFEFF${PLAIN}`, 'utf16le')],
  ['UTF-16 without a mark', text(PLAIN, 'utf16le')],
  ['UTF-16 the other way round', bytes(swapped(PLAIN))],
  ['line ends of Windows', text(PLAIN.replace(/\n/g, '\r\n').replace('two\r\n', 'two\n'))],
  ['line ends of old Macs', text(PLAIN.replace(/\n/g, '\r').replace('two\r', 'two\n'))],
  ['gzip', bytes(gzipSync(PLAIN))],
];

describe('a file of text', () => {
  it.each(WAYS)('is read the same in %s', async (_, source) => {
    const { look, rows } = await rowsOf(source);
    expect(look.columns).toEqual(['LAN', 'Name', 'POS']);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['0012', 'Asha Devi', '1,23,456.78'],
      ['0013', 'Ravi "R" K', 'two\nlines'],
    ]);
  });
});
