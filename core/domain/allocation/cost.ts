/** What giving a loan to somebody costs, in whole points, so that sums are exact and two plans can be compared. */
import type { Method, Weights } from './rules';

/** Points of a part at its worst, before its weight. */
const WORST = 5;

/**
 * How far two pincodes are apart, in steps of India Post's numbering and not in kilometres: the same (0), sorting district (1), circle (2), zone (3), elsewhere (5).
 */
export function pincodeSteps(a: string, b: string): number {
  if (a === b) return 0;
  if (a.slice(0, 3) === b.slice(0, 3)) return 1;
  if (a.slice(0, 2) === b.slice(0, 2)) return 2;
  return a[0] === b[0] ? 3 : WORST;
}

export interface Need {
  pincode: string | null;
  language: string;
}

export interface Offer {
  languages: readonly string[];
  pincodes: readonly string[];
}

/** Of whom no pincodes are known nobody can say how far they travel: as far as the worst. */
export const travelSteps = (pincode: string | null, offer: Offer): number =>
  pincode === null ? 0 : Math.min(WORST, ...offer.pincodes.map((own) => pincodeSteps(pincode, own)));

/** Of place and language; changing hands is `moveCost` on top. */
export function costOf(need: Need, offer: Offer, weights: Weights): number {
  const travel = weights.travel > 0 ? travelSteps(need.pincode, offer) : 0;
  const strange = offer.languages.includes(need.language) ? 0 : WORST;
  return weights.travel * travel + weights.language * strange;
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
