import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { targetService } from './service';

type TargetHandlers = Pick<Handlers, Extract<keyof Handlers, `targets.${string}`>>;

export function handlers(deps: Deps): TargetHandlers {
  const targets = targetService(deps);
  const ok = async <T>(data: Promise<T>) => ({ success: true as const, data: await data });
  return {
    'targets.list': ({ actor, query }) => ok(targets.list(actor, query)),
    'targets.create': ({ actor, body }) => ok(targets.create(actor, body)),
    'targets.update': ({ actor, params, body }) => ok(targets.update(actor, params.id, body.version, body.target)),
    'targets.delete': async ({ actor, params, query }) => {
      await targets.remove(actor, params.id, query.version);
      return { success: true };
    },
    'targets.cascade': async ({ actor, params, body }) => ({
      success: true,
      data: { rows: await targets.cascade(actor, params.id, body) },
    }),
    'targets.copy': ({ actor, body }) => ok(targets.copy(actor, body.month, body.percent)),
    'targets.lock': ({ actor, body }) => ok(targets.lock(actor, body.month, body.locked)),
    'targets.log': async ({ actor, params }) => ({
      success: true,
      data: { lines: await targets.log(actor, params.id) },
    }),
    'targets.calendar': ({ actor }) => ok(targets.calendar(actor)),
    'targets.saveCalendar': ({ actor, body }) => ok(targets.saveCalendar(actor, body)),
    'targets.choices': ({ actor, query }) => ok(targets.choices(actor, query.q ?? '')),
    'targets.collectors': ({ actor, headers, query }) => ok(targets.collectors(actor, headers.portfolioid, query)),
    'targets.series': ({ actor, query }) => ok(targets.series(actor, query)),
  };
}
