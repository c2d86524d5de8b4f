/** The text of a file of bytes: which encoding it has, and its decoding that never guesses over a wrong byte. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { TableError } from './error';

export type Encoding = NonNullable<TableLayout['encoding']>;

/** By the mark at the start, or for UTF-16 without one by where the zeros of Latin letters stand. */
function marked(head: Buffer): Encoding | undefined {
  const [a, b, c] = head;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  const looked = head.subarray(0, 4096);
  const zeros = [0, 0];
  for (let at = 0; at < looked.length; at++) if (looked[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > looked.length / 5 && even < odd / 20) return 'utf-16le';
  if (even > looked.length / 5 && odd < even / 20) return 'utf-16be';
  return undefined;
}

/** Bytes at the end that begin a character of UTF-8 without ending it. */
function unfinished(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/**
 * Reads the whole file, because its first name with an accent may stand in the last row: UTF-8 where every byte fits, else the
 * encoding of an older Excel.
 */
export async function encodingOf(bytes: AsyncIterable<Buffer>): Promise<Encoding> {
  let first = true;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (first) {
      const found = marked(chunk);
      if (found && found !== 'utf-8') return found;
      first = false;
    }
    if (held.length === 0 && isAscii(chunk)) continue;
    const all = held.length ? Buffer.concat([held, chunk]) : chunk;
    const cut = all.length - unfinished(all);
    if (!isUtf8(all.subarray(0, cut))) return 'windows-1252';
    held = Buffer.from(all.subarray(cut));
  }
  return held.length ? 'windows-1252' : 'utf-8';
}

/** Texts without the mark. Throws TableError with the line where a byte does not fit the encoding. */
export async function* textOf(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const wrong = () =>
    new TableError(
      'encoding',
      `From line ${line} on there is text that is not ${encoding.toUpperCase()}: choose another encoding`,
      line,
    );
  for await (const chunk of bytes) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw wrong();
    }
    if (text !== '') yield text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line++;
  }
  try {
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch {
    throw wrong();
  }
}
