import type { Tx } from '../../db/database';
import type { Actor, Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { readInsights, writeFile } from './read';
import { deleteView, saveView, viewsOf } from './views';

export function handlers({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Pick<Handlers, Extract<keyof Handlers, `insights.${string}`>> {
  const rulesOf = tenantRules(db);
  const at = async <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) => ({
    success: true as const,
    data: await db.transaction({ tenantId, userId, indexed: true }, work),
  });
  return {
    'insights.read': async ({ actor, query }) => {
      const { subscription } = await rulesOf(actor.tenantId);
      return at(actor, (tx) => readInsights(tx, actor, query, subscription));
    },
    'insights.file': async ({ actor, body }) => {
      const { subscription } = await rulesOf(actor.tenantId);
      return at(actor, (tx) => writeFile(tx, actor, body, subscription, clock.now()));
    },
    'insights.views': ({ actor }) => at(actor, (tx) => viewsOf(tx, actor)),
    'insights.saveView': ({ actor, params, body }) =>
      at(actor, (tx) => saveView(tx, actor, params.id, body, clock.now())),
    'insights.deleteView': async ({ actor, params }) => {
      await at(actor, (tx) => deleteView(tx, actor, params.id, clock.now()));
      return { success: true };
    },
  };
}
