/** Records at the desk: one of them, those of a loan, those of everybody below, a correction, a withdrawal; the caller's day. */
import * as z from 'zod/mini';
import { CALL_STAGES } from '../domain/call-stages';
import { defineEndpoint } from './kit';
import { TENANT_ADMIN_ROLES } from './loan-givers';
import { historyEntrySchema } from './loans';
import { id, instant, longText, sentDay } from './scalars';

const paise = z.int();
const pageNo = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)));
const pageSize = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)));

/** A record with what it belongs to. */
export const workEntrySchema = z.extend(historyEntrySchema, {
  loanId: id,
  loanNumber: z.string(),
  borrower: z.string(),
  callbackAt: z.nullable(instant),
  /** From the call's beginning to its end or to saving, as the page measured it. */
  durationSeconds: z.nullable(z.int()),
  /** As the dialer measured it; null where none did. */
  talkSeconds: z.optional(z.nullable(z.int())),
  recordlink: z.nullable(z.string()),
  outcome: z.string(),
  /** When and by whom it was corrected last; null when it stands as it was recorded. */
  corrected: z.nullable(z.object({ at: instant, by: z.string() })),
});
export type WorkEntry = z.infer<typeof workEntrySchema>;

const historyPage = z.object({
  caseHistories: z.array(workEntrySchema),
  totalPages: z.int(),
  totalElements: z.int(),
  currentPageNumber: z.int(),
  currentPageSize: z.int(),
});
const one = z.object({ success: z.literal(true), data: workEntrySchema });

export const dispositionById = defineEndpoint({
  id: 'dispositions.byId',
  method: 'GET',
  service: 'main',
  path: 'call-disposition/id/{id}',
  summary: 'One record',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  params: z.object({ id }),
  response: one,
});

export const dispositionsByLoan = defineEndpoint({
  id: 'dispositions.byLoan',
  method: 'GET',
  service: 'main',
  path: 'call-disposition/by/loan',
  summary: 'The records of a loan, newest first',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  query: z.strictObject({ loanId: id, pageNo, pageSize }),
  response: historyPage,
});

export const caseHistories = defineEndpoint({
  id: 'dispositions.caseHistories',
  method: 'GET',
  service: 'reporting',
  path: 'case-histories',
  summary: 'Records on every loan the caller may see, newest first; with `stage` the rows behind a number of their day',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    pageNo,
    pageSize,
    /** Day of receipt, both ends included. */
    from: z.optional(sentDay),
    to: z.optional(sentDay),
    /** `true`: only what the caller recorded. */
    mine: z.optional(z.enum(['true', 'false'])),
    stage: z.optional(z.enum(CALL_STAGES)),
  }),
  response: historyPage,
});

export const correctDisposition = defineEndpoint({
  id: 'dispositions.correct',
  method: 'PUT',
  service: 'main',
  path: 'call-disposition/single',
  summary:
    'Corrects the words of a record, or adds what the dialer said of the call. What was recorded stays as evidence; audited',
  access: {
    kind: 'session',
    roles: [
      'CRM_TELECALLER',
      'COLLECTOR',
      'PARTNER',
      'MANAGER',
      'CRM_MANAGER',
      'CRM_SUPERMANAGER',
      ...TENANT_ADMIN_ROLES,
    ],
    scope: 'loan',
  },
  idempotency: 'natural',
  body: z.strictObject({
    id,
    remarks: z.optional(longText),
    /** Seconds. */
    duration: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
    recordlink: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  response: z.object({ success: z.literal(true), message: z.literal('updated successfully'), data: workEntrySchema }),
});

export const withdrawDisposition = defineEndpoint({
  id: 'dispositions.withdraw',
  method: 'DELETE',
  service: 'main',
  path: 'call-disposition',
  summary:
    'Takes a record out of the case and reverses what it did to the loan; refused (409) where that cannot be undone. The record stays as evidence',
  access: { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({ id, reason: longText.check(z.minLength(3, 'Give a reason')) }),
  response: z.object({ success: z.literal(true), data: z.object({ id, loanId: id, withdrawnAt: instant }) }),
});

const stageFigure = z.object({ count: z.int(), paise });

export const callerDay = defineEndpoint({
  id: 'telecaller.day',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/telecaller/day',
  summary: "The caller's own funnel today, and promises of the month that came due",
  access: { kind: 'session', roles: ['CRM_TELECALLER', 'COLLECTOR', 'MANAGER', 'CRM_MANAGER'], scope: 'self' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      asOf: instant,
      funnel: z.record(z.enum(CALL_STAGES), stageFigure),
      /** Promises of the caller whose day lay in this month up to today. */
      month: z.object({ due: z.int(), kept: z.int(), keptPaise: paise, collectedPaise: paise }),
    }),
  }),
});
export type CallerDay = z.infer<typeof callerDay.response>['data'];
