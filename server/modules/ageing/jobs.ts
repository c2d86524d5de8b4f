import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay } from '../tenants';
import { agePart } from './repository';

/** Snapshots of a month that began, then DPD by the calendar where a portfolio says so. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'loans.age', (tx, today, now) => agePart(tx, today, now));
}
