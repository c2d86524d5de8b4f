import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { refreshAlerts } from './alerts';

const EVERY_MS = 10 * 60_000;

/** A phone that went silent says nothing that could raise its alert: the time does. */
export function registerJobs(jobs: Jobs, { clock }: Pick<Deps, 'clock'>): void {
  jobs.schedule(
    'devices.alerts',
    { everyMs: EVERY_MS },
    async (_job, run) => {
      await run.finish((tx) => refreshAlerts(tx, clock.now()));
    },
    { for: 'tenants' },
  );
}
