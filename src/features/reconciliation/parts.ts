/** Whose money a line is, as it is typed: amounts in rupees, a receipt by its payment's id, '' where there is none. */
import type { BankLineDetail } from '../../../core/contract/reconciliation';
import { parseRupees } from '../../../core/domain/money';
import { REQUIRED } from '../../../core/domain/validators';

export interface TypedPart {
  loanNumber: string;
  paymentId: string;
  amount: string;
}

const rupees = (paise: number) => String(paise / 100);
const paiseOf = ({ amount }: TypedPart): number => parseRupees(amount) ?? 0;

/** What is not given to any part yet, in paise; below 0 where it is more than the line brings. */
export const leftOf = (parts: readonly TypedPart[], amountPaise: number): number =>
  amountPaise - parts.reduce((sum, part) => sum + paiseOf(part), 0);

/** As it was proposed; what its receipts leave goes to the loan of the first, which a person sees before they accept. */
export function proposedParts({ parts, amountPaise }: Pick<BankLineDetail, 'parts' | 'amountPaise'>): TypedPart[] {
  const typed = parts.map(({ loan, paymentId, amountPaise: part }) => ({
    loanNumber: loan.number,
    paymentId: paymentId ?? '',
    amount: rupees(part),
  }));
  const left = leftOf(typed, amountPaise);
  if (left <= 0) return typed;
  return [...typed, { loanNumber: typed[0]?.loanNumber ?? '', paymentId: '', amount: rupees(left) }];
}

/** All of the line for one candidate; more than its receipt says goes to its loan. */
export function partsFor(
  { loan, paymentId, receiptPaise }: BankLineDetail['candidates'][number],
  amountPaise: number,
): TypedPart[] {
  const part = Math.min(amountPaise, receiptPaise ?? amountPaise);
  return proposedParts({ parts: [{ loan, paymentId, receipt: null, amountPaise: part }], amountPaise });
}

export type WrongPart = { [Name in keyof TypedPart]?: string };

/** What is wrong in each part, by its place. */
export const wrongParts = (parts: readonly TypedPart[]): WrongPart[] =>
  parts.map(({ loanNumber, paymentId, amount }, at) => ({
    ...(loanNumber.trim() === '' && { loanNumber: REQUIRED }),
    ...(!(parseRupees(amount) ?? 0) && { amount: REQUIRED }),
    ...(paymentId !== '' &&
      parts.findIndex((one) => one.paymentId === paymentId) < at && { paymentId: 'A receipt stands here twice' }),
  }));

export const sentParts = (parts: readonly TypedPart[]) =>
  parts.map((part) => ({
    loanNumber: part.loanNumber.trim(),
    paymentId: part.paymentId || null,
    amountPaise: paiseOf(part),
  }));
