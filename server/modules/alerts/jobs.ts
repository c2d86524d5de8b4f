import { dayOf } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { createOutgoing, OutgoingRefused } from '../../platform/senders/outgoing';
import { tenantRules } from '../tenants';
import { judgePromises } from './promises';
import { markPushed, pushAlert, waitingPushes } from './push';
import { forgetAlerts, raiseCallbacks, raisePromisesDue } from './raise';

const EVERY_MS = 10_000;
/** When the promises of a day are told, in the tenant's zone. */
const MORNING = '09:00';
const PUSHES_AT_ONCE = 8;

type AlertJobDeps = Pick<Deps, 'db' | 'clock' | 'logger' | 'config' | 'keys'>;

/** Who runs this server, for the operators of push services (RFC 8292). */
const contactOf = (mailFrom: string): string => `mailto:${/<([^>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;

export function registerJobs(jobs: Jobs, { db, clock, logger, config, keys }: AlertJobDeps): void {
  const rulesOf = tenantRules(db);
  const outgoing = createOutgoing(config.pushHosts);
  const contact = contactOf(config.mailFrom);

  jobs.schedule(
    'alerts.raise',
    { everyMs: EVERY_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const { zone } = await rulesOf(tenantId);
      while (!run.signal.aborted && (await run.step((tx) => raiseCallbacks(tx, clock.now()))));
      while (!run.signal.aborted) {
        const now = clock.now();
        if (!(await run.step((tx) => judgePromises(tx, dayOf(now, zone), now)))) break;
      }
      await run.finish((tx) => {
        const now = clock.now();
        const today = dayOf(now, zone);
        return raisePromisesDue(tx, today, instantAt(today, MORNING, zone), now);
      });
    },
    { for: 'tenants' },
  );

  jobs.schedule(
    'alerts.push',
    { everyMs: EVERY_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const waiting = await run.step((tx) => waitingPushes(tx, clock.now()));
      const done: string[] = [];
      const gone: string[] = [];
      let next = 0;
      const worker = async () => {
        for (let one = waiting[next++]; one && !run.signal.aborted; one = waiting[next++]) {
          const outcome = await pushAlert(outgoing, keys, contact, one).catch((error: unknown) => {
            logger.warn('a browser could not be woken', { tenantId, error });
            return error instanceof OutgoingRefused ? 'gone' : 'later';
          });
          // What the push service did not take is tried again with the next turn, for as long as it is news.
          if (outcome !== 'later') done.push(one.alertId);
          if (outcome === 'gone') gone.push(one.subscriptionId);
        }
      };
      await Promise.all(Array.from({ length: PUSHES_AT_ONCE }, worker));
      await run.finish((tx) => markPushed(tx, done, gone, clock.now()));
    },
    { for: 'tenants' },
  );

  jobs.schedule(
    'alerts.clean-up',
    { dailyAt: '20:30' },
    async (_job, run) => {
      await run.finish((tx) => forgetAlerts(tx, clock.now()));
    },
    { for: 'tenants' },
  );
}
