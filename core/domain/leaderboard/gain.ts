/** What would gain somebody a rank: of each figure the smallest change that passes whoever stands next above. */
import { type BoardFigures, type BoardWeights, isRanked, middleOf, SHARES } from './figures';
import { resolutions, scoreOf, scorerOf } from './score';

export const GAIN_PARTS = ['resolution', 'kept', 'conversion', 'quality', 'attendance', 'breaches'] as const;
export type GainPart = (typeof GAIN_PARTS)[number];

export interface Gain {
  part: GainPart;
  /** More of it, in its own unit: paise resolved or kept, promises, hundredths, days; of breaches how many fewer. */
  change: number;
  /** How far the figure has to move, from 0 to 1 of its whole; what is smallest by this comes first. */
  by: number;
  /** The rank that it would gain. */
  rank: number;
}

interface Move {
  part: GainPart;
  /** The furthest that the figure can go. */
  most: number;
  whole: number;
  moved: (change: number) => Partial<BoardFigures>;
}

const movesOf = (of: BoardFigures): Move[] => [
  {
    part: 'resolution',
    most: of.openingPaise - of.resolvedPaise,
    whole: of.openingPaise,
    moved: (change) => ({ resolvedPaise: of.resolvedPaise + change }),
  },
  {
    part: 'kept',
    most: of.duePaise - of.keptPaise,
    whole: of.duePaise,
    moved: (change) => ({ keptPaise: of.keptPaise + change }),
  },
  {
    part: 'conversion',
    most: of.reached - of.promised,
    whole: of.reached,
    moved: (change) => ({ promised: of.promised + change }),
  },
  {
    part: 'quality',
    most: of.quality === null ? 0 : 100 - of.quality,
    whole: 100,
    moved: (change) => ({ quality: (of.quality ?? 0) + change }),
  },
  {
    part: 'attendance',
    most: of.workDays - of.presentDays,
    whole: of.workDays,
    moved: (change) => ({ presentDays: of.presentDays + change }),
  },
  {
    part: 'breaches',
    most: of.breaches,
    whole: of.breaches,
    moved: (change) => ({ breaches: of.breaches - change }),
  },
];

/** `others` is the cohort without the person. Everybody else's figures stay; the median moves with the person's own. */
export function gainsOf(me: BoardFigures, others: readonly BoardFigures[], weights: BoardWeights): Gain[] {
  if (!isRanked(me)) return [];
  const rivals = others.filter(isRanked);
  const shares = resolutions(rivals);
  const scorers = rivals.map((rival) => scorerOf(rival, weights));
  const known = new Map<number | null, (number | null)[]>();
  const scoresAt = (median: number | null) => {
    const scores = known.get(median) ?? scorers.map((scorer) => scorer(median));
    known.set(median, scores);
    return scores;
  };
  const rankWith = (figures: BoardFigures): number | null => {
    const own = SHARES.resolution(figures);
    const median = middleOf(own === null ? shares : [...shares, own].sort((a, b) => a - b));
    const { score } = scoreOf(figures, weights, median);
    if (score === null) return null;
    return scoresAt(median).reduce((rank: number, rival) => rank + Number((rival ?? -1) > score), 1);
  };
  const rank = rankWith(me);
  if (rank === null || rank === 1) return [];
  const gains: Gain[] = [];
  for (const { part, most, whole, moved } of movesOf(me)) {
    const after = (change: number) => rankWith({ ...me, ...moved(change) }) ?? rank;
    if (most <= 0 || after(most) >= rank) continue;
    let [short, enough] = [0, most];
    while (enough - short > 1) {
      const half = Math.floor((short + enough) / 2);
      if (after(half) < rank) enough = half;
      else short = half;
    }
    gains.push({ part, change: enough, by: enough / whole, rank: after(enough) });
  }
  return gains.sort((a, b) => Number(a.part === 'breaches') - Number(b.part === 'breaches') || a.by - b.by);
}
