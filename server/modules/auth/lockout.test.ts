import { describe, expect, it } from 'vitest';
import { lockSeconds, unknownNames } from './lockout';

describe('lockSeconds', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 900],
    [10, 900],
    [1000, 900],
  ])('%d failures lock for %d s', (failures, seconds) => {
    expect(lockSeconds(failures)).toBe(seconds);
  });
});

describe('names that nobody has', () => {
  it('are counted and locked like any other, each on its own, in bounded memory', () => {
    const names = unknownNames();
    for (let n = 0; n < 5; n += 1) expect(names.attempt('a', 0)).toBe(0);
    expect(names.attempt('a', 0)).toBe(60);
    expect(names.attempt('b', 0)).toBe(0);
    expect(names.attempt('a', 60_000)).toBe(0);
    expect(names.attempt('a', 60_000)).toBe(120);
    for (let n = 0; n < 10_000; n += 1) names.attempt(`name ${n}`, 60_000);
    expect(names.attempt('a', 60_000)).toBe(0);
  });
});
