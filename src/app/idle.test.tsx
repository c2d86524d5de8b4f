import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCallActivity } from '../features/session';
import { watchIdle } from './idle';

const calls = { left: [] as (number | undefined)[], idle: 0 };
let watch: ReturnType<typeof watchIdle>;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  calls.left = [];
  calls.idle = 0;
  watch = watchIdle({ onRemaining: (left) => calls.left.push(left), onIdle: () => calls.idle++ });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

describe('idle rule', () => {
  it('ends the session after 600 s, once', () => {
    pass(599);
    expect(calls.idle).toBe(0);
    pass(1);
    expect(calls.idle).toBe(1);
    pass(3600);
    expect(calls.idle).toBe(1);
  });

  it('warns through the last minute, counting down', () => {
    pass(539);
    expect(calls.left.at(-1)).toBeUndefined();
    pass(1);
    expect(calls.left.at(-1)).toBe(60);
    pass(59);
    expect(calls.left.at(-1)).toBe(1);
  });

  it.each(['mousemove', 'scroll', 'keydown', 'touchstart'])('is put off by %s, debounced by 300 ms', (name) => {
    pass(590);
    window.dispatchEvent(new Event(name));
    vi.advanceTimersByTime(299);
    window.dispatchEvent(new Event(name));
    vi.advanceTimersByTime(300);
    pass(598);
    expect(calls.idle).toBe(0);
    pass(3);
    expect(calls.idle).toBe(1);
  });

  it('is put off by a call for as long as it goes on, and by none that was forgotten', () => {
    const begun = Date.now();
    const page = renderHook(useCallActivity, { initialProps: begun as number | null });
    pass(3600);
    expect([calls.idle, calls.left.at(-1)]).toEqual([0, undefined]);
    page.rerender(null);
    pass(598);
    expect(calls.idle).toBe(0);
    pass(4);
    expect(calls.idle).toBe(1);
    page.rerender(begun);
    watch = watchIdle({ onRemaining: () => {}, onIdle: () => calls.idle++ });
    pass(3 * 3600);
    expect(calls.idle).toBe(2);
    page.unmount();
  });

  it.each([1, 299, 300])('is put off by a key %d ms before the end', (ms) => {
    vi.advanceTimersByTime(600_000 - ms);
    dispatchEvent(new Event('keydown'));
    const pressed = Date.now();
    pass(599);
    expect(calls.idle).toBe(0);
    vi.advanceTimersByTime(pressed + 602_000 - Date.now());
    expect(calls.idle).toBe(1);
  });

  it('is put off by somebody who never rests for 300 ms', () => {
    for (let at = 0; at < 620_000; at += 250) {
      vi.advanceTimersByTime(250);
      dispatchEvent(new Event('mousemove'));
    }
    expect(calls.idle).toBe(0);
    expect(calls.left.at(-1)).toBeUndefined();
  });

  it('counts activity in another tab as its own', () => {
    pass(500);
    localStorage.setItem('recoup.activity', String(Date.now()));
    pass(590);
    expect(calls.idle).toBe(0);
  });

  it('tells the other tabs of a key in the last moment at once, and of the last one of many within seconds', () => {
    const told = () => Number(localStorage.getItem('recoup.activity'));
    vi.advanceTimersByTime(599_900);
    dispatchEvent(new Event('keydown'));
    expect(told()).toBe(Date.now());
    pass(4);
    dispatchEvent(new Event('keydown'));
    const latest = Date.now();
    expect(told()).toBeLessThan(latest);
    pass(6);
    expect(told()).toBeGreaterThanOrEqual(latest);
    pass(300);
    expect(told()).toBeLessThanOrEqual(latest + 300);
  });

  it('tells the other tabs at once that somebody wants to stay', () => {
    pass(2);
    dispatchEvent(new Event('keydown'));
    pass(1);
    watch.stay();
    expect(Number(localStorage.getItem('recoup.activity'))).toBe(Date.now());
  });

  it('counts from when somebody signed in, not from when the watch began', () => {
    watch.stop();
    localStorage.clear();
    const since = Date.now() - 30_000;
    watch = watchIdle({ since, onRemaining: () => {}, onIdle: () => (calls.idle += 1) });
    pass(569);
    expect(calls.idle).toBe(0);
    pass(2);
    expect(calls.idle).toBe(1);
  });

  it('does not believe a time in the future that another clock wrote', () => {
    localStorage.setItem('recoup.activity', String(Date.now() + 9e9));
    pass(10);
    localStorage.removeItem('recoup.activity');
    pass(595);
    expect(calls.idle).toBe(1);
  });

  it('locks at once on waking when the phone slept through it', () => {
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    pass(1);
    expect(calls.idle).toBe(1);
  });

  it('goes on when the user says so', () => {
    pass(570);
    watch.stay();
    expect(calls.left.at(-1)).toBeUndefined();
    pass(500);
    expect(calls.idle).toBe(0);
  });
});
