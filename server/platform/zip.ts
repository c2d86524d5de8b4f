/**
 * What a zip file says of itself in its directory, read without unpacking anything: the names in it and how large it would become.
 * APPNOTE.TXT 4.3.12 and 4.3.16. Zip64 is refused: no file that is taken here is that large.
 */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const MOST_COMMENT = 65_535;

export interface ZipLimits {
  entries: number;
  /** Bytes of all entries together. */
  unpacked: number;
  /** Unpacked to packed, of each entry and of all. */
  ratio: number;
}

/** For spreadsheets that people bring. */
export const SHEET_LIMITS: ZipLimits = { entries: 1000, unpacked: 200 * 1024 * 1024, ratio: 100 };
/** Small entries of repeated text pack better than that and harm nobody. */
const RATIO_FROM = 100 * 1024;

/** The names in a zip file within the limits; undefined for everything else. */
export function zipNames(bytes: Uint8Array, limits: ZipLimits = SHEET_LIMITS): string[] | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = view.length - END_LENGTH;
  const lowest = Math.max(0, end - MOST_COMMENT);
  while (end >= lowest && view.readUInt32LE(end) !== END) end -= 1;
  if (end < lowest) return undefined;
  const count = view.readUInt16LE(end + 10);
  const size = view.readUInt32LE(end + 12);
  let at = view.readUInt32LE(end + 16);
  if (count === 0 || count > limits.entries || at + size > end) return undefined;
  const names: string[] = [];
  let unpacked = 0;
  let packed = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_LENGTH > end || view.readUInt32LE(at) !== ENTRY) return undefined;
    const small = view.readUInt32LE(at + 20);
    const large = view.readUInt32LE(at + 24);
    if (small === 0xffffffff || large === 0xffffffff) return undefined;
    if (large > RATIO_FROM && large > small * limits.ratio) return undefined;
    unpacked += large;
    packed += small;
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    names.push(view.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + name));
    at += ENTRY_LENGTH + name + extra + comment;
  }
  // Entries that share their bytes would be more than the file holds.
  if (packed > view.length || unpacked > limits.unpacked) return undefined;
  return unpacked > RATIO_FROM && unpacked > packed * limits.ratio ? undefined : names;
}
