/** Quantiles keep their order and their bounds, sums are sums, and a world whose truth is known lies within its bounds as often as promised. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expectedShare,
  forecastOf,
  GRADES,
  gradeCuts,
  gradeOf,
  type HistoryCell,
  LEAST_LOANS,
  LEAST_MONTHS,
  type MonthSum,
  monthRate,
  together,
} from './prediction';
import { Random } from './random';

const LAKH = 100_000_00;
const cell = (change: Partial<HistoryCell> = {}): HistoryCell => ({
  bucket: '31-60',
  paidMonths: 0,
  loans: 100,
  pos: 100 * LAKH,
  paid: 10 * LAKH,
  shares: 10,
  squares: 4,
  ...change,
});
const month: fc.Arbitrary<MonthSum> = fc.record({
  mean: fc.integer({ min: 0, max: 50 * LAKH }),
  variance: fc.double({ min: 0, max: (5 * LAKH) ** 2, noNaN: true }),
});

describe('the rate of a month', () => {
  it('is that of the nearest group with enough loans', () => {
    const few = { loans: LEAST_LOANS - 1 };
    const other = cell({ paidMonths: 3, paid: 50 * LAKH });
    const tenant = [cell({ paid: 20 * LAKH }), cell({ paidMonths: 3, paid: 60 * LAKH })];
    const shareOf = (own: HistoryCell[], all = tenant) => monthRate(own, all, '31-60', 0)?.share;
    expect(shareOf([cell(), other])).toBe(0.1);
    expect(shareOf([cell({ ...few, pos: 0, paid: 0 }), other])).toBe(0.5);
    expect(shareOf([cell(few)])).toBe(0.2);
    expect(shareOf([], [cell(few), cell({ paidMonths: 3, paid: 60 * LAKH })])).toBeCloseTo(0.35);
    expect(shareOf([], [cell(few)])).toBeUndefined();
    expect(shareOf([], [cell({ bucket: '61-90' })])).toBeUndefined();
  });

  it('never passes the principal, and its variance is none where all loans did the same', () => {
    expect(monthRate([cell({ paid: 300 * LAKH })], [], '31-60', 0)?.share).toBe(1);
    expect(monthRate([cell({ shares: 50, squares: 25 })], [], '31-60', 0)?.variance).toBe(0);
    expect(monthRate([cell({ shares: 50, squares: 50 })], [], '31-60', 0)?.variance).toBe(0.25);
  });

  it('says nothing of a group before it has enough months', () => {
    const rates = (count: number) => Array.from({ length: count }, (_, at) => ({ share: at / 10, variance: 0 }));
    expect(expectedShare(rates(LEAST_MONTHS - 1))).toBeUndefined();
    expect(expectedShare(rates(3))).toBeCloseTo(0.1);
  });
});

describe('grades', () => {
  it('cut the loans of a month into fifths by what their groups pay', () => {
    const cuts = gradeCuts([0.5, 0.4, 0.3, 0.2, 0.1].map((share) => ({ share, loans: 20 })));
    expect([0.6, 0.5, 0.45, 0.3, 0.2, 0.1, 0].map((share) => gradeOf(share, cuts)).join('')).toBe('AABCDEE');
  });

  it('never rank a group that pays more below one that pays less', () => {
    const group = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), loans: fc.nat({ max: 1000 }) });
    fc.assert(
      fc.property(fc.array(group), fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (groups, shares) => {
        const cuts = gradeCuts(groups);
        expect([...cuts].sort((a, b) => b - a)).toEqual(cuts);
        const ranked = [...shares, ...groups.map(({ share }) => share)].sort((a, b) => b - a);
        const places = ranked.map((share) => GRADES.indexOf(gradeOf(share, cuts)));
        expect([...places].sort((a, b) => a - b)).toEqual(places);
      }),
    );
  });
});

describe('a forecast', () => {
  it('has its quantiles in their order, between nothing and all', () => {
    fc.assert(
      fc.property(
        fc.array(month, { minLength: LEAST_MONTHS, maxLength: 12 }),
        fc.integer({ min: 0, max: 60 * LAKH }),
        (months, most) => {
          const made = forecastOf(months, most);
          const all = [0, made?.p10, made?.p50, made?.p90, most];
          expect([...all].sort((a, b) => Number(a) - Number(b))).toEqual(all);
          expect(all.every(Number.isSafeInteger)).toBe(true);
        },
      ),
    );
  });

  it('is not made of fewer than three months, and is one amount where every month was the same', () => {
    const same: MonthSum = { mean: 7 * LAKH, variance: 0 };
    expect(forecastOf([same, same], 10 * LAKH)).toBeUndefined();
    expect(forecastOf([same, same, same], 10 * LAKH)).toEqual({ p10: 7 * LAKH, p50: 7 * LAKH, p90: 7 * LAKH });
  });

  it('grows with every month’s amount', () => {
    fc.assert(
      fc.property(fc.array(month, { minLength: 3, maxLength: 12 }), fc.nat({ max: LAKH }), (months, more) => {
        const most = 1000 * LAKH;
        const less = forecastOf(months, most);
        const grown = forecastOf(
          months.map(({ mean, variance }) => ({ mean: mean + more, variance })),
          most,
        );
        for (const name of ['p10', 'p50', 'p90'] as const)
          expect(Number(grown?.[name]) + 2).toBeGreaterThanOrEqual(Number(less?.[name]));
      }),
    );
  });

  it('adds groups up month by month, over the months that all of them know', () => {
    const group = (means: Record<string, number>) =>
      new Map(Object.entries(means).map(([key, mean]) => [key, { mean, variance: 2 }]));
    expect(together([group({ a: 1, b: 2, c: 3 }), group({ b: 20, c: 30, d: 40 })])).toEqual([
      { mean: 22, variance: 4 },
      { mean: 33, variance: 4 },
    ]);
    expect(together([])).toEqual([]);
  });

  it('of worlds whose truth is known holds four of five outcomes between P10 and P90', () => {
    const random = new Random('worlds');
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
    for (const known of [3, 6, 12]) {
      let [under, within] = [0, 0];
      const worlds = 400;
      for (let world = 0; world < worlds; world++) {
        const loans = 400;
        const base = 0.1 + 0.3 * random.fraction();
        // Each loan pays all or nothing; how many do moves from month to month.
        const outcome = () => {
          const chance = Math.min(0.95, Math.max(0.01, base + 0.04 * normal()));
          let paid = 0;
          for (let at = 0; at < loans; at++) if (random.chance(chance)) paid += 1;
          return paid;
        };
        const months = Array.from({ length: known }, () => {
          const paid = outcome();
          const rate = monthRate(
            [cell({ loans, pos: loans * LAKH, paid: paid * LAKH, shares: paid, squares: paid })],
            [],
            '31-60',
            0,
          );
          return {
            mean: loans * LAKH * (rate?.share ?? 0),
            variance: loans * LAKH ** 2 * (rate?.variance ?? 0),
          };
        });
        const made = forecastOf(months, loans * LAKH);
        const truth = outcome() * LAKH;
        if (made && truth < made.p10) under += 1;
        else if (made && truth <= made.p90) within += 1;
      }
      expect(within / worlds, `${known} months`).toBeGreaterThan(0.74);
      expect(within / worlds, `${known} months`).toBeLessThan(0.92);
      expect(under / worlds, `${known} months`).toBeLessThan(0.18);
    }
  });
});
