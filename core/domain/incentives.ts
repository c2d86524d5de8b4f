/**
 * Incentive structures of a portfolio (specification 2.10, 3 "Incentive data", 5 "Incentive tier"). The specification's wire
 * carries plain numbers: `amount` is rupees for a month; `min` and `max` are rupees collected in the month (`Target`) or the
 * collection efficiency in percent (`Efficiency`: collected ÷ what was due).
 */
import { checkTier } from './validators/incentive-tier';

export const INCENTIVE_TYPES = ['Target', 'Efficiency'] as const;
export type IncentiveType = (typeof INCENTIVE_TYPES)[number];

export interface Tier {
  min: number;
  max: number;
  amount: number;
}

/** The first message of each tier that is wrong, by its place; empty when all are right. */
export function tierErrors(tiers: readonly { min: unknown; max: unknown; amount: unknown }[]): Map<number, string> {
  const wrong = new Map<number, string>();
  tiers.forEach(({ min, max, amount }, at) => {
    const message = checkTier({ min: asField(min), max: asField(max), amount: asField(amount) });
    if (message) wrong.set(at, message);
  });
  return wrong;
}
const asField = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : undefined);

export type TierWarning =
  | { kind: 'overlap'; first: number; second: number }
  | { kind: 'gap'; from: number; to: number }
  | { kind: 'pays-less'; first: number; second: number }
  | { kind: 'above-hundred'; at: number };

/**
 * What is allowed and probably not meant: two tiers that share values, values between tiers that pay nothing, a higher tier
 * that pays less, an efficiency above 100 %. Places are those of the list as given. A tier's `max` is the next one's `min` without
 * being an overlap: that value belongs to the higher tier.
 */
export function tierWarnings(tiers: readonly Tier[], type: IncentiveType): TierWarning[] {
  const sorted = tiers.map((tier, at) => ({ ...tier, at })).sort((a, b) => a.min - b.min || a.max - b.max);
  const found: TierWarning[] = [];
  sorted.forEach((tier, place) => {
    const before = sorted[place - 1];
    if (before && tier.min < before.max) found.push({ kind: 'overlap', first: before.at, second: tier.at });
    // Whole numbers written as 0–100, 101–200 leave nothing out.
    if (before && tier.min > before.max + 1) found.push({ kind: 'gap', from: before.max, to: tier.min });
    if (before && tier.amount < before.amount) found.push({ kind: 'pays-less', first: before.at, second: tier.at });
    if (type === 'Efficiency' && tier.max > 100) found.push({ kind: 'above-hundred', at: tier.at });
  });
  return found;
}

export interface Slab {
  /** The tier that pays; null below the first one. */
  tier: Tier | null;
  /** Rupees earned so far. */
  amount: number;
  /** The next tier that pays more, and how much of the measure is missing to reach it; null in the highest. */
  next: { tier: Tier; missing: number } | null;
}

/**
 * What a measure earns. The tier with the highest `min` that it has reached pays, as a whole (no sum over tiers). Between two tiers it
 * keeps the one below; above the last tier's `max` it keeps the last. Where tiers overlap the higher one pays.
 */
export function slabOf(tiers: readonly Tier[], measure: number): Slab {
  const sorted = [...tiers].sort((a, b) => a.min - b.min || a.max - b.max);
  const tier = sorted.findLast(({ min }) => measure >= min) ?? null;
  const higher = sorted.find(({ min, amount }) => min > measure && amount > (tier?.amount ?? 0));
  return {
    tier,
    amount: tier?.amount ?? 0,
    next: higher ? { tier: higher, missing: Math.round((higher.min - measure) * 100) / 100 } : null,
  };
}

/** What tiers are looked up by: rupees collected, or collected ÷ (collected + still due) in percent; both given in paise. */
export const measureOf = (type: IncentiveType, collectedPaise: number, duePaise: number): number =>
  type === 'Target'
    ? collectedPaise / 100
    : collectedPaise + duePaise > 0
      ? Math.round((collectedPaise / (collectedPaise + duePaise)) * 10_000) / 100
      : 0;
