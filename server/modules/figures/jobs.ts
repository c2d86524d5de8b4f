import { dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { checkOldestDay, countNextDay } from '../day-sums';
import { eachDay } from '../tenants';
import { countPart } from './count';

/** What was written before midnight is there by then. */
const SETTLED_MS = 15 * 60_000;

/** Yesterday's work, counted for the dashboards; and each day's, again when something of it changed. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'figures.dupont', (tx, today, now, zone) => countPart(tx, today, zone, now));
  eachDay(jobs, deps, 'figures.days', async (tx, _, now, zone) => {
    const today = dayOf(now.getTime() - SETTLED_MS, zone);
    return (await countNextDay(tx, today, zone, now)) || (await checkOldestDay(tx, today, zone, now, uuidv7()));
  });
}
