/** Tables as files, row by row: CSV that no spreadsheet runs as a formula, and XLSX without more than a row in memory. */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import Papa from 'papaparse';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { columnLetters } from './xlsx/sheet-rows';

export type WrittenCell = string | number | null;
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
    const safe = cells.map((cell) => (typeof cell === 'string' ? withoutFormula(cell) : cell));
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
    xml +=
      typeof cell === 'number' && Number.isFinite(cell)
        ? `<c r="${place}"><v>${cell}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xmlText(String(cell))}</t></is></c>`;
  });
  return `${xml}</row>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

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

/** A workbook of one sheet. Texts stay texts, whatever they look like; numbers are numbers. Throws RangeError over 4 GB. */
export async function* xlsxFile(rows: WrittenRows, sheet = 'Loans'): AsyncGenerator<Buffer> {
  const name = xmlText(sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31));
  const parts: [string, Iterable<string> | AsyncIterable<string>][] = [
    [
      '[Content_Types].xml',
      [
        `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
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
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [
        `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ],
    ],
    ['xl/worksheets/sheet1.xml', sheetXml(rows)],
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
