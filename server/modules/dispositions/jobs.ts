import type { Tx } from '../../db/database';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { registerFileJobs } from './file-jobs';

/** 02:10 in India. */
const AT = '20:40';
/** Records are taken in every version of the last 90 days, so calls are remembered as long. */
const KEPT_MS = 90 * 86_400_000;
const PAGE = 2000;

/** Keys of calls that were started. A record's key, and a key that is barred by a record, stay as long as the record. */
async function forgetCallKeys(tx: Tx, before: Date): Promise<boolean> {
  const gone = await tx.query(
    `delete from idempotency_keys where tenant_id = current_tenant() and (user_id, key) in (
       select user_id, key from idempotency_keys
        where tenant_id = current_tenant() and record_id is null and superseded_by is null and created_at < $1
        limit ${PAGE}) returning 1`,
    [before],
  );
  return gone.length === PAGE;
}

export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'storage' | 'clock' | 'keys' | 'logger'>): void {
  const { clock } = deps;
  registerFileJobs(jobs, deps);
  jobs.schedule(
    'dispositions.clean-up',
    { dailyAt: AT },
    async (_job, run) => {
      const before = new Date(clock.now().getTime() - KEPT_MS);
      while (!run.signal.aborted && (await run.step((tx) => forgetCallKeys(tx, before))));
    },
    { for: 'tenants' },
  );
}
