import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { forgetAttempts } from './attempts';
import { forgetSessions, forgetTokens } from './cleanup';

/** 01:40 in India. */
const AT = '20:10';
const DAY_MS = 86_400_000;
/** Who was signed in when, from where, is asked for long afterwards. */
const SESSIONS_KEPT_MS = 400 * DAY_MS;

/** Tokens of sessions that are over, in the end the sessions, and counts of tries. */
export function registerJobs(jobs: Jobs, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
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
  jobs.schedule(
    'auth.forget-attempts',
    { dailyAt: AT },
    async (_job, run) => {
      const before = new Date(clock.now().getTime() - DAY_MS);
      while (!run.signal.aborted && (await forgetAttempts(db, before)));
    },
    { for: 'installation' },
  );
}
