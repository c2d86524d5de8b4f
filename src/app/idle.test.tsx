import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

  it('counts activity in another tab as its own', () => {
    pass(500);
    localStorage.setItem('recoup.activity', String(Date.now()));
    pass(590);
    expect(calls.idle).toBe(0);
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
