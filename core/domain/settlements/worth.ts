/** What an offer is worth beside what loans like it bring without one. Amounts in whole paise. */
import type { Day } from '../dates';
import type { Instalment } from './offer';

const DAY_MS = 86_400_000;
const DAYS_OF_A_YEAR = 365;

/**
 * What the instalments are worth on a day at a yearly rate in percent, compounded by the day (Actual/365); what is due by then counts in full.
 * Null where the rate is not known, or not one that money can have.
 */
export function presentValue(
  instalments: readonly Instalment[],
  ratePercent: number | null,
  today: Day,
): number | null {
  if (ratePercent === null || !(ratePercent >= 0)) return null;
  const value = instalments.reduce((sum, { dueOn, amount }) => {
    const days = Math.max(0, (Date.parse(dueOn) - Date.parse(today)) / DAY_MS);
    return sum + amount / (1 + ratePercent / 100) ** (days / DAYS_OF_A_YEAR);
  }, 0);
  return Math.round(value);
}

/** Months that the history looks back. */
export const ROLL_MONTHS = 3;

export interface RollMonth {
  /** Principal outstanding of the loans that opened the month in the bucket, and of those among them that did not get worse. */
  openingPos: number;
  resolvedPos: number;
}

export interface RollHistory {
  months: number;
  /** Normalised, rolled back or stayed, in percent of opening POS (domain 1.15); the rest rolled forward. */
  resolvedPercent: number;
  forwardPercent: number;
}

/** Over the months together, so that a small one does not weigh as much as a large one. Null where nothing opened in the bucket. */
export function rollHistory(months: readonly RollMonth[]): RollHistory | null {
  const counted = months.filter(({ openingPos }) => openingPos > 0);
  const opening = counted.reduce((sum, { openingPos }) => sum + openingPos, 0);
  if (opening === 0) return null;
  const resolved = counted.reduce((sum, { resolvedPos }) => sum + resolvedPos, 0);
  const resolvedPercent = Math.round((resolved / opening) * 1000) / 10;
  return { months: counted.length, resolvedPercent, forwardPercent: Math.round((100 - resolvedPercent) * 10) / 10 };
}
