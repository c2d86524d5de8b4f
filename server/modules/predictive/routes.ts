import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { listService } from './lists';
import { processService } from './processes';
import { reportService } from './report';

type PredictiveHandlers = Pick<
  Handlers,
  | Extract<keyof Handlers, `processes.${string}`>
  | 'predictive.lists'
  | 'predictive.list'
  | 'predictive.makeList'
  | 'predictive.importSheet'
  | 'predictive.cancelList'
  | 'predictive.listErrors'
  | 'predictive.report'
  | 'predictive.export'
>;

export function handlers(deps: Deps): PredictiveHandlers {
  const processes = processService(deps);
  const lists = listService(deps);
  const report = reportService(deps);
  const ok = async <T>(data: Promise<T>) => ({ success: true as const, data: await data });
  return {
    'processes.list': ({ actor, query }) => ok(processes.list(actor, query)),
    'processes.choices': ({ actor }) => ok(processes.choices(actor)),
    'processes.get': ({ actor, params }) => ok(processes.get(actor, params.id)),
    'processes.create': ({ actor, body }) => ok(processes.create(actor, body)),
    'processes.update': ({ actor, params, body }) => ok(processes.update(actor, params.id, body)),
    'processes.steer': ({ actor, params, body }) => ok(processes.steer(actor, params.id, body)),
    'processes.log': async ({ actor, params }) => ({
      success: true,
      data: { lines: await processes.log(actor, params.id) },
    }),
    'predictive.lists': ({ actor, query }) => ok(lists.page(actor, query)),
    'predictive.list': ({ actor, params }) => ok(lists.one(actor, params.id)),
    'predictive.makeList': ({ actor, body }) => ok(lists.fromFilter(actor, body)),
    'predictive.importSheet': ({ actor, query, bytes }) => ok(lists.importSheet(actor, bytes, query)),
    'predictive.cancelList': ({ actor, params }) => ok(lists.cancel(actor, params.id)),
    'predictive.listErrors': ({ actor, params }) => ok(lists.errors(actor, params.id)),
    'predictive.report': ({ actor, query }) => ok(report.page(actor, query)),
    'predictive.export': ({ actor, query }) => ok(report.file(actor, query)),
  };
}
