/** A zip's directory, read before anything is unpacked, and one entry as a stream that is held to what the directory says. */
import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { sizeWords, TABLE_LIMITS, TableError, type TableLimits } from './error';
import { bytesOf, type TableSource } from './source';

export interface ZipEntry {
  name: string;
  method: number;
  packed: number;
  size: number;
  /** Where its local header begins. */
  offset: number;
  encrypted: boolean;
  checksum: number;
}

const BROKEN = 'The file is broken: what is packed in it cannot be read. Send it again';
const broken = () => new TableError('broken', BROKEN);

/** Entries without folders. Throws TableError for one that is no zip, has too many entries or claims an absurd size. */
export async function zipEntries(source: TableSource, limits: TableLimits = TABLE_LIMITS): Promise<ZipEntry[]> {
  const tailFrom = Math.max(0, source.size - 65_557);
  const tail = await bytesOf(source, tailFrom, source.size);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > tail.length)
    throw new TableError('truncated', 'The file ends too early: its end is missing. Send it again');
  let count = tail.readUInt16LE(end + 10);
  let size = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  if (count === 0xffff || size === 0xffffffff || offset === 0xffffffff) {
    const locator = end - 20;
    if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) throw broken();
    const at = Number(tail.readBigUInt64LE(locator + 8));
    const record = await bytesOf(source, at, at + 56);
    if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw broken();
    count = Number(record.readBigUInt64LE(32));
    size = Number(record.readBigUInt64LE(40));
    offset = Number(record.readBigUInt64LE(48));
  }
  if (count > limits.entries)
    throw new TableError('bomb', `The file holds ${count} packed files; at most ${limits.entries} can be read`);
  if (offset + size > source.size || size > limits.entries * 4096) throw broken();
  const directory = await bytesOf(source, offset, offset + size);
  const entries: ZipEntry[] = [];
  for (let at = 0, nth = 0; nth < count; nth++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw broken();
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const entry: ZipEntry = {
      name: directory.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
      method: directory.readUInt16LE(at + 10),
      checksum: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    };
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    wide(entry, extra);
    if (!entry.name.endsWith('/')) entries.push(entry);
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Sizes over 4 GB, and those of writers that did not know them beforehand, stand in the extra field 1. */
function wide(entry: ZipEntry, extra: Buffer) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let value = at + 4;
    for (const name of ['size', 'packed', 'offset'] as const) {
      if (entry[name] !== 0xffffffff) continue;
      if (value + 8 > extra.length) throw broken();
      entry[name] = Number(extra.readBigUInt64LE(value));
      value += 8;
    }
  }
}

/** The entry unpacked, chunk by chunk. Throws TableError when it is more than its directory or the limits say. */
export async function* zipEntry(
  source: TableSource,
  entry: ZipEntry,
  mostBytes: number,
  limits: TableLimits = TABLE_LIMITS,
): AsyncGenerator<Buffer> {
  if (entry.encrypted)
    throw new TableError('encrypted', 'The file is protected by a password: take it off and send it again');
  if (entry.method !== 0 && entry.method !== 8)
    throw new TableError('broken', 'The file is packed in a way that cannot be read');
  if (entry.size > mostBytes)
    throw new TableError(
      'bomb',
      `The file unpacks to ${sizeWords(entry.size)}; at most ${sizeWords(mostBytes)} can be read`,
    );
  if (entry.size > limits.ratioFrom && entry.size > entry.packed * limits.ratio) throw bomb(limits);
  const header = await bytesOf(source, entry.offset, entry.offset + 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw broken();
  const from = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (from + entry.packed > source.size)
    throw new TableError('truncated', 'The file ends too early: its end is missing. Send it again');
  if (entry.packed === 0) return;
  const packed = source.stream(from, from + entry.packed);
  const unpacked = entry.method === 0 ? packed : inflated(packed);
  let bytes = 0;
  let checksum = 0;
  for await (const chunk of unpacked) {
    bytes += (chunk as Buffer).length;
    // The directory may lie; what really comes out counts.
    if (bytes > entry.size) throw new TableError('bomb', 'The file unpacks to more than it says, so it is not read');
    checksum = crc32(chunk as Buffer, checksum);
    yield chunk as Buffer;
  }
  if (bytes < entry.size)
    throw new TableError('truncated', 'The file ends too early: a part of it is missing. Send it again');
  if (checksum !== entry.checksum) throw broken();
}

export const bomb = (limits: TableLimits) =>
  new TableError('bomb', `The file unpacks to more than ${limits.ratio} times its size, so it is not read`);

/** Unpacked bytes of a stream; a fault of the packing is a TableError. */
async function* inflated(packed: Readable): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  packed.on('error', (error) => inflate.destroy(error));
  packed.pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    throw unpackingError(error);
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}

export function unpackingError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR')
    return new TableError('truncated', 'The file ends too early: a part of it is missing. Send it again');
  return code?.startsWith('Z_')
    ? new TableError('broken', 'The file is broken: it cannot be unpacked. Send it again')
    : error;
}
