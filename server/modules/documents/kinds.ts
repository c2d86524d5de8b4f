/** What a file of the desk is, by its bytes: what records take, and sheets. */
import { mimeOf } from '../attachments';

export const CSV = 'text/csv';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Names of parts stand in the clear in a zip file, the first ones at its beginning. */
const isXlsx = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  bytes[2] === 3 &&
  bytes[3] === 4 &&
  Buffer.from(bytes).includes('[Content_Types].xml') &&
  Buffer.from(bytes).includes('xl/');

/** Text with more than one cell in its first line; no control characters but tabs and line breaks. */
function isCsv(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = new TextDecoder(wide && bytes[0] === 0xfe ? 'utf-16be' : wide ? 'utf-16le' : 'utf-8').decode(bytes);
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 32 && sign !== '\t' && sign !== '\n' && sign !== '\r') return false;
  }
  return /[,;\t|]/.test(text.split(/\r\n|\r|\n/, 1)[0] ?? '');
}

/** Undefined for everything that is not taken. */
export function documentKind(bytes: Uint8Array): string | undefined {
  const picture = mimeOf(bytes);
  if (picture) return picture;
  if (isXlsx(bytes)) return XLSX;
  return isCsv(bytes) ? CSV : undefined;
}
