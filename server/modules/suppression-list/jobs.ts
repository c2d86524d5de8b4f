import { dayOf } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { eachDay, tenantRules } from '../tenants';
import { turnEntries } from './covered';
import { type Match, releasePage } from './entries';

export const RELEASE_JOB = 'suppressions.release';

/** What was asked for, with how far it came. */
interface Asked extends Record<string, unknown> {
  match: Match;
  except: string[];
  reason: string;
  userId: string;
  /** Entries that were added later stay. */
  before: string;
}

export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock'>): void {
  const { clock } = deps;
  // On the day an entry begins to hold, and on the day after its last, phones hear of its loans at their next sync.
  eachDay(jobs, deps, 'suppressions.turn', turnEntries);

  const rulesOf = tenantRules(deps.db);
  jobs.define(RELEASE_JOB, async ({ tenantId, data }, run) => {
    if (tenantId === null) return;
    const { match, except, reason, userId, before } = data as Asked;
    const { zone } = await rulesOf(tenantId);
    const today = dayOf(clock.now(), zone);
    const of = { match, except, before: new Date(before), today };
    // A run that is taken up begins anew: what it released is no longer among those that match.
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      if (run.signal.aborted) return;
      const page = await run.step(async (tx) => {
        const now = clock.now();
        const done = await releasePage(tx, { ...of, after }, { userId, reason, now });
        if (!done) return undefined;
        const detail = { reason, kind: match.kind ?? null, released: done.released };
        await appendAudit(
          tx,
          [
            {
              action: 'suppressions.released-matching',
              subject: 'suppression',
              subjectId: done.last,
              actorId: userId,
              detail,
            },
          ],
          now,
        );
        return done;
      });
      if (!page) break;
      after = page.last;
    }
    await run.finish(async () => undefined);
  });
}
