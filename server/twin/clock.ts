/** Time of the twin: real, real but faster, or simulated without waiting. */

export interface TwinClock {
  /** ms of the twin's own time. */
  now(): number;
  /** Both answer what undoes them. */
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
  /** Wall time for messages and reports, ISO 8601: pages and server count in real time, however fast the twin runs. */
  stamp(): string;
}

/** `speed` 10: a ringing of 10 s takes one. */
export function realClock(speed = 1): TwinClock {
  const started = Date.now();
  return {
    now: () => started + (Date.now() - started) * speed,
    after(ms, run) {
      const timer = setTimeout(run, ms / speed);
      return () => clearTimeout(timer);
    },
    every(ms, run) {
      const timer = setInterval(run, Math.max(1, ms / speed));
      return () => clearInterval(timer);
    },
    stamp: () => new Date().toISOString(),
  };
}

interface Due {
  at: number;
  /** Equal times run in the order they were asked for. */
  order: number;
  run: (() => void) | null;
}

/** Virtual time from `start`; `runUntil` plays what is due, each at its own moment, as fast as the machine can. */
export function simulatedClock(start: number): TwinClock & { runUntil(end: number): void } {
  let now = start;
  let order = 0;
  const heap: Due[] = [];
  const before = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.order < b.order);

  function push(due: Due): void {
    let at = heap.push(due) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up];
      if (!parent || !before(due, parent)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = due;
  }
  function pop(): Due | undefined {
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      const right = heap[child + 1];
      const left = heap[child];
      if (!left) break;
      if (right && before(right, left)) child += 1;
      const smaller = heap[child];
      if (!smaller || !before(smaller, last)) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = last;
    return top;
  }
  const add = (ms: number, run: () => void): Due => {
    order += 1;
    const due = { at: now + ms, order, run };
    push(due);
    return due;
  };

  return {
    now: () => now,
    stamp: () => new Date(now).toISOString(),
    after(ms, run) {
      const due = add(ms, run);
      return () => {
        due.run = null;
      };
    },
    every(ms, run) {
      let due: Due;
      const again = () => {
        due = add(ms, again);
        run();
      };
      due = add(ms, again);
      return () => {
        due.run = null;
      };
    },
    runUntil(end) {
      for (let next = heap[0]; next && next.at <= end; next = heap[0]) {
        pop();
        now = next.at;
        next.run?.();
      }
      now = end;
    },
  };
}
