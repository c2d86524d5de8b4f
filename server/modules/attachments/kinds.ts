/** What a file is, by its first bytes; names and types that a client claims decide nothing. */
const KINDS = [
  { mime: 'image/jpeg', extension: 'jpg', matches: (b: Uint8Array) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff },
  { mime: 'image/png', extension: 'png', matches: (b: Uint8Array) => text(b, 0, 8) === '\x89PNG\r\n\x1a\n' },
  {
    mime: 'image/webp',
    extension: 'webp',
    matches: (b: Uint8Array) => text(b, 0, 4) === 'RIFF' && text(b, 8, 12) === 'WEBP',
  },
  { mime: 'application/pdf', extension: 'pdf', matches: (b: Uint8Array) => text(b, 0, 5) === '%PDF-' },
] as const;

const text = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');

export type Mime = (typeof KINDS)[number]['mime'];

/** Undefined for everything that records do not take. */
export const mimeOf = (bytes: Uint8Array): Mime | undefined => KINDS.find(({ matches }) => matches(bytes))?.mime;

export const extensionOf = (mime: string): string => KINDS.find((kind) => kind.mime === mime)?.extension ?? 'bin';
