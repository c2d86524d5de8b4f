import { dayOf } from '../../../core/domain/dates';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { liftSuppressions } from './suppressions';

const EVERY_MS = 10 * 60_000;

/** A suppression that names its last day ends with it, in the tenant's zone; phones hear of it at their next sync. */
export function registerJobs(jobs: Jobs, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  const rulesOf = tenantRules(db);
  jobs.schedule(
    'loans.lift-suppressions',
    { everyMs: EVERY_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const { zone } = await rulesOf(tenantId);
      while (!run.signal.aborted) {
        const now = clock.now();
        if (!(await run.step((tx) => liftSuppressions(tx, dayOf(now, zone), now)))) return;
      }
    },
    { for: 'tenants' },
  );
}
