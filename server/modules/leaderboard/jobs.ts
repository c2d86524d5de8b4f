import { addDays } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { monthOf } from '../../../core/domain/working-days';
import { defineLook, type Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { newestDupont } from '../figures';
import { eachDay } from '../tenants';
import { countFurther, newestRun, openRun } from './count';

export const COUNT_JOB = 'leaderboard.count';

/** The leaderboard of yesterday's month, once the night counted its loans, and of a month for whoever asks. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock' | 'logger'>): void {
  const { clock, logger } = deps;
  eachDay(jobs, deps, 'leaderboard.night', async (tx, today, now, zone) => {
    const month = monthOf(addDays(today, -1));
    if ((await newestDupont(tx, month))?.before_day !== today) return false;
    if ((await newestRun(tx, month))?.before_day === today) return false;
    const [tenant] = await tx.query<{ id: string }>('select current_tenant() as id');
    if (!tenant) return false;
    const run = await openRun(tx, { id: uuidv7(now.getTime()), tenantId: tenant.id, month, zone, askedBy: null }, now);
    return run !== undefined && (await countFurther(tx, run.id, now));
  });
  defineLook(jobs, COUNT_JOB, logger, {
    further: (tx, id) => countFurther(tx, id, clock.now()),
    fail: async (tx, id) => {
      await tx.query('update leaderboard_runs set failed_at = $2 where tenant_id = current_tenant() and id = $1', [
        id,
        clock.now(),
      ]);
    },
  });
}
