import { dayOf } from '../../../core/domain/dates';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { judgePart } from './judge';
import { defineLetterRuns } from './letter-runs';
import { type CodeDeps, defineSendCode } from './offer-codes';

/** A payment moves its settlement on within seconds. */
const EVERY_MS = 10_000;

export function registerJobs(jobs: Jobs, deps: CodeDeps & Pick<Deps, 'storage'>): void {
  const { db, clock } = deps;
  defineLetterRuns(jobs, deps);
  defineSendCode(jobs, deps);
  const rulesOf = tenantRules(db);
  jobs.schedule(
    'settlements.judge',
    { everyMs: EVERY_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const { zone } = await rulesOf(tenantId);
      while (!run.signal.aborted) {
        const now = clock.now();
        if (!(await run.step((tx) => judgePart(tx, dayOf(now, zone), now)))) return;
      }
    },
    { for: 'tenants' },
  );
}
