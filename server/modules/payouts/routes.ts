import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { payoutService } from './service';

export function handlers(deps: Deps): Pick<Handlers, Extract<keyof Handlers, `payouts.${string}`>> {
  const payouts = payoutService(deps);
  const success = true as const;
  return {
    'payouts.list': async ({ actor, query }) => ({ success, data: await payouts.page(actor, query) }),
    'payouts.export': async ({ actor, query }) => ({ success, data: await payouts.file(actor, query) }),
    'payouts.get': async ({ actor, params }) => ({ success, data: await payouts.get(actor, params) }),
    'payouts.decide': async ({ actor, params, body }) => ({ success, data: await payouts.decide(actor, params, body) }),
  };
}
