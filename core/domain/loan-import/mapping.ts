/**
 * How the columns of a lender's file become loans: what a person chooses once a client and the server applies to a million rows.
 * Pure data; `fields.ts` says what a column may become, `guess.ts` proposes, `compile.ts` applies.
 */

/** Where the table stands in the file. A file of text has no sheet, a workbook neither encoding nor delimiter. */
export interface TableLayout {
  sheet?: string;
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  delimiter?: ',' | ';' | '\t' | '|';
  /** Line of the header, the first line of the file is 1. */
  headerLine: number;
}

/** Done to a cell, in this order, before it is read as the field's type. */
export type Transform =
  /** 12.5 becomes 12,50,000. */
  | { kind: 'lakhs' }
  | { kind: 'thousands' }
  | { kind: 'crores' }
  /** Which way 03/04/2026 is read; without it day first. */
  | { kind: 'dates'; order: 'dmy' | 'mdy' | 'ymd' }
  | { kind: 'upper' }
  | { kind: 'digits' }
  /** Leading zeros that a workbook dropped are put back up to this length. */
  | { kind: 'padZeros'; length: number }
  | { kind: 'remove'; text: string }
  /** What stands before or after the first occurrence. */
  | { kind: 'before'; text: string }
  | { kind: 'after'; text: string }
  /** A value of the file in the words of the field: `L1` → `31-60`. Compared without case and outer space. */
  | { kind: 'replace'; values: readonly { from: string; to: string }[] };

export interface MappedColumn {
  /** As it stands in the file; a header that stands there twice is told apart by `nth` (0 the first). */
  header: string;
  nth?: number;
  /** Id of a field (`fields.ts`), as `loanNumber`, `phone2`, `address1.pincode`; null when the column is left out. */
  field: string | null;
  transforms?: readonly Transform[];
}

/** What happens to a loan number that the tenant has, and to one that it has not. */
export interface DuplicatePolicy {
  /** Rows of new loans are inserted, or left out (a file of changes). */
  fresh: 'insert' | 'skip';
  /**
   * `update`: mapped fields take the file's values, empty cells keep what is there · `replace`: empty cells empty the field ·
   * `merge`: only fill what is empty · `skip`: known loans stay as they are · `refuse`: they are errors.
   */
  known: 'update' | 'replace' | 'merge' | 'skip' | 'refuse';
  /** A number that the tenant has not is taken for the one that it has, where they differ by zeros in front, case and signs alone. */
  alike?: boolean;
}

export interface LoanMapping {
  layout: TableLayout;
  columns: readonly MappedColumn[];
  /** Values for fields that no column has, by field id, as a cell would say them. */
  fixed: Readonly<Record<string, string>>;
  policy: DuplicatePolicy;
}
