/** What a file is, by its first bytes and never by its name, and the bytes of its table. */
import { createGunzip } from 'node:zlib';
import { sizeWords, TableError, type TableLimits } from './error';
import { bytesOf, type TableSource } from './source';
import { bomb, unpackingError, type ZipEntry, zipEntries, zipEntry } from './zip';

export type Opened =
  | { format: 'xlsx'; packed: null; source: TableSource; entries: ZipEntry[] }
  /** `bytes` starts anew each time. */
  | { format: 'csv'; packed: string | null; bytes(): AsyncIterable<Buffer> };

const startsWith = (head: Buffer, text: string) => head.subarray(0, text.length).toString('latin1') === text;
const notTable = (what: string) =>
  new TableError('not-a-table', `This is ${what}, not a table. Send a CSV or XLSX file`);

/** Throws TableError for everything that is neither text nor a workbook. */
function refuseOthers(head: Buffer) {
  if (startsWith(head, '%PDF')) throw notTable('a PDF');
  if (startsWith(head, '\x89PNG') || startsWith(head, '\xff\xd8\xff') || startsWith(head, 'GIF8'))
    throw notTable('a picture');
  if (startsWith(head, 'Rar!') || startsWith(head, '7z\xbc\xaf'))
    throw notTable('an archive that cannot be opened here');
  if (startsWith(head, '{\\rtf')) throw notTable('a text document');
  const text = head
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (/^<(!doctype html|html|table|head|meta)/.test(text))
    throw notTable(
      'a web page that was given the name of a workbook. Open it in a spreadsheet and save it as XLSX; it is',
    );
  if (text.startsWith('<?xml')) throw notTable('an XML file');
}

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

async function refuseOldWorkbook(source: TableSource, head: Buffer) {
  if (!head.subarray(0, 8).equals(OLE)) return;
  // A workbook with a password is packed into the container of the old format.
  const mark = Buffer.from('EncryptedPackage', 'utf16le');
  const tail = await bytesOf(source, source.size - 65_536, source.size);
  if (head.includes(mark) || tail.includes(mark))
    throw new TableError('encrypted', 'The workbook is protected by a password: take it off and send it again');
  throw new TableError(
    'old-workbook',
    'This is a workbook of Excel 97–2003 (.xls): save it as XLSX or CSV and send it again',
  );
}

async function* gunzipped(source: TableSource, limits: TableLimits): AsyncGenerator<Buffer> {
  const packed = source.stream();
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  packed.on('error', (error) => gunzip.destroy(error));
  packed.pipe(gunzip);
  let bytes = 0;
  try {
    for await (const chunk of gunzip) {
      bytes += (chunk as Buffer).length;
      if (bytes > limits.unpackedBytes)
        throw new TableError('bomb', `The file unpacks to more than ${sizeWords(limits.unpackedBytes)}`);
      if (bytes > limits.ratioFrom && bytes > source.size * limits.ratio) throw bomb(limits);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw unpackingError(error);
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

const isWorkbook = (entries: readonly ZipEntry[]) => entries.some(({ name }) => name === '[Content_Types].xml');

export async function openTable(source: TableSource, limits: TableLimits): Promise<Opened> {
  if (source.size === 0) throw new TableError('empty', 'The file is empty');
  const head = await bytesOf(source, 0, 65_536);
  await refuseOldWorkbook(source, head);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    await refuseInside(gunzipped(source, limits));
    return { format: 'csv', packed: 'gzip', bytes: () => gunzipped(source, limits) };
  }
  if (startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06')) {
    const entries = await zipEntries(source, limits);
    if (isWorkbook(entries)) return { format: 'xlsx', packed: null, source, entries };
    if (entries.some(({ name }) => name === 'content.xml')) throw notTable('an OpenDocument file');
    // What a Mac adds to each file.
    const files = entries.filter(({ name }) => !/^__MACOSX\/|(^|\/)\.DS_Store$/.test(name));
    const [file] = files;
    if (!file) throw new TableError('empty', 'The zip is empty');
    if (files.length > 1)
      throw new TableError('many-files', `The zip holds ${files.length} files; send one with a single file`);
    const bytes = () => zipEntry(source, file, limits.unpackedBytes, limits);
    await refuseInside(bytes());
    return { format: 'csv', packed: file.name, bytes };
  }
  refuseOthers(head);
  return { format: 'csv', packed: null, bytes: () => source.stream() };
}

/** What was packed has to be text: a workbook in a zip is to be sent as it is. */
async function refuseInside(bytes: AsyncIterable<Buffer>) {
  for await (const head of bytes) {
    if (startsWith(head, 'PK\x03\x04'))
      throw notTable('a packed file in a packed file, or a workbook. Send the inner file; the outer one is');
    if (head.subarray(0, 8).equals(OLE)) throw notTable('a packed workbook of Excel 97–2003');
    refuseOthers(head);
    return;
  }
  throw new TableError('empty', 'The packed file is empty');
}
