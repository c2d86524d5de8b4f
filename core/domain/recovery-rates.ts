/**
 * What share of their principal loans paid within a month, from the tenant's own months that are over (domain 1.13), by bucket and paying
 * habit. Where a portfolio had too few such loans, the nearest wider group of the same month answers.
 */
import { BUCKETS, type Bucket } from './buckets';

/** Months that are over, below which nothing is foretold; and how many are looked back on. */
export const LEAST_MONTHS = 3;
export const MOST_MONTHS = 12;
/** Loans of a group in a month, below which its share says nothing. */
export const LEAST_LOANS = 30;
/** In how many of the last three months a loan paid something. */
export const PAID_MONTHS = [0, 1, 2, 3] as const;
export const GRADES = ['A', 'B', 'C', 'D', 'E'] as const;
export type Grade = (typeof GRADES)[number];

/** Loans of one bucket and habit as a month found them, and what came of them. A loan's share is what it paid by its principal, 1 at most. */
export interface HistoryCell {
  bucket: Bucket;
  paidMonths: number;
  loans: number;
  /** Paise of principal at the month's opening, and of it what was paid. */
  pos: number;
  paid: number;
  shares: number;
  squares: number;
}

/** Of a group of loans in one month: the share of principal, and how far the shares of single loans lie apart (a variance). */
export interface Rate {
  share: number;
  variance: number;
}

const NOTHING = { loans: 0, pos: 0, paid: 0, shares: 0, squares: 0 };
type Sums = typeof NOTHING;

const add = (a: Sums, b: Sums): Sums => ({
  loans: a.loans + b.loans,
  pos: a.pos + b.pos,
  paid: a.paid + b.paid,
  shares: a.shares + b.shares,
  squares: a.squares + b.squares,
});

const fits = (cell: HistoryCell, bucket: Bucket, paidMonths?: number) =>
  cell.bucket === bucket && (paidMonths === undefined || cell.paidMonths === paidMonths);

const sumOf = (cells: readonly HistoryCell[], bucket: Bucket, paidMonths?: number): Sums =>
  cells.filter((cell) => fits(cell, bucket, paidMonths)).reduce<Sums>(add, NOTHING);

function rateOf({ loans, pos, paid, shares, squares }: Sums): Rate {
  const mean = shares / loans;
  return { share: Math.min(1, paid / pos), variance: Math.max(0, squares / loans - mean * mean) };
}

/**
 * The rate of one month for loans of a portfolio: of its loans of that bucket and habit, of its bucket, of the tenant's loans of that bucket
 * and habit, of the tenant's bucket; undefined where none of them had enough loans.
 */
export function monthRate(
  portfolio: readonly HistoryCell[],
  tenant: readonly HistoryCell[],
  bucket: Bucket,
  paidMonths: number,
): Rate | undefined {
  for (const sums of [
    sumOf(portfolio, bucket, paidMonths),
    sumOf(portfolio, bucket),
    sumOf(tenant, bucket, paidMonths),
    sumOf(tenant, bucket),
  ])
    if (sums.loans >= LEAST_LOANS && sums.pos > 0) return rateOf(sums);
  return undefined;
}

/** The share that a loan of a group is expected to pay; undefined with too few months. */
export const expectedShare = (rates: readonly Rate[]): number | undefined =>
  rates.length < LEAST_MONTHS ? undefined : rates.reduce((sum, { share }) => sum + share, 0) / rates.length;

/**
 * The least share of each grade, A to E: the tenant's groups of a month in their order of share, cut into fifths of its loans. E begins at 0.
 * A grade that no group's middle falls into begins where the one before does.
 */
export function gradeCuts(groups: readonly { share: number; loans: number }[]): number[] {
  const sorted = [...groups].sort((a, b) => b.share - a.share);
  const all = sorted.reduce((sum, { loans }) => sum + loans, 0);
  const cuts: number[] = [];
  let before = 0;
  for (const { share, loans } of sorted) {
    const place = Math.min(GRADES.length - 1, Math.floor(((before + loans / 2) / Math.max(1, all)) * GRADES.length));
    cuts[place] = share;
    before += loans;
  }
  let last = sorted[0]?.share ?? 0;
  return GRADES.map((grade, at) => {
    last = grade === 'E' ? 0 : Math.min(last, cuts[at] ?? last);
    return last;
  });
}

export function gradeOf(share: number, cuts: readonly number[]): Grade {
  const at = cuts.findIndex((least) => share >= least);
  return GRADES[at < 0 ? GRADES.length - 1 : at] ?? 'E';
}

/** Every group that a loan may be of. */
export const GROUPS = BUCKETS.flatMap((bucket) => PAID_MONTHS.map((paidMonths) => ({ bucket, paidMonths })));
