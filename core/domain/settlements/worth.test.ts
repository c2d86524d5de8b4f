import { expect, it } from 'vitest';
import { presentValue, rollHistory } from './worth';

const TODAY = '2026-11-28';
const LAKH = 1_00_000_00;
it.each([
  ['paid today', [{ dueOn: TODAY, amount: LAKH }], 24, LAKH],
  ['due before', [{ dueOn: '2026-10-01', amount: LAKH }], 24, LAKH],
  ['in a year', [{ dueOn: '2027-11-28', amount: LAKH }], 25, 80_000_00],
  ['in two years', [{ dueOn: '2028-11-27', amount: LAKH }], 25, 64_000_00],
  [
    'half now, half in a year',
    [
      { dueOn: TODAY, amount: LAKH / 2 },
      { dueOn: '2027-11-28', amount: LAKH / 2 },
    ],
    25,
    90_000_00,
  ],
  ['without interest', [{ dueOn: '2027-11-28', amount: LAKH }], 0, LAKH],
  ['a rate that nobody knows', [{ dueOn: TODAY, amount: LAKH }], null, null],
  ['a rate below nothing', [{ dueOn: TODAY, amount: LAKH }], -1, null],
  ['no instalment', [], 12, 0],
] as const)('%s is worth', (_, instalments, rate, worth) => {
  expect(presentValue(instalments, rate, TODAY)).toBe(worth);
});

it('the later it is paid, and the higher the rate, the less it is worth', () => {
  const at = (dueOn: string, rate: number) => presentValue([{ dueOn, amount: LAKH }], rate, TODAY) ?? 0;
  const values = ['2026-11-29', '2027-01-31', '2027-11-30', '2029-02-28'].map((day) => at(day, 18));
  expect(values).toEqual([...values].sort((a, b) => b - a));
  expect(new Set(values).size).toBe(values.length);
  expect(at('2027-11-30', 19)).toBeLessThan(at('2027-11-30', 18));
});

it.each([
  ['nothing counted', [], null],
  ['nothing opened', [{ openingPos: 0, resolvedPos: 0 }], null],
  ['one month', [{ openingPos: 400, resolvedPos: 100 }], { months: 1, resolvedPercent: 25, forwardPercent: 75 }],
  [
    'a large month weighs more',
    [
      { openingPos: 900, resolvedPos: 90 },
      { openingPos: 100, resolvedPos: 100 },
      { openingPos: 0, resolvedPos: 0 },
    ],
    { months: 2, resolvedPercent: 19, forwardPercent: 81 },
  ],
  ['a third', [{ openingPos: 3, resolvedPos: 1 }], { months: 1, resolvedPercent: 33.3, forwardPercent: 66.7 }],
])('the history of %s', (_, months, history) => {
  expect(rollHistory(months)).toEqual(history);
});
