import { describe, expect, it } from 'vitest';
import { columnNames, dayOfCell, readCell, readCsv, writeCsv } from './csv';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, little = true) => {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [at, code] of [0xfeff, ...[...text].map((sign) => sign.charCodeAt(0))].entries())
    view.setUint16(at * 2, code, little);
  return bytes;
};

describe('a file', () => {
  const table = 'Role,Full name\r\nField agent,आशा देशमुख\r\n';
  it.each<[string, Uint8Array, string]>([
    ['UTF-8', utf8(table), 'UTF-8'],
    ['UTF-8 with its mark', utf8(`\uFEFF${table}`), 'UTF-8'],
    ['UTF-16 as Excel saves "Unicode text"', utf16(table.replaceAll(',', '\t')), 'UTF-16'],
    ['UTF-16, the other way round', utf16(table, false), 'UTF-16'],
    ['semicolons', utf8(table.replaceAll(',', ';')), 'UTF-8'],
    ['a line that names the separator', utf8(`sep=;\r\n${table.replaceAll(',', ';')}`), 'UTF-8'],
    ['line ends of an old Mac', utf8(table.replaceAll('\r\n', '\r')), 'UTF-8'],
  ])('in %s', (_, bytes, encoding) => {
    expect(readCsv(bytes)).toEqual({
      encoding,
      columns: ['Role', 'Full name'],
      rows: [{ line: 2, cells: ['Field agent', 'आशा देशमुख'] }],
    });
  });

  it('of an older Excel', () => {
    const bytes = Uint8Array.from(
      [...'Name,City\nJos'].map((sign) => sign.charCodeAt(0)).concat([0xe9, 0x2c, 0x47, 0x6f, 0x61]),
    );
    expect(readCsv(bytes)).toMatchObject({ encoding: 'Windows-1252', rows: [{ cells: ['José', 'Goa'] }] });
  });

  it('keeps line numbers over empty lines, and fills short lines', () => {
    expect(readCsv(utf8('a,b\n\n,\n1\n"x\ny",2,3')).rows).toEqual([
      { line: 4, cells: ['1', ''] },
      { line: 5, cells: ['x\ny', '2'] },
    ]);
  });

  it('knows its columns by many names, each meaning once', () => {
    expect(
      columnNames(['Designation', 'AGENT NAME', 'Mobile No.', 'phone', 'DRA expiry', 'Blood group', 'IMEI']),
    ).toEqual(['role', 'fullName', 'mobile', undefined, 'draValidUntil', undefined, 'IMEI']);
  });
});

const MANGLED = { problem: 'A spreadsheet has shortened this number; format the column as text and write it again' };
const FORMULA = { problem: 'Looks like a formula; write the text itself' };
it.each([
  ['mobile', '9876543210', { value: '9876543210' }],
  ['mobile', '+91 98765 43210', { value: '9876543210' }],
  ['mobile', '09876543210', { value: '9876543210' }],
  ['mobile', '91-9876543210', { value: '9876543210' }],
  ['mobile', '9876543210.0', { value: '9876543210' }],
  ['mobile', '="9876543210"', { value: '9876543210' }],
  ['mobile', '9.876543215E+09', { value: '9876543215' }],
  ['mobile', '9.87654E+09', MANGLED],
  ['mobile', '=9876543210', FORMULA],
  ['IMEI', '3.5E+14', MANGLED],
  ['IMEI', '356938035643809', { value: '356938035643809' }],
  ['IMEI', '356938035643809.00', { value: '356938035643809' }],
  ['fullName', '=cmd|calc', FORMULA],
  ['fullName', '@SUM(A1)', FORMULA],
  ['fullName', '-Asha', FORMULA],
  ['fullName', "O'Neill-Rao", { value: "O'Neill-Rao" }],
  ['initialPassword', '=secret word', { value: '=secret word' }],
  ['pinCodes', '411001, 411002;411003 411004.0', { value: ['411001', '411002', '411003', '411004'] }],
  ['languages', 'Hindi, ta|Marathi', { value: ['hi', 'ta', 'mr'] }],
  ['languages', 'Klingon', { problem: 'There is no language Klingon' }],
  ['buckets', '0-30;31-60', { value: ['0-30', '31-60'] }],
  ['collectionExperience', '3.0 years', { value: '3' }],
  ['draValidUntil', '5/3/2027', { value: '2027-03-05' }],
  ['draValidUntil', 'soon', { problem: 'Not a date: write DD/MM/YYYY' }],
  ['draValidUntil', '', { value: '' }],
  ['products', '', { value: [] }],
] as const)('%s %j', (name, cell, expected) => {
  expect(readCell(name, cell)).toEqual(expected);
});

it.each([
  ['31/12/2026', '2026-12-31'],
  ['31-12-2026', '2026-12-31'],
  ['2026-12-31', '2026-12-31'],
  ['2026-12-31T00:00:00', '2026-12-31'],
  ['31-Dec-26', '2026-12-31'],
  ['31 December 2026', '2026-12-31'],
  ['46387', '2026-12-31'],
  ['12/31/2026', undefined],
  ['31/02/2026', undefined],
  ['31-Foo-2026', undefined],
])('the day %s', (cell, expected) => {
  expect(dayOfCell(cell)).toBe(expected);
});

it.each([
  ['=1+1', "'=1+1"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['+91*HYPERLINK("http://a.example";1)', '\'+91*HYPERLINK("http://a.example";1)'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+919876543210', '+919876543210'],
  ['-12.5', '-12.5'],
  ['+91 98765-43210', '+91 98765-43210'],
])('the cell %j is written as %j', (cell, written) => {
  expect(readCsv(utf8(writeCsv(['A', 'B'], [[cell, 'x']]))).rows[0]?.cells[0]).toBe(written);
});

it('writes what a spreadsheet does not run, and reads it back', () => {
  const csv = writeCsv(['Full name', 'Mobile', 'Reason'], [['=1+1', '+919876543210', 'a "quoted", word']]);
  expect(csv).toBe('\uFEFFFull name,Mobile,Reason\r\n\'=1+1,+919876543210,"a ""quoted"", word"\r\n');
  expect(readCsv(utf8(csv)).rows).toEqual([{ line: 2, cells: ["'=1+1", '+919876543210', 'a "quoted", word'] }]);
});
