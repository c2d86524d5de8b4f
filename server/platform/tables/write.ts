/** Tables as files, row by row: CSV that no spreadsheet runs as a formula, and XLSX without more than a row in memory. */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import Papa from 'papaparse';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { columnLetters } from './xlsx/sheet-rows';

/** A number that a workbook shows with two decimals, grouped as India counts. */
export interface Amount {
  amount: number;
}
export type WrittenCell = string | number | Amount | null;
export type WrittenRows = Iterable<readonly WrittenCell[]> | AsyncIterable<readonly WrittenCell[]>;

/** A cell that a spreadsheet would run as a formula is led by an apostrophe; a number with its sign is none. */
export const withoutFormula = (cell: string): string =>
  /^[=+\-@\t\r\n\0]/.test(cell) && !/^[+-]?\d[\d\s.,-]*$/.test(cell) ? `'${cell}` : cell;

/** Characters that are gathered before a part is handed on. */
const PART = 64 * 1024;

/** UTF-8 with the mark by which Excel knows it, lines ended as Windows does. */
export async function* csvFile(
  rows: WrittenRows,
  delimiter: NonNullable<TableLayout['delimiter']> = ',',
): AsyncGenerator<Buffer> {
  let text = '\uFEFF';
  for await (const cells of rows) {
    const safe = cells.map((cell) =>
      typeof cell === 'string' ? withoutFormula(cell) : cell !== null && typeof cell === 'object' ? cell.amount : cell,
    );
    text += `${Papa.unparse([safe], { delimiter })}\r\n`;
    if (text.length < PART) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot hold are written as workbooks do. */
const xmlText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(
      /(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? '');

function rowXml(cells: readonly WrittenCell[], line: number): string {
  let xml = `<row r="${line}">`;
  cells.forEach((cell, at) => {
    if (cell === null || cell === '') return;
    const place = `${columnLetters(at)}${line}`;
    const number = typeof cell === 'object' ? cell.amount : cell;
    xml +=
      typeof number === 'number' && Number.isFinite(number)
        ? `<c r="${place}"${typeof cell === 'object' ? ` s="${styleOf(cell.amount)}"` : ''}><v>${number}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xmlText(String(cell))}</t></is></c>`;
  });
  return `${xml}</row>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Excel groups by threes alone: the other groups are spelled out from a lakh and from a crore on. */
const LAKH = '##\\,##\\,##0.00';
const CRORE = '##\\,##\\,##\\,##0.00';
/**
 * Of amounts, by the number of their style from 1 on. A format with conditions shows no sign in LibreOffice, so what is below zero has one
 * without, by how much it is.
 */
const AMOUNT_FORMATS = [`[>=10000000]${CRORE};[>=100000]${LAKH};##,##0.00`, '##,##0.00', LAKH, CRORE] as const;
const styleOf = (amount: number): number => (amount >= 0 ? 1 : amount > -100_000 ? 2 : amount > -10_000_000 ? 3 : 4);
const FORMAT_IDS = 164;
const numFmts = AMOUNT_FORMATS.map(
  (code, at) => `<numFmt numFmtId="${FORMAT_IDS + at}" formatCode="${xmlText(code)}"/>`,
).join('');
const cellXfs = AMOUNT_FORMATS.map(
  (_, at) => `<xf numFmtId="${FORMAT_IDS + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
).join('');
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${AMOUNT_FORMATS.length}">${numFmts}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${AMOUNT_FORMATS.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cellXfs}</cellXfs></styleSheet>`;

async function* sheetXml(rows: WrittenRows): AsyncGenerator<string> {
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  let line = 0;
  for await (const cells of rows) {
    line++;
    text += rowXml(cells, line);
    if (text.length < PART) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

export interface WrittenSheet {
  name: string;
  rows: WrittenRows;
}
/** Excel opens no workbook in which two sheets have one name, or none. */
function sheetNames(sheets: readonly WrittenSheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, at) => {
    let free = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);
    if (free.trim() === '' || taken.has(free.toLowerCase())) free = `Sheet ${at + 1}`;
    taken.add(free.toLowerCase());
    return xmlText(free);
  });
}

/**
 * A workbook of one sheet, and of `more` behind it; each is written before the rows of the next are asked for. Texts stay texts, whatever they
 * look like; numbers are numbers. Throws RangeError over 4 GB.
 */
export async function* xlsxFile(
  rows: WrittenRows,
  sheet = 'Loans',
  more: readonly WrittenSheet[] = [],
): AsyncGenerator<Buffer> {
  const sheets = [{ name: sheet, rows }, ...more];
  const each = (xml: (name: string, number: number) => string) =>
    sheetNames(sheets)
      .map((name, at) => xml(name, at + 1))
      .join('');
  const parts: [string, Iterable<string> | AsyncIterable<string>][] = [
    [
      '[Content_Types].xml',
      [
        `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${KIND}.worksheet+xml"/>`)}</Types>`,
      ],
    ],
    [
      '_rels/.rels',
      [
        `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    ],
    [
      'xl/workbook.xml',
      [
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
      ],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [
        `${HEAD}<Relationships xmlns="${RELATIONS}">${each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ],
    ],
    ['xl/styles.xml', [STYLES]],
    ...sheets.map((one, at): [string, AsyncIterable<string>] => [
      `xl/worksheets/sheet${at + 1}.xml`,
      sheetXml(one.rows),
    ]),
  ];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of parts) {
    const title = Buffer.from(path);
    const begins = at;
    // Sizes and checksum follow the content (bit 3), because nobody knows them yet.
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(0x0808, 6);
    header.writeUInt16LE(8, 8);
    header.writeUInt16LE(33, 12);
    header.writeUInt16LE(title.length, 26);
    yield Buffer.concat([header, title]);
    const counted = { checksum: 0, size: 0 };
    const packed = Readable.from(counting(content, counted)).pipe(createDeflateRaw({ level: 6 }));
    let size = 0;
    for await (const chunk of packed) {
      size += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    if (size > 0xfffffffe || counted.size > 0xfffffffe || begins > 0xfffffffe)
      throw new RangeError('The workbook is larger than 4 GB');
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    sizes.writeUInt32LE(counted.checksum, 4);
    sizes.writeUInt32LE(size, 8);
    sizes.writeUInt32LE(counted.size, 12);
    yield sizes;
    at += header.length + title.length + size + sizes.length;

    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    header.copy(entry, 6, 4, 14);
    sizes.copy(entry, 16, 4);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(begins, 42);
    directory.push(entry, title);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([listed, end]);
}

async function* counting(texts: Iterable<string> | AsyncIterable<string>, counted: { checksum: number; size: number }) {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    counted.checksum = crc32(bytes, counted.checksum);
    counted.size += bytes.length;
    yield bytes;
  }
}
