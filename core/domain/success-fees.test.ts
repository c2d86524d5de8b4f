import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUCKETS } from './buckets';
import { type Collected, earnedBy, type FeeRule, feeLines, feeRuleOf, partOf, rivalOf } from './success-fees';

const rule = (more: Partial<FeeRule>): FeeRule => ({
  id: 'r',
  clientId: 'c',
  portfolioId: null,
  buckets: [],
  percent: 10,
  gstPercent: 18,
  partnerId: null,
  partnerPercent: 0,
  fromMonth: '2026-01-01',
  toMonth: null,
  ...more,
});

describe('a part of an amount', () => {
  it.each([
    [100, 12.5, 13],
    [99, 0.5, 0],
    [100, 0.5, 1],
    [1_000_000_000_000_000, 33.333, 333_330_000_000_000],
    [0, 100, 0],
  ])('of %s paise at %s %% is %s', (paise, percent, part) => {
    expect(partOf(paise, percent)).toBe(part);
  });
});

describe('the rule that applies', () => {
  const rules = [
    rule({ id: 'client' }),
    rule({ id: 'bucket', buckets: ['360+'] }),
    rule({ id: 'portfolio', portfolioId: 'p' }),
    rule({ id: 'both', portfolioId: 'p', buckets: ['360+', '61-90'] }),
    rule({ id: 'over', portfolioId: 'q', toMonth: '2026-10-01' }),
  ];
  it.each([
    ['c', 'p', '61-90', 'both'],
    ['c', 'p', '0-30', 'portfolio'],
    ['c', 'q', '360+', 'bucket'],
    ['c', 'q', '0-30', 'client'],
    ['d', 'p', '0-30', undefined],
  ])('of %s, %s, %s is %s', (clientId, portfolioId, bucket, id) => {
    expect(feeRuleOf(rules, { clientId, portfolioId, bucket, month: '2026-11-01' })?.id).toBe(id);
  });
  it('applies in its first and its last month', () => {
    const ended = [rule({ toMonth: '2026-03-01' })];
    const at = (month: string) => feeRuleOf(ended, { clientId: 'c', portfolioId: 'p', bucket: '0-30', month });
    expect(['2025-12-01', '2026-01-01', '2026-03-01', '2026-04-01'].map((month) => at(month) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('a rival', () => {
  it.each<[string, Partial<FeeRule>, boolean]>([
    ['of the same client without an end', {}, true],
    ['after the end of the other', { fromMonth: '2027-01-01' }, true],
    ['of one portfolio', { portfolioId: 'p' }, false],
    ['of one bucket', { buckets: ['0-30'] }, false],
    ['of another client', { clientId: 'd' }, false],
    ['that ends before the other begins', { fromMonth: '2025-01-01', toMonth: '2025-12-01' }, false],
  ])('%s: %s', (_, more, rival) => {
    expect(rivalOf([rule({ id: 'other' })], rule(more)) !== undefined).toBe(rival);
  });
  it('is not the rule itself', () => {
    expect(rivalOf([rule({})], rule({}), 'r')).toBeUndefined();
  });
});

const collected = fc.array(
  fc.record<Collected>({
    userId: fc.constantFrom('a', 'b', 'c', null),
    clientId: fc.constantFrom('c', 'd'),
    portfolioId: fc.constantFrom('p', 'q'),
    bucket: fc.constantFrom(...BUCKETS),
    payments: fc.nat(50),
    collectedPaise: fc.nat(10_000_000_000),
  }),
);
const rules = fc.array(
  fc.record<FeeRule>({
    id: fc.uuid(),
    clientId: fc.constantFrom('c', 'd'),
    portfolioId: fc.constantFrom('p', 'q', null),
    buckets: fc.subarray([...BUCKETS]),
    percent: fc.integer({ min: 1, max: 50_000 }).map((thousandths) => thousandths / 1000),
    gstPercent: fc.constantFrom(0, 18),
    partnerId: fc.constantFrom('x', null),
    partnerPercent: fc.integer({ min: 0, max: 100 }),
    fromMonth: fc.constantFrom('2026-10-01', '2026-11-01'),
    toMonth: fc.constantFrom('2026-11-01', null),
  }),
);

it('what everybody earned adds up to what clients owe, and what was collected stays whole', () => {
  fc.assert(
    fc.property(collected, rules, (all, some) => {
      const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0);
      const lines = feeLines(all, some, '2026-11-01');
      const earned = earnedBy(all, some, '2026-11-01');
      expect(sum(earned, ({ feePaise }) => feePaise)).toBe(sum(lines, ({ feePaise }) => feePaise));
      for (const list of [lines, earned])
        expect(sum<{ collectedPaise: number }>(list, ({ collectedPaise }) => collectedPaise)).toBe(
          sum(all, ({ collectedPaise }) => collectedPaise),
        );
      for (const { feePaise, partnerPaise, collectedPaise } of lines) {
        expect(partnerPaise).toBeLessThanOrEqual(feePaise);
        expect(feePaise).toBeLessThanOrEqual(collectedPaise);
      }
    }),
  );
});
