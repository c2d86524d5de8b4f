/**
 * How a demo loan came to stand where it does, month by month: instalments paid in each, and how each month began. Told backwards from
 * today, with the chances of a stressed retail book, so that rates of rolling and of resolution hang together with the money.
 */
import { addDays, daysBetween } from '../../core/domain/dates';
import type { Random } from '../../core/domain/random';

/** Months before this one that are told. */
export const MONTHS_BACK = 5;

export interface PathMonth {
  /** Its first day. */
  month: string;
  /** Days past due as it began. */
  dpd: number;
  /** Instalments paid in it. */
  paid: number;
}

/** Of a loan so many days past due at a month's end, how likely 0, 1 and 2 instalments were paid in it. */
const PAID: readonly [upTo: number, readonly [number, number, number]][] = [
  [30, [0.3, 0.62, 0.08]],
  [60, [0.42, 0.5, 0.08]],
  [90, [0.6, 0.37, 0.03]],
  [120, [0.88, 0.11, 0.01]],
  [180, [0.82, 0.17, 0.01]],
  [360, [0.9, 0.095, 0.005]],
  [Number.POSITIVE_INFINITY, [0.96, 0.039, 0.001]],
];
/** Of a loan that is current at a month's end, from how far past due it came; days, low and high. */
const CLEARED: readonly (readonly [readonly [number, number], number])[] = [
  [[0, 0], 0.5],
  [[1, 30], 0.4],
  [[31, 60], 0.08],
  [[61, 120], 0.02],
];

const monthBefore = (month: string): string => `${addDays(month, -1).slice(0, 7)}-01`;

function monthOf(random: Random, month: string, end: number, days: number, over: boolean): PathMonth {
  // Early in a month little of it has happened yet.
  const share = Math.min(1, days / 30);
  if (over) return { month, dpd: random.between(31, 300), paid: 0 };
  if (end === 0) {
    const [low, high] = random.chance(share) ? random.weighted(CLEARED) : [0, 0];
    const dpd = random.between(low, high);
    return { month, dpd, paid: Math.ceil((dpd + days) / 30) };
  }
  const [none, one, two] = PAID.find(([upTo]) => end <= upTo)?.[1] ?? [1, 0, 0];
  const paid = random.weighted([
    [0, none],
    [1, one * share],
    [2, two * share],
  ] as const);
  return { month, dpd: Math.max(0, end - days + 30 * paid), paid };
}

/** The newest month first. `dpd` of `today`; `over`: the loan was ended in this month. */
export function pathOf(random: Random, dpd: number, today: string, over: boolean): PathMonth[] {
  const path: PathMonth[] = [];
  let month = `${today.slice(0, 7)}-01`;
  let days = daysBetween(month, today);
  let end = dpd;
  for (let back = 0; back <= MONTHS_BACK; back++) {
    const told = monthOf(random, month, end, days, over && back === 0);
    path.push(told);
    end = told.dpd;
    days = 30;
    month = monthBefore(month);
  }
  return path;
}

/** Instalments paid in the month of a day, 0 for a month that is not told. */
export const paidIn = (path: readonly PathMonth[], day: string): number =>
  path.find(({ month }) => month.slice(0, 7) === day.slice(0, 7))?.paid ?? 0;
