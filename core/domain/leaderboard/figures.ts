/** What a person is measured by within a cohort: everyone of a role who works loans of a bucket, over a month. Amounts are paise. */

export const BOARD_COUNTS = [
  'accounts',
  'openingPaise',
  'collectedPaise',
  'resolvedPaise',
  'reached',
  'promised',
  'duePaise',
  'keptPaise',
  'calls',
  'visits',
  'complaints',
  'breaches',
  'presentDays',
  'workDays',
] as const;
export type BoardCount = (typeof BOARD_COUNTS)[number];
export interface BoardFigures extends Record<BoardCount, number> {
  /** Of 100; null where nobody listened to calls or went along on visits. */
  quality: number | null;
}

export const SCORE_PARTS = ['resolution', 'kept', 'conversion', 'quality', 'attendance'] as const;
export type ScorePart = (typeof SCORE_PARTS)[number];

/** Loans that somebody must hold to be ranked (domain 1.6). */
export const LEAST_ACCOUNTS = 30;
export const isRanked = ({ accounts }: Pick<BoardFigures, 'accounts'>): boolean => accounts >= LEAST_ACCOUNTS;

export interface BoardWeights extends Record<ScorePart, number> {
  /** Points that each contact against a rule takes away. */
  breach: number;
}
/** Domain 1.6; they add up to 100. */
export const DEFAULT_WEIGHTS: BoardWeights = {
  resolution: 40,
  kept: 25,
  conversion: 15,
  quality: 10,
  attendance: 10,
  breach: 2,
};
export const addsUp = (weights: BoardWeights): boolean =>
  SCORE_PARTS.reduce((sum, part) => sum + weights[part], 0) === 100;

const share = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.min(1, Math.max(0, part / whole));

/** Each figure from 0 to 1; null where it is not known because there was nothing to measure. */
export const SHARES: Record<ScorePart, (figures: BoardFigures) => number | null> = {
  resolution: (of) => share(of.resolvedPaise, of.openingPaise),
  kept: (of) => share(of.keptPaise, of.duePaise),
  conversion: (of) => share(of.promised, of.reached),
  quality: (of) => (of.quality === null ? null : share(of.quality, 100)),
  attendance: (of) => share(of.presentDays, of.workDays),
};

/** The middle of numbers in their order; of an even number, halfway between the two. */
export function middleOf(sorted: readonly number[]): number | null {
  const at = sorted.length >> 1;
  const upper = sorted[at];
  const lower = sorted.length % 2 === 0 ? sorted[at - 1] : upper;
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
