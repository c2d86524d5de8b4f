/** What comes in of many loans within a month: as in one of the months that are over, more or less. Paise. */
import { LEAST_MONTHS } from './recovery-rates';

/** What loans would have paid as one month went: the middle, and the variance that single loans bring to it (paise squared). */
export interface MonthSum {
  mean: number;
  variance: number;
}

/** `p10`: in one of ten months less comes in; `p50` in half of them; `p90` in nine of ten. Paise. */
export interface Forecast {
  p10: number;
  p50: number;
  p90: number;
}

/** Abramowitz and Stegun 26.2.17; wrong by less than 1e-7. */
function below(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/**
 * Each month is as likely as another, and the next one is none of them: the spread between the months widens every one, by the more the fewer
 * there are (6 ÷ months of its variance keeps four of five outcomes within P10 to P90 from three months on). Undefined with too few months.
 */
export function forecastOf(months: readonly MonthSum[], most: number): Forecast | undefined {
  const count = months.length;
  if (count < LEAST_MONTHS) return undefined;
  const middle = months.reduce((sum, { mean }) => sum + mean, 0) / count;
  const spread = months.reduce((sum, { mean }) => sum + (mean - middle) ** 2, 0) / (count - 1);
  const parts = months.map(({ mean, variance }) => ({ mean, deviation: Math.sqrt(variance + (6 / count) * spread) }));
  const share = (amount: number) =>
    parts.reduce(
      (sum, { mean, deviation }) => sum + (deviation > 0 ? below((amount - mean) / deviation) : amount >= mean ? 1 : 0),
      0,
    ) / count;
  const quantile = (wanted: number) => {
    let [low, high] = [0, most];
    if (share(low) >= wanted) return 0;
    // Halved until it is a paisa.
    while (high - low > 0.5) {
      const half = (low + high) / 2;
      if (share(half) >= wanted) high = half;
      else low = half;
    }
    return Math.min(most, Math.round(high));
  };
  return { p10: quantile(0.1), p50: quantile(0.5), p90: quantile(0.9) };
}

/** Of several groups that have known months in common: those months, each as all groups together. */
export function together(groups: readonly ReadonlyMap<string, MonthSum>[]): MonthSum[] {
  const [first, ...others] = groups;
  if (!first) return [];
  return [...first.keys()].flatMap((month) => {
    const sums = groups.map((group) => group.get(month));
    if (others.length + 1 !== sums.filter(Boolean).length) return [];
    return [
      sums.reduce<MonthSum>(
        (all, one) => ({ mean: all.mean + (one?.mean ?? 0), variance: all.variance + (one?.variance ?? 0) }),
        { mean: 0, variance: 0 },
      ),
    ];
  });
}
