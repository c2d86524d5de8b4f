import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { suppressionService } from './service';

export function handlers(deps: Deps): Pick<Handlers, Extract<keyof Handlers, `suppressions.${string}`>> {
  const list = suppressionService(deps);
  return {
    'suppressions.list': async ({ actor, query }) => ({ success: true, data: await list.page(actor, query) }),
    'suppressions.add': async ({ actor, body }) => ({ success: true, data: await list.add(actor, body) }),
    'suppressions.release': async ({ actor, body }) => ({ success: true, data: await list.release(actor, body) }),
    'suppressions.releaseMatching': async ({ actor, body }) => ({
      success: true,
      data: await list.releaseMatching(actor, body),
    }),
    'suppressions.why': async ({ actor, query }) => ({ success: true, data: await list.why(actor, query.value) }),
  };
}
