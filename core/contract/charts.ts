/** Charts over the reports, made by the administrator and shown to roles as part of their home (specification 7, data visualisation). */
import * as z from 'zod/mini';
import { CHART_DAYS, CHART_KINDS, CHART_ROLES, CHART_STEPS } from '../domain/charts';
import { REPORT_KINDS } from '../domain/report-kinds';
import { defineEndpoint } from './kit';
import { anyOf, pageQuery } from './organisation';
import { day, id, instant, shortText, version } from './scalars';

const makers = { kind: 'session', roles: ['ADMIN'], scope: 'tenant' } as const;
const lookers = { kind: 'session', roles: '*', scope: 'loans' } as const;

const column = z.string().check(z.regex(/^[a-zA-Z]{1,30}$/, 'Not a column'));
const shape = {
  kind: z.enum(CHART_KINDS),
  report: z.enum(REPORT_KINDS),
  measure: column,
  how: z.enum(['sum', 'average']),
  by: z.nullable(column),
  split: z.nullable(column),
  step: z.enum(CHART_STEPS),
  days: z.enum(CHART_DAYS),
  most: z.int().check(z.gte(3), z.lte(30)),
};
const settings = {
  name: shortText.check(z.minLength(3, 'At least three letters')),
  /** To whom it is shown; to nobody while it is tried out. */
  categories: z.array(z.enum(CHART_ROLES)).check(z.maxLength(CHART_ROLES.length)),
  ...shape,
};

const chart = z.object({
  id,
  version,
  ...settings,
  name: z.string(),
  updatedBy: z.nullable(z.string()),
  updatedAt: instant,
});
export type Chart = z.infer<typeof chart>;
const one = z.object({ success: z.literal(true), data: chart });
const byId = z.object({ id });

const figures = z.object({
  from: day,
  to: day,
  /** In their order; times in theirs, all others by the largest. An empty text is no value. */
  keys: z.array(z.string()),
  /** Of the second column; one empty text without it. */
  splits: z.array(z.string()),
  /** By key and split: paise, seconds or a number; null for nothing. */
  values: z.array(z.array(z.nullable(z.number()))),
  /** All lines that match, with those that no key shows. */
  total: z.nullable(z.number()),
  /** What is left beside the keys: how many, and their figure. */
  others: z.nullable(z.object({ keys: z.int(), value: z.nullable(z.number()) })),
  /** More lines match than are drawn at a visit: nothing is answered. */
  tooMany: z.boolean(),
});
export type ChartFigures = z.infer<typeof figures>;
const drawn = z.object({ success: z.literal(true), data: figures });

export const listCharts = defineEndpoint({
  id: 'charts.list',
  method: 'GET',
  service: 'main',
  path: 'data-visualization',
  summary: 'The charts of the tenant by page; `q` looks in their names',
  access: makers,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    kind: anyOf(CHART_KINDS),
    report: anyOf(REPORT_KINDS),
    sort: z.optional(z.enum(['name', 'updatedAt'])),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(chart), total: z.int() }) }),
});

export const ownCharts = defineEndpoint({
  id: 'charts.own',
  method: 'GET',
  service: 'main',
  path: 'data-visualization/mine',
  summary: 'The charts that are shown to the caller’s role, of reports that it may see',
  access: lookers,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(chart) }),
});

export const oneChart = defineEndpoint({
  id: 'charts.get',
  method: 'GET',
  service: 'main',
  path: 'data-visualization/{id}',
  summary: 'One chart as it was made',
  access: makers,
  idempotency: 'safe',
  params: byId,
  response: one,
});

export const createChart = defineEndpoint({
  id: 'charts.create',
  method: 'POST',
  service: 'main',
  path: 'data-visualization',
  summary: 'A new chart; with an id that exists it is that one',
  access: { ...makers, settings: true },
  idempotency: 'natural',
  body: z.strictObject({ id, ...settings }),
  response: one,
});

export const updateChart = defineEndpoint({
  id: 'charts.update',
  method: 'PUT',
  service: 'main',
  path: 'data-visualization/{id}',
  summary: 'Change a chart; with an older version than the present one it is a conflict',
  access: { ...makers, settings: true },
  idempotency: 'natural',
  params: byId,
  body: z.strictObject({ version, ...settings }),
  response: one,
});

export const deleteChart = defineEndpoint({
  id: 'charts.delete',
  method: 'DELETE',
  service: 'main',
  path: 'data-visualization/{id}',
  summary: 'Take a chart away from every home',
  access: { ...makers, settings: true },
  idempotency: 'natural',
  params: byId,
  response: z.object({ success: z.literal(true), data: byId }),
});

export const previewChart = defineEndpoint({
  id: 'charts.preview',
  method: 'POST',
  service: 'main',
  path: 'data-visualization/preview',
  summary: 'The figures of a chart that is being made',
  access: { ...makers, scope: 'loans' },
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject(shape),
  response: drawn,
});

export const chartFigures = defineEndpoint({
  id: 'charts.figures',
  method: 'GET',
  service: 'main',
  path: 'data-visualization/{id}/figures',
  summary: 'What a chart shows now: over the lines of its report that the caller may see',
  access: lookers,
  idempotency: 'safe',
  heavy: true,
  params: byId,
  response: drawn,
});
