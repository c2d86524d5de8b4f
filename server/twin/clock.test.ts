import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chance } from './chance';
import { realClock } from './clock';
import { createExchange, type TwinCall } from './exchange';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 6, 30) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the clock of a running twin', () => {
  it.each([1, 20, 100])(
    'at speed %i a ringing is as long on its own clock, and so many times shorter outside',
    (speed) => {
      const clock = realClock(speed);
      const began = Date.now();
      const at: Partial<Record<TwinCall['phase'], { own: number; wall: number }>> = {};
      const exchange = createExchange(clock, chance(1), {
        say: () => {},
        agentChanged: () => {},
        callChanged: ({ phase }) => {
          at[phase] ??= { own: clock.now() - began, wall: Date.now() - began };
        },
      });
      exchange.dial(
        exchange.enter('asha.d', 'Ready'),
        { number: '9812345678', loanNumber: null },
        { kind: 'answer', setUpMs: 2000, ringMs: 12_000, talkMs: 60_000, breaks: false },
      );
      vi.advanceTimersByTime(74_000 / speed - 1);
      expect(at).toEqual({
        dialing: { own: 0, wall: 0 },
        ringing: { own: 2000, wall: 2000 / speed },
        talk: { own: 14_000, wall: 14_000 / speed },
      });
      vi.advanceTimersByTime(1);
      expect(at.ended).toEqual({ own: 74_000, wall: 74_000 / speed });
    },
  );

  it('repeats at its speed, stops when told, and stamps with the time outside', () => {
    const clock = realClock(100);
    const ticks: string[] = [];
    const stop = clock.every(1000, () => ticks.push(clock.stamp()));
    const undo = clock.after(2500, () => ticks.push('never'));
    undo();
    vi.advanceTimersByTime(30);
    stop();
    vi.advanceTimersByTime(1000);
    expect(ticks).toEqual(['2026-11-21T06:30:00.010Z', '2026-11-21T06:30:00.020Z', '2026-11-21T06:30:00.030Z']);
  });
});
