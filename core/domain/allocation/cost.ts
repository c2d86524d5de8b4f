/** What giving a loan to somebody costs, in whole points, so that sums are exact and two plans can be compared. */
import type { Method, Weights } from './rules';

/** Points of a part at its worst, before its weight. */
const WORST = 5;

export interface Offer {
  languages: readonly string[];
  pincodes: readonly string[];
}

interface Costs {
  /** What costs alike with everybody has the same key. */
  key: string;
  /** By member. */
  points: Uint16Array;
}

/**
 * How far two pincodes are apart, in steps of India Post's numbering and not in kilometres: the same (0), sorting district (1), circle (2),
 * zone (3), elsewhere the worst. By how many first digits they have in common.
 */
const PREFIXES = [
  [6, 0],
  [3, 1],
  [2, 2],
  [1, 3],
] as const;

/** What the travel to a pincode costs each member. Of whom no pincodes are known nobody can say how far they travel: as far as the worst. */
export function travelCosts(members: readonly Offer[], weights: Weights): (pincode: string | null) => Costs {
  const starts = PREFIXES.map(() => new Map<string, number[]>());
  members.forEach(({ pincodes }, member) => {
    for (const own of pincodes)
      PREFIXES.forEach(([digits], level) => {
        const start = own.slice(0, digits);
        const there = starts[level]?.get(start);
        if (there) there.push(member);
        else starts[level]?.set(start, [member]);
      });
  });
  const made = new Map<string, Costs>();
  return (pincode) => {
    const level =
      pincode === null ? -1 : PREFIXES.findIndex(([digits], at) => starts[at]?.has(pincode.slice(0, digits)));
    let key = 'nowhere';
    if (weights.travel === 0 || pincode === null) key = 'anywhere';
    else if (level !== -1) key = pincode.slice(0, PREFIXES[level]?.[0]);
    const known = made.get(key);
    if (known) return known;
    const points = new Uint16Array(members.length).fill(key === 'anywhere' ? 0 : weights.travel * WORST);
    if (key !== 'anywhere' && level !== -1 && pincode !== null)
      for (let at = PREFIXES.length - 1; at >= level; at--) {
        const [digits, steps] = PREFIXES[at] ?? [0, WORST];
        for (const member of starts[at]?.get(pincode.slice(0, digits)) ?? []) points[member] = weights.travel * steps;
      }
    const costs = { key, points };
    made.set(key, costs);
    return costs;
  };
}

/** What a language costs each member. */
export function languageCosts(members: readonly Offer[], weights: Weights): (language: string) => Costs {
  const spoken = new Set(members.flatMap(({ languages }) => languages));
  const made = new Map<string, Costs>();
  return (language) => {
    const key = weights.language > 0 && spoken.has(language) ? language : '';
    const known = made.get(key);
    if (known) return known;
    const points = Uint16Array.from(members, ({ languages }) =>
      languages.includes(language) ? 0 : weights.language * WORST,
    );
    const costs = { key, points };
    made.set(key, costs);
    return costs;
  };
}

/** Of a loan that somebody else holds now. */
export const moveCost = (weights: Weights): number => weights.continuity * WORST;

/** The weights by which a method chooses; undefined for those that only take turns or compare loads. */
export function weightsOf(method: Method, own: Weights): Weights | undefined {
  switch (method) {
    case 'proximity':
      return { travel: 5, language: 0, continuity: 0, balance: 1 };
    case 'language':
      return { travel: 0, language: 5, continuity: 0, balance: 1 };
    case 'best':
      return own;
    default:
      return undefined;
  }
}

/** Loads count for balance in steps of a twentieth of the fair share. */
export const balanceBlock = (fair: number): number => Math.max(1, Math.ceil(fair / 20));

/** What one more loan costs somebody who has `load` already, in points: it grows by steps, so evenly spread loads are cheapest. */
export function balanceCost(load: number, fair: number, weight: number): number {
  const block = balanceBlock(fair);
  return Math.round((weight * WORST * Math.floor(load / block) * block) / Math.max(1, fair));
}
