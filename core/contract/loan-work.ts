/** Loans to work on, as section 7 asks for them: active ones, promises and callbacks, visits, by manager. One kind of row. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { CALL_QUEUES } from '../domain/call-queues';
import { CHANNELS, DISPOSITION_CLASSES } from '../domain/dispositions';
import { defineEndpoint } from './kit';
import {
  anyOf,
  countAsked,
  direction,
  estimated,
  LOAN_SORTS,
  loanRowSchema,
  pageNumber,
  totalsSchema,
  word,
} from './loan-list';
import { loanSchema } from './loans';
import { day, id, instant, sentDay } from './scalars';

const paise = z.int();
const lists = { kind: 'session', roles: '*', scope: 'loans' } as const;

/** A loan of a list merged with its newest record by loan id (specification section 3, "Loan"). */
export const workRowSchema = z.extend(loanRowSchema, {
  _id: id,
  Loan_ID: z.string(),
  loanId: z.string(),
  /** When the newest record was made; null when nobody has called or visited. */
  disCreatedAt: z.nullable(instant),
  disposition: z.nullable(
    z.object({
      id,
      at: instant,
      channel: z.enum(CHANNELS),
      code: z.string(),
      label: z.string(),
      class: z.enum(DISPOSITION_CLASSES as ['PAID', ...typeof DISPOSITION_CLASSES]),
      by: z.string(),
      remarks: z.nullable(z.string()),
    }),
  ),
  callbackAt: z.nullable(instant),
  nextVisitOn: z.nullable(day),
  /** Kept with the same agent or agency in the next cycle. */
  retained: z.boolean(),
});
export type WorkRow = z.infer<typeof workRowSchema>;

const workPageSchema = z.object({
  content: z.array(workRowSchema),
  page: z.int(),
  pageSize: z.int(),
  totalElements: z.int(),
  totalPages: z.int(),
  exact: estimated,
  totals: z.nullable(totalsSchema),
});
const onePage = z.object({ success: z.literal(true), data: workPageSchema });
const pageSize = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(250)), 10);

export const activeLoans = defineEndpoint({
  id: 'loans.active',
  method: 'GET',
  service: 'main',
  path: 'loans/active/loans',
  summary:
    'Active loans with their newest record, of the caller or of a person below them; with `queue` one queue of calls',
  access: lists,
  idempotency: 'safe',
  query: z.strictObject({
    /** Loans that this manager or anybody below them holds; somebody who is not the caller's is not found. */
    managerId: z.optional(id),
    /** Loans that this person holds. */
    collectorId: z.optional(id),
    page: pageNumber,
    pageSize,
    /** Day of the newest record, both ends included. */
    gte: z.optional(sentDay),
    lte: z.optional(sentDay),
    clientsName: word,
    bucket: anyOf(BUCKETS),
    /** A code or a class. */
    disposition: word,
    queue: z.optional(z.enum(CALL_QUEUES)),
    q: word,
    sort: z.optional(z.enum(LOAN_SORTS)),
    dir: direction,
    count: countAsked,
  }),
  response: onePage,
});

const scheduled = {
  query: z.strictObject({
    ptpPage: pageNumber,
    callBackPage: pageNumber,
    /** Days, both ends included; today when left out. */
    ptpStartDate: z.optional(sentDay),
    ptpEndDate: z.optional(sentDay),
    callBackStartDate: z.optional(sentDay),
    callBackEndDate: z.optional(sentDay),
    count: countAsked,
  }),
  response: z.object({ success: z.literal(true), data: z.object({ ptp: workPageSchema, callBack: workPageSchema }) }),
} as const;

export const scheduledCases = defineEndpoint({
  id: 'loans.scheduledCases',
  method: 'GET',
  service: 'main',
  path: 'loans/scheduledCases',
  summary: 'Promises due and callbacks that the caller took themselves',
  access: lists,
  idempotency: 'safe',
  ...scheduled,
});

export const scheduledCasesAll = defineEndpoint({
  id: 'loans.scheduledCasesAll',
  method: 'GET',
  service: 'main',
  path: 'loans/scheduledCasesAll',
  summary: 'Promises due and callbacks on every loan the caller may see, whoever took them',
  access: lists,
  idempotency: 'safe',
  ...scheduled,
});

export const fieldCases = defineEndpoint({
  id: 'loans.fieldCases',
  method: 'GET',
  service: 'main',
  path: 'loans/fieldCases',
  summary: 'Loans that a field agent holds, the latest visit first',
  access: lists,
  idempotency: 'safe',
  query: z.strictObject({
    page: pageNumber,
    pageSize,
    dateFrom: z.optional(sentDay),
    dateTo: z.optional(sentDay),
    count: countAsked,
  }),
  response: onePage,
});

export const loansByManager = defineEndpoint({
  id: 'loans.byManager',
  method: 'GET',
  service: 'main',
  path: 'loans/by/manager',
  summary: 'Loans held by a manager (the caller when none is named) or by anybody below',
  access: lists,
  idempotency: 'safe',
  query: z.strictObject({ managerId: z.optional(id), page: pageNumber, pageSize, count: countAsked }),
  response: onePage,
});

export const todaysPtpStock = defineEndpoint({
  id: 'loans.todaysPtpStock',
  method: 'GET',
  service: 'main',
  path: 'loans/getTodaysPtpStockManager',
  summary: "Today's promises by the person who took them: due, still open, kept, broken",
  access: lists,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      asOf: instant,
      rows: z.array(
        z.object({
          userId: id,
          name: z.string(),
          due: z.int(),
          duePaise: paise,
          open: z.int(),
          kept: z.int(),
          broken: z.int(),
        }),
      ),
    }),
  }),
});

export const totalAssigned = defineEndpoint({
  id: 'loans.totalAssigned',
  method: 'GET',
  service: 'main',
  path: 'loans/total/assigned',
  summary: 'How many of the active loans somebody holds, and in which capacity',
  access: lists,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      total: z.int(),
      assigned: z.int(),
      unassigned: z.int(),
      manager: z.int(),
      collector: z.int(),
      fieldAgent: z.int(),
      agency: z.int(),
    }),
  }),
});

const oneLoan = z.object({ success: z.literal(true), data: loanSchema });
const idOrNumber = z.string().check(z.minLength(1), z.maxLength(64));

export const loanByHeader = defineEndpoint({
  id: 'loans.byHeader',
  method: 'GET',
  service: 'main',
  path: 'loans/loanId',
  summary: 'One loan, its id or number in the `id` header',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  headers: z.object({ id: idOrNumber }),
  response: oneLoan,
});

export const loanByPath = defineEndpoint({
  id: 'loans.byPath',
  method: 'GET',
  service: 'main',
  path: 'loans/{id}',
  summary: 'One loan, by its id or its loan number',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  params: z.object({ id: idOrNumber }),
  response: oneLoan,
});
