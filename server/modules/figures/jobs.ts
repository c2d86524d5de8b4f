import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay } from '../tenants';
import { countPart } from './count';

/** Yesterday's work, counted for the dashboards. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'figures.dupont', (tx, today, now, zone) => countPart(tx, today, zone, now));
}
