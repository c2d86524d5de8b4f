import { dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor, Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { previewOf } from './preview';
import { saveSorting, sortingSets, workOrderOf } from './rules';

export function handlers({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Pick<Handlers, Extract<keyof Handlers, `sortingRules.${string}`>> {
  const rulesOf = tenantRules(db);
  const at = async <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) => ({
    success: true as const,
    data: await db.transaction({ tenantId, userId, indexed: true }, work),
  });
  return {
    'sortingRules.rules': ({ actor, query }) =>
      at(actor, (tx) => sortingSets.present(tx, actor.tenantId, query.version)),
    'sortingRules.save': async ({ actor, body }) => {
      const saved = await at(actor, (tx) => saveSorting(tx, actor, body, clock.now()));
      workOrderOf(db).forget(actor.tenantId);
      return saved;
    },
    'sortingRules.versions': ({ actor }) => at(actor, (tx) => sortingSets.versions(tx, actor.tenantId)),
    'sortingRules.preview': async ({ actor, body }) => {
      const { zone } = await rulesOf(actor.tenantId);
      return at(actor, (tx) => previewOf(tx, actor, body, { today: dayOf(clock.now(), zone), zone }));
    },
  };
}
