/**
 * How days past due (DPD) move between two files of a lender. A portfolio says which; the nightly job in `server/modules/ageing`
 * and every payment obey it.
 */
import type { Paise } from './money';

/** `file`: only the lender's file moves them · `calendar`: a day each day while something is overdue. */
export const AGEING_MODES = ['file', 'calendar'] as const;
export type AgeingMode = (typeof AGEING_MODES)[number];

/**
 * What a certain payment does to DPD. `clears`: 0 once nothing is overdue · `instalments`: the same, and each whole instalment paid
 * takes the oldest month away · `none`: only the lender's next file changes them.
 */
export const PAYMENT_EFFECTS = ['clears', 'instalments', 'none'] as const;
export type PaymentEffect = (typeof PAYMENT_EFFECTS)[number];

/**
 * Whether a loan that is in the bucket in which it began the month is resolved ("stab", of which lenders think differently). `resolved`:
 * it is · `resolved-to-90`: when it began at most 90 days past due, before it was a bad loan for its lender · `open`: it is not.
 */
export const STAB_RULES = ['resolved', 'resolved-to-90', 'open'] as const;
export type StabRule = (typeof STAB_RULES)[number];

/** What moves days past due. */
export interface DpdPolicy {
  ageing: AgeingMode;
  paymentEffect: PaymentEffect;
}
export interface AgeingPolicy extends DpdPolicy {
  stab: StabRule;
}
/** Of a portfolio that never said: what the lender's file says, a cleared loan is not overdue, and one that did not get worse is resolved. */
export const DEFAULT_AGEING: AgeingPolicy = { ageing: 'file', paymentEffect: 'clears', stab: 'resolved' };

/** Between the due days of two instalments. */
const DAYS_OF_AN_INSTALMENT = 30;

/** DPD once `amount` came in on a loan with `overdue` before it. An instalment of 0 is not known: then it counts as none. */
export function dpdAfterPayment(
  { dpd, overdue, emi }: { dpd: number; overdue: Paise; emi: Paise },
  amount: Paise,
  effect: PaymentEffect,
): number {
  if (effect === 'none') return dpd;
  if (amount >= overdue) return 0;
  if (effect === 'clears' || emi <= 0) return dpd;
  // Something is still overdue, so at least a day is.
  return Math.min(dpd, Math.max(1, dpd - Math.floor(amount / emi) * DAYS_OF_AN_INSTALMENT));
}
