import { describe, expect, it } from 'vitest';
import { DEFAULT_RATES, FAILURES, type Fate, fateOf, type Rates, RING_IN_VAIN_MS, TALK_SECONDS } from './borrowers';
import { chance } from './chance';

const DRAWS = 10_000;
const drawn = (rates: Rates, seed = 7): Fate[] => {
  const random = chance(seed);
  return Array.from({ length: DRAWS }, () => fateOf(random, rates));
};
const answeredOf = (fates: Fate[]) => fates.flatMap((fate) => (fate.kind === 'answer' ? [fate] : []));

describe('what becomes of calls', () => {
  it.each<[string, Rates]>([
    ['the usual rates', DEFAULT_RATES],
    ['a good evening', { answer: 0.6, busy: 0.2, error: 0.1, drop: 0.3 }],
    ['nobody is reached', { answer: 0, busy: 0.5, error: 0.5, drop: 0 }],
    ['everybody answers', { answer: 1, busy: 0, error: 0, drop: 1 }],
  ])('keeps to %s within one percent over 10,000 calls', (_, rates) => {
    const fates = drawn(rates);
    const share = (kind: Fate['kind']) => fates.filter((fate) => fate.kind === kind).length / DRAWS;
    const near = (got: number, wanted: number) => expect(Math.abs(got - wanted)).toBeLessThanOrEqual(0.01);
    near(share('answer'), rates.answer);
    near(share('busy'), rates.busy);
    near(share('error'), rates.error);
    near(share('no-answer'), 1 - rates.answer - rates.busy - rates.error);
    const answered = answeredOf(fates);
    near(answered.filter(({ breaks }) => breaks).length / DRAWS, rates.answer * rates.drop);
  });

  it('a phone rings in vain for its whole time, and the three failures all come', () => {
    const fates = drawn({ answer: 0.2, busy: 0.2, error: 0.3, drop: 0 });
    const rung = new Set(fates.flatMap((fate) => (fate.kind === 'no-answer' ? [fate.ringMs] : [])));
    expect([...rung]).toEqual([RING_IN_VAIN_MS]);
    const said = new Set(fates.flatMap((fate) => (fate.kind === 'error' ? [fate.message] : [])));
    expect([...said].sort()).toEqual([...FAILURES].sort());
  });

  it('who answers does so before they would have let it ring, and talks as long as said on average', () => {
    const answered = answeredOf(drawn({ answer: 1, busy: 0, error: 0, drop: 0 }));
    expect(Math.max(...answered.map(({ ringMs }) => ringMs))).toBeLessThan(RING_IN_VAIN_MS);
    const mean = answered.reduce((sum, { talkMs }) => sum + talkMs, 0) / answered.length;
    expect(mean / 1000 / TALK_SECONDS).toBeGreaterThan(0.95);
    expect(mean / 1000 / TALK_SECONDS).toBeLessThan(1.05);
  });

  it('the same seed gives the same calls, another one others', () => {
    expect(drawn(DEFAULT_RATES, 3)).toEqual(drawn(DEFAULT_RATES, 3));
    expect(drawn(DEFAULT_RATES, 3)).not.toEqual(drawn(DEFAULT_RATES, 4));
  });
});
