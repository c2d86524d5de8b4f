/** A bank or paid file: which of its columns is what, and a row of it as a line. Money is paise, a day the bank's. */
import { BANK_FIELDS, type BankField } from '../bank-lines';
import type { Day } from '../dates';
import { headerKey } from '../loan-import/header-key';
import { type DateOrder, Doubtful, dayOfCell, isNothing, moneyOf, Refused } from '../loan-import/values';

/** The place of each field's column, from 0; a field without one is missing. */
export type BankColumns = { [Field in BankField]?: number | undefined };

/** What banks, gateways and lenders call them; the surest first. */
const HEADERS: Record<BankField, readonly string[]> = {
  reference: [
    'utr',
    'utr no',
    'utr number',
    'utr ref no',
    'rrn',
    'bank reference',
    'reference',
    'reference no',
    'reference number',
    'ref no',
    'ref no./cheque no.',
    'chq./ref.no.',
    'chq/ref number',
    'cheque no',
    'transaction id',
    'txn id',
    'tran id',
    'payment id',
    'receipt no',
    'receipt number',
    'संदर्भ',
  ],
  paidOn: [
    'value date',
    'value dt',
    'payment date',
    'paid date',
    'paid on',
    'txn date',
    'transaction date',
    'tran date',
    'posting date',
    'credit date',
    'date',
    'तारीख',
  ],
  amount: [
    'credit amount',
    'credit',
    'cr amount',
    'deposit amt.',
    'deposit amount',
    'deposits',
    'paid amount',
    'amount paid',
    'payment amount',
    'received amount',
    'transaction amount',
    'amount',
    'amount (inr)',
    'राशि',
  ],
  narration: ['narration', 'description', 'particulars', 'transaction remarks', 'remarks', 'details', 'विवरण'],
  payer: [
    'payer',
    'payer name',
    'remitter',
    'remitter name',
    'sender name',
    'customer name',
    'borrower name',
    'name',
    'नाम',
  ],
  loanNumber: [
    'loan number',
    'loan no',
    'loan account number',
    'loan id',
    'lan',
    'agreement no',
    'agreement number',
    'account no',
    'ऋण संख्या',
  ],
};

/** A column for each field whose header is known; no column is two fields. */
export function guessBankColumns(headers: readonly string[]): BankColumns {
  const keys = headers.map(headerKey);
  const taken = new Set<number>();
  const found: BankColumns = {};
  for (const field of BANK_FIELDS) {
    const at = HEADERS[field]
      .map((name) => keys.indexOf(headerKey(name)))
      .find((place) => place >= 0 && !taken.has(place));
    if (at === undefined) continue;
    taken.add(at);
    found[field] = at;
  }
  return found;
}

export interface BankRow {
  reference: string | null;
  paidOn: Day;
  amountPaise: number;
  narration: string;
  payer: string;
  loanNumber: string | null;
}

/** What two writings of a reference have in common; null where nothing of it is left, or it is only zeros. */
export const referenceKey = (text: string | null): string | null => {
  const key = (text ?? '').replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return /^0*$/.test(key) ? null : key;
};

/**
 * A row as a line; null where it brings no money, as debits and totals do; else what is wrong with it, in words. Dates that can be
 * read both ways are read by `order`, which a person chose.
 */
export function bankRowOf(cells: readonly string[], columns: BankColumns, order: DateOrder): BankRow | null | Refused {
  const cell = (field: BankField, most: number) => {
    const text = (columns[field] === undefined ? '' : (cells[columns[field]] ?? '')).trim();
    return isNothing(text) ? '' : text.slice(0, most);
  };
  const written = cell('amount', 40).replace(/\s*cr\.?$/i, '');
  if (written === '') return null;
  const amountPaise = moneyOf(written);
  if (amountPaise instanceof Refused) return amountPaise;
  if (amountPaise <= 0) return null;
  const paidOn = dayOfCell(cell('paidOn', 40), order);
  if (paidOn instanceof Refused) return paidOn;
  const day = paidOn instanceof Doubtful ? paidOn.value : paidOn;
  return {
    reference: cell('reference', 100) || null,
    paidOn: String(day) as Day,
    amountPaise,
    narration: cell('narration', 500),
    payer: cell('payer', 200),
    loanNumber: cell('loanNumber', 64) || null,
  };
}
