/**
 * Reports on what was recorded and what was given out (specification 7 "Call disposition and reports"; docs/reports.md).
 * They ask alike, so that one screen and one file endpoint serve them all.
 */
import * as z from 'zod/mini';
import { MODEL_KINDS, MOST_LISTED } from '../domain/export-kinds';
import { MOST_REPORT_LINES, REPORT_KINDS } from '../domain/report-kinds';
import { ROLES } from '../domain/roles';
import { defineEndpoint } from './kit';
import { countAsked, direction, estimated, word } from './loan-list';
import { day, id, instant, sentDay } from './scalars';

const everybody = { kind: 'session', roles: '*', scope: 'loans' } as const;
const notTelecaller = {
  kind: 'session',
  roles: ROLES.filter((role) => role !== 'CRM_TELECALLER'),
  scope: 'loans',
} as const;

/** Classes or codes of dispositions, or kinds of holders, comma separated. */
const several = z.optional(
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(400)),
      z.transform((text: string) => text.split(',').filter(Boolean)),
    ),
    z.array(z.string().check(z.maxLength(40))),
  ),
);
export const reportFilters = {
  /** Days in the tenant's zone, both ends included. Left out: today to tomorrow by UTC for calls, otherwise this month. */
  from: z.optional(sentDay),
  to: z.optional(sentDay),
  /** In the loan number, the borrower's or the agent's name. */
  q: word,
  /** A client's whole name. */
  client: word,
  portfolioId: z.optional(id),
  /** Who recorded it; of allocations, to whom the loan was given. */
  agentId: z.optional(id),
  /** Of the person that `agentId` speaks of, or that was given the loan itself. */
  agencyId: z.optional(id),
  /** Of the loan, as it stands now. */
  bucket: several,
  disposition: several,
  /** Of allocations: `manager`, `collector`, `field_agent`, `agency`. */
  holder: several,
  /** A column that sorts. */
  sort: word,
  dir: direction,
};
export const reportPaging = {
  pageNo: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(250)), 10),
  count: countAsked,
};

/** Cells by column; the columns and what each holds are `REPORT_COLUMNS`. */
const rowSchema = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));
export type ReportRow = z.infer<typeof rowSchema>;
export const reportPageSchema = z.object({
  /** As asked for, or what stands for what was left out. */
  from: day,
  to: day,
  rows: z.array(rowSchema),
  pageNo: z.int(),
  pageSize: z.int(),
  totalElements: z.int(),
  totalPages: z.int(),
  exact: estimated,
});
export type ReportPage = z.infer<typeof reportPageSchema>;
const onePage = z.object({ success: z.literal(true), data: reportPageSchema });

export const dailyCalls = defineEndpoint({
  id: 'reports.calls',
  method: 'GET',
  service: 'main',
  path: 'call-disposition/daily-reports',
  summary:
    'Calls that were recorded, newest first: a caller’s own, a manager’s of everybody below, a client’s on its loans',
  access: everybody,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject({ ...reportFilters, ...reportPaging }),
  response: onePage,
});

export const dailyVisits = defineEndpoint({
  id: 'reports.visits',
  method: 'GET',
  service: 'main',
  path: 'field-disposition/daily-reports',
  summary: 'Visits that were recorded, newest first, with where, how long and what was collected',
  access: notTelecaller,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject({ ...reportFilters, ...reportPaging }),
  response: onePage,
});

export const bestDispositions = defineEndpoint({
  id: 'reports.best',
  method: 'GET',
  service: 'main',
  path: 'call-disposition/getDispositionReport',
  summary: 'Of each loan worked in these days its best disposition, how often it was tried and how it stands last',
  access: everybody,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject({ ...reportFilters, ...reportPaging }),
  response: onePage,
});

export const allocationList = defineEndpoint({
  id: 'reports.allocationList',
  method: 'GET',
  service: 'main',
  path: 'call-disposition/allocation-reports',
  summary: 'Who was given which loan: as a list for telecallers, managers and super managers, as an object for others',
  access: everybody,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject({ ...reportFilters, ...reportPaging }),
  response: z.object({ success: z.literal(true), data: z.union([z.array(rowSchema), reportPageSchema]) }),
});

export const allocationReport = defineEndpoint({
  id: 'reports.allocations',
  method: 'POST',
  service: 'reporting',
  path: '/api/allocation-reports',
  summary: 'The same a page at a time, for every role in one shape; what is asked for stands in the body',
  access: everybody,
  idempotency: 'natural',
  heavy: true,
  query: z.strictObject(reportPaging),
  body: z.strictObject(reportFilters),
  response: onePage,
});

export const reportTotals = defineEndpoint({
  id: 'reports.totals',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/reports/{kind}/totals',
  summary:
    'The sums of what adds up in a report, over all lines that match; null where there are too many to add up at a visit',
  access: everybody,
  idempotency: 'safe',
  heavy: true,
  params: z.object({ kind: z.enum(REPORT_KINDS) }),
  query: z.strictObject(reportFilters),
  response: z.object({
    success: z.literal(true),
    data: z.object({ lines: z.nullable(z.int()), sums: z.nullable(z.record(z.string(), z.nullable(z.number()))) }),
  }),
});

export const reportPage = defineEndpoint({
  id: 'reports.page',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/reports/{kind}',
  summary: 'A page of any report, to the roles that have it',
  access: everybody,
  idempotency: 'safe',
  heavy: true,
  params: z.object({ kind: z.enum(REPORT_KINDS) }),
  query: z.strictObject({ ...reportFilters, ...reportPaging }),
  response: onePage,
});

const figurePage = z.extend(reportPageSchema, {
  /** What the line is known by, by column. */
  line: rowSchema,
  /** What the figure's column adds up to over all rows; null where the rows are counted. */
  sum: z.nullable(z.int()),
});
export type FigurePage = z.infer<typeof figurePage>;
export const reportFigure = defineEndpoint({
  id: 'reports.figure',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/reports/{kind}/figures/{figure}',
  summary:
    'The rows that one figure of one line of a report counts or adds up, within the same filters; 404 where the figure has none or the line is not seen',
  access: everybody,
  idempotency: 'safe',
  heavy: true,
  params: z.object({
    kind: z.enum(REPORT_KINDS),
    figure: z.string().check(z.regex(/^[a-zA-Z]{1,30}$/, 'Not a figure')),
  }),
  /** `of`: the line's id. */
  query: z.strictObject({ of: z.string().check(z.minLength(1), z.maxLength(120)), ...reportFilters, ...reportPaging }),
  response: z.object({ success: z.literal(true), data: figurePage }),
});

export const reportFile = defineEndpoint({
  id: 'reports.file',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/reports/{kind}/file',
  summary: `A report as CSV, all that matches, at most ${MOST_REPORT_LINES} lines; noted in the audit with its filter and number of lines`,
  access: everybody,
  idempotency: 'safe',
  heavy: true,
  params: z.object({ kind: z.enum(REPORT_KINDS) }),
  query: z.strictObject(reportFilters),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});

export const exportModel = defineEndpoint({
  id: 'reports.export',
  method: 'GET',
  service: 'main',
  path: 'activity/get-export',
  summary: `What the caller sees of a model in these days, to be saved as a spreadsheet: cells by heading, at most ${MOST_LISTED} lines; more are exported as a file`,
  access: { kind: 'session', roles: ROLES.filter((role) => role !== 'CRM_FIELDAGENT'), scope: 'loans' },
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject({ model: z.enum(MODEL_KINDS), gte: sentDay, lte: sentDay }),
  response: z.object({ success: z.literal(true), data: z.array(z.record(z.string(), z.string())) }),
});

const dayStatus = z.object({
  /** As asked for, or what stands for what was left out. */
  gte: day,
  lte: day,
  records: z.int(),
  loans: z.int(),
  /** By class, the most frequent first. */
  statuses: z.array(z.object({ disposition_class: z.string(), records: z.int(), loans: z.int() })),
  /** Of each agent, by name; `statuses` counts records by class. */
  agents: z.array(
    z.object({
      id,
      name: z.string(),
      records: z.int(),
      loans: z.int(),
      lastAt: instant,
      statuses: z.record(z.string(), z.int()),
    }),
  ),
});
export type DayStatus = z.infer<typeof dayStatus>;
/** Left out, the days are those of the daily report; `disposition_class` is one class, or several comma separated. */
const statusAsked = z.strictObject({ gte: z.optional(sentDay), lte: z.optional(sentDay), disposition_class: several });
const statusOf = <const Access>(path: string, summary: string, access: Access) =>
  ({
    method: 'GET',
    service: 'main',
    path,
    summary,
    access,
    idempotency: 'safe',
    heavy: true,
    query: statusAsked,
    response: z.object({ success: z.literal(true), data: dayStatus }),
  }) as const;

export const dailyCallStatus = defineEndpoint({
  ...statusOf(
    'activity/daily-call/status',
    'How the calls of some days ended, by class and by agent, within what the caller sees in Daily Call',
    everybody,
  ),
  id: 'reports.callStatus',
});

export const dailyFieldStatus = defineEndpoint({
  ...statusOf(
    'activity/daily-field-agent/status',
    'How the visits of some days ended, by class and by field agent, within what the caller sees in Daily Visit',
    notTelecaller,
  ),
  id: 'reports.fieldStatus',
});
