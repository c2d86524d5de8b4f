/** Processes of predictive dialing and the lists they dial (specification 2.3, 7 "Dialer and predictive"; docs/dialer.md). */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import {
  ITEM_STATES,
  PROCESS_ACTIONS,
  PROCESS_KEEPERS,
  PROCESS_LIMITS,
  PROCESS_MAKERS,
  PROCESS_MODES,
  PROCESS_STATES,
  SHEET_KEEPERS,
} from '../domain/predictive';
import { defineEndpoint } from './kit';
import { id, instant, sentDay, version } from './scalars';

const makers = { kind: 'session', roles: PROCESS_MAKERS, scope: 'team' } as const;
const keepers = { kind: 'session', roles: PROCESS_KEEPERS, scope: 'team' } as const;
const sheetKeepers = { kind: 'session', roles: SHEET_KEEPERS, scope: 'tenant' } as const;

const word = z.optional(z.string().check(z.trim(), z.maxLength(80)));
const paging = {
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(250))),
};
const dir = z.optional(z.enum(['asc', 'desc']));
const { level, drop, attempts, priority, minutes, hours } = PROCESS_LIMITS;
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is written HH:MM'));
/** One decimal. */
const tenths = (least: number, most: number, message: string) =>
  z.number().check(z.gte(least, message), z.lte(most, message), z.multipleOf(0.1, 'One decimal'));
const wait = z
  .int()
  .check(z.gte(minutes.least, `At least ${minutes.least} minutes`), z.lte(minutes.most, 'At most a week'));

const settings = {
  name: z.string().check(
    z.trim(),
    z.minLength(3, 'At least three letters'),
    z.maxLength(80),
    z.refine((value) => value.toLowerCase() !== 'manual', 'This word means calls without a process'),
  ),
  mode: z.enum(PROCESS_MODES),
  /** As dialed, without a country code; service calls come from numbers of their own series (TRAI, 1600). */
  callerIds: z
    .array(z.string().check(z.regex(/^\d{6,12}$/, 'A caller id has 6 to 12 digits')))
    .check(z.maxLength(PROCESS_LIMITS.callerIds)),
  maxLevel: tenths(level.least, level.most, `Between ${level.least} and ${level.most} lines an agent`),
  dropPercent: tenths(drop.least, drop.most, `Between ${drop.least} and ${drop.most} percent`),
  fromTime: time,
  untilTime: time,
  maxAttempts: z.int().check(z.gte(attempts.least), z.lte(attempts.most, `At most ${attempts.most}`)),
  retry: z.strictObject({ 'no-answer': wait, busy: wait, dropped: wait, error: wait }),
  /** Which process an agent works who has chosen none: the lowest first. As it was, where it is left out. */
  priority: z.optional(z.int().check(z.gte(priority.least, 'At least 1'), z.lte(priority.most, 'At most 9'))),
  agentIds: z.array(id).check(z.maxLength(PROCESS_LIMITS.agents)),
};
const withinHours = z.refine<{ fromTime: string; untilTime: string }>(
  ({ fromTime, untilTime }) => fromTime >= hours.from && untilTime <= hours.to && fromTime < untilTime,
  {
    error: `Calls are allowed from ${hours.from} to ${hours.to}; the end comes after the beginning`,
    path: ['untilTime'],
  },
);

export const processSchema = z.object({
  id,
  name: z.string(),
  portfolio: z.object({ id, name: z.string() }),
  mode: z.enum(PROCESS_MODES),
  callerIds: z.array(z.string()),
  maxLevel: z.number(),
  dropPercent: z.number(),
  fromTime: z.string(),
  untilTime: z.string(),
  maxAttempts: z.int(),
  priority: z.optional(z.int()),
  retry: z.object({ 'no-answer': z.int(), busy: z.int(), dropped: z.int(), error: z.int() }),
  state: z.enum(PROCESS_STATES),
  stateAt: instant,
  version: z.int(),
  agents: z.array(z.object({ id, name: z.string() })),
  createdBy: z.string(),
  createdAt: instant,
  mayEdit: z.boolean(),
  /** Lines of its lists: still to dial, of them those that no agent of the process holds, being dialed, and over. */
  lines: z.object({ ready: z.int(), unheld: z.int(), dialing: z.int(), over: z.int() }),
  /** Today, in the tenant's zone. */
  today: z.object({ dialed: z.int(), connected: z.int(), dropped: z.int() }),
});
export type Process = z.infer<typeof processSchema>;
const oneProcess = z.object({ success: z.literal(true), data: processSchema });
const byId = z.object({ id });

export const PROCESS_SORTS = ['name', 'portfolio', 'state', 'created'] as const;
export type ProcessSort = (typeof PROCESS_SORTS)[number];
export const PROCESS_PAGE = 10;

export const listProcesses = defineEndpoint({
  id: 'processes.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/processes',
  summary: 'Dialing processes of the portfolios that the caller may see',
  access: makers,
  idempotency: 'safe',
  query: z.strictObject({
    q: word,
    state: z.optional(z.enum(PROCESS_STATES)),
    sort: z.optional(z.enum(PROCESS_SORTS)),
    dir,
    ...paging,
  }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(processSchema), total: z.int() }) }),
});

export const processChoices = defineEndpoint({
  id: 'processes.choices',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/processes/choices',
  summary:
    'Portfolios and telecallers that the caller may give to a process (`process`: where a telecaller works already), and processes to give loans to',
  access: makers,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      portfolios: z.array(z.object({ id, name: z.string() })),
      agents: z.array(z.object({ id, name: z.string(), process: z.nullable(z.string()) })),
      /** Processes that the caller may give loans to; `stopped`: they dial nobody any more. */
      processes: z.optional(
        z.array(
          z.object({ id, name: z.string(), portfolio: z.object({ id, name: z.string() }), stopped: z.boolean() }),
        ),
      ),
    }),
  }),
});

export const getProcess = defineEndpoint({
  id: 'processes.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/processes/{id}',
  summary: 'One process',
  access: makers,
  idempotency: 'safe',
  params: byId,
  response: oneProcess,
});

export const createProcess = defineEndpoint({
  id: 'processes.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/processes',
  summary: 'A new process, as a draft; a client’s administrator names no agents',
  access: makers,
  idempotency: 'natural',
  body: z.strictObject({ id, portfolioId: id, ...settings }).check(withinHours),
  response: oneProcess,
});

export const updateProcess = defineEndpoint({
  id: 'processes.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/processes/{id}',
  summary: 'Change a process; its portfolio stays',
  access: makers,
  idempotency: 'natural',
  params: byId,
  body: z.strictObject({ version, ...settings }).check(withinHours),
  response: oneProcess,
});

export const steerProcess = defineEndpoint({
  id: 'processes.steer',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/processes/{id}/state',
  summary: 'Start, pause or stop a process; with an older version than the present one it is a conflict',
  access: keepers,
  idempotency: 'none',
  params: byId,
  body: z.strictObject({ version, action: z.enum(PROCESS_ACTIONS) }),
  response: oneProcess,
});

export const processLog = defineEndpoint({
  id: 'processes.log',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/processes/{id}/log',
  summary: 'Who did what to a process, newest first, at most 100',
  access: makers,
  idempotency: 'safe',
  params: byId,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      lines: z.array(
        z.object({ at: instant, by: z.nullable(z.string()), action: z.string(), changed: z.array(z.string()) }),
      ),
    }),
  }),
});

/** `rules`: what an allocation gave the process. */
export const LIST_SOURCES = ['file', 'filter', 'rules'] as const;
export const MAX_SHEET = 10 * 1024 * 1024;
export const MAX_SHEET_ROWS = 50_000;

export const dialListSchema = z.object({
  id,
  name: z.string(),
  process: z.object({ id, name: z.string() }),
  source: z.enum(LIST_SOURCES),
  fileName: z.nullable(z.string()),
  state: z.enum(['checking', 'ready', 'cancelled']),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  total: z.int(),
  /** Lines by state. */
  lines: z.record(z.enum(ITEM_STATES), z.int()),
  /** Refused lines by reason: one of `REFUSALS`, or `held:` and a rule of contact. */
  refused: z.array(z.object({ reason: z.string(), lines: z.int() })),
  /** Of those to dial: loans that no agent of the process holds. */
  unheld: z.int(),
  mayEdit: z.boolean(),
});
export type DialList = z.infer<typeof dialListSchema>;
const oneList = z.object({ success: z.literal(true), data: dialListSchema });

export const LIST_SORTS = ['created', 'name', 'process'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const listDialLists = defineEndpoint({
  id: 'predictive.lists',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/predictive-lists',
  summary: 'Lists of the processes that the caller may see',
  access: keepers,
  idempotency: 'safe',
  query: z.strictObject({
    q: word,
    processId: z.optional(id),
    source: z.optional(z.enum(LIST_SOURCES)),
    state: z.optional(z.enum(['checking', 'ready', 'cancelled'])),
    sort: z.optional(z.enum(LIST_SORTS)),
    dir,
    ...paging,
  }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(dialListSchema), total: z.int() }) }),
});

export const oneDialList = defineEndpoint({
  id: 'predictive.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/predictive-lists/{id}',
  summary: 'One list: how far its check is, and what became of its lines',
  access: keepers,
  idempotency: 'safe',
  params: byId,
  response: oneList,
});

const listName = z.string().check(z.trim(), z.minLength(1, 'Give the list a name'), z.maxLength(80));
const dpd = z.nullable(z.int().check(z.gte(0), z.lte(9999)));

export const makeDialList = defineEndpoint({
  id: 'predictive.makeList',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/predictive-lists',
  summary: 'A list of the loans of the process’s portfolio that a filter finds; `preview` only counts them',
  access: keepers,
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject({
    id,
    processId: id,
    name: listName,
    /** All of it must hold; an empty list of buckets and a null ask for nothing. */
    filter: z.strictObject({
      buckets: z.array(z.enum(BUCKETS)),
      dpdFrom: dpd,
      dpdTo: dpd,
      brokenPromise: z.boolean(),
      /** Not attempted for so many days. */
      restedDays: z.nullable(z.int().check(z.gte(1), z.lte(365))),
    }),
    preview: z.boolean(),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ found: z.int(), list: z.nullable(dialListSchema) }),
  }),
});

export const importSheet = defineEndpoint({
  id: 'predictive.importSheet',
  method: 'POST',
  service: 'dialer',
  path: 'process/import',
  summary:
    'A sheet of loan or mobile numbers as a list of a process, checked line by line as one job. The same sheet while it is checked answers with that list',
  access: sheetKeepers,
  idempotency: 'natural',
  heavy: true,
  bodyKind: 'bytes',
  bodyLimit: MAX_SHEET,
  query: z.strictObject({
    processId: id,
    name: listName,
    fileName: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  response: oneList,
});

export const cancelDialList = defineEndpoint({
  id: 'predictive.cancelList',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/predictive-lists/{id}/cancel',
  summary: 'Take a list back: what was not dialed yet is not dialed any more',
  access: keepers,
  idempotency: 'natural',
  params: byId,
  response: oneList,
});

export const dialListErrors = defineEndpoint({
  id: 'predictive.listErrors',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/predictive-lists/{id}/errors',
  summary: 'The lines that are not dialed, in the layout of the file, with the reason in a last column',
  access: keepers,
  idempotency: 'safe',
  heavy: true,
  params: byId,
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});

export const REPORT_GROUPS = ['process', 'list', 'day', 'agent'] as const;
export const REPORT_SORTS = [
  'name',
  'dialed',
  'connected',
  'dropped',
  'connectPercent',
  'dropPercent',
  'ptp',
  'talk',
] as const;
export type PredictiveSort = (typeof REPORT_SORTS)[number];

const figures = {
  dialed: z.int(),
  connected: z.int(),
  dropped: z.int(),
  noAnswer: z.int(),
  busy: z.int(),
  error: z.int(),
  underWay: z.int(),
  /** Connected ÷ dialed; null where nobody was dialed. */
  connectPercent: z.nullable(z.number()),
  /** Dropped ÷ answered (domain 1.15). */
  dropPercent: z.nullable(z.number()),
  disposed: z.int(),
  ptp: z.int(),
  talkSeconds: z.int(),
};
const reportQuery = {
  by: z.enum(REPORT_GROUPS),
  from: sentDay,
  to: sentDay,
  processId: z.optional(id),
  q: word,
  sort: z.optional(z.enum(REPORT_SORTS)),
  dir,
};
/** Days that a report may span. */
export const MOST_REPORT_DAYS = 92;

export const predictiveReport = defineEndpoint({
  id: 'predictive.report',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/predictive-report',
  summary: 'Calls of processes by process, list, day or agent; days are the tenant’s',
  access: sheetKeepers,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject({ ...reportQuery, ...paging }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      rows: z.array(z.object({ key: z.string(), name: z.string(), detail: z.nullable(z.string()), ...figures })),
      total: z.int(),
      sums: z.object(figures),
    }),
  }),
});
export type PredictiveRow = z.infer<typeof predictiveReport.response>['data']['rows'][number];
export type PredictiveFiguresOf = z.infer<typeof predictiveReport.response>['data']['sums'];

export const exportPredictive = defineEndpoint({
  id: 'predictive.export',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/predictive-report/export',
  summary: 'The same as CSV, all pages; noted in the audit with its filter and number of lines',
  access: sheetKeepers,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject(reportQuery),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});
