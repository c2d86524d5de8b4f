import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay } from '../tenants';
import { countInsights } from './count';

/** What the last weeks say, each night. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'insights.night', (tx, today, now, zone) => countInsights(tx, today, zone, now));
}
