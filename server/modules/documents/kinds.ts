/** What a file of the desk is, by its bytes: what records take, and sheets. */
import { zipNames } from '../../platform/zip';
import { mimeOf } from '../attachments';

export const CSV = 'text/csv';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** By the directory of the zip, which must also be one that can be unpacked without harm. */
function isXlsx(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || bytes[2] !== 3 || bytes[3] !== 4) return false;
  const names = zipNames(bytes);
  return Boolean(names?.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/')));
}

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

const ENDINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  [CSV]: ['csv', 'txt'],
  [XLSX]: ['xlsx'],
};

/** The name with the ending of what the bytes are: a picture called `bill.html` is kept as `bill.jpg`. */
export function nameFor(mime: string, name: string): string {
  const endings = ENDINGS[mime];
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase();
  if (!endings || (ending && endings.includes(ending))) return name;
  return `${ending ? name.slice(0, -ending.length - 1) : name}.${endings[0]}`;
}
