import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { watchDatabase } from './life';

const EVERY_MS = 60_000;

/** A restored database is noticed within a minute, and devices start over. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'storage' | 'clock' | 'logger'>): void {
  jobs.schedule('sync.watch-database', { everyMs: EVERY_MS }, async () => {
    await watchDatabase(deps);
  });
}
