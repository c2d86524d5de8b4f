import { describe, expect, it } from 'vitest';
import { lockSeconds } from './lockout';

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
