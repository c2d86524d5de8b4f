import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay } from '../tenants';
import { countRecovery } from './count';

/** What loans may be expected to pay, each night. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'recovery.night', (tx, today, now, zone) => countRecovery(tx, today, zone, now));
}
