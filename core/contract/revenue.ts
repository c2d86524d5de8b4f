/**
 * What clients owe for a month's recovered money, and who brought it. An open month is counted from what was collected and the rules of
 * success fees whenever it is asked for; an approved one keeps its figures. Corrections are never changed, only taken back by another.
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { anyOf, pageQuery } from './organisation';
import { day, id, instant, positivePaise, sentDay, version } from './scalars';
import { month } from './targets';

const access = { kind: 'session', roles: ['ADMIN'], scope: 'tenant' } as const;
const paise = z.int();
const named = z.object({ id, name: z.string() });
const csv = z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) });

export const CLIENT_FEE_STATUSES = ['open', 'approved', 'invoiced', 'received'] as const;
export type ClientFeeStatus = (typeof CLIENT_FEE_STATUSES)[number];
export const CLIENT_FEE_SORTS = ['client', 'portfolio', 'collected', 'fee', 'status'] as const;
export type ClientFeeSort = (typeof CLIENT_FEE_SORTS)[number];

export const feeLineSchema = z.object({
  bucket: z.string(),
  payments: z.int(),
  collectedPaise: paise,
  /** Of what was collected; null where no rule says a fee. */
  percent: z.nullable(z.number()),
  feePaise: paise,
  gstPercent: z.number(),
  gstPaise: paise,
  partner: z.nullable(z.string()),
  partnerPaise: paise,
});
export type ClientFeeLine = z.infer<typeof feeLineSchema>;

export const clientFeeSchema = z.object({
  client: named,
  portfolio: named,
  month,
  status: z.enum(CLIENT_FEE_STATUSES),
  payments: z.int(),
  collectedPaise: paise,
  /** Without tax; counted now, or as it was approved. */
  feePaise: paise,
  gstPaise: paise,
  /** Of the fee, what partners get. */
  partnerPaise: paise,
  /** The fee by today's payments and rules, where that is no longer what was approved. */
  nowPaise: z.nullable(paise),
  /** The month is over; before that nothing is approved. */
  ended: z.boolean(),
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(z.string()),
  invoiceNumber: z.nullable(z.string()),
  invoicedOn: z.nullable(day),
  receivedPaise: z.nullable(paise),
  reference: z.nullable(z.string()),
  receivedOn: z.nullable(day),
  /** 0 until the first approval. */
  version: z.int(),
});
export type ClientFee = z.infer<typeof clientFeeSchema>;

const feeFilters = {
  q: pageQuery.q,
  dir: pageQuery.dir,
  /** The current month when left out. */
  month: z.optional(month),
  status: anyOf(CLIENT_FEE_STATUSES),
  sort: z.optional(z.enum(CLIENT_FEE_SORTS)),
} as const;
const oneFee = z.object({ clientId: id, portfolioId: id, month });
const wholeFee = z.object({
  success: z.literal(true),
  data: z.object({ fee: clientFeeSchema, lines: z.array(feeLineSchema) }),
});

export const listClientRevenue = defineEndpoint({
  id: 'clientRevenue.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/client-revenue',
  summary: "A month's fees by client and portfolio; `q` looks in client, portfolio and invoice number",
  access,
  idempotency: 'safe',
  query: z.strictObject({ ...feeFilters, page: pageQuery.page, size: pageQuery.size }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      month,
      rows: z.array(clientFeeSchema),
      total: z.int(),
      /** Of all that match. */
      sums: z.object({
        collectedPaise: paise,
        feePaise: paise,
        gstPaise: paise,
        partnerPaise: paise,
        receivedPaise: paise,
      }),
    }),
  }),
});

export const exportClientRevenue = defineEndpoint({
  id: 'clientRevenue.export',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/client-revenue/export',
  summary: 'The same as CSV, all pages, amounts in rupees; noted in the audit with its filter and number of lines',
  access,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject(feeFilters),
  response: csv,
});

export const getClientRevenue = defineEndpoint({
  id: 'clientRevenue.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/client-revenue/{clientId}/{portfolioId}/{month}',
  summary: 'One of them, bucket by bucket',
  access,
  idempotency: 'safe',
  params: oneFee,
  response: wholeFee,
});

export const decideClientRevenue = defineEndpoint({
  id: 'clientRevenue.decide',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/client-revenue/{clientId}/{portfolioId}/{month}',
  summary:
    'Approves the fee of a month that is over, notes its invoice or its money, or goes back with a reason; 409 when it is no longer what the caller saw',
  access,
  idempotency: 'none',
  params: oneFee,
  body: z.strictObject({
    status: z.enum(CLIENT_FEE_STATUSES),
    version,
    /** What the caller saw. */
    feePaise: paise,
    /** For `invoiced`. */
    invoiceNumber: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    /** Of the invoice or the money. */
    on: z.optional(sentDay),
    /** For `received`: what came, without the tax that the client withheld. */
    receivedPaise: z.optional(positivePaise),
    reference: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    /** For going back. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  response: wholeFee,
});

export const REVENUE_SORTS = ['name', 'collected', 'fee', 'cost', 'net'] as const;
export type RevenueSort = (typeof REVENUE_SORTS)[number];
/** Money that came without anybody's work: by a payment link or a bank's file. */
export const NOBODY_AT_WORK = '00000000-0000-0000-0000-000000000000';

export const employeeRevenueSchema = z.object({
  /** The zero id: money that came without anybody's work. */
  id,
  name: z.string(),
  role: z.nullable(z.string()),
  agency: z.nullable(z.string()),
  payments: z.int(),
  collectedPaise: paise,
  /** Of what clients pay for it, without tax. */
  feePaise: paise,
  correctionsPaise: paise,
  /** Null: nobody has said what they cost. */
  costPaise: z.nullable(paise),
  /** Fee and corrections less the cost; null where that is not known. */
  netPaise: z.nullable(paise),
});
export type EmployeeRevenue = z.infer<typeof employeeRevenueSchema>;

const revenueFilters = {
  q: pageQuery.q,
  dir: pageQuery.dir,
  /** The current month when left out. */
  month: z.optional(month),
  sort: z.optional(z.enum(REVENUE_SORTS)),
} as const;

export const listRevenue = defineEndpoint({
  id: 'revenue.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/revenue',
  summary: 'What each person brought in a month and what they cost; `q` looks in names and agencies',
  access,
  idempotency: 'safe',
  query: z.strictObject({ ...revenueFilters, page: pageQuery.page, size: pageQuery.size }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      month,
      rows: z.array(employeeRevenueSchema),
      total: z.int(),
      /** Of all that match; costs that are not known are left out. */
      sums: z.object({ collectedPaise: paise, feePaise: paise, correctionsPaise: paise, costPaise: paise }),
    }),
  }),
});

export const exportRevenue = defineEndpoint({
  id: 'revenue.export',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/revenue/export',
  summary: 'The same as CSV, all pages, amounts in rupees; noted in the audit with its filter and number of lines',
  access,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject(revenueFilters),
  response: csv,
});

export const correctionSchema = z.object({
  id,
  amountPaise: paise,
  reason: z.string(),
  madeAt: instant,
  madeBy: z.string(),
  /** The one that this one takes back. */
  takesBack: z.nullable(id),
  takenBack: z.boolean(),
});
export type RevenueCorrection = z.infer<typeof correctionSchema>;

const ofPerson = z.object({ userId: id, month });
const onePerson = z.object({
  success: z.literal(true),
  data: z.object({
    revenue: employeeRevenueSchema,
    month,
    lines: z.array(
      z.object({
        client: z.string(),
        portfolio: z.string(),
        bucket: z.string(),
        payments: z.int(),
        collectedPaise: paise,
        percent: z.nullable(z.number()),
        feePaise: paise,
      }),
    ),
    corrections: z.array(correctionSchema),
    /** Since when they cost that. */
    costFrom: z.nullable(month),
  }),
});

export const getRevenue = defineEndpoint({
  id: 'revenue.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/revenue/{userId}/{month}',
  summary: 'One person: what their fee is made of, and its corrections',
  access,
  idempotency: 'safe',
  params: ofPerson,
  response: onePerson,
});

export const setEmployeeCost = defineEndpoint({
  id: 'revenue.cost',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/revenue/{userId}/{month}/cost',
  summary: 'What a person costs from this month on: salary, travel, seat; earlier months keep theirs',
  access,
  idempotency: 'natural',
  params: ofPerson,
  body: z.strictObject({ costPaise: z.int().check(z.gte(0), z.lte(100_000_000_000)) }),
  response: onePerson,
});

export const correctRevenue = defineEndpoint({
  id: 'revenue.correct',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/revenue/{userId}/{month}/corrections',
  summary: 'Adds to what a person brought or takes from it, with a reason; with an id that exists nothing changes',
  access,
  idempotency: 'natural',
  params: ofPerson,
  body: z.strictObject({
    id,
    direction: z.enum(['more', 'less']),
    amountPaise: positivePaise,
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(300)),
  }),
  response: onePerson,
});

export const takeBackCorrection = defineEndpoint({
  id: 'revenue.takeBack',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/revenue/{userId}/{month}/corrections/{correctionId}/take-back',
  summary: 'Takes a correction back by another one of the same amount; once',
  access,
  idempotency: 'natural',
  params: z.object({ userId: id, month, correctionId: id }),
  response: onePerson,
});
