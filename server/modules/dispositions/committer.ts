/**
 * Group commit. While a tenant's transaction is under way, what arrives waits; the next transaction takes all of it, up
 * to a limit. Everybody is answered only after the commit that holds their work.
 *
 *   idle ── items ──▶ committing ── more waiting ──▶ committing … ── nothing waiting ──▶ idle
 */
export const MAX_GROUP = 200;

interface Waiting<Item, Result> {
  items: readonly Item[];
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

/**
 * Those who were just answered often come back at once with their next record. The next transaction waits for as many as
 * there were, at most for half of what the last one took and never longer than this (ms): a fuller group costs less
 * than two, and a sender who is alone never waits.
 */
const MAX_GATHER = 5;

interface Line<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** Called when a request arrives. */
  arrived?: () => void;
}

/** Resolves when `count` requests wait, or after `ms`. */
function gathered<Item, Result>(line: Line<Item, Result>, count: number, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      line.arrived = undefined;
      resolve();
    };
    const timer = setTimeout(done, ms);
    line.arrived = () => {
      if (line.waiting.length >= count) done();
    };
  });
}

/** `commit` answers one result an item, in order; when it rejects, everyone in that group is told. */
export function committer<Item, Result>(
  commit: (tenantId: string, items: Item[]) => Promise<Result[]>,
): (tenantId: string, items: readonly Item[]) => Promise<Result[]> {
  const lines = new Map<string, Line<Item, Result>>();

  async function run(tenantId: string, line: Line<Item, Result>): Promise<void> {
    while (line.waiting.length > 0) {
      const group = takeGroup(line.waiting);
      const started = performance.now();
      try {
        const results = await commit(
          tenantId,
          group.flatMap(({ items }) => items),
        );
        let from = 0;
        for (const { items, resolve } of group) {
          resolve(results.slice(from, from + items.length));
          from += items.length;
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      const crowd = group.length + line.waiting.length;
      if (crowd > 1) await gathered(line, crowd, Math.min(MAX_GATHER, (performance.now() - started) / 2));
    }
    lines.delete(tenantId);
  }

  return (tenantId, items) =>
    new Promise((resolve, reject) => {
      const waiting = { items, resolve, reject };
      const line = lines.get(tenantId);
      if (line) {
        line.waiting.push(waiting);
        line.arrived?.();
      } else {
        const started = { waiting: [waiting] };
        lines.set(tenantId, started);
        void run(tenantId, started);
      }
    });
}

/** Whole requests from the front of the line; always at least one. */
function takeGroup<Item, Result>(line: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
  let count = 0;
  let total = 0;
  for (const { items } of line) {
    if (count > 0 && total + items.length > MAX_GROUP) break;
    total += items.length;
    count += 1;
  }
  return line.splice(0, count);
}
