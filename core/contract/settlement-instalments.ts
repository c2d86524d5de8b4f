/** Payments after a settlement, instalment by instalment: expected against paid (specification 2.3 `/post-payment`). */
import * as z from 'zod/mini';
import { INSTALMENT_STATES } from '../domain/settlements/instalments';
import { defineEndpoint } from './kit';
import { pageQuery } from './organisation';
import { day, id, sentDay } from './scalars';

const readers = { kind: 'session', roles: ['ADMIN'], scope: 'loans' } as const;
const filters = {
  /** `taken-back`: of settlements on which a payment was taken back. */
  state: z.optional(z.enum([...INSTALMENT_STATES, 'taken-back'])),
  /** Days on which they are due, both ends included. */
  from: z.optional(sentDay),
  to: z.optional(sentDay),
  /** The beginning of a loan's or a settlement's number, or a part of the borrower's name. */
  q: pageQuery.q,
  sort: z.optional(z.enum(['dueOn'])),
  dir: pageQuery.dir,
} as const;

export const instalmentSchema = z.object({
  id,
  settlementId: id,
  number: z.string(),
  loanNumber: z.string(),
  borrower: z.string(),
  client: z.string(),
  portfolio: z.string(),
  /** Which of how many, from 1. */
  place: z.int(),
  of: z.int(),
  dueOn: day,
  /** In paise: expected; confirmed of it; came in and nobody has confirmed it. */
  amount: z.int(),
  paid: z.int(),
  received: z.int(),
  state: z.enum(INSTALMENT_STATES),
  /** Of all that was paid on the settlement, what was taken back. */
  takenBack: z.int(),
  heldBy: z.nullable(z.string()),
});
export type SettlementInstalment = z.infer<typeof instalmentSchema>;

export const listInstalments = defineEndpoint({
  id: 'settlements.instalments',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/instalments',
  summary:
    'The instalments of settlements whose letter is out, what was paid of each and what is late, by the day on which they are due',
  access: readers,
  idempotency: 'safe',
  query: z.strictObject({ ...filters, page: pageQuery.page, size: pageQuery.size }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(instalmentSchema), total: z.int(), exact: z.boolean() }),
  }),
});

/** Rows in one file; more are asked for day by day. */
export const MOST_EXPORTED = 50_000;
export const exportInstalments = defineEndpoint({
  id: 'settlements.instalmentsFile',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/instalments/export',
  summary: 'The same as CSV, all pages, amounts in rupees; noted in the audit with its filter and number of lines',
  access: readers,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject(filters),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});
