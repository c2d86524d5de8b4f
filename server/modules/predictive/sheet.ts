/** A sheet of numbers to dial, as people make them: which of its columns are the loan's number and the mobile's. */
import { digitsOf } from '../people';

const LOAN = [
  'loan number',
  'loan no',
  'loan id',
  'loan',
  'lan',
  'account number',
  'account no',
  'loan account number',
];
const MOBILE = [
  'mobile',
  'mobile number',
  'mobile no',
  'phone',
  'phone number',
  'phone no',
  'contact number',
  'contact no',
];
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const at = (columns: readonly string[], names: readonly string[]): number => {
  const known = new Set(names.map(plain));
  return columns.findIndex((column) => known.has(plain(column)));
};

export interface SheetColumns {
  /** -1 where the sheet has none. */
  loan: number;
  mobile: number;
}
export const sheetColumns = (columns: readonly string[]): SheetColumns => ({
  loan: at(columns, LOAN),
  mobile: at(columns, MOBILE),
});

export interface AskedLine {
  line: number;
  loanNumber: string;
  /** Ten digits; '' when the line has none, null when what stands there is no mobile number. */
  mobile: string | null;
}

/** Spreadsheets add `="…"`, `.0` and country codes to numbers; what stands for the same number is the same. */
export function askedLine({ line, cells }: { line: number; cells: readonly string[] }, of: SheetColumns): AskedLine {
  const text = (column: number) => (column < 0 ? '' : (cells[column] ?? '').trim().replace(/^="(.*)"$/, '$1'));
  const typed = text(of.mobile);
  const digits = typed === '' ? '' : digitsOf(typed)?.replace(/^(\+?91|0)(?=\d{10}$)/, '');
  return {
    line,
    loanNumber: text(of.loan),
    mobile: digits === '' ? '' : digits !== undefined && /^\d{10}$/.test(digits) ? digits : null,
  };
}
