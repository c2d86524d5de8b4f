import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { syncService } from './service';

export function handlers(deps: Deps): Pick<Handlers, 'sync.loans'> {
  const sync = syncService(deps);
  return {
    'sync.loans': async ({ actor, query }) => ({ success: true, data: await sync.loans(actor, query) }),
  };
}
