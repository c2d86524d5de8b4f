import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { readDupont } from './read';
import { figureStates } from './state';

type FigureHandlers = Pick<Handlers, Extract<keyof Handlers, `figures.${string}`>>;

export function handlers(deps: Pick<Deps, 'db' | 'clock'>): FigureHandlers {
  const { db } = deps;
  const states = figureStates(deps);
  return {
    'figures.state': async ({ actor }) => ({ success: true, data: await states.read(actor) }),
    'figures.recount': async ({ actor, body }) => {
      await states.recount(actor, body.day);
      return { success: true };
    },
    'figures.dupont': async ({ actor, query }) => ({
      success: true,
      data: await db.transaction({ tenantId: actor.tenantId, userId: actor.userId, indexed: true }, (tx) =>
        readDupont(tx, actor, query),
      ),
    }),
  };
}
