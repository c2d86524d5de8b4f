import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { atMost, type Result } from '../support/result';
import { median } from '../support/rounds';

const LOANS = 50_000;
const SLOWDOWN = 4;
const CHANGED = 50;
const name = (what: string) => `device-${LOANS}-loans-${what}`;

/** What is bearable on a phone, in each row's unit. */
const LIMITS = {
  'first-row': { limit: 1, unit: 's' },
  'all-rows': { limit: 15, unit: 's' },
  'start-longest-freeze': { limit: 1_000, unit: 'ms' },
  'search-at-once': { limit: 500, unit: 'ms' },
  search: { limit: 100, unit: 'ms' },
  filter: { limit: 500, unit: 'ms' },
  'changes-50': { limit: 3, unit: 's' },
  'changes-longest-freeze': { limit: 1_000, unit: 'ms' },
  memory: { limit: 256, unit: 'MB' },
} as const;
type What = keyof typeof LIMITS;
const WHATS = Object.keys(LIMITS) as What[];

const share = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.ceil(times.length * part) - 1)] ?? Number.NaN;

/** One phone with very many loans, its processor four times slower: the engine's own work, the page anew for each round. */
export const device: Bench = {
  rows: WHATS.map(name),
  async run(_, { rounds, say }) {
    const page = await openBenchPage();
    const seen = Object.fromEntries(WHATS.map((what) => [what, []])) as unknown as Record<What, number[]>;
    try {
      say(`filling a phone with ${LOANS} loans`);
      await page.call('fillDevice', LOANS);
      for (let round = 0; round < rounds; round += 1) {
        await page.reload();
        await page.setSlowdown(SLOWDOWN);
        say(`starting it, CPU ${SLOWDOWN}×`);
        const start = await page.call('startDevice');
        if (start.count !== LOANS) throw new Error(`only ${start.count} loans are there`);
        seen['first-row'].push(start.firstRowMs / 1000);
        seen['all-rows'].push(start.allMs / 1000);
        seen['start-longest-freeze'].push(start.longestMs);
        // Before the search is prepared, and afterwards.
        seen['search-at-once'].push(share(await page.call('searchDevice', round), 0.95));
        await page.call('searchPrepared');
        seen.search.push(share(await page.call('searchDevice', round + 100), 0.95));
        seen.filter.push(share(await page.call('filterDevice', round), 0.95));
        // The second one finds the overlay full and folds it.
        await page.call('changeDevice', CHANGED, round * 2 + 1);
        const change = await page.call('changeDevice', CHANGED, round * 2 + 2);
        seen['changes-50'].push(change.ms / 1000);
        seen['changes-longest-freeze'].push(change.longestMs);
        await page.setSlowdown(1);
        seen.memory.push((await page.heapBytes()) / 1e6);
      }
    } finally {
      await page.close();
    }
    return WHATS.map(
      (what): Result => atMost({ name: name(what), ours: median(seen[what]), ...LIMITS[what], goal: 1 }),
    );
  },
};
