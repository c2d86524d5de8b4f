import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type Handlers } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { newestRun, openRun, takeSettings } from './count';
import { COUNT_JOB } from './jobs';
import { answer, ask } from './questions';
import { readBoard, readPerson, readPromises } from './read';
import { boardOf, readSettings, saveSettings } from './settings';

export function handlers({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Pick<Handlers, Extract<keyof Handlers, `leaderboard.${string}`>> {
  const rulesOf = tenantRules(db);
  const at = async <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) => ({
    success: true as const,
    data: await db.transaction({ tenantId, userId, indexed: true }, work),
  });

  /** Undefined while no night counted the month's loans. */
  async function count(tx: Tx, { tenantId, userId }: Actor, month: Day, zone: string) {
    const now = clock.now();
    const run = await openRun(tx, { id: uuidv7(now.getTime()), tenantId, month, zone, askedBy: userId }, now);
    if (run) await enqueueWithin(tx, now, COUNT_JOB, { id: run.id }, { tenantId, singletonKey: run.id });
    return run;
  }

  return {
    'leaderboard.list': ({ actor, query }) => at(actor, (tx) => readBoard(tx, actor, query)),
    'leaderboard.person': ({ actor, query }) => at(actor, (tx) => readPerson(tx, actor, query)),
    'leaderboard.promises': ({ actor, query }) => at(actor, (tx) => readPromises(tx, actor, query)),
    'leaderboard.settings': ({ actor }) => at(actor, (tx) => readSettings(tx, actor.tenantId)),
    'leaderboard.saveSettings': async ({ actor, body }) => {
      const { zone } = await rulesOf(actor.tenantId);
      return at(actor, async (tx) => {
        const saved = await saveSettings(tx, actor, body, clock.now());
        await takeSettings(tx, await boardOf(tx, actor.tenantId));
        const shown = await newestRun(tx);
        if (shown) await count(tx, actor, shown.month, zone);
        return saved;
      });
    },
    'leaderboard.count': async ({ actor, body }) => {
      const { zone } = await rulesOf(actor.tenantId);
      return at(actor, async (tx) => {
        const run = await count(tx, actor, body.month, zone);
        if (!run)
          throw new ApiError('invalid', {
            fields: [{ path: 'month', message: 'The loans of this month were not counted by any night yet' }],
          });
        return { done: run.done, total: run.total };
      });
    },
    'leaderboard.ask': ({ actor, body }) => at(actor, (tx) => ask(tx, actor, body, clock.now())),
    'leaderboard.answer': ({ actor, params, body }) =>
      at(actor, (tx) => answer(tx, actor, params.id, body.answer, clock.now())),
  };
}
