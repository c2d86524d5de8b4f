/** A file that cannot be read, in one sentence for the person who sent it. Nothing matches on the sentence: `code` says which lie it is. */
export class TableError extends Error {
  constructor(
    readonly code: TableErrorCode,
    message: string,
    /** In the file, or the row of a sheet; the first is 1. */
    readonly line?: number,
    /** Its header, or its letter in a sheet, or its number. */
    readonly column?: string,
  ) {
    super(message);
    this.name = 'TableError';
  }
}

export type TableErrorCode =
  | 'empty'
  | 'no-rows'
  | 'not-a-table'
  | 'old-workbook'
  | 'encrypted'
  | 'broken'
  | 'truncated'
  | 'too-large'
  | 'too-many-columns'
  | 'cell-too-long'
  | 'row-too-long'
  | 'unclosed-quote'
  | 'nul'
  | 'encoding'
  | 'many-files'
  | 'bomb'
  | 'entities'
  | 'no-such-sheet'
  | 'no-such-line'
  | 'too-slow';

export interface TableLimits {
  columns: number;
  cellChars: number;
  rowChars: number;
  /** Of a text file or the rows of a sheet, unpacked; they are streamed, so that memory does not grow with them. */
  unpackedBytes: number;
  /** Of all other parts of a workbook together: texts, styles, names. */
  workbookBytes: number;
  entries: number;
  /** Unpacked bytes for a packed one, once more than `ratioFrom` are unpacked. */
  ratio: number;
  ratioFrom: number;
  /** Spent reading, without what the reader of the rows does in between. */
  seconds: number;
}

/** A cell of a workbook holds 32,767 characters at most; the mapping knows 500 columns. */
export const TABLE_LIMITS: TableLimits = {
  columns: 500,
  cellChars: 32_767,
  rowChars: 1_048_576,
  unpackedBytes: 2 * 1024 ** 3,
  workbookBytes: 200 * 1024 ** 2,
  entries: 1000,
  ratio: 100,
  ratioFrom: 4 * 1024 ** 2,
  seconds: 900,
};

/** Bytes as a person says them. */
export const sizeWords = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / 1024 ** 2)} MB`;
