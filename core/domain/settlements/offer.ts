/** What an offer of settlement amounts to and what is wrong with it. Amounts in whole paise, days in the tenant's zone. */
import { addDays, type Day } from '../dates';
import { sameDayOf } from '../typed-day';

export const DUE_HEADS = ['principal', 'interest', 'penal', 'charges'] as const;
export type DueHead = (typeof DUE_HEADS)[number];
export type ByHead = Record<DueHead, number>;

export interface Instalment {
  dueOn: Day;
  amount: number;
}

export interface SettlementOffer {
  dues: ByHead;
  waiver: ByHead;
  instalments: readonly Instalment[];
  /** The last day on which it may be approved and accepted. */
  validTill: Day;
}

const total = (heads: ByHead) => DUE_HEADS.reduce((sum, head) => sum + heads[head], 0);

/** What remains to be paid, and the waived share of all dues in percent (0 without dues), as the matrix asks for it. */
export function offerTotals({ dues, waiver }: Pick<SettlementOffer, 'dues' | 'waiver'>) {
  const outstanding = total(dues);
  const waived = total(waiver);
  return {
    outstanding,
    waived,
    payable: outstanding - waived,
    waiverPercent: outstanding === 0 ? 0 : (waived / outstanding) * 100,
  };
}

export type OfferError =
  | { field: DueHead; reason: 'waiver-negative' | 'waiver-above-dues' }
  | { field: 'validTill'; reason: 'past' }
  | { field: 'instalments'; reason: 'none' | 'past' | 'order' | 'amount' | 'sum' };

/** Everything that is wrong with an offer on a day; empty for a right one. */
export function offerErrors(offer: SettlementOffer, today: Day): OfferError[] {
  const { dues, waiver, instalments, validTill } = offer;
  const wrong: OfferError[] = [];
  for (const field of DUE_HEADS) {
    if (waiver[field] < 0) wrong.push({ field, reason: 'waiver-negative' });
    if (waiver[field] > dues[field]) wrong.push({ field, reason: 'waiver-above-dues' });
  }
  if (validTill < today) wrong.push({ field: 'validTill', reason: 'past' });
  const plan = (reason: 'none' | 'past' | 'order' | 'amount' | 'sum') => wrong.push({ field: 'instalments', reason });
  const [first] = instalments;
  if (!first) plan('none');
  else if (first.dueOn < today) plan('past');
  if (instalments.some(({ dueOn }, at) => at > 0 && dueOn <= (instalments[at - 1]?.dueOn ?? ''))) plan('order');
  if (instalments.some(({ amount }) => !Number.isSafeInteger(amount) || amount <= 0)) plan('amount');
  if (first && instalments.reduce((sum, { amount }) => sum + amount, 0) !== offerTotals(offer).payable) plan('sum');
  return wrong;
}

/** A plan that is paid over more than three months is a restructuring (RBI, compromise settlements, 8 June 2023). */
export const isRestructuring = (instalments: readonly Instalment[], offeredOn: Day): boolean =>
  instalments.some(({ dueOn }) => dueOn > sameDayOf(offeredOn, 3));

/** The first day on which a borrower may settle again: twelve months after the last settlement (same text). */
export const coolingEnds = (settledOn: Day): Day => addDays(sameDayOf(settledOn, 12), 1);

/** In which order a waiver eats the heads: what was added for being late goes first, the money that was lent last. */
const WAIVED_FIRST: readonly DueHead[] = ['penal', 'charges', 'interest', 'principal'];

/** The waiver by head that leaves `payable` of the dues, in paise; all dues where that is more than they are. */
export function waiverFor(dues: ByHead, payable: number): ByHead {
  let left = Math.max(0, total(dues) - payable);
  const waiver: ByHead = { principal: 0, interest: 0, penal: 0, charges: 0 };
  for (const head of WAIVED_FIRST) {
    waiver[head] = Math.min(left, dues[head]);
    left -= waiver[head];
  }
  return waiver;
}

/** Equal parts of whole rupees, one a month from `first` on; the last one takes what remains. None when a part would be nothing. */
export function monthlyPlan(payable: number, parts: number, first: Day): Instalment[] {
  const part = Math.floor(payable / parts / 100) * 100;
  if (parts > 1 && part === 0) return [];
  return Array.from({ length: parts }, (_, at) => ({
    dueOn: at === 0 ? first : sameDayOf(first, at),
    amount: at === parts - 1 ? payable - part * (parts - 1) : part,
  }));
}
