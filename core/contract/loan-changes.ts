/** What people at the desk change about loans: facts about the borrower, who works them, what is retained, what is removed. */
import * as z from 'zod/mini';
import { isDay, isSaneInstant } from '../domain/dates';
import type { Role } from '../domain/roles';
import { email as isEmailText } from '../domain/validators';
import { MOBILE, NOT_A_MOBILE_IN_SECOND_FORM } from '../domain/validators/mobile';
import { defineEndpoint } from './kit';
import { allocators, MAX_ASSIGN_REASON, MAX_ASSIGNED, PEOPLE_GIVERS, TENANT_ADMIN_ROLES } from './loan-givers';
import { loanSchema } from './loans';
import { id, instant, longText, pincode, sentDay, shortText } from './scalars';

/** Who works loans by phone or looks after those who do. */
const workers = [
  'CRM_TELECALLER',
  'COLLECTOR',
  'PARTNER',
  'MANAGER',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
  'ADMIN',
  'SUPER_ADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
  'CRM_SUPERADMIN',
  'CUSTOMER',
  'CLIENT',
  'CLIENT_ADMIN',
] as const;
const optionalEmail = z.optional(
  z.string().check(
    z.trim(),
    z.maxLength(200),
    z.refine((text) => text === '' || isEmailText(text) === undefined, 'Email is not valid'),
  ),
);

/** BCP 47, two or three letters: the languages that borrowers are spoken to in. */
const language = z.string().check(z.regex(/^[a-z]{2,3}$/, 'Not a language'));

export const updateLoan = defineEndpoint({
  id: 'loans.update',
  method: 'PUT',
  service: 'main',
  path: 'loans/single/loan',
  summary: 'What the borrower said about how to reach them: another number, address, language, e-mail. Audited',
  access: { kind: 'session', roles: workers, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({
    loanId: id,
    alternatePhone: z.optional(z.string().check(z.regex(MOBILE, NOT_A_MOBILE_IN_SECOND_FORM))),
    address: z.optional(z.strictObject({ line: longText.check(z.minLength(3, 'Enter the address')), pincode })),
    language: z.optional(language),
    /** Empty takes it away. */
    email: optionalEmail,
  }),
  response: z.object({ success: z.literal(true), message: z.literal('loan updated successfully'), data: loanSchema }),
});

const loanIds = z.array(id).check(z.minLength(1), z.maxLength(MAX_ASSIGNED));
/** Why the loans change hands, kept with each of them and shown in the report of allocations. */
const assignReason = z.optional(longText.check(z.maxLength(MAX_ASSIGN_REASON)));

/** What became of one loan. Each stands for itself: what is refused leaves the others as they are asked for. `renewed`: the agency has it already and gets the new last day. */
export const ASSIGNED = [
  'assigned',
  'unchanged',
  'renewed',
  'not-found',
  'not-active',
  'client-inactive',
  'other-pincode',
] as const;
const assignedAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    /** Undo by this: `loans/assign/undo`. Null when nothing was changed. */
    batchId: z.nullable(id),
    assigned: z.int(),
    /** In the order of the ids. */
    results: z.array(z.object({ loanId: id, became: z.enum(ASSIGNED) })),
  }),
});
export type AssignResult = z.infer<typeof assignedAnswer>['data'];

const assign = (
  name: 'collector' | 'field-agent' | 'manager' | 'agency',
  who: string,
  roles: readonly Role[] = allocators,
) =>
  ({
    method: 'PUT',
    service: 'main',
    path: `loans/assign/${name}`,
    summary: `Gives loans to ${who}; each loan is answered on its own, and the whole can be undone`,
    access: { kind: 'session', roles, scope: 'loans' },
    idempotency: 'natural',
    heavy: true,
    body: z.strictObject({ loanIds, profileId: id, reason: assignReason }),
    response: assignedAnswer,
  }) as const;

export const assignCollector = defineEndpoint({
  ...assign('collector', 'a telecaller or collector', PEOPLE_GIVERS),
  id: 'loans.assignCollector',
});
export const assignFieldAgent = defineEndpoint({
  ...assign('field-agent', 'a field agent', PEOPLE_GIVERS),
  id: 'loans.assignFieldAgent',
});
export const assignManager = defineEndpoint({ ...assign('manager', 'a manager'), id: 'loans.assignManager' });
const toAgency = assign('agency', 'an agency');
/** `profileId` is the agency's, `recallOn` the last day on which it has the loans, today or later. */
export const assignAgency = defineEndpoint({
  ...toAgency,
  id: 'loans.assignAgency',
  body: z.extend(toAgency.body, { recallOn: z.optional(sentDay) }),
});

export const AGENT_TYPES = ['Collector', 'Field_Agent'] as const;

const notATime = 'Not a time (YYYY-MM-DDTHH:mm:ss)';

export const assignProfile = defineEndpoint({
  id: 'loans.assignProfile',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/assign/loans/profile',
  summary:
    'The assignment payload of section 3: who, which loans, when to visit, and whether the pincode must be theirs',
  access: { kind: 'session', roles: PEOPLE_GIVERS, scope: 'loans' },
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject({
    profileId: id,
    loanIds,
    /** `YYYY-MM-DDTHH:mm:ss` in the tenant's zone. */
    visitDate: z.optional(
      z.nullable(
        z.string().check(
          z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, { error: notATime, abort: true }),
          z.refine((value) => isDay(value.slice(0, 10)) && isSaneInstant(`${value}Z`), notATime),
        ),
      ),
    ),
    agentType: z.enum(AGENT_TYPES),
    /** Only loans whose address lies in one of the agent's pincodes. */
    checkPinCode: z._default(z.boolean(), false),
    reason: assignReason,
  }),
  response: assignedAnswer,
});

export const undoAssign = defineEndpoint({
  id: 'loans.undoAssign',
  method: 'PUT',
  service: 'main',
  path: 'loans/assign/undo',
  summary:
    'Takes an assignment back: each loan that nobody has given to somebody else since goes to who had it before, unless they may get none any more',
  access: { kind: 'session', roles: PEOPLE_GIVERS, scope: 'loans' },
  idempotency: 'natural',
  body: z.strictObject({ batchId: id }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      restored: z.int(),
      /** Given to somebody else since, or refused; they stay with who has them. */
      left: z.int(),
      /** Of those left, the ones that may not go back, by why: the agency was locked or switched off, the person left. */
      refused: z.array(z.object({ loanIds: z.array(id), reason: z.string() })),
    }),
  }),
});

export const REMOVED = ['removed', 'not-found', 'has-history'] as const;

export const removeLoans = defineEndpoint({
  id: 'loans.remove',
  method: 'DELETE',
  service: 'main',
  path: 'loans',
  summary:
    'Removes loans that came by mistake. One that was worked (records, payments, promises) stays: close it instead',
  access: { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'loans' },
  idempotency: 'natural',
  body: z.strictObject({ loanIds, reason: longText.check(z.minLength(3, 'Give a reason')) }),
  response: z.object({
    success: z.literal(true),
    message: z.literal('Loan deleted successfully'),
    data: z.object({
      removed: z.int(),
      results: z.array(z.object({ loanId: id, became: z.enum(REMOVED) })),
    }),
  }),
});

const retained = z.object({
  loanId: id,
  retained: z.boolean(),
  at: z.nullable(instant),
  reason: z.nullable(z.string()),
});
const retainers = [...allocators, 'CRM_TELECALLER', 'COLLECTOR', 'PARTNER'] as const;

export const markRetain = defineEndpoint({
  id: 'loans.markRetain',
  method: 'POST',
  service: 'main',
  path: 'retain/markRetain',
  summary: 'Keeps a loan with the same agent or agency in the next cycle',
  access: { kind: 'session', roles: retainers, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({ loanId: id, reason: z.optional(shortText) }),
  response: z.object({ success: z.literal(true), data: retained }),
});

export const unmarkRetain = defineEndpoint({
  id: 'loans.unmarkRetain',
  method: 'DELETE',
  service: 'main',
  path: 'retain/unmarkRetain',
  summary: 'Lets a retained loan go again',
  access: { kind: 'session', roles: retainers, scope: 'loan' },
  idempotency: 'natural',
  query: z.strictObject({ loanId: id }),
  response: z.object({ success: z.literal(true), data: retained }),
});
