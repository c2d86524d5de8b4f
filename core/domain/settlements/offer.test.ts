import { expect, test } from 'vitest';
import {
  coolingEnds,
  isRestructuring,
  monthlyPlan,
  offerErrors,
  offerTotals,
  type SettlementOffer,
  waiverFor,
} from './offer';

const TODAY = '2026-11-23';
const OFFER: SettlementOffer = {
  dues: { principal: 80_000_00, interest: 15_000_00, penal: 4_000_00, charges: 1_000_00 },
  waiver: { principal: 20_000_00, interest: 10_000_00, penal: 4_000_00, charges: 1_000_00 },
  instalments: [
    { dueOn: TODAY, amount: 35_000_00 },
    { dueOn: '2026-12-23', amount: 30_000_00 },
  ],
  validTill: TODAY,
};

test('an offer is counted over all heads', () => {
  expect(offerTotals(OFFER)).toEqual({
    outstanding: 100_000_00,
    waived: 35_000_00,
    payable: 65_000_00,
    waiverPercent: 35,
  });
  const nothing = { principal: 0, interest: 0, penal: 0, charges: 0 };
  expect(offerTotals({ dues: nothing, waiver: nothing }).waiverPercent).toBe(0);
});

const plan = (...parts: [dueOn: string, amount: number][]) => ({
  instalments: parts.map(([dueOn, amount]) => ({ dueOn, amount })),
});

test.each<[string, Partial<SettlementOffer>, string[]]>([
  ['a right one', {}, []],
  [
    'a waiver above the dues',
    { waiver: { ...OFFER.waiver, penal: 4_000_01 } },
    ['penal waiver-above-dues', 'instalments sum'],
  ],
  ['a negative waiver', { waiver: { ...OFFER.waiver, charges: -1 } }, ['charges waiver-negative', 'instalments sum']],
  ['one that ended yesterday', { validTill: '2026-11-22' }, ['validTill past']],
  ['no instalment', plan(), ['instalments none']],
  ['a first instalment in the past', plan(['2026-11-22', 65_000_00]), ['instalments past']],
  ['two on one day', plan([TODAY, 35_000_00], [TODAY, 30_000_00]), ['instalments order']],
  ['one of nothing', plan([TODAY, 65_000_00], ['2026-12-23', 0]), ['instalments amount']],
  ['half a paisa', plan([TODAY, 32_499_99.5], ['2026-12-23', 32_500_00.5]), ['instalments amount']],
  ['a paisa too much', plan([TODAY, 65_000_01]), ['instalments sum']],
])('%s', (_, change, wrong) => {
  expect(offerErrors({ ...OFFER, ...change }, TODAY).map(({ field, reason }) => `${field} ${reason}`)).toEqual(wrong);
});

test.each([
  ['2026-11-23', '2027-02-23', false],
  ['2026-11-23', '2027-02-24', true],
  ['2026-11-30', '2027-02-28', false],
  ['2026-11-30', '2027-03-01', true],
])('offered on %s and paid by %s: restructuring %s', (offeredOn, dueOn, expected) => {
  expect(isRestructuring([{ dueOn, amount: 1 }], offeredOn)).toBe(expected);
});

test('a borrower settles again after twelve whole months', () => {
  expect(coolingEnds('2026-11-23')).toBe('2027-11-24');
  expect(coolingEnds('2024-02-29')).toBe('2025-03-01');
});

test.each([
  [100_000_00, [0, 0, 0, 0]],
  [96_000_00, [4_000_00, 0, 0, 0]],
  [65_000_00, [4_000_00, 1_000_00, 15_000_00, 15_000_00]],
  [0, [4_000_00, 1_000_00, 15_000_00, 80_000_00]],
  [200_000_00, [0, 0, 0, 0]],
])('to leave %d paise, penal charges are waived before charges, interest and principal', (payable, expected) => {
  const { penal, charges, interest, principal } = waiverFor(OFFER.dues, payable);
  expect([penal, charges, interest, principal]).toEqual(expected);
});

test('a monthly plan is made of whole rupees, ends with what remains, and keeps to the ends of months', () => {
  const plan = monthlyPlan(100_000_01, 3, '2026-11-30');
  expect(plan.map(({ dueOn, amount }) => [dueOn, amount])).toEqual([
    ['2026-11-30', 33_333_00],
    ['2026-12-30', 33_333_00],
    ['2027-01-30', 33_334_01],
  ]);
  expect(monthlyPlan(50, 1, TODAY)).toEqual([{ dueOn: TODAY, amount: 50 }]);
  expect(monthlyPlan(150, 2, TODAY)).toEqual([]);
});
