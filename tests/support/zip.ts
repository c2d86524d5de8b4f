/** A zip made by hand, so that a test can make one that lies. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  name: string;
  content: string | Buffer;
  /** What the directory says instead of the truth. */
  claims?: { size?: number; encrypted?: boolean };
}

const crc = (crc32 as unknown as ((data: Buffer) => number) | undefined) ?? (() => 0);

export function zipOf(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claims = {} } of files) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const flags = claims.encrypted ? 1 : 0;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims.size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const title = Buffer.from(name);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, title, packed);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(at, 12);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, entry.subarray(2), title);
    at += 30 + title.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** A workbook of one sheet from the XML of its rows. */
export const workbookOf = (rows: string, more: { texts?: string; styles?: string; sheet?: string } = {}): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: more.sheet ?? `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...(more.texts === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: more.texts }]),
    ...(more.styles === undefined ? [] : [{ name: 'xl/styles.xml', content: more.styles }]),
  ]);
