import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay } from '../tenants';
import { turnEntries } from './covered';

/** On the day an entry begins to hold, and on the day after its last, phones hear of its loans at their next sync. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'suppressions.turn', turnEntries);
}
