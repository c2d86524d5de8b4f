import { dayOf } from '../../../core/domain/dates';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { agePart } from './repository';

/** A look costs one row once the day is done, and a tenant's midnight is never far. */
const EVERY_MS = 10 * 60_000;

/** Each day in the tenant's zone: snapshots of a month that began, then DPD by the calendar where a portfolio says so. */
export function registerJobs(jobs: Jobs, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  const rulesOf = tenantRules(db);
  jobs.schedule(
    'loans.age',
    { everyMs: EVERY_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const { zone } = await rulesOf(tenantId);
      while (!run.signal.aborted) {
        const now = clock.now();
        if (!(await run.step((tx) => agePart(tx, dayOf(now, zone), now)))) return;
      }
    },
    { for: 'tenants' },
  );
}
