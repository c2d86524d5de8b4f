import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { forgetSessions, forgetTokens } from './cleanup';

/** 01:40 in India. */
const AT = '20:10';
const DAY_MS = 86_400_000;
/** Who was signed in when, from where, is asked for long afterwards. */
const SESSIONS_KEPT_MS = 400 * DAY_MS;

/** Tokens of sessions that are over, and in the end the sessions. */
export function registerJobs(jobs: Jobs, { clock }: Pick<Deps, 'clock'>): void {
  jobs.schedule(
    'auth.clean-up',
    { dailyAt: AT },
    async (_job, run) => {
      const now = clock.now().getTime();
      while (!run.signal.aborted && (await run.step((tx) => forgetTokens(tx, new Date(now - DAY_MS)))));
      while (!run.signal.aborted && (await run.step((tx) => forgetSessions(tx, new Date(now - SESSIONS_KEPT_MS)))));
    },
    { for: 'tenants' },
  );
}
