import { beforeEach, describe, expect, it } from 'vitest';
import { type Admission, createAdmission, createBound } from './admission';

let time: number;
let admission: Admission;
beforeEach(() => {
  time = 0;
  admission = createAdmission(() => time);
});

/** Offers `offered` pieces of work of weight 10 at once to a server that does `perSecond` weight; answers how many were begun. */
function offer(offered: number, perSecond: number): number {
  const begun: (() => void)[] = [];
  for (let at = 0; at < offered; at += 1) if (admission.refusal(10) === undefined) begun.push(admission.begin(10));
  for (const over of begun) {
    time += (10 / perSecond) * 1000;
    over();
  }
  return begun.length;
}

describe('admission', () => {
  it.each([200, 1500, 6000])('lets in about half a second’s work of a server that does %i a second', (perSecond) => {
    for (let round = 0; round < 40; round += 1) offer(1000, perSecond);
    const seconds = (offer(1000, perSecond) * 10) / perSecond;
    expect(seconds).toBeGreaterThan(0.3);
    expect(seconds).toBeLessThan(0.7);
  });

  it('tells those who wait one turn after the other', () => {
    while (admission.refusal(10) === undefined) admission.begin(10);
    const turns = Array.from({ length: 50 }, () => admission.refusal(10) ?? 0);
    expect(turns).toEqual([...turns].sort((a, b) => a - b));
    expect(new Set(turns).size).toBe(50);
    // Fifty pieces of weight 10 at one and a half times 800 a second.
    expect((turns.at(-1) ?? 0) - (turns[0] ?? 0)).toBeCloseTo(49 / 120, 2);
    const far = Array.from({ length: 20_000 }, () => admission.refusal(10) ?? 0).at(-1);
    expect(far).toBeLessThanOrEqual(60);
  });

  it('always has room for a few, and does not forget what it can do while little is asked', () => {
    for (let round = 0; round < 40; round += 1) offer(1000, 6000);
    // A quiet hour of small requests, one at a time.
    for (let round = 0; round < 3600; round += 1) {
      time += 900;
      const over = admission.begin(1);
      time += 100;
      over();
    }
    expect((offer(1000, 6000) * 10) / 6000).toBeGreaterThan(0.3);
    const heavy = [1, 2, 3, 4].map(() => {
      expect(admission.refusal(100_000)).toBeUndefined();
      return admission.begin(100_000);
    });
    expect(admission.refusal(1)).toBeGreaterThan(0);
    for (const over of heavy) over();
    expect(admission.refusal(1)).toBeUndefined();
  });

  it('what only leads to work takes room, and is not taken for work that was done', () => {
    const door = Array.from({ length: 4 }, () => admission.begin(100, true));
    expect(admission.refusal(10)).toBeGreaterThan(0);
    // Who was let in at the door has his turn.
    expect(admission.refusal(10, true)).toBeUndefined();
    time += 10;
    for (const over of door) over();
    // Had the 400 counted as done in 10 ms, very much would be let in now.
    let begun = 0;
    while (admission.refusal(10) === undefined && begun < 1000) {
      admission.begin(10);
      begun += 1;
    }
    expect(begun).toBeLessThanOrEqual(41);
  });

  it('counts work that is over once, however often it says so', () => {
    const over = Array.from({ length: 4 }, () => admission.begin(100_000));
    over[0]?.();
    over[0]?.();
    expect(admission.refusal(1)).toBeUndefined();
    admission.begin(1);
    expect(admission.refusal(1)).toBeGreaterThan(0);
  });
});

describe('a bound', () => {
  it('lets in so many at a time, whatever they weigh, and the next when one is over', () => {
    const bound = createBound(2);
    const [first] = [bound.begin(1), bound.begin(1_000_000)];
    expect(bound.refusal(1)).toBe(2);
    first?.();
    first?.();
    expect(bound.refusal(1)).toBeUndefined();
    bound.begin(1);
    expect(bound.refusal(1)).toBe(2);
  });
});
