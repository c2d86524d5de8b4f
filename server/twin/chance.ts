/** Chance that repeats itself: the same seed gives the same day. */
export interface Chance {
  /** Evenly in [0, 1). */
  next(): number;
  /** Evenly between two numbers. */
  between(low: number, high: number): number;
  /** With a long tail, as talking times have; `mean` is the average, `spread` the sigma of the logarithm. */
  longTailed(mean: number, spread: number): number;
}

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    longTailed(mean, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return mean * Math.exp(spread * normal - (spread * spread) / 2);
    },
  };
}
