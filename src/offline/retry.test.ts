import { describe, expect, it } from 'vitest';
import { RETRY_CAP_MS, retryAfterMs, retryDelay } from './retry';

describe('retry delays', () => {
  it.each([
    [0, 0, 0.999, 1_998],
    [1, 0, 0.5, 2_000],
    [5, 0, 0.5, 32_000],
    [50, 0, 0.5, RETRY_CAP_MS / 2],
    [1, 30_000, 0.5, 32_000],
    [3, 0, 0, 100],
  ])('attempt %i, floor %i ms, draw %f → %i ms', (attempts, floor, draw, expected) => {
    expect(retryDelay(attempts, floor, () => draw)).toBe(expected);
  });

  it('spreads 500 phones that failed together over the whole span', () => {
    const span = 2_000 * 2 ** 4;
    const tenths = new Array<number>(10).fill(0);
    for (let phone = 0; phone < 500; phone += 1) {
      const tenth = Math.min(9, Math.floor((retryDelay(4) / span) * 10));
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const phones of tenths) expect(phones).toBeGreaterThan(15);
    expect(Math.max(...tenths)).toBeLessThan(120);
  });

  it.each([
    [null, 0],
    ['12', 12_000],
    ['nonsense', 0],
    ['-5', 0],
    ['999999', 3_600_000],
    [new Date(9_000).toUTCString(), 8_000],
  ])('Retry-After %s → %i ms', (header, expected) => {
    expect(retryAfterMs(header, 1_000)).toBe(expected);
  });
});
