import { describe, expect, it } from 'vitest';
import { type PromiseMade, type PromiseSign, SHORT_TALK, signsOf } from '.';

const promise = (change: Partial<PromiseMade> = {}): PromiseMade => ({
  loanId: 'a',
  day: '2026-10-10',
  talkSeconds: 60,
  status: 'open',
  brokenBefore: 0,
  ...change,
});
const times = (count: number, of: PromiseMade) => Array.from({ length: count }, () => of);
const signs = (promises: PromiseMade[]) => signsOf(promises, { lateFrom: '2026-10-29', shortTalk: SHORT_TALK });

describe('a promise', () => {
  it.each<[string, Partial<PromiseMade>, PromiseSign[]]>([
    ['that was talked over has no sign', {}, []],
    ['has one when the call was too short for it', { talkSeconds: SHORT_TALK - 1 }, ['short']],
    ['has none when the call was just long enough', { talkSeconds: SHORT_TALK }, []],
    ['has none when nobody knows how long the call was', { talkSeconds: null }, []],
    ['that the loan broke as it broke one before has one', { status: 'broken', brokenBefore: 1 }, ['again']],
    ['that was broken for the first time has none', { status: 'broken' }, []],
    ['that was kept after a broken one has none', { status: 'kept', brokenBefore: 3 }, []],
    ['may have two', { talkSeconds: 0, status: 'broken', brokenBefore: 2 }, ['short', 'again']],
  ])('%s', (_, change, wanted) => {
    expect(signs([promise(change)])).toEqual([wanted]);
  });
});

describe('the last days of a month', () => {
  const usual = [...times(2, promise({ day: '2026-10-05' })), ...times(2, promise({ day: '2026-10-06' }))];
  const late = (count: number, day = '2026-10-30') => times(count, promise({ day }));
  const bursts = (promises: PromiseMade[]) => signs(promises).filter((one) => one.includes('burst')).length;

  it('have a sign when a day has three times what was usual, and all promises of that day have it', () => {
    expect(bursts([...usual, ...late(6)])).toBe(6);
    expect(bursts([...usual, ...late(5)])).toBe(0);
    expect(bursts([...usual, ...late(6, '2026-10-29'), ...late(2, '2026-10-31')])).toBe(6);
  });

  it('have none for a few, before them, or without a usual day', () => {
    expect(bursts([promise({ day: '2026-10-05' }), ...late(4)])).toBe(0);
    expect(bursts([...usual, ...late(9, '2026-10-28')])).toBe(0);
    expect(bursts(late(30))).toBe(0);
  });
});
