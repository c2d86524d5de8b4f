import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { readDupont } from './read';

type FigureHandlers = Pick<Handlers, Extract<keyof Handlers, `figures.${string}`>>;

export function handlers({ db }: Pick<Deps, 'db'>): FigureHandlers {
  return {
    'figures.dupont': async ({ actor, query }) => ({
      success: true,
      data: await db.transaction({ tenantId: actor.tenantId, userId: actor.userId, indexed: true }, (tx) =>
        readDupont(tx, actor, query),
      ),
    }),
  };
}
