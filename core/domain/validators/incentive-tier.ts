/** One tier of an incentive structure (specification section 5 "Incentive tier"). */
export interface TierForm {
  /** As typed, or numbers as stored. */
  min: string | number | null | undefined;
  max: string | number | null | undefined;
  amount: string | number | null | undefined;
}

/** The number in a field; undefined when it is blank or not a number. */
function numberOf(value: string | number | null | undefined): number | undefined {
  const typed = typeof value === 'string' ? value.replace(/,/g, '').trim() : value;
  if (typed === null || typed === undefined || typed === '') return undefined;
  const number = Number(typed);
  return Number.isFinite(number) ? number : undefined;
}

/** The first message that applies, in the specification's order; undefined for a right tier. */
export function checkTier(tier: TierForm): string | undefined {
  const [min, max, amount] = [numberOf(tier.min), numberOf(tier.max), numberOf(tier.amount)];
  if (min === undefined || max === undefined || amount === undefined) return 'All fields are required.';
  if (min < 0 || max < 0 || amount < 0) return 'Min, max, and incentive values must not be negative.';
  if (max <= min) return 'Max must be greater than Min.';
  return undefined;
}
