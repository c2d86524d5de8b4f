/** A new e-mail address or mobile of one's own: asked for with the password, confirmed where it leads to, taken back from the old one. */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { PASSWORD_MAX } from './passwords';
import { personSchema } from './people';
import { id, instant } from './scalars';

/** Days in which the old address or mobile can take a change back. */
export const UNDO_DAYS = 7;
/** Minutes for which a link that confirms an address is good, and a code that confirms a mobile. */
export const CONFIRM_MINUTES = { email: 24 * 60, mobile: 15 } as const;

const own = { kind: 'session', roles: '*', scope: 'self' } as const;
const kind = z.enum(['email', 'mobile']);
const change = z.object({ id, kind, value: z.string(), expiresAt: instant });
export type ContactChange = z.infer<typeof change>;
/** `cc_` confirms, `cu_` takes back; then the tenant and 256 random bits, as the mail carries them. */
const tokenOf = (prefix: 'cc' | 'cu') =>
  z.string().check(z.regex(new RegExp(`^${prefix}_[0-9a-f-]{36}\\.[A-Za-z0-9_-]{43}$`), 'Not a link of ours'));

export const changeContact = defineEndpoint({
  id: 'people.changeContact',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/me/contact-changes',
  summary: 'Ask for another e-mail address or mobile of your own; it counts once it is confirmed there',
  access: own,
  idempotency: 'none',
  body: z.strictObject({
    kind,
    value: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(PASSWORD_MAX)),
  }),
  response: z.object({ success: z.literal(true), data: change }),
});

export const contactChanges = defineEndpoint({
  id: 'people.contactChanges',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/me/contact-changes',
  summary: 'Own changes of e-mail address and mobile that wait to be confirmed',
  access: own,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(change) }),
});

export const confirmMobile = defineEndpoint({
  id: 'people.confirmMobile',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/me/contact-changes/{id}/confirm',
  summary: 'Confirm the own new mobile with the code that was sent to it',
  access: own,
  idempotency: 'none',
  params: z.object({ id }),
  body: z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/, 'Six digits')) }),
  response: z.object({ success: z.literal(true), data: personSchema }),
});

const about = z.object({ success: z.literal(true), data: z.object({ kind, fullName: z.string() }) });

export const confirmEmail = defineEndpoint({
  id: 'people.confirmEmail',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/contact-changes/confirm',
  summary: 'Confirm a new e-mail address with the link that was sent to it',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({ token: tokenOf('cc') }),
  response: about,
});

export const undoContact = defineEndpoint({
  id: 'people.undoContact',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/contact-changes/undo',
  summary: 'Take a change back with the link that the old address or mobile got; every session of the user ends',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({ token: tokenOf('cu') }),
  response: about,
});
