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

/** Text of bytes that come in parts; undefined where they do not fit the encoding. Without bytes it ends. */
export type Decode = (chunk?: Buffer) => string | undefined;

/** UTF-8 by the runtime's own fast check: the decoder that refuses wrong bytes makes texts of twice the size. */
function utf8(): Decode {
  let held: Buffer = Buffer.alloc(0);
  let first = true;
  return (chunk) => {
    if (!chunk) return held.length ? undefined : '';
    if (held.length === 0 && isAscii(chunk)) {
      first = false;
      return chunk.toString('latin1');
    }
    const all = held.length ? Buffer.concat([held, chunk]) : chunk;
    const whole = all.subarray(0, all.length - unfinished(all));
    if (!isUtf8(whole)) return undefined;
    held = Buffer.from(all.subarray(whole.length));
    const text = whole.toString('utf8');
    const marked = first && text.charCodeAt(0) === 0xfeff;
    if (text !== '') first = false;
    return marked ? text.slice(1) : text;
  };
}

export function decoder(encoding: Encoding): Decode {
  if (encoding === 'utf-8') return utf8();
  const any = new TextDecoder(encoding, { fatal: true });
  return (chunk) => {
    try {
      return chunk ? any.decode(chunk, { stream: true }) : any.decode();
    } catch {
      return undefined;
    }
  };
}

/** Bytes of one text: its rows are done with before a collection, and a larger text would be kept apart, where collecting is rare. */
const PIECE = 32 * 1024;

export function* inPieces(chunk: Buffer): Generator<Buffer> {
  for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE);
}

/** Texts without the mark. Throws TableError with the line where a byte does not fit the encoding. */
export async function* textOf(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decode = decoder(encoding);
  let line = 1;
  const fitting = (text: string | undefined): string => {
    if (text !== undefined) return text;
    throw new TableError(
      'encoding',
      `From line ${line} on there is text that is not ${encoding.toUpperCase()}: choose another encoding`,
      line,
    );
  };
  for await (const chunk of bytes)
    for (const piece of inPieces(chunk)) {
      const text = fitting(decode(piece));
      if (text !== '') yield text;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line++;
    }
  const rest = fitting(decode());
  if (rest !== '') yield rest;
}
