import type { Role } from '../../../core/domain/roles';
import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { chartService } from './charts';
import { dayStatusService } from './day-status';
import { deliveryService } from './deliveries';
import { exportService } from './exports';
import { figureService } from './figures';
import { formatService } from './formats';
import { recordingService } from './recordings';
import { scheduleService } from './schedules';
import { reportService } from './service';

type ReportHandlers = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    | `callRecordings.${string}`
    | `charts.${string}`
    | `reports.${string}`
    | `reportFormats.${string}`
    | `reportExports.${string}`
    | `scheduleReports.${string}`
  >
>;

/** Specification 6, "Data scoping": these get list-shaped allocation reports, others an object. */
const LISTS: readonly Role[] = ['CRM_TELECALLER', 'MANAGER', 'CRM_MANAGER', 'CRM_SUPERMANAGER'];

export function handlers(deps: Deps): ReportHandlers {
  const reports = reportService(deps);
  const figures = figureService(deps, reports);
  const statuses = dayStatusService(deps, reports);
  const charts = chartService(deps, reports);
  const formats = formatService(deps, reports);
  const exports = exportService(deps, reports, formats);
  const schedules = scheduleService(deps);
  const deliveries = deliveryService(deps);
  const recordings = recordingService(deps);
  const ok = async <T>(data: Promise<T>) => ({ success: true as const, data: await data });
  return {
    'reports.calls': ({ actor, query }) => ok(reports.page('calls', actor, query)),
    'reports.visits': ({ actor, query }) => ok(reports.page('visits', actor, query)),
    'reports.best': ({ actor, query }) => ok(reports.page('best', actor, query)),
    'reports.allocationList': async ({ actor, query }) => {
      const page = await reports.page('allocations', actor, query);
      return { success: true, data: LISTS.includes(actor.role) ? page.rows : page };
    },
    'reports.allocations': ({ actor, query, body }) => ok(reports.page('allocations', actor, { ...body, ...query })),
    'reports.page': ({ actor, params, query }) => ok(reports.page(params.kind, actor, query)),
    'reports.totals': ({ actor, params, query }) => ok(reports.totals(params.kind, actor, query)),
    'reports.figure': ({ actor, params, query }) => ok(figures.page(params.kind, params.figure, actor, query)),
    'reports.callStatus': ({ actor, query }) => ok(statuses.of('calls', actor, query)),
    'reports.fieldStatus': ({ actor, query }) => ok(statuses.of('visits', actor, query)),
    'reports.file': ({ actor, params, query }) => ok(reports.file(params.kind, actor, query)),
    'callRecordings.audio': ({ actor, params, query }) => recordings.audio(actor, params.id, query),
    'callRecordings.waveform': ({ actor, params }) => ok(recordings.waveform(actor, params.id)),
    'reports.export': ({ actor, query: { model, gte, lte } }) =>
      ok(reports.listOf(model, actor, { from: gte, to: lte })),
    'reports.choices': ({ actor }) => ok(reports.choices(actor)),
    'reportExports.create': ({ actor, body }) => ok(exports.create(actor, body)),
    'reportExports.list': ({ actor }) => ok(exports.list(actor)),
    'reportExports.cancel': ({ actor, params }) => ok(exports.cancel(actor, params.id)),
    'reportExports.file': ({ actor, params }) => exports.file(actor, params.id),
    'scheduleReports.list': ({ actor, query }) => ok(schedules.list(actor, query)),
    'scheduleReports.create': ({ actor, body }) => ok(schedules.create(actor, body)),
    'scheduleReports.activate': ({ actor, headers }) =>
      ok(schedules.activate(actor, headers.schedulereportid, headers.active === 'true')),
    'scheduleReports.update': ({ actor, params, body }) => ok(schedules.update(actor, params.id, body)),
    'scheduleReports.delete': ({ actor, params }) => ok(schedules.remove(actor, params.id)),
    'scheduleReports.send': ({ actor, params, body }) => ok(deliveries.send(actor, params.id, body.deliveryId)),
    'scheduleReports.deliveries': ({ actor, params }) => ok(deliveries.list(actor, params.id)),
    'scheduleReports.mailed': ({ actor }) => ok(deliveries.mailed(actor)),
    'scheduleReports.file': ({ actor, params }) => deliveries.file(actor, params.id),
    'charts.list': ({ actor, query }) => ok(charts.list(actor, query)),
    'charts.own': ({ actor }) => ok(charts.own(actor)),
    'charts.get': ({ actor, params }) => ok(charts.get(actor, params.id)),
    'charts.create': ({ actor, body }) => ok(charts.create(actor, body)),
    'charts.update': ({ actor, params, body }) => ok(charts.update(actor, params.id, body)),
    'charts.delete': ({ actor, params }) => ok(charts.remove(actor, params.id)),
    'charts.preview': ({ actor, body }) => ok(charts.preview(actor, body)),
    'charts.figures': ({ actor, params }) => ok(charts.figures(actor, params.id)),
    'reportFormats.list': ({ actor }) => ok(formats.list(actor)),
    'reportFormats.create': ({ actor, body }) => ok(formats.create(actor, body)),
    'reportFormats.update': ({ actor, params, body }) => ok(formats.update(actor, params.id, body)),
    'reportFormats.delete': ({ actor, params }) => ok(formats.remove(actor, params.id)),
    'reportFormats.learn': ({ actor, query, bytes }) => ok(formats.learn(actor, query.kind, bytes)),
    'reportFormats.report': ({ actor, query }) => ok(formats.report(actor, query)),
    'reportFormats.file': ({ actor, params, query }) => ok(formats.file(actor, params.id, query)),
  };
}
