import { loadDemo } from '../../../server/demo';
import { AppServer } from '../../support/app-server';
import type { SyncTimes } from '../pages/syncing';
import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { AGENT, AGENT_LOANS, configOf, signIn, startDurablePostgres } from '../support/installation';
import { atMost, inform, type Result } from '../support/result';
import { median } from '../support/rounds';

const FIRST = 'first-sync-3g';
const FIRST_ROW = 'first-sync-3g-first-row';
const BYTES = 'first-sync-bytes';
const DELTA = 'delta-50-3g';
const LINE = { kbits: 400, latencyMs: 400 };
const GOAL_S = { [FIRST]: 60, [FIRST_ROW]: 5, [DELTA]: 5 };
const CHANGED = 50;

/** The engine in Chromium over an emulated thin line, against the built server on PostgreSQL; the processor a phone's. */
export const sync: Bench = {
  rows: [FIRST, FIRST_ROW, BYTES, DELTA],
  async run(_, { rounds, say }) {
    const postgres = await startDurablePostgres();
    if (!postgres) {
      say('sync over 3G: left out, this machine has no PostgreSQL');
      return [];
    }
    try {
      await loadDemo(postgres.db, { agentLoans: AGENT_LOANS });
      const server = await AppServer.start({ env: { DATABASE_URL: postgres.url } });
      const agent = await signIn(server.origin, AGENT.username);
      const { bases, sealing } = await configOf(server.origin);
      const plan = { agent, bases, sealingKey: sealing.publicKey };
      const page = await openBenchPage(server.origin);
      const first: SyncTimes[] = [];
      const next: SyncTimes[] = [];
      try {
        await page.call('firstSync', plan);
        await page.setLine(LINE);
        await page.setSlowdown(4);
        for (let round = 0; round < rounds; round += 1) {
          say(`syncing ${AGENT_LOANS} loans over ${LINE.kbits} kbit/s and ${LINE.latencyMs} ms`);
          const all = await page.call('firstSync', plan);
          if (all.count !== AGENT_LOANS) throw new Error(`only ${all.count} loans came`);
          first.push(all);
          const changed = await postgres.db.transaction({ tenantId: agent.tenantId }, (tx) =>
            tx.query(
              `update loans set version = version + 1, overdue_paise = overdue_paise + 100 where (tenant_id, id) in (
                 select f.tenant_id, f.loan_id from loan_feed f
                  where f.tenant_id = $1 and f.user_id = $2 and f.state = 'assigned' order by md5(f.loan_id::text || $3) limit $4)
               returning 1`,
              [agent.tenantId, agent.userId, String(round), CHANGED],
            ),
          );
          if (changed.length !== CHANGED) throw new Error(`only ${changed.length} loans changed`);
          next.push(await page.call('nextSync'));
        }
      } finally {
        await page.close();
        await server.destroy();
      }
      return results(first, next);
    } finally {
      await postgres.stop();
    }
  },
};

function results(first: readonly SyncTimes[], next: readonly SyncTimes[]): Result[] {
  const seconds = (runs: readonly SyncTimes[], part: 'firstRowMs' | 'allMs') =>
    median(runs.map((run) => run[part])) / 1000;
  const within = (name: keyof typeof GOAL_S, ours: number) =>
    atMost({ name, ours, limit: GOAL_S[name] ?? Number.NaN, goal: 1, unit: 's' });
  const bytes = median(first.map((run) => run.bytes)) / 1000;
  return [
    within(FIRST, seconds(first, 'allMs')),
    within(FIRST_ROW, seconds(first, 'firstRowMs')),
    inform({
      name: BYTES,
      ours: bytes,
      peers: {
        'as JSON': median(first.map((run) => run.plainBytes)) / 1000,
        'of a delta': median(next.map((run) => run.bytes)) / 1000,
      },
      unit: 'KB',
    }),
    within(DELTA, seconds(next, 'allMs')),
  ];
}
