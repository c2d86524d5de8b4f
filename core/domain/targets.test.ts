import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitByWeights } from './largest-remainder';
import { changedBy, type Metric, parseTarget, progressOf, typedTarget } from './targets';
import { addMonths, DEFAULT_CALENDAR, lastDayOf, monthOf, workingDays } from './working-days';

describe('working days', () => {
  it.each([
    // November 2026 begins on a Sunday and has five of them.
    ['2026-11-01', '2026-11-21', DEFAULT_CALENDAR, { total: 25, elapsed: 18, left: 8 }],
    ['2026-11-01', '2026-11-22', DEFAULT_CALENDAR, { total: 25, elapsed: 18, left: 7 }],
    ['2026-11-01', '2026-12-05', DEFAULT_CALENDAR, { total: 25, elapsed: 25, left: 0 }],
    ['2026-12-01', '2026-11-21', DEFAULT_CALENDAR, { total: 27, elapsed: 0, left: 27 }],
    [
      '2026-11-01',
      '2026-11-21',
      { weeklyOff: [0, 6], holidays: ['2026-11-09', '2026-11-10', '2026-11-08'] },
      { total: 19, elapsed: 13, left: 6 },
    ],
    ['2026-02-01', '2026-02-28', { weeklyOff: [], holidays: [] }, { total: 28, elapsed: 28, left: 1 }],
  ])('of %s on %s', (month, today, calendar, expected) => {
    expect(workingDays(month, today, calendar)).toEqual(expected);
  });
  it('count months over the year’s end', () => {
    expect(addMonths('2026-11-21', 2)).toBe('2027-01-01');
    expect(addMonths('2026-01-31', -1)).toBe('2025-12-01');
    expect(lastDayOf('2028-02-01')).toBe('2028-02-29');
    expect(monthOf('2026-11-21')).toBe('2026-11-01');
  });
});

describe('progress', () => {
  const days = { total: 25, elapsed: 18, left: 8 };
  it.each<[Metric, number, number | null, typeof days, object]>([
    ['amount', 1000, 360, days, { percent: 36, drr: 80, projection: 500 }],
    ['amount', 1000, 1000, days, { percent: 100, drr: 0, projection: 1389 }],
    ['amount', 1000, 1200, days, { percent: 120, drr: 0, projection: 1667 }],
    ['amount', 0, 5, days, { percent: null, drr: 0, projection: 7 }],
    ['amount', 1000, 0, { ...days, elapsed: 0, left: 25 }, { percent: 0, drr: 40, projection: null }],
    ['amount', 1000, 900, { ...days, elapsed: 25, left: 0 }, { percent: 90, drr: null, projection: 900 }],
    ['resolution', 80_00, 40_00, days, { percent: 50, drr: 500, projection: null }],
    ['resolution', 80_00, null, days, { percent: null, drr: null, projection: null }],
  ])('%s %d of %s', (metric, target, achieved, on, expected) => {
    expect(progressOf(metric, target, achieved, on)).toEqual(expected);
  });
});

describe('last month’s targets', () => {
  it.each<[Metric, number, number, number]>([
    ['amount', 100_00, 10, 110_00],
    ['amount', 99_99, 10, 110_00],
    ['amount', 100_00, -100, 0],
    ['count', 7, 50, 11],
    ['login', 600, 5, 660],
    ['resolution', 95_00, 10, 100_00],
  ])('%s %d by %d %% are %d', (metric, target, percent, expected) => {
    expect(changedBy(metric, target, percent)).toBe(expected);
  });
});

describe('a typed target', () => {
  it.each<[Metric, string, number | undefined]>([
    ['amount', '₹1,20,000', 1_20_000_00],
    ['amount', '12.5', 12_50],
    ['amount', '-1', undefined],
    ['amount', '', undefined],
    ['resolution', '82.5 %', 82_50],
    ['resolution', '101', undefined],
    ['count', '12', 12],
    ['count', '1.5', undefined],
    ['login', '7.5 h', 450],
  ])('%s %j', (metric, typed, expected) => expect(parseTarget(metric, typed)).toBe(expected));
  it('is the same again when it is opened', () => {
    for (const [metric, value] of [
      ['amount', 12_50],
      ['resolution', 82_50],
      ['count', 3],
      ['login', 450],
    ] as const)
      expect(parseTarget(metric, typedTarget(metric, value))).toBe(value);
  });
});

describe('a split by weights', () => {
  it.each([
    [100, [1, 1, 1], 1, [34, 33, 33]],
    [10, [5, 3, 2], 1, [5, 3, 2]],
    [10, [0, 0], 1, [5, 5]],
    [11, [1, 0, 1], 1, [6, 0, 5]],
    [1000, [1, 2], 100, [300, 700]],
    [1050, [1, 2], 100, [300, 750]],
    [0, [1, 2], 1, [0, 0]],
    [7, [], 1, []],
    [2, [1, 1, 1, 1], 1, [1, 1, 0, 0]],
  ])('of %d by %j in steps of %d', (total, weights, step, expected) => {
    expect(splitByWeights(total, weights, step)).toEqual(expected);
  });

  it('loses and invents nothing, and nobody is off by more than a step', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), weights, (total, given) => {
        const parts = splitByWeights(total, given);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        const sum = given.reduce((all, weight) => all + weight, 0);
        parts.forEach((part, at) => {
          const exact = sum > 0 ? (total * (given[at] ?? 0)) / sum : total / given.length;
          expect(Math.abs(part - exact)).toBeLessThan(1.001);
          if (sum > 0 && given[at] === 0) expect(part).toBe(0);
        });
      }),
    );
  });
});
