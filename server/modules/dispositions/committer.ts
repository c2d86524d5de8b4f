/**
 * Group commit. While a tenant's transaction is under way, what arrives waits; the next transaction takes all of it, up
 * to a limit. Nobody waits for others to arrive, and everybody is answered only after the commit that holds their work.
 *
 *   idle ── items ──▶ committing ── more waiting ──▶ committing … ── nothing waiting ──▶ idle
 */
export const MAX_GROUP = 200;

interface Waiting<Item, Result> {
  items: readonly Item[];
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

/** `commit` answers one result an item, in order; when it rejects, everyone in that group is told. */
export function committer<Item, Result>(
  commit: (tenantId: string, items: Item[]) => Promise<Result[]>,
): (tenantId: string, items: readonly Item[]) => Promise<Result[]> {
  const lines = new Map<string, Waiting<Item, Result>[]>();

  async function run(tenantId: string, line: Waiting<Item, Result>[]): Promise<void> {
    while (line.length > 0) {
      const group = takeGroup(line);
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
    }
    lines.delete(tenantId);
  }

  return (tenantId, items) =>
    new Promise((resolve, reject) => {
      const waiting = { items, resolve, reject };
      const line = lines.get(tenantId);
      if (line) {
        line.push(waiting);
      } else {
        const started = [waiting];
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
