/** Who owes, over all their loans that the caller sees (specification 7, `borrowerProfile/getBorrowerProfile`). */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { defineEndpoint } from './kit';
import { LOAN_STATES } from './loans';
import { day, id, instant, paise } from './scalars';

const count = z.int();

const profile = z.object({
  borrower: z.object({
    id,
    name: z.string(),
    language: z.string(),
    panMasked: z.nullable(z.string()),
    bornOn: z.nullable(day),
    employer: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  /** Numbers are masked; the first is tried first. */
  phones: z.array(
    z.object({
      number: z.string(),
      owner: z.string(),
      rank: count,
      invalid: z.boolean(),
      lastResult: z.nullable(z.string()),
      /** Calls of the last 90 days, and those in which the borrower was reached. */
      calls: count,
      reached: count,
    }),
  ),
  places: z.array(z.object({ kind: z.string(), city: z.string(), state: z.string(), pincode: z.string() })),
  loans: z.array(
    z.object({
      id,
      loanNumber: z.string(),
      client: z.string(),
      product: z.string(),
      state: z.enum(LOAN_STATES),
      bucket: z.enum(BUCKETS),
      dpd: count,
      posPaise: paise,
      overduePaise: paise,
    }),
  ),
  /** Of the last twelve months, without reversed ones. */
  payments: z.object({ count, paise, lastOn: z.nullable(day) }),
  /** Of the last twelve months, by what became of them. */
  promises: z.object({ made: count, kept: count, broken: count, open: count }),
  /** Of the last 90 days. `bestHour`: at which the borrower was reached most often, 0 to 23. */
  contact: z.object({
    tried: count,
    connected: count,
    reached: count,
    lastReachedAt: z.nullable(instant),
    bestHour: z.nullable(count),
  }),
  /** What the borrower asked for, as far as it holds. */
  wishes: z.array(z.object({ kind: z.string(), since: instant, until: z.nullable(day) })),
});
export type BorrowerProfile = z.infer<typeof profile>;

export const borrowerProfile = defineEndpoint({
  id: 'loans.borrowerProfile',
  method: 'GET',
  service: 'main',
  path: 'borrowerProfile/getBorrowerProfile',
  summary:
    'The borrower of a loan, named by its id or its loan number: numbers, loans, payments, promises and contact over all of their loans that the caller sees',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  query: z.strictObject({ loanId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: z.object({ success: z.literal(true), data: profile }),
});
