/** What a desk shows of a loan beyond what travels to phones. */
import * as z from 'zod/mini';
import { day, id, instant } from './first-scalars';
import { defineEndpoint } from './kit';

export const HOLDER_KINDS = ['manager', 'collector', 'field_agent', 'agency'] as const;

/** A disposition code with its label and when it was given. */
const outcome = z.nullable(z.object({ code: z.string(), label: z.string(), at: z.nullable(instant) }));

export const loanFactsSchema = z.object({
  loanId: id,
  batchNo: z.nullable(z.string()),
  enteredOn: z.nullable(day),
  sanctionedOn: z.nullable(day),
  tenureMonths: z.nullable(z.int()),
  /** Percent a year. */
  ratePercent: z.nullable(z.number()),
  nachStatus: z.nullable(z.string()),
  lastBounceReason: z.nullable(z.string()),
  dpdMonthOpen: z.int(),
  foreclosurePaise: z.nullable(z.int()),
  /** What was lent. */
  financedPaise: z.optional(z.nullable(z.int())),
  cibil: z.nullable(z.int()),
  advocate: z.nullable(z.string()),
  /** When it goes back to the lender. */
  recallOn: z.nullable(day),
  bornOn: z.nullable(day),
  employer: z.nullable(z.string()),
  gst: z.nullable(z.string()),
  secondEmail: z.optional(z.nullable(z.string())),
  /** Who has it now, one of each kind. */
  holders: z.array(z.object({ kind: z.enum(HOLDER_KINDS), name: z.string(), since: instant })),
  best: outcome,
  last: outcome,
  /** Records that changed the loan: on the tenant's day, and in its last 7 and 30 days with it. */
  attempts: z.object({ today: z.int(), in7Days: z.int(), in30Days: z.int() }),
});
export type LoanFacts = z.infer<typeof loanFactsSchema>;

export const loanFacts = defineEndpoint({
  id: 'loans.facts',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/loans/{id}/facts',
  summary: 'Dates, terms, holders, outcomes and attempts of one loan, by its id or its loan number',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: z.object({ success: z.literal(true), data: loanFactsSchema }),
});
