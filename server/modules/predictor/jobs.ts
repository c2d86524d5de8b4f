import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay } from '../tenants';
import { countPredictor } from './count';

/** The advanced predictor, each night. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  eachDay(jobs, deps, 'predictor.night', (tx, today, now, zone) => countPredictor(tx, today, zone, now));
}
