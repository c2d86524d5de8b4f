/**
 * What whoever works a loan asks of others: a visit, a manager's look, a letter, that somebody else works it. Those above them
 * hear of it and answer; the last one is answered by giving the loan to somebody else.
 */
import * as z from 'zod/mini';
import type { Role } from '../domain/roles';
import { LOAN_SUPERVISORS } from '../domain/supervisors';
import { defineEndpoint } from './kit';
import { id, instant, longText } from './scalars';

export const REQUEST_KINDS = ['field', 'escalation', 'letter', 'other-agent'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_STATES = ['open', 'done', 'declined'] as const;

/** Who has loans to work in their own hands. */
const HOLDING = ['CRM_TELECALLER', 'COLLECTOR', 'CRM_FIELDAGENT'] as const satisfies Role[];
const ASKING = [...HOLDING, 'CRM_MANAGER', 'MANAGER'] as const satisfies Role[];
export const mayAskForLoans = (role: Role | undefined): boolean => ASKING.some((one) => one === role);
/** A manager does not ask for another agent: they give the loan to one. */
export const mayAskFor = (role: Role | undefined, kind: RequestKind): boolean =>
  kind === 'other-agent' ? HOLDING.some((one) => one === role) : mayAskForLoans(role);
export const mayAnswerRequests = (role: Role | undefined): boolean => LOAN_SUPERVISORS.some((one) => one === role);

export const loanRequestSchema = z.object({
  id,
  loanId: id,
  kind: z.enum(REQUEST_KINDS),
  note: z.string(),
  state: z.enum(REQUEST_STATES),
  by: z.string(),
  askedAt: instant,
  answer: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
});
export type LoanRequest = z.infer<typeof loanRequestSchema>;

export const askForLoan = defineEndpoint({
  id: 'loanRequests.ask',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/loan-requests',
  summary:
    'Ask for a visit, a manager, a letter or another agent on a loan; while one of a kind is open, asking again answers that one',
  access: { kind: 'session', roles: ASKING, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({
    loanId: id,
    kind: z.enum(REQUEST_KINDS),
    note: longText.check(z.minLength(3, 'Say what it is about')),
  }),
  response: z.object({ success: z.literal(true), data: loanRequestSchema }),
});

export const loanRequests = defineEndpoint({
  id: 'loanRequests.ofLoan',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/loan-requests',
  summary: 'The requests on a loan, open ones first, then the newest; at most 20',
  access: { kind: 'session', roles: [...new Set([...ASKING, ...LOAN_SUPERVISORS])], scope: 'loan' },
  idempotency: 'safe',
  query: z.strictObject({ loanId: id }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(loanRequestSchema) }) }),
});

export const listedRequestSchema = z.extend(loanRequestSchema, { loanNumber: z.string(), borrower: z.string() });
export type ListedRequest = z.infer<typeof listedRequestSchema>;

export const listRequests = defineEndpoint({
  id: 'loanRequests.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/loan-requests/list',
  summary: "Requests on the caller's loans in one state, newest first; `kind` leaves out the others",
  access: { kind: 'session', roles: LOAN_SUPERVISORS, scope: 'team' },
  idempotency: 'safe',
  query: z.strictObject({
    state: z._default(z.enum(REQUEST_STATES), 'open'),
    kind: z.optional(z.enum(REQUEST_KINDS)),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(listedRequestSchema), total: z.int(), exact: z.boolean() }),
  }),
});

export const answerRequest = defineEndpoint({
  id: 'loanRequests.answer',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/loan-requests/{id}',
  summary: 'Say that an open request is done, or decline it with a reason; whoever asked hears of it',
  access: { kind: 'session', roles: LOAN_SUPERVISORS, scope: 'loan' },
  idempotency: 'natural',
  params: z.object({ id }),
  body: z.strictObject({
    state: z.enum(['done', 'declined']),
    answer: longText.check(z.minLength(3, 'Say what was done, or why not')),
  }),
  response: z.object({ success: z.literal(true), data: loanRequestSchema }),
});
