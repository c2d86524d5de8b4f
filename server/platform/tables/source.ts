import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** A file that can be read more than once and in parts: a workbook's directory stands at its end. */
export interface TableSource {
  /** Bytes. */
  size: number;
  /** A fresh stream from byte `start` on; `end` is the first byte no longer read. Both may be left out. */
  stream(start?: number, end?: number): Readable;
}

/** A file of this machine. */
export async function fileSource(path: string): Promise<TableSource> {
  const { size } = await stat(path);
  return {
    size,
    // createReadStream counts the last byte in, and fails where none is asked for.
    stream: (start = 0, end = size) =>
      createReadStream(path, { start, end: Math.max(start, end - 1), highWaterMark: 256 * 1024 }),
  };
}

/** Bytes from `start` up to `end`, at most a few hundred KB. */
export async function bytesOf(source: TableSource, start: number, end: number): Promise<Buffer> {
  const [from, until] = [Math.max(0, start), Math.min(end, source.size)];
  if (until <= from) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const part of source.stream(from, until)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
