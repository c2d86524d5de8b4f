import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay } from '../tenants';
import { recallFromAgencies } from './agency-recall';
import { recallLoans } from './recall';
import { liftSuppressions } from './suppressions';

/** A suppression that names its last day ends with it, and a loan goes back after its recall date; phones hear of it at their next sync. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'loans.lift-suppressions', liftSuppressions);
  eachDay(jobs, deps, 'loans.recall', recallLoans);
  eachDay(jobs, deps, 'loans.recall-from-agencies', recallFromAgencies);
}
