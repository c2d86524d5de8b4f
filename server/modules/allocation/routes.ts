import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { allocationService } from './service';

export function handlers(
  deps: Deps,
): Pick<
  Handlers,
  Extract<keyof Handlers, `allocation.${string}` | `handAllocation.${string}` | `agencyAllocation.${string}`>
> {
  const allocation = allocationService(deps);
  const ok = async <T>(data: Promise<T>) => ({ success: true as const, data: await data });
  return {
    'allocation.rules': ({ actor, query }) => ok(allocation.rules(actor, query.version)),
    'allocation.upload': ({ actor, body }) => ok(allocation.saveRules(actor, body)),
    'allocation.versions': ({ actor }) => ok(allocation.versions(actor)),
    'allocation.count': ({ actor, body }) => ok(allocation.count(actor, body)),
    'allocation.rehearse': ({ actor, body }) => ok(allocation.rehearse(actor, body)),
    'allocation.runs': ({ actor }) => ok(allocation.runs(actor)),
    'allocation.run': ({ actor, params }) => ok(allocation.run(actor, params.id)),
    'allocation.commit': ({ actor, params }) => ok(allocation.commit(actor, params.id)),
    'allocation.cancel': ({ actor, params }) => ok(allocation.cancel(actor, params.id)),
    'allocation.undo': ({ actor, params }) => ok(allocation.undo(actor, params.id)),
    'allocation.loans': ({ actor, params, query }) => ok(allocation.loans(actor, params.id, query)),
    'handAllocation.matching': ({ actor, body }) => ok(allocation.giveMatching(actor, body)),
    'handAllocation.listed': ({ actor, bytes, query }) => ok(allocation.giveListed(actor, bytes, query)),
    'handAllocation.list': ({ actor }) => ok(allocation.byHand(actor)),
    'agencyAllocation.rehearse': ({ actor, body }) => ok(allocation.rehearseAgencies(actor, body)),
    'agencyAllocation.list': ({ actor }) => ok(allocation.agencyRuns(actor)),
    'agencyAllocation.agencies': ({ actor }) => ok(allocation.agencies(actor)),
    'allocation.outcomes': ({ actor, params, query }) => allocation.outcomes(actor, params.id, query.look),
    'allocation.errors': ({ actor, params }) => allocation.errors(actor, params.id),
  };
}
