/** What lines of bank files are called. */
import type { BankFile, LineStatus, LineView } from '../../../core/contract/reconciliation';
import type { BankField, Found, Reason } from '../../../core/domain/reconciliation';
import { paymentModeWord } from '../../../core/domain/record-words';
import { said, t } from '../../i18n';
import type { Look } from '../../ui/kit';

const LOOKS: Record<LineStatus, { label: string; tone: Look['tone'] }> = {
  matched: { label: 'Matched', tone: 'accent' },
  partial: { label: 'Less than the receipt', tone: 'promise' },
  excess: { label: 'More than the receipt', tone: 'promise' },
  duplicate: { label: 'Duplicate', tone: 'blocked' },
  'bank-without-receipt': { label: 'Bank without receipt', tone: 'warn' },
  unidentified: { label: 'Unidentified', tone: 'danger' },
  'receipt-without-bank': { label: 'Receipt without bank', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'paid' },
};
const OTHER_VIEWS: Record<Exclude<LineView, LineStatus>, string> = {
  open: 'To decide',
  'cash-in-hand': 'Cash in hand over a day',
  all: 'All',
};

export const statusLook = (status: LineStatus): Look => ({ words: t(LOOKS[status].label), tone: LOOKS[status].tone });
export const viewWords = (view: LineView): string =>
  t(view in OTHER_VIEWS ? OTHER_VIEWS[view as keyof typeof OTHER_VIEWS] : LOOKS[view as LineStatus].label);
export const foundWords = (found: Found): string => t(LOOKS[found].label);

const REASON_WORDS: Record<Reason, string> = {
  reference: 'the reference is the same',
  'loan-number': 'the loan number stands in it',
  name: 'the name is the borrower’s',
  amount: 'the amount is the same',
  date: 'the days are near',
  'reference-part': 'the references end alike',
};
/** Why it may be so, in a line. */
export const reasonsWords = (reasons: readonly Reason[]): string =>
  reasons.map((reason) => t(REASON_WORDS[reason])).join(' · ');

/** A gateway's or a bank's own word for it where it is none of ours. */
export const modeWords = (mode: string): string => said(paymentModeWord(mode));

const FILE_LOOKS: Record<BankFile['state'], { label: string; tone: Look['tone'] }> = {
  mapping: { label: 'Columns to choose', tone: 'warn' },
  reading: { label: 'Being read', tone: 'accent' },
  matching: { label: 'Being matched', tone: 'accent' },
  done: { label: 'Done', tone: 'paid' },
  failed: { label: 'Failed', tone: 'danger' },
};
export const fileLook = (state: BankFile['state']): Look => ({
  words: t(FILE_LOOKS[state].label),
  tone: FILE_LOOKS[state].tone,
});

const FIELDS: Record<BankField, string> = {
  reference: 'Reference or UTR',
  paidOn: 'Date',
  amount: 'Amount',
  narration: 'Narration',
  payer: 'Payer',
  loanNumber: 'Loan number',
};
export const fieldWords = (field: BankField): string => t(FIELDS[field]);

const ORDERS: Record<BankFile['dateOrder'], string> = {
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
  ymd: 'Year, month, day',
};
export const dateOrderWords = (order: string): string => t(ORDERS[order as BankFile['dateOrder']]);
