/** A clock that only moves when a test says so, a seat without other tabs, and a socket whose other end is the test. */
import { type FromDialerBody, readToDialer, type ToDialer, writeFromDialer } from '../../core/contract/dialer-socket';
import type { DialerClock, DialerSocket, DialerView, HolderSeat, LocalAccess } from './types';

export function fakeClock(start = Date.UTC(2026, 10, 21, 5)) {
  let now = start;
  let timers: { at: number; every: number | null; run: () => void }[] = [];
  const add = (at: number, every: number | null, run: () => void) => {
    const timer = { at, every, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };
  const clock: DialerClock = {
    now: () => now,
    after: (ms, run) => add(now + ms, null, run),
    every: (ms, run) => add(now + ms, ms, run),
  };
  return {
    clock,
    /** Runs what is due in the order of its time, each at its own time. */
    pass(ms: number): void {
      const until = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        if (next.every === null) timers = timers.filter((one) => one !== next);
        else next.at += next.every;
        next.run();
      }
      now = until;
    },
    pending: () => timers.length,
  };
}

export class FakeSocket implements DialerSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: { at: number; message: ToDialer }[] = [];
  constructor(private now: () => number) {}
  send(text: string): void {
    const message = readToDialer(text);
    if (typeof message === 'string') throw new Error(`the page sent ${message}`);
    this.sent.push({ at: this.now(), message });
  }
  close(): void {
    this.readyState = 3;
  }
  /** What the other end does. */
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(body: FromDialerBody): void {
    this.onmessage?.({ data: writeFromDialer(body) });
  }
  fall(): void {
    this.readyState = 3;
    this.onerror?.();
    this.onclose?.();
  }
}

export function fakeSeat() {
  let held = () => {};
  let lost = () => {};
  let hear: (view: DialerView) => void = () => {};
  const told: DialerView[] = [];
  const seat: HolderSeat = {
    sit: (onHeld, onLost) => {
      held = onHeld;
      lost = onLost;
    },
    takeOver: () => held(),
    tell: (view) => void told.push(view),
    hear: (listener) => {
      hear = listener;
    },
    leave: () => {},
  };
  return { seat, told, give: () => held(), steal: () => lost(), from: (view: DialerView) => hear(view) };
}

export function fakeAccess(first: LocalAccess | null = 'granted') {
  let tell: (access: LocalAccess) => void = () => {};
  return {
    watchAccess: (listener: (access: LocalAccess) => void) => {
      tell = listener;
      if (first) listener(first);
      return () => {};
    },
    change: (access: LocalAccess) => tell(access),
  };
}

export function memoryKeyValue(from: Record<string, string> = {}) {
  const values = new Map(Object.entries(from));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    all: () => Object.fromEntries(values),
  };
}
