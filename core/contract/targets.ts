/**
 * Targets and what was achieved of them (domain 1.9). Values are whole numbers in the metric's unit (core/domain/targets.ts).
 * Achievements are counted from payments, promises, visits, sessions and loans when they are asked for; nothing is entered.
 */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { isDay } from '../domain/dates';
import { CALENDAR_KEEPERS, PORTFOLIO_READERS, TARGET_EDITORS, TARGET_READERS } from '../domain/portfolio-roles';
import { METRIC_FACTS, METRICS, TARGET_SCOPES } from '../domain/targets';
import { defineEndpoint } from './kit';
import { day, id, instant, sentDay, version } from './scalars';

const readers = { kind: 'session', roles: TARGET_READERS, scope: 'team' } as const;
const editors = { kind: 'session', roles: TARGET_EDITORS, scope: 'team' } as const;

/** A month, by its first day. */
const notAMonth = 'A month is named by its first day (YYYY-MM-01)';
export const month = z.string().check(
  z.regex(/^\d{4}-\d{2}-01$/, { error: notAMonth, abort: true }),
  z.refine((value) => isDay(value), notAMonth),
);
const bucket = z.enum(['any', ...BUCKETS]);
const value = z.int().check(z.gte(0), z.lte(Math.max(...METRICS.map((metric) => METRIC_FACTS[metric].max))));
const word = z.optional(z.string().check(z.trim(), z.maxLength(80)));

const days = z.object({ total: z.int(), elapsed: z.int(), left: z.int() });
/** See `progressOf` for what each says and when it is null. */
const progress = {
  achieved: z.nullable(z.int()),
  percent: z.nullable(z.number()),
  drr: z.nullable(z.int()),
  projection: z.nullable(z.int()),
};

export const targetSchema = z.object({
  id,
  month,
  scope: z.enum(TARGET_SCOPES),
  scopeId: id,
  /** Who or what it is set for. */
  name: z.string(),
  role: z.nullable(z.string()),
  /** Only this portfolio's loans count; null: all. */
  portfolio: z.nullable(z.object({ id, name: z.string() })),
  bucket,
  metric: z.enum(METRICS),
  target: z.int(),
  ...progress,
  version: z.int(),
  lockedAt: z.nullable(instant),
  lockedBy: z.nullable(z.string()),
  mayEdit: z.boolean(),
});
export type Target = z.infer<typeof targetSchema>;
const one = z.object({ success: z.literal(true), data: targetSchema });

export const TARGET_SORTS = ['name', 'metric', 'target', 'scope'] as const;
export type TargetSort = (typeof TARGET_SORTS)[number];
export const TARGET_PAGE = 10;

export const listTargets = defineEndpoint({
  id: 'targets.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/targets',
  summary: 'The targets of a month that the caller may see, with what was achieved',
  access: readers,
  idempotency: 'safe',
  query: z.strictObject({
    month: z.optional(month),
    q: word,
    scope: z.optional(z.enum(TARGET_SCOPES)),
    metric: z.optional(z.enum(METRICS)),
    portfolioId: z.optional(id),
    sort: z.optional(z.enum(TARGET_SORTS)),
    dir: z.optional(z.enum(['asc', 'desc'])),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(250))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      month,
      today: day,
      days,
      rows: z.array(targetSchema),
      total: z.int(),
      /** Of all the caller's targets of the month. */
      locked: z.int(),
      mayLock: z.boolean(),
      mayUnlock: z.boolean(),
    }),
  }),
});

const newTarget = z
  .strictObject({
    id,
    month,
    scope: z.enum(TARGET_SCOPES),
    scopeId: id,
    portfolioId: z.nullable(id),
    bucket,
    metric: z.enum(METRICS),
    target: value,
  })
  .check(
    z.refine(({ metric, target }) => target <= METRIC_FACTS[metric].max, {
      error: 'More than this metric can be.',
      path: ['target'],
    }),
    z.refine(({ scope, portfolioId }) => scope !== 'portfolio' || portfolioId === null, {
      error: 'A portfolio’s own target names no second portfolio.',
      path: ['portfolioId'],
    }),
    z.refine(({ metric, bucket: of, portfolioId }) => metric !== 'login' || (of === 'any' && portfolioId === null), {
      error: 'Login hours belong to no bucket or portfolio.',
      path: ['bucket'],
    }),
    z.refine(({ metric, scope }) => metric !== 'login' || scope !== 'portfolio', {
      error: 'Login hours are set for people.',
      path: ['metric'],
    }),
  );

export const createTarget = defineEndpoint({
  id: 'targets.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/targets',
  summary: 'A new target; one for the same month, scope, portfolio, bucket and metric is a conflict',
  access: editors,
  idempotency: 'natural',
  body: newTarget,
  response: one,
});

const oneTarget = z.object({ id });

export const updateTarget = defineEndpoint({
  id: 'targets.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/targets/{id}',
  summary: 'Change a target',
  access: editors,
  idempotency: 'natural',
  params: oneTarget,
  body: z.strictObject({ version, target: value }),
  response: one,
});

export const deleteTarget = defineEndpoint({
  id: 'targets.delete',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2/targets/{id}',
  summary: 'Take a target away; its log stays',
  access: editors,
  idempotency: 'natural',
  params: oneTarget,
  query: z.strictObject({ version: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000_000_000)) }),
  response: z.object({ success: z.literal(true) }),
});

export const CASCADE_BY = ['pos', 'equal'] as const;
const cascadeRow = z.object({
  userId: id,
  name: z.string(),
  /** Principal outstanding of the loans they hold there, in paise. */
  posPaise: z.int(),
  /** What they have now; null without a target. */
  before: z.nullable(z.int()),
  target: z.int(),
  /** Locked: stays as it is. */
  locked: z.boolean(),
});
export type CascadeRow = z.infer<typeof cascadeRow>;

export const cascadeTarget = defineEndpoint({
  id: 'targets.cascade',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/targets/{id}/cascade',
  summary:
    'Split a team’s or portfolio’s target over its agents, by share of principal or equally; `preview` only shows it',
  access: editors,
  idempotency: 'natural',
  heavy: true,
  params: oneTarget,
  body: z.strictObject({
    version,
    agentType: z.enum(['Collector', 'Field_Agent']),
    by: z.enum(CASCADE_BY),
    preview: z.boolean(),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(cascadeRow) }) }),
});

export const copyTargets = defineEndpoint({
  id: 'targets.copy',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/targets/copy',
  summary: 'Copy the caller’s targets of the month before, raised or lowered; what exists already stays',
  access: editors,
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject({ month, percent: z.number().check(z.gte(-100), z.lte(500)) }),
  response: z.object({ success: z.literal(true), data: z.object({ copied: z.int(), kept: z.int() }) }),
});

export const lockTargets = defineEndpoint({
  id: 'targets.lock',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/targets/lock',
  summary: 'Lock the caller’s targets of a month, or open them again (those above only)',
  access: editors,
  idempotency: 'natural',
  body: z.strictObject({ month, locked: z.boolean() }),
  response: z.object({ success: z.literal(true), data: z.object({ changed: z.int() }) }),
});

export const TARGET_ACTIONS = ['created', 'changed', 'deleted', 'locked', 'unlocked', 'copied', 'cascaded'] as const;
export const targetLog = defineEndpoint({
  id: 'targets.log',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/targets/{id}/log',
  summary: 'What happened to a target, newest first',
  access: readers,
  idempotency: 'safe',
  params: oneTarget,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      lines: z.array(
        z.object({
          at: instant,
          by: z.nullable(z.string()),
          action: z.enum(TARGET_ACTIONS),
          before: z.nullable(z.int()),
          after: z.nullable(z.int()),
        }),
      ),
    }),
  }),
});

const calendarShape = (onDay: typeof day) => ({
  weeklyOff: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.maxLength(6)),
  holidays: z
    .array(z.strictObject({ day: onDay, name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }))
    .check(z.maxLength(200)),
});
const calendarAnswer = z.object({
  success: z.literal(true),
  data: z.object({ version: z.int(), ...calendarShape(day), mayEdit: z.boolean() }),
});

export const getCalendar = defineEndpoint({
  id: 'targets.calendar',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/targets/calendar',
  summary: 'Weekly days off and holidays of the tenant',
  access: readers,
  idempotency: 'safe',
  response: calendarAnswer,
});

export const saveCalendar = defineEndpoint({
  id: 'targets.saveCalendar',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/targets/calendar',
  summary: 'Set weekly days off and holidays of the tenant',
  access: { kind: 'session', roles: CALENDAR_KEEPERS, scope: 'tenant' },
  idempotency: 'natural',
  body: z.strictObject({ version, ...calendarShape(sentDay) }),
  response: calendarAnswer,
});

const choice = z.object({ id, name: z.string(), role: z.nullable(z.string()) });
export const targetChoices = defineEndpoint({
  id: 'targets.choices',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/targets/choices',
  summary: 'For whom the caller may set targets: at most 1,000 people, teams and portfolios each; `q` finds the others',
  access: editors,
  idempotency: 'safe',
  query: z.strictObject({ q: word }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ users: z.array(choice), teams: z.array(choice), portfolios: z.array(choice) }),
  }),
});

export const collectorTargets = defineEndpoint({
  id: 'targets.collectors',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/collectors/targets',
  summary:
    'This month’s targets and achievements of telecallers and field agents: the caller’s own, their people’s, or a portfolio’s',
  access: { kind: 'session', roles: PORTFOLIO_READERS, scope: 'team' },
  idempotency: 'safe',
  headers: z.object({ portfolioid: z.optional(id) }),
  query: z.strictObject({
    month: z.optional(month),
    metric: z.optional(z.enum(METRICS)),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(250))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      month,
      days,
      total: z.int(),
      rows: z.array(
        z.object({
          collectorId: id,
          name: z.string(),
          agentType: z.enum(['Collector', 'Field_Agent']),
          portfolio: z.nullable(z.object({ id, name: z.string() })),
          bucket,
          metric: z.enum(METRICS),
          target: z.int(),
          ...progress,
        }),
      ),
    }),
  }),
});

export const managersCollTargets = defineEndpoint({
  id: 'targets.series',
  method: 'GET',
  service: 'main',
  path: 'loans/getManagersCollTargets',
  summary: 'Target and achievement of one person month by month, oldest first; without `id` the caller’s own team',
  access: readers,
  idempotency: 'safe',
  query: z.strictObject({
    id: z.optional(id),
    metric: z._default(z.enum(METRICS), 'amount'),
    months: z._default(z.coerce.number().check(z.int(), z.gte(2), z.lte(24)), 6),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      person: z.object({ id, name: z.string(), role: z.string() }),
      metric: z.enum(METRICS),
      months: z.array(month),
      /** 0 in a month without a target. */
      target: z.array(z.int()),
      /** 0 in a month of which it cannot be known any more. */
      achievement: z.array(z.int()),
      days,
      /** Of the month that runs. */
      now: z.object({ target: z.nullable(z.int()), ...progress }),
    }),
  }),
});
