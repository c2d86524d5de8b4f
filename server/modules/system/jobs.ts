import { ensurePartitions } from '../../db/migrate';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';

/** 01:10 in India, when few write. */
const AT = '19:40';

/** The large tables' partitions of the coming months are there before their months begin. */
export function registerJobs(jobs: Jobs, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  jobs.schedule('system.partitions', { dailyAt: AT }, () => ensurePartitions(db, clock.now()));
}
