/** The basic predictor (domain 1.13): what loans may be expected to pay within a month, from the tenant's own months that are over. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { INSIGHT_ROLES } from '../domain/insights';
import { GRADES } from '../domain/recovery-rates';
import { MAX_NUMBERS_FILE } from './hand-allocation';
import { defineEndpoint } from './kit';
import { anyOf, pageQuery } from './organisation';
import { day, id, instant } from './scalars';
import { month } from './targets';

const lookers = { kind: 'session', roles: INSIGHT_ROLES, scope: 'loans' } as const;
const own = { kind: 'session', roles: INSIGHT_ROLES, scope: 'self' } as const;

/** Numbers of one list. */
export const MAX_LISTED = 20_000;

const amount = z.int();
/** Null where fewer than `LEAST_MONTHS` months are known. */
const forecast = z.nullable(z.object({ p10: amount, p50: amount, p90: amount }));
/** Loans of the caller alone: of a portfolio, of one of their lists, or all. */
const of = { portfolioId: z.optional(id), listId: z.optional(id) };

const bucketRow = z.object({
  bucket: z.enum(BUCKETS),
  loans: amount,
  posPaise: amount,
  /** Months whose loans of this bucket were enough to know a rate. */
  months: z.int(),
  forecast,
  /** Of the principal that opened here in those months, what went into a higher bucket: 0 to 1. */
  forward: z.nullable(z.number()),
});

export const recoveryForecast = defineEndpoint({
  id: 'recovery.forecast',
  method: 'GET',
  service: 'main',
  path: 'recovery/forecast',
  summary:
    'What the caller’s loans may be expected to pay within a month, by bucket and grade, as the night counted it',
  access: lookers,
  idempotency: 'safe',
  query: z.strictObject(of),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** The morning of the count; null before the first. */
      counted: z.nullable(z.object({ day, at: instant })),
      /** Months that are over and whose openings and payments are held, the oldest first. */
      months: z.array(month),
      buckets: z.array(bucketRow),
      total: z.object({ loans: amount, posPaise: amount, forecast }),
      grades: z.array(
        z.object({ grade: z.nullable(z.enum(GRADES)), loans: amount, posPaise: amount, expectedPaise: amount }),
      ),
      portfolios: z.array(z.object({ id, name: z.string() })),
    }),
  }),
});
export type RecoveryForecast = z.infer<typeof recoveryForecast.response>['data'];

const account = z.object({
  id,
  loanNumber: z.string(),
  borrower: z.nullable(z.string()),
  portfolio: z.string(),
  bucket: z.enum(BUCKETS),
  /** In how many of the last three months it paid. */
  paidMonths: z.int(),
  posPaise: amount,
  grade: z.nullable(z.enum(GRADES)),
  expectedPaise: z.nullable(amount),
});
export type RecoveryAccount = z.infer<typeof account>;

export const RECOVERY_SORTS = ['expectedPaise'] as const;

export const recoveryAccounts = defineEndpoint({
  id: 'recovery.accounts',
  method: 'GET',
  service: 'main',
  path: 'recovery/accounts',
  summary: 'The caller’s loans by what they may be expected to pay, with their grades; `q` as in the list of loans',
  access: lookers,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    ...of,
    bucket: anyOf(BUCKETS),
    grade: anyOf(GRADES),
    sort: z.optional(z.enum(RECOVERY_SORTS)),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(account), total: z.int(), exact: z.boolean() }),
  }),
});

const list = z.object({
  id,
  name: z.string(),
  madeAt: instant,
  /** Numbers in the file, those of loans that the caller sees, and a few of the others. */
  numbers: z.int(),
  found: z.int(),
  examples: z.array(z.string()),
});
export type RecoveryList = z.infer<typeof list>;

export const recoveryLists = defineEndpoint({
  id: 'recovery.lists',
  method: 'GET',
  service: 'main',
  path: 'recovery/lists',
  summary: 'The caller’s lists of loans, the newest first',
  access: own,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(list) }),
});

export const addRecoveryList = defineEndpoint({
  id: 'recovery.addList',
  method: 'POST',
  service: 'main',
  path: 'recovery/lists',
  summary:
    'Keeps the loans of a CSV or XLSX with a column Loan number, or with nothing but numbers, as a list; with an id that exists it is that one. The newest 20 stay',
  access: lookers,
  idempotency: 'natural',
  heavy: true,
  bodyKind: 'bytes',
  bodyLimit: MAX_NUMBERS_FILE,
  query: z.strictObject({ id, fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: z.object({ success: z.literal(true), data: list }),
});

export const deleteRecoveryList = defineEndpoint({
  id: 'recovery.deleteList',
  method: 'DELETE',
  service: 'main',
  path: 'recovery/lists/{id}',
  summary: 'Takes one of the caller’s lists away',
  access: own,
  idempotency: 'natural',
  params: z.object({ id }),
  response: z.object({ success: z.literal(true) }),
});
