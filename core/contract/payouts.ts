/**
 * What outside agencies are owed, by agency, portfolio and month. An open one is counted from payments and the portfolio's
 * incentive structure whenever it is asked for; approving keeps its figures, paying adds the reference.
 */
import * as z from 'zod/mini';
import { INCENTIVE_TYPES } from '../domain/incentives';
import { AUDIENCES } from '../domain/payouts';
import { tierSchema } from './incentive-tiers';
import { defineEndpoint } from './kit';
import { anyOf, ORGANISATION_ADMINS, pageQuery } from './organisation';
import { day, id, instant, sentDay, version } from './scalars';
import { month } from './targets';

const admins = { kind: 'session', roles: ORGANISATION_ADMINS, scope: 'tenant' } as const;
const paise = z.int();

export const PAYOUT_STATUSES = ['open', 'approved', 'paid'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
export const PAYOUT_SORTS = ['agency', 'portfolio', 'collected', 'payout', 'status'] as const;
export type PayoutSort = (typeof PAYOUT_SORTS)[number];

const done = z.nullable(z.object({ at: instant, by: z.string() }));

export const payoutSchema = z.object({
  agency: z.object({ id, name: z.string(), code: z.string() }),
  portfolio: z.object({ id, name: z.string() }),
  month,
  status: z.enum(PAYOUT_STATUSES),
  incentiveType: z.enum(INCENTIVE_TYPES),
  /** Who collected something. */
  agents: z.int(),
  payments: z.int(),
  collectedPaise: paise,
  /** The payout; counted now, or as it was approved. */
  grossPaise: paise,
  /** What it would be by today's payments and structure, where that is no longer what was approved. */
  nowPaise: z.nullable(paise),
  /** The month is over; before that nothing is approved. */
  ended: z.boolean(),
  approved: done,
  paid: done,
  /** Of the transfer. */
  reference: z.nullable(z.string()),
  paidOn: z.nullable(day),
  /** 0 until the first approval. */
  version: z.int(),
});
export type AgencyPayout = z.infer<typeof payoutSchema>;

export const payoutLineSchema = z.object({
  agent: z.object({ id, name: z.string() }),
  audience: z.enum(AUDIENCES),
  payments: z.int(),
  collectedPaise: paise,
  /** Rupees, or percent of an efficiency. */
  measure: z.number(),
  tier: z.nullable(tierSchema),
  amountPaise: paise,
});

const filters = {
  q: pageQuery.q,
  dir: pageQuery.dir,
  /** The current month when left out. */
  month: z.optional(month),
  status: anyOf(PAYOUT_STATUSES),
  sort: z.optional(z.enum(PAYOUT_SORTS)),
} as const;
const one = z.object({ agencyId: id, portfolioId: id, month });
const whole = z.object({
  success: z.literal(true),
  data: z.object({ payout: payoutSchema, lines: z.array(payoutLineSchema) }),
});

export const listPayouts = defineEndpoint({
  id: 'payouts.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agency-payouts',
  summary: "A month's payouts of the tenant's outside agencies; `q` looks in agency, code and portfolio",
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({ ...filters, page: pageQuery.page, size: pageQuery.size }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      month,
      rows: z.array(payoutSchema),
      total: z.int(),
      /** Of all that match. */
      sums: z.object({ collectedPaise: paise, grossPaise: paise, paidPaise: paise }),
    }),
  }),
});

export const exportPayouts = defineEndpoint({
  id: 'payouts.export',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agency-payouts/export',
  summary: 'The same as CSV, all pages, amounts in rupees; noted in the audit with its filter and number of lines',
  access: admins,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject(filters),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});

export const getPayout = defineEndpoint({
  id: 'payouts.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agency-payouts/{agencyId}/{portfolioId}/{month}',
  summary: 'One payout, agent by agent',
  access: admins,
  idempotency: 'safe',
  params: one,
  response: whole,
});

export const decidePayout = defineEndpoint({
  id: 'payouts.decide',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/agency-payouts/{agencyId}/{portfolioId}/{month}',
  summary:
    'Approves a payout of a month that is over, marks it as paid with the reference of the transfer, or takes an approval back; 409 when it is no longer what the caller saw',
  access: admins,
  idempotency: 'none',
  params: one,
  body: z.strictObject({
    status: z.enum(PAYOUT_STATUSES),
    version,
    /** What the caller saw. */
    grossPaise: paise,
    /** For `paid`. */
    reference: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    paidOn: z.optional(sentDay),
  }),
  response: whole,
});
