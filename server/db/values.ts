/**
 * One conversion of values for both engines: parameters leave as PostgreSQL's text form, columns come back by their
 * type's OID. So a repository cannot tell PGlite from PostgreSQL by what it reads or writes.
 */
import type { CopiedRows } from './database';

type Parser = (text: string) => unknown;

function toIso(text: string): string {
  // '2026-11-21 04:45:00.12+00', always UTC because every session sets its time zone; anything else (infinity) as it is.
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?(?:\+00)?$/.exec(text);
  if (!match) return text;
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

const asNumber: Parser = (text) => Number(text);
const asText: Parser = (text) => text;
const asBoolean: Parser = (text) => text === 't';
const asJson: Parser = (text) => JSON.parse(text) as unknown;

function parseArray(text: string, element: Parser): unknown[] {
  let at = 1;
  const items: unknown[] = [];
  while (at < text.length && text[at] !== '}') {
    if (text[at] === ',') {
      at += 1;
    } else if (text[at] === '{') {
      let depth = 0;
      let end = at;
      let quoted = false;
      for (; end < text.length; end += 1) {
        const char = text[end];
        if (char === '\\') end += 1;
        else if (char === '"') quoted = !quoted;
        else if (!quoted && char === '{') depth += 1;
        else if (!quoted && char === '}' && --depth === 0) break;
      }
      items.push(parseArray(text.slice(at, end + 1), element));
      at = end + 1;
    } else if (text[at] === '"') {
      let value = '';
      at += 1;
      while (at < text.length && text[at] !== '"') {
        if (text[at] === '\\') at += 1;
        value += text[at];
        at += 1;
      }
      at += 1;
      items.push(element(value));
    } else {
      let end = at;
      while (end < text.length && text[end] !== ',' && text[end] !== '}') end += 1;
      const value = text.slice(at, end);
      items.push(value === 'NULL' ? null : element(value));
      at = end;
    }
  }
  return items;
}

const arrayOf =
  (element: Parser): Parser =>
  (text) =>
    parseArray(text, element);

const PARSERS = new Map<number, Parser>([
  [16, asBoolean],
  [17, bytesOf],
  [20, asNumber],
  [21, asNumber],
  [23, asNumber],
  [26, asNumber],
  [700, asNumber],
  [701, asNumber],
  [1700, asNumber],
  [114, asJson],
  [3802, asJson],
  [1114, toIso],
  [1184, toIso],
  [1000, arrayOf(asBoolean)],
  [1005, arrayOf(asNumber)],
  [1007, arrayOf(asNumber)],
  [1016, arrayOf(asNumber)],
  [1021, arrayOf(asNumber)],
  [1022, arrayOf(asNumber)],
  [1231, arrayOf(asNumber)],
  [1009, arrayOf(asText)],
  [1015, arrayOf(asText)],
  [1182, arrayOf(asText)],
  [1003, arrayOf(asText)],
  [2951, arrayOf(asText)],
  [1185, arrayOf(toIso)],
  [199, arrayOf(asJson)],
  [3807, arrayOf(asJson)],
]);

/** The conversion of a column by its type's OID; text for every type that has no other. */
export const parserOf = (oid: number): Parser => PARSERS.get(oid) ?? asText;

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function arrayLiteral(items: readonly unknown[]): string {
  const parts = items.map((item) => {
    if (item === null || item === undefined) return 'NULL';
    if (Array.isArray(item)) return arrayLiteral(item);
    return `"${String(encode(item)).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${parts.join(',')}}`;
}

/**
 * A parameter as PostgreSQL's text form, null for null and undefined. Objects, and arrays that hold objects, become
 * JSON; arrays of plain values become PostgreSQL arrays (a JSON array of plain values is passed as `JSON.stringify`).
 */
export function encode(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.some(isPlainObject) ? JSON.stringify(value) : arrayLiteral(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

const COPY_ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A row in COPY's text format. */
export function copyLine(row: readonly unknown[]): string {
  let line = '';
  for (let at = 0; at < row.length; at += 1) {
    if (at > 0) line += '\t';
    const text = encode(row[at]);
    if (text === null) line += '\\N';
    else line += /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => COPY_ESCAPES[char] ?? char) : text;
  }
  return `${line}\n`;
}

/** Rows in COPY's text format, in pieces of about `size` characters, so that memory stays flat for any number of rows. */
export async function* copyChunks(rows: CopiedRows, size = 4 * 1024 * 1024): AsyncGenerator<string | Uint8Array> {
  let piece: string[] = [];
  let length = 0;
  for await (const row of rows) {
    if (row instanceof Uint8Array) {
      yield row;
      continue;
    }
    const line = copyLine(row);
    piece.push(line);
    length += line.length;
    if (length >= size) {
      yield piece.join('');
      piece = [];
      length = 0;
    }
  }
  if (length > 0) yield piece.join('');
}

/** A quoted identifier. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
