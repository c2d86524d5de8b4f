import { dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor, Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { numbersOf } from '../allocation';
import { tenantRules } from '../tenants';
import { addList, deleteList, listsOf } from './lists';
import { readAccounts, readForecast } from './read';

export function handlers({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Pick<Handlers, Extract<keyof Handlers, `recovery.${string}`>> {
  const rulesOf = tenantRules(db);
  const at = async <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) => ({
    success: true as const,
    data: await db.transaction({ tenantId, userId, indexed: true }, work),
  });
  return {
    'recovery.forecast': ({ actor, query }) => at(actor, (tx) => readForecast(tx, actor, query)),
    'recovery.accounts': async ({ actor, query }) => {
      const { zone } = await rulesOf(actor.tenantId);
      return at(actor, (tx) => readAccounts(tx, actor, query, { zone, today: dayOf(clock.now(), zone) }));
    },
    'recovery.lists': ({ actor }) => at(actor, (tx) => listsOf(tx, actor)),
    'recovery.addList': async ({ actor, query, bytes }) => {
      const given = await numbersOf(bytes);
      return at(actor, (tx) => addList(tx, actor, { ...query, given }, clock.now()));
    },
    'recovery.deleteList': async ({ actor, params }) => {
      await at(actor, (tx) => deleteList(tx, actor, params.id, clock.now()));
      return { success: true };
    },
  };
}
