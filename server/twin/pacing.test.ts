import { describe, expect, it } from 'vitest';
import { simulateDay } from './day';
import { DEFAULT_PACING, type LineFigures, linesToOpen, nextLevel, type PacingFigures } from './pacing';

const figures = (more: Partial<PacingFigures> = {}): PacingFigures => ({
  agents: 30,
  agentsWaiting: 0.5,
  callsWaiting: 0,
  answered: 1000,
  dropped: 0,
  shift: 0.5,
  ...more,
});
const settings = (more: Partial<typeof DEFAULT_PACING> = {}) => ({ ...DEFAULT_PACING, ...more });

describe('the dial level', () => {
  it.each([
    ['idle agents raise it', settings(), figures({ agentsWaiting: 6 }), 'up'],
    ['borrowers without an agent lower it', settings(), figures({ callsWaiting: 2 }), 'down'],
    ['as many waiting as wanted keeps it', settings(), figures(), 'same'],
    ['over the limit lowers it although agents wait', settings(), figures({ agentsWaiting: 2, dropped: 60 }), 'down'],
    [
      'a drop among the first calls says nothing',
      settings(),
      figures({ agentsWaiting: 6, answered: 5, dropped: 2 }),
      'up',
    ],
  ])('%s', (_, given, seen, way) => {
    const next = nextLevel(2, given, seen);
    expect(Math.sign(Number((next - 2).toFixed(9)))).toBe({ up: 1, same: 0, down: -1 }[way]);
  });

  it('stays between 1 and 3.0 whatever happens', () => {
    let level = 1;
    for (let look = 0; look < 200; look += 1) level = nextLevel(level, settings(), figures({ agentsWaiting: 30 }));
    expect(level).toBe(3);
    for (let look = 0; look < 200; look += 1) level = nextLevel(level, settings(), figures({ dropped: 500 }));
    expect(level).toBe(1);
    expect(nextLevel(2, settings(), figures({ agents: 0 }))).toBe(1);
  });

  it('hard-limit falls to one line an agent at once; tapered lets an early day be over, a late one less', () => {
    const over = figures({ agentsWaiting: 1, dropped: 32 });
    expect(nextLevel(2.5, settings({ mode: 'hard-limit' }), over)).toBe(1);
    const early = nextLevel(2.5, settings(), { ...over, shift: 0.05 });
    const late = nextLevel(2.5, settings(), { ...over, shift: 0.95 });
    expect(early).toBeGreaterThan(late);
    expect(late).toBeGreaterThan(1);
  });

  it('intensity makes steps larger and smaller', () => {
    const idle = figures({ agentsWaiting: 4 });
    const step = (intensity: number) => nextLevel(1.5, settings({ intensity }), idle) - 1.5;
    expect(step(40)).toBeGreaterThan(step(0));
    expect(step(-40)).toBeLessThan(step(0));
  });
});

describe('lines to open', () => {
  const lines = (more: Partial<LineFigures>): LineFigures => ({
    idle: 0,
    talking: 0,
    wrapping: 0,
    open: 0,
    callsWaiting: 0,
    answerRate: 0.3,
    meanTalk: 75,
    meanWrap: 25,
    meanRing: 11,
    ...more,
  });
  it.each([
    ['level 1: one an idle agent', 1, lines({ idle: 4 }), 4],
    ['lines that ring already count', 1, lines({ idle: 4, open: 3 }), 1],
    ['the level is the most', 3, lines({ idle: 4, answerRate: 0.1 }), 12],
    ['no more than one answer each needs', 3, lines({ idle: 4, answerRate: 1 }), 4],
    ['a borrower who waits has an agent already', 1, lines({ idle: 1, callsWaiting: 1 }), 0],
    ['nobody free or soon free: none', 3, lines({}), 0],
    ['those about to finish count in part', 3, lines({ wrapping: 10 }), 10],
  ])('%s', (_, level, seen, expected) => {
    expect(linesToOpen(level, seen)).toBe(expected);
  });
});

describe('a simulated day', () => {
  it('is the same for the same seed', () => {
    const day = { seed: 3, agents: 6, hours: 1 };
    expect(simulateDay(day)).toEqual(simulateDay(day));
    expect(simulateDay(day)).not.toEqual(simulateDay({ ...day, seed: 4 }));
  });

  it('keeps the cap on drops, and agents talk more than with the fixed ratio that keeps it too', () => {
    const day = { seed: 7, agents: 30, hours: 5 };
    const paced = simulateDay(day);
    const fixed = simulateDay({ ...day, fixedRatio: 2 });
    const reckless = simulateDay({ ...day, fixedRatio: 3.5 });
    expect(paced.dropPercent).toBeLessThanOrEqual(3);
    expect(fixed.dropPercent).toBeLessThanOrEqual(3);
    expect(paced.talkShare).toBeGreaterThan(fixed.talkShare * 1.03);
    expect(reckless.dropPercent).toBeGreaterThan(3);
  });
});
