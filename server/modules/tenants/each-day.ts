import { type Day, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from './rules';

/** A look costs one row once the day is done, and a tenant's midnight is never far. */
const EVERY_MS = 10 * 60_000;

/**
 * Work on each tenant that a new day in its zone brings. `part` does some of it in one transaction and answers whether there may
 * be more; it finds by itself what of the day is done, so that a run that dies is taken up.
 */
export function eachDay(
  jobs: Jobs,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: string,
  part: (tx: Tx, today: Day, now: Date, zone: string) => Promise<boolean>,
): void {
  const rulesOf = tenantRules(db);
  jobs.schedule(
    name,
    { everyMs: EVERY_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const { zone } = await rulesOf(tenantId);
      while (!run.signal.aborted) {
        const now = clock.now();
        if (!(await run.step((tx) => part(tx, dayOf(now, zone), now, zone)))) return;
      }
    },
    { for: 'tenants' },
  );
}
