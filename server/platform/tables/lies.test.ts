/** Files that are not what they say: each is refused with one sentence that names where, and memory does not grow with them. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { workbookOf, zipOf } from '../../../tests/support/zip';
import { lookAtTable, readTable, TABLE_LIMITS, TableError, type TableSource } from '.';

const bytes = (content: Buffer | string): TableSource => {
  const all = Buffer.from(content as string);
  return {
    size: all.length,
    stream: (start = 0, end = all.length) =>
      Readable.from(
        (function* () {
          for (let at = start; at < end; at += 65_536) yield all.subarray(at, Math.min(end, at + 65_536));
        })(),
      ),
  };
};

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const GOOD = 'LAN,Name,POS\n1,Asha,5\n2,Ravi,6\n';
const many = Buffer.from(`LAN,Name\n${'7,Asha Devi of Pune\n'.repeat(40_000)}`);
const gz = gzipSync(
  Buffer.concat([many, randomBytes(40_000).toString('hex')].map((part) => Buffer.from(part as string))),
);
const cell = (content: string) =>
  `<row r="1"><c r="A1" t="inlineStr"><is><t>LAN</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>${content}</t></is></c></row>`;
const part = (name: string, content: string) =>
  zipOf([
    { name: '[Content_Types].xml', content: '' },
    { name, content },
  ]);

/** The lie, the file, what is said of it, and where. */
const LIES: [string, Buffer | string, string, string, number?, string?][] = [
  ['nothing at all', '', 'empty', 'The file is empty'],
  ['blanks alone', ' \n\n', 'empty', 'The file is empty'],
  ['a header and nothing below', 'LAN,Name\n', 'no-rows', 'Nothing stands below the header in line 1', 1],
  [
    'NUL',
    'LAN,Name,POS\n1,Asha,5\n2,Ra\0vi,6\n',
    'nul',
    'Line 3, column 2: a NUL character stands there. The file is broken, or it is no text',
    3,
    '2',
  ],
  [
    '10 MB in a cell',
    `LAN,Name\n1,Asha\n2,${'x'.repeat(10_000_000)}\n`,
    'cell-too-long',
    'Line 3, column 2: the cell holds more than',
    3,
    '2',
  ],
  [
    '10 MB in a quoted cell',
    `LAN,Name\n1,"${'x'.repeat(10_000_000)}"\n`,
    'cell-too-long',
    'Line 2, column 2: the cell holds more than',
    2,
    '2',
  ],
  [
    '100,000 columns',
    `${'a,'.repeat(100_000)}b\n1\n`,
    'too-many-columns',
    'Line 1 has 100001 columns; at most 500 can be read',
    1,
  ],
  [
    '100,000 columns in a row',
    `LAN,Name\n1,${'a,'.repeat(100_000)}b\n`,
    'too-many-columns',
    'Line 2 has 100002 columns',
    2,
  ],
  [
    'an unclosed quote',
    'LAN,Name,POS\n1,"Asha,5\n2,Ravi,6\n',
    'unclosed-quote',
    'Line 2, column 2: a quote is opened and not closed',
    2,
    '2',
  ],
  [
    'an unclosed quote before other quotes',
    'LAN,Name,POS\n1,"Asha,5\n2,"Ravi",6\n',
    'unclosed-quote',
    'Line 2, column 2',
    2,
    '2',
  ],
  ['a PDF', '%PDF-1.7\nLAN,Name\n1,2', 'not-a-table', 'This is a PDF, not a table'],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not-a-table', 'This is a picture'],
  [
    'a web page',
    '<html><table><tr><td>LAN</td></tr></table></html>',
    'not-a-table',
    'a web page that was given the name of a workbook',
  ],
  ['a workbook of Excel 97', Buffer.concat([OLE, Buffer.alloc(600)]), 'old-workbook', 'Excel 97–2003'],
  [
    'a workbook with a password',
    Buffer.concat([OLE, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    'encrypted',
    'protected by a password',
  ],
  [
    'a packed file with a password',
    zipOf([{ name: 'a.csv', content: GOOD, claims: { encrypted: true } }]),
    'encrypted',
    'protected by a password',
  ],
  ['a truncated gzip', gz.subarray(0, gz.length - 200), 'truncated', 'The file ends too early'],
  [
    'a broken gzip',
    Buffer.concat([gz.subarray(0, 60_00), Buffer.alloc(50, 7), gz.subarray(6050)]),
    'broken',
    'cannot be unpacked',
  ],
  [
    'a truncated zip',
    zipOf([{ name: 'a.csv', content: GOOD }]).subarray(0, 70),
    'truncated',
    'The file ends too early',
  ],
  [
    'a zip of two',
    zipOf([
      { name: 'a.csv', content: GOOD },
      { name: 'b.csv', content: GOOD },
    ]),
    'many-files',
    'The zip holds 2 files',
  ],
  ['a zip of nothing', zipOf([]), 'empty', 'The zip is empty'],
  [
    'a zip in a zip',
    zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.csv', content: GOOD }]) }]),
    'not-a-table',
    'a packed file in a packed file',
  ],
  [
    '1,001 packed files',
    zipOf(Array.from({ length: 1001 }, (_, n) => ({ name: `${n}`, content: '' }))),
    'bomb',
    'at most 1000',
  ],
  [
    'a zip bomb',
    zipOf([{ name: 'a.csv', content: Buffer.alloc(30_000_000, 'a,b\n') }]),
    'bomb',
    'more than 100 times its size',
  ],
  [
    'a zip that says less than it holds',
    zipOf([{ name: 'a.csv', content: GOOD.repeat(9), claims: { size: 40 } }]),
    'bomb',
    'more than it says',
  ],
  ['a gzip bomb', gzipSync(Buffer.alloc(30_000_000, 'a,b\n')), 'bomb', 'more than 100 times its size'],
  ['an XLSX bomb', workbookOf(cell('x').repeat(60_000)), 'bomb', 'more than 100 times its size'],
  [
    'an XLSX bomb of texts',
    workbookOf(cell('x'), { texts: `<sst>${'<si><t>aaaaaaaaaaaaaaaaaaaa</t></si>'.repeat(300_000)}</sst>` }),
    'bomb',
    'more than 100 times its size',
  ],
  [
    'XML entities',
    workbookOf('', {
      sheet: `<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData>${cell('&a;')}</sheetData></worksheet>`,
    }),
    'entities',
    'defines XML entities',
  ],
  [
    'XML entities in the texts',
    workbookOf(cell('x'), { texts: '<!DOCTYPE sst SYSTEM "file:///etc/passwd"><sst/>' }),
    'entities',
    'defines XML entities',
  ],
  ['an entity that nobody defined', workbookOf(cell('&xxe;')), 'entities', '“&xxe;”'],
  [
    'a sheet that breaks off',
    workbookOf('', { sheet: `<worksheet><sheetData>${cell('x')}` }),
    'broken',
    'The workbook is broken',
  ],
  [
    'a text that is not there',
    workbookOf('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'),
    'broken',
    'The workbook is broken',
  ],
  [
    '10 MB in a cell of a sheet',
    workbookOf(cell(randomBytes(5_000_000).toString('hex'))),
    'row-too-long',
    'Row 2 is longer',
  ],
  [
    '40 KB in a cell of a sheet',
    workbookOf(cell('x'.repeat(40_000))),
    'cell-too-long',
    'Row 2, column A: the cell holds 40000 characters',
    2,
    'A',
  ],
  [
    'a value in column XFD',
    workbookOf(`${cell('x')}<row r="3"><c r="XFD3"><v>1</v></c></row>`),
    'too-many-columns',
    'Row 3 has a value in column XFD',
    3,
    'XFD',
  ],
  ['a document', part('word/document.xml', '<x/>'), 'not-a-table', 'no workbook'],
  ['a binary workbook', part('xl/workbook.bin', ''), 'not-a-table', '(.xlsb)'],
];

/** Reads all of it and counts what came out before it was refused. */
async function refusalOf(content: Buffer | string) {
  try {
    const { layout } = await lookAtTable(bytes(content));
    for await (const rows of readTable(bytes(content), layout)) void rows;
  } catch (error) {
    if (error instanceof TableError) return error;
    throw error;
  }
  return undefined;
}

describe('a file that lies', () => {
  it.each(LIES)('%s is refused', async (_, content, code, words, line, column) => {
    const error = await refusalOf(content);
    expect(error).toMatchObject({
      code,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    });
    expect(error?.message).toContain(words);
  });

  it('a byte that does not fit the chosen encoding is named with its line', async () => {
    const content = Buffer.concat([Buffer.from('LAN,Name\n1,Asha\n'), Buffer.from('2,José\n', 'latin1')]);
    const layout = { encoding: 'utf-8', delimiter: ',', headerLine: 1 } as const;
    const reading = (async () => {
      for await (const rows of readTable(bytes(content), layout)) void rows;
    })();
    await expect(reading).rejects.toMatchObject({ code: 'encoding' });
  });

  it('a sheet or a header that is not there', async () => {
    await expect(lookAtTable(bytes(workbookOf(cell('x'))), { sheet: 'Two' })).rejects.toMatchObject({
      code: 'no-such-sheet',
    });
    await expect(lookAtTable(bytes(GOOD), { headerLine: 9 })).rejects.toMatchObject({ code: 'no-such-line', line: 9 });
  });

  it('reading ends with its time', async () => {
    const limits = { ...TABLE_LIMITS, seconds: 0 };
    await expect(lookAtTable(bytes(GOOD), {}, limits)).rejects.toMatchObject({ code: 'too-slow' });
  });
});
