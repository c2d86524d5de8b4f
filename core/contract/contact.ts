/** The contact gate for one loan: may this borrower be contacted, and what they asked for (docs/contact-gate.md). */
import * as z from 'zod/mini';
import { DEVICE_SUPERVISORS } from '../domain/supervisors';
import {
  answerSchema,
  packRuleSchema,
  packVersionSchema,
  preferenceBodySchema,
  preferenceSchema,
  questionPartsSchema,
} from './contact-parts';
import { defineEndpoint, type ResponseOf } from './kit';
import { day, id, instant, longText } from './scalars';

const supervisors = { kind: 'session', roles: DEVICE_SUPERVISORS, scope: 'loan' } as const;
const reason = longText.check(z.minLength(1, 'Give a reason'));

export const loanContactSchema = z.object({
  asOf: instant,
  loanId: id,
  loanNumber: z.string(),
  borrower: z.string(),
  /** What was asked, without the moment. */
  question: questionPartsSchema,
  phones: z.array(
    z.object({
      id,
      owner: z.string(),
      invalid: z.boolean(),
      masked: z.string(),
      call: answerSchema,
      sms: answerSchema,
      whatsapp: answerSchema,
    }),
  ),
  visit: answerSchema,
  letter: answerSchema,
  preferences: z.array(preferenceSchema),
});
export type LoanContact = z.infer<typeof loanContactSchema>;
const loanContact = z.object({ success: z.literal(true), data: loanContactSchema });

export const contactOfLoan = defineEndpoint({
  id: 'contact.loan',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/contact-gate/loan/{loanId}',
  summary:
    'Whether the borrower may be contacted now, by phone and channel, with the reason and the next lawful minute',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  params: z.object({ loanId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: loanContact,
});

export const phoneRules = defineEndpoint({
  id: 'contact.phoneRules',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/contact-gate/phone-rules',
  summary: "The rules by which the caller's phone judges contact without a network",
  access: { kind: 'session', roles: ['CRM_FIELDAGENT', 'CRM_TELECALLER', 'COLLECTOR'], scope: 'self' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      zone: z.string(),
      packs: z.array(packVersionSchema),
      agent: z.nullable(z.object({ draValidUntil: z.nullable(day), languages: z.array(z.string()) })),
      /** Of the portfolios of the caller's loans, those with rules of their own. */
      portfolios: z.array(z.object({ name: z.string(), rules: z.array(packRuleSchema) })),
    }),
  }),
});
export type PhoneRules = ResponseOf<typeof phoneRules>['data'];

export const addPreference = defineEndpoint({
  id: 'contact.addPreference',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/contact-gate/loan/{loanId}/preferences',
  summary:
    'What the borrower asked for: not at this time or place, only then, not at all, not in a dispute or a bereavement',
  access: {
    kind: 'session',
    roles: [...DEVICE_SUPERVISORS, 'COLLECTOR', 'CRM_TELECALLER', 'CRM_FIELDAGENT'],
    scope: 'loan',
  },
  idempotency: 'natural',
  params: z.object({ loanId: id }),
  body: preferenceBodySchema,
  response: loanContact,
});

export const endPreference = defineEndpoint({
  id: 'contact.endPreference',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/contact-gate/loan/{loanId}/preferences/{id}/end',
  summary: 'The borrower no longer asks for it',
  access: supervisors,
  idempotency: 'natural',
  params: z.object({ loanId: id, id }),
  body: z.strictObject({ reason }),
  response: loanContact,
});

export const LIFTS = ['dispute', 'legal', 'do-not-contact', 'complaint', 'suppression'] as const;
export type Lift = (typeof LIFTS)[number];

export const liftHold = defineEndpoint({
  id: 'contact.lift',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/contact-gate/loan/{loanId}/lift',
  summary:
    'A manager resolves what holds contact back: a dispute, a legal matter, a request, a complaint, a suppression',
  access: supervisors,
  idempotency: 'natural',
  params: z.object({ loanId: id }),
  body: z.strictObject({ what: z.enum(LIFTS), reason }),
  response: loanContact,
});
