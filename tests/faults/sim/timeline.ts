/**
 * Virtual time. Nothing in the simulated world waits for a real timer: what is due is kept in order, and time jumps to
 * the next of it once everything that can happen now has happened.
 *
 *   settle ──▶ (IndexedDB tasks, one at a time) ──▶ (requests that reached the server) ──▶ next event ──▶ settle …
 *
 * One thing runs at a time, each followed by all that its promises set off, so a seed decides the whole order.
 */
import type { Random } from './random';

interface Event {
  at: number;
  order: number;
  run: () => void;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class Timeline {
  private readonly heap: Event[] = [];
  private order = 0;
  /** IndexedDB tasks by whose code asked for them; which process goes on next is drawn. */
  private readonly tasks = new Map<object, (() => void)[]>();
  private readonly anyone = {};
  private waiting = 0;
  /** Whose code is running now. */
  current: object = this.anyone;
  /** Work that takes real time (the server's), done before time moves on; answers whether there was any. */
  realWork: () => Promise<boolean> = async () => false;

  constructor(
    public now: number,
    private readonly random: Random,
  ) {}

  /** Answers the way to call it off. */
  after(ms: number, run: () => void): () => void {
    const event: Event = { at: this.now + Math.max(0, ms), order: this.order++, run };
    this.push(event);
    return () => {
      event.run = () => {};
    };
  }

  task(run: () => void): void {
    const queue = this.tasks.get(this.current);
    if (queue) queue.push(run);
    else this.tasks.set(this.current, [run]);
    this.waiting += 1;
  }

  /** Runs until `until` (ms) or until `enough` says so, which is asked after each event. */
  async run(until: number, enough: () => boolean = () => false): Promise<void> {
    await this.settle();
    while (!enough()) {
      const next = this.heap[0];
      if (!next || next.at > until) {
        this.now = Math.max(this.now, until);
        return;
      }
      this.pop();
      this.now = Math.max(this.now, next.at);
      this.current = this.anyone;
      next.run();
      await this.settle();
    }
  }

  /** Until nothing can happen without time moving on. */
  async settle(): Promise<void> {
    for (;;) {
      await nextTurn();
      while (this.waiting > 0) await this.someTasks();
      this.current = this.anyone;
      if (!(await this.realWork()) && this.waiting === 0) return;
    }
  }

  /** A few turns of Node's loop at once: between two of them it runs all promises, as a browser does between tasks. */
  private someTasks(): Promise<void> {
    const count = Math.min(this.waiting, 8);
    for (let n = 0; n < count; n += 1) setImmediate(this.oneTask);
    return nextTurn();
  }

  private readonly oneTask = (): void => {
    if (this.waiting === 0) return;
    let skip = this.tasks.size > 1 ? Math.floor(this.random.next() * this.tasks.size) : 0;
    for (const [owner, queue] of this.tasks) {
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      const run = queue.shift();
      if (queue.length === 0) this.tasks.delete(owner);
      this.waiting -= 1;
      this.current = owner;
      run?.();
      return;
    }
  };

  private push(event: Event): void {
    const { heap } = this;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Event;
      if (above.at < event.at || (above.at === event.at && above.order < event.order)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const [left, right] = [heap[child] as Event, heap[child + 1]];
      if (right && (right.at < left.at || (right.at === left.at && right.order < left.order))) child += 1;
      const lower = heap[child] as Event;
      if (last.at < lower.at || (last.at === lower.at && last.order < lower.order)) break;
      heap[at] = lower;
      at = child;
    }
    heap[at] = last;
  }
}

/** The timeline of the schedule that is being played; a process plays one at a time. */
let playing: Timeline | undefined;

export function timeline(): Timeline {
  if (!playing) throw new Error('No schedule is being played');
  return playing;
}
export const hasTimeline = (): boolean => playing !== undefined;
export function begin(next: Timeline | undefined): void {
  playing = next;
}
