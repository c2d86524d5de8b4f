import { dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor, Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { override, readAccount, readAccounts, readModel } from './read';

export function handlers({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Pick<Handlers, Extract<keyof Handlers, `predictor.${string}`>> {
  const rulesOf = tenantRules(db);
  const at = async <T>({ tenantId, userId }: Actor, work: (tx: Tx, zone: string) => Promise<T>) => {
    const { zone } = await rulesOf(tenantId);
    return {
      success: true as const,
      data: await db.transaction({ tenantId, userId, indexed: true }, (tx) => work(tx, zone)),
    };
  };
  return {
    'predictor.model': ({ actor }) => at(actor, (tx) => readModel(tx, actor)),
    'predictor.accounts': ({ actor, query }) =>
      at(actor, (tx, zone) => readAccounts(tx, actor, query, { zone, today: dayOf(clock.now(), zone) })),
    'predictor.account': ({ actor, params }) => at(actor, (tx, zone) => readAccount(tx, actor, params.loanId, zone)),
    'predictor.override': ({ actor, params, body }) =>
      at(actor, (tx) => override(tx, actor, params.loanId, body, clock.now())),
  };
}
