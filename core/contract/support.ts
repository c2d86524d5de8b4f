/** Whom people of a tenant ask for help (`/contact`): the tenant's own facts, kept by its administrator. */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { emailText, mobileText } from './organisation';
import { instant, shortText, version } from './scalars';

const settings = {
  name: shortText.check(z.minLength(2, 'Say who helps')),
  phone: z.nullable(mobileText),
  email: z.nullable(emailText),
  hours: z.nullable(shortText),
  note: z.nullable(z.string().check(z.trim(), z.maxLength(500))),
};
const word = z.nullable(z.string());
const support = z.object({
  /** 0 before anybody said it; the name is empty then. */
  version,
  name: z.string(),
  phone: word,
  email: word,
  hours: word,
  note: word,
  updatedBy: word,
  updatedAt: z.nullable(instant),
});
export type Support = z.infer<typeof support>;
const answer = z.object({ success: z.literal(true), data: support });

export const getSupport = defineEndpoint({
  id: 'support.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/support',
  summary: 'Whom to ask in the caller’s tenant',
  access: { kind: 'session', roles: '*', scope: 'tenant' },
  idempotency: 'safe',
  response: answer,
});

export const saveSupport = defineEndpoint({
  id: 'support.save',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/support',
  summary: 'Say whom to ask; with an older version than the present one it is a conflict',
  access: { kind: 'session', roles: ['ADMIN'], scope: 'tenant', settings: true },
  idempotency: 'natural',
  body: z.strictObject({ version, ...settings }),
  response: answer,
});
