/** The score of a month (domain 1.6): five figures by their weights, minus what contacts against a rule take away. */
import {
  type BoardFigures,
  type BoardWeights,
  isRanked,
  middleOf,
  SCORE_PARTS,
  type ScorePart,
  SHARES,
} from './figures';

/** How one figure went into a score. */
export interface ScoreLine {
  part: ScorePart;
  /** From 0 to 1; null when it is not known. */
  share: number | null;
  /** What the weight is multiplied by: the share, of resolution how it stands against the cohort's. */
  index: number | null;
  /** Points that the tenant gives for it. */
  weight: number;
  /** Those, and its part of what figures that are not known would have had. 0 when it is not known itself. */
  given: number;
  /** Hundredths of a point. */
  points: number;
}
export interface Score {
  lines: ScoreLine[];
  /** Hundredths of a point that breaches take away. */
  penalty: number;
  /** Hundredths of a point, 0 to 10,000; null when no figure with a weight is known. */
  score: number | null;
}

/** At the cohort's median half of the weight, at twice the median all of it. */
function againstMedian(share: number, median: number | null): number | null {
  if (median === null) return null;
  if (median === 0) return share > 0 ? 1 : 0.5;
  return Math.min(1, share / (2 * median));
}

const clamped = (points: number): number => Math.min(10_000, Math.max(0, points));

export function scoreOf(figures: BoardFigures, weights: BoardWeights, median: number | null): Score {
  const found = SCORE_PARTS.map((part) => {
    const share = SHARES[part](figures);
    const index = part === 'resolution' && share !== null ? againstMedian(share, median) : share;
    return { part, share, index, weight: weights[part] };
  });
  const whole = found.reduce((sum, { weight }) => sum + weight, 0);
  const known = found.reduce((sum, { index, weight }) => sum + (index === null ? 0 : weight), 0);
  const lines = found.map((line) => {
    const given = line.index === null || known === 0 ? 0 : (line.weight * whole) / known;
    return { ...line, given, points: Math.round(given * (line.index ?? 0) * 100) };
  });
  const penalty = Math.round(weights.breach * figures.breaches * 100);
  const points = lines.reduce((sum, line) => sum + line.points, 0);
  return { lines, penalty, score: known === 0 ? null : clamped(points - penalty) };
}

/** The score of figures that stay while the median moves: what does not depend on it is worked out once. */
export function scorerOf(figures: BoardFigures, weights: BoardWeights): (median: number | null) => number | null {
  const share = SHARES.resolution(figures);
  const { lines, penalty, score } = scoreOf(figures, weights, 1);
  const { score: without } = scoreOf(figures, weights, null);
  const rest = lines.reduce((sum, line) => sum + (line.part === 'resolution' ? 0 : line.points), 0) - penalty;
  const given = lines.find(({ part }) => part === 'resolution')?.given ?? 0;
  return (median) => {
    if (median === null || share === null || score === null) return without;
    return clamped(rest + Math.round(given * (againstMedian(share, median) ?? 0) * 100));
  };
}

/** The shares of resolution that a cohort's median is taken of, in their order: those of people with too few loans do not sway it. */
export function resolutions(cohort: readonly BoardFigures[]): number[] {
  return cohort
    .filter(isRanked)
    .map(SHARES.resolution)
    .filter((share) => share !== null)
    .sort((a, b) => a - b);
}

export interface Standing<Member> extends Score {
  member: Member;
  /** 1 is the best, and who has the same score has the same rank; null with too few loans or nothing known. */
  rank: number | null;
}

/** A whole cohort, best first, then who is not ranked. */
export function standings<Member extends BoardFigures>(
  cohort: readonly Member[],
  weights: BoardWeights,
): { median: number | null; rows: Standing<Member>[] } {
  const median = middleOf(resolutions(cohort));
  const scored = cohort.map((member) => {
    const score = scoreOf(member, weights, median);
    return { member, ...score, score: isRanked(member) ? score.score : null };
  });
  scored.sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  let rank = 0;
  let last: number | null = null;
  const rows = scored.map((one, at) => {
    if (one.score === null) return { ...one, rank: null };
    if (one.score !== last) rank = at + 1;
    last = one.score;
    return { ...one, rank };
  });
  return { median, rows };
}
