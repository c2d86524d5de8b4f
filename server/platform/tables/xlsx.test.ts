/** Workbooks of other writers, and single cells as they stand in the XML of the rarer ones. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { workbookOf } from '../../../tests/support/zip';
import { fileSource, lookAtTable, readTable, type TableSource } from '.';
import { numberFormat, numberText } from './xlsx/formats';

const FIXTURES = join(import.meta.dirname, '../../../tests/fixtures/tables');
const bytes = (all: Buffer): TableSource => ({
  size: all.length,
  stream: (start = 0, end = all.length) => Readable.from([all.subarray(start, end)]),
});
async function read(source: TableSource) {
  const look = await lookAtTable(source);
  const rows = [];
  for await (const batch of readTable(source, look.layout)) rows.push(...batch);
  return { look, rows };
}

describe('a workbook', () => {
  it('of openpyxl: cover sheet, title, leading zeros, days, percentages, merged and uncomputed cells', async () => {
    const { look, rows } = await read(await fileSource(join(FIXTURES, 'openpyxl.xlsx')));
    expect(look).toMatchObject({ sheets: ['Cover', 'नवंबर'], layout: { sheet: 'नवंबर', headerLine: 3 } });
    expect(look.columns).toEqual('LAN,Card no,Customer Name,DOB,Disbursed,POS,ROI,Legal,Branch,Note'.split(','));
    expect(rows).toEqual([
      {
        line: 4,
        cells: [
          '000042',
          '0012345678901234',
          'आशा देवी',
          '1984-02-29',
          '2023-11-04',
          '123456.78',
          '18.5%',
          'TRUE',
          'Pune',
          'a & b <c>\nnext',
        ],
      },
      {
        line: 5,
        cells: ['000043', '4111111111111111', 'Ravi  "R" K', '2001-12-31', '', '12.3', '24%', 'FALSE', 'Pune', '=A4+1'],
        rounded: [1],
      },
      { line: 6, cells: ['000044', '', 'Zoë', '', '1900-03-01', '0.3', '100%', '', 'Pune', '#N/A'] },
    ]);
  });

  it('of XlsxWriter: days from 1904, rich texts, computed formulas, a formula’s error', async () => {
    const { rows } = await read(await fileSource(join(FIXTURES, 'xlsxwriter.xlsx')));
    expect(rows).toEqual([
      { line: 2, cells: ['0000012345', 'Asha Devi', '2026-11-05', '1234567.5', '2469135'] },
      { line: 3, cells: ['1234567890123456', 'Ravi', '2026-01-31', '-5', '#DIV/0!'], rounded: [0] },
    ]);
  });

  const HEAD = '<row><c t="inlineStr"><is><t>LAN</t></is></c><c t="inlineStr"><is><t>Name</t></is></c></row>';
  const CELLS: [string, string, string[]][] = [
    ['cells that do not say where they stand', '<row><c><v>1</v></c><c t="str"><v>Asha</v></c></row>', ['1', 'Asha']],
    ['cells left out', '<row r="5"><c r="B5"><v>7</v></c></row>', ['', '7']],
    ['attributes in another order and other quotes', `<row><c t='str' s="1" r='A2'><v>x</v></c></row>`, ['x', '']],
    ['entities', '<row><c t="str"><v>a &amp; b &#2309;&#x905;</v></c></row>', ['a & b अअ', '']],
    ['what XML cannot hold', '<row><c t="str"><v>a_x000A_b</v></c></row>', ['a\nb', '']],
    [
      'CDATA and comments',
      '<row><!-- <c> --><c t="inlineStr"><is><t><![CDATA[<c>&]]></t></is></c></row>',
      ['<c>&', ''],
    ],
    ['an empty styled cell', '<row><c r="A2" s="3"/><c r="B2"><v>1</v></c></row>', ['', '1']],
    [
      'how a name is spoken',
      '<row><c t="inlineStr"><is><t>名</t><rPh sb="0" eb="1"><t>x</t></rPh></is></c></row>',
      ['名', ''],
    ],
    ['a formula that came to nothing', '<row><c><v>1</v></c><c t="str"><f>IF(1,"")</f><v></v></c></row>', ['1', '']],
    ['a formula with attributes', '<row><c><f t="shared" si="0">A1</f><v>4</v></c></row>', ['4', '']],
    ['a day in words', '<row><c t="d"><v>2026-11-05T00:00:00Z</v></c></row>', ['2026-11-05', '']],
  ];
  it.each(CELLS)('is read with %s', async (_, row, cells) => {
    const { rows } = await read(bytes(workbookOf(HEAD + row)));
    expect(rows.map((found) => found.cells)).toEqual([cells]);
  });

  it('is read with names of elements that have a prefix', async () => {
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData>${HEAD}<row><c t="s"><v>0</v></c></row></x:sheetData></x:worksheet>`;
    const prefixed = sheet.replace(/<(\/?)(row|c|v|is|t)(?=[\s>])/g, '<$1x:$2');
    const texts = '<x:sst xmlns:x="m"><x:si><x:t xml:space="preserve"> a </x:t></x:si></x:sst>';
    const { rows } = await read(bytes(workbookOf('', { sheet: prefixed, texts })));
    expect(rows.map(({ cells }) => cells)).toEqual([[' a ', '']]);
  });
});

const NUMBERS: [string, string, string][] = [
  ['General', '1234567890123456', '1234567890123456'],
  ['General', '1.234567890123456E+15', '1234567890123456'],
  ['General', '1.23456789012345E+17', '123456789012345000'],
  ['General', '9.8765432100000003E+22', '98765432100000003000000'],
  ['General', '12.300000000000001', '12.3'],
  ['General', '1E-3', '0.001'],
  ['0.00', '100', '100'],
  ['000000', '42', '000042'],
  ['000000', '12345678', '12345678'],
  ['dd/mm/yyyy', '45234', '2023-11-04'],
  ['[$-4009]dd\\ mmmm\\ yyyy;@', '45234.75', '2023-11-04'],
  ['mmm-yy', '45234', '2023-11-04'],
  ['h:mm AM/PM', '0.5', '12:00:00'],
  ['0.00%', '0.1825', '18.25%'],
  ['"days "0', '12', '12'],
  ['_ [$₹-4009]\\ * #,##0.00_ ', '1234.5', '1234.5'],
  ['[Red]0.0', '5', '5'],
  ['@', '00', '0'],
];
it.each(NUMBERS)('format %s shows %s as %s', (code, raw, shown) => {
  expect(numberText(raw, numberFormat(code), false)).toBe(shown);
});
