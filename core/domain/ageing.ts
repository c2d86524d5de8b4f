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

export interface AgeingPolicy {
  ageing: AgeingMode;
  paymentEffect: PaymentEffect;
}
/** Of a portfolio that never said: what the lender's file says, and a cleared loan is not overdue. */
export const DEFAULT_AGEING: AgeingPolicy = { ageing: 'file', paymentEffect: 'clears' };

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
