/** Data insights (domain 1.13): what the last weeks say of the caller's people and loans, and views of it that are saved and shared. */
import * as z from 'zod/mini';
import { INSIGHT_ROLES, INSIGHTS, SUBSCRIPTIONS } from '../domain/insights';
import { defineEndpoint } from './kit';
import { day, id, instant, shortText, version } from './scalars';

const lookers = { kind: 'session', roles: INSIGHT_ROLES, scope: 'loans' } as const;
const own = { kind: 'session', roles: INSIGHT_ROLES, scope: 'self' } as const;

const figure = z.enum(INSIGHTS);
const cell = z.object({ key: z.string(), at: z.int(), base: z.int(), first: z.int(), second: z.int() });
const of = { portfolioId: z.optional(id) };

const data = z.object({
  /** Which of the two screens the tenant has. */
  subscription: z.enum(SUBSCRIPTIONS),
  /** The morning of the count; records from a day up to the beginning of another. Null before the first count. */
  counted: z.nullable(z.object({ day, at: instant, from: day })),
  figures: z.array(z.object({ figure, cells: z.array(cell) })),
  portfolios: z.array(z.object({ id, name: z.string() })),
});
export type Insights = z.infer<typeof data>;

export const readInsights = defineEndpoint({
  id: 'insights.read',
  method: 'GET',
  service: 'main',
  path: 'insights',
  summary: 'Contactability, promises, bounces and cohorts of what the caller sees, as the night counted them',
  access: lookers,
  idempotency: 'safe',
  query: z.strictObject(of),
  response: z.object({ success: z.literal(true), data }),
});

export const insightsFile = defineEndpoint({
  id: 'insights.file',
  method: 'POST',
  service: 'main',
  path: 'insights/file',
  summary: 'The same figures as a CSV, those that are named; noted as an export',
  access: lookers,
  idempotency: 'none',
  body: z.strictObject({ ...of, figures: z.array(figure).check(z.minLength(1), z.maxLength(INSIGHTS.length)) }),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});

const settings = {
  name: shortText.check(z.minLength(2, 'At least two letters')),
  /** Everybody of the tenant finds it; what it shows is what each of them sees. */
  shared: z.boolean(),
  figures: z.array(figure).check(z.minLength(1, 'Choose a figure'), z.maxLength(INSIGHTS.length)),
  portfolioId: z.nullable(id),
};
const view = z.object({
  id,
  version,
  own: z.boolean(),
  by: z.nullable(z.string()),
  savedAt: instant,
  ...settings,
  name: z.string(),
});
export type InsightView = z.infer<typeof view>;

export const insightViews = defineEndpoint({
  id: 'insights.views',
  method: 'GET',
  service: 'main',
  path: 'insights/views',
  summary: 'The caller’s views, and those that others of the tenant share, by name',
  access: own,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(view) }),
});

export const saveInsightView = defineEndpoint({
  id: 'insights.saveView',
  method: 'PUT',
  service: 'main',
  path: 'insights/views/{id}',
  summary: 'Saves one of the caller’s views; version 0 makes it',
  access: own,
  idempotency: 'natural',
  params: z.object({ id }),
  body: z.strictObject({ version, ...settings }),
  response: z.object({ success: z.literal(true), data: view }),
});

export const deleteInsightView = defineEndpoint({
  id: 'insights.deleteView',
  method: 'DELETE',
  service: 'main',
  path: 'insights/views/{id}',
  summary: 'Takes one of the caller’s views away, for everybody',
  access: own,
  idempotency: 'natural',
  params: z.object({ id }),
  response: z.object({ success: z.literal(true) }),
});
