import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { removeExpiredUploads } from './upload-expiry';

const HOUR_MS = 3_600_000;

/** Uploads that nobody goes on with give their place on the disk back. */
export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'storage' | 'clock' | 'logger'>): void {
  jobs.schedule('attachments.expired-uploads', { everyMs: HOUR_MS }, async () => {
    const count = await removeExpiredUploads(deps);
    if (count > 0) deps.logger.info('expired uploads removed', { count });
  });
}
