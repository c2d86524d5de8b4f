/** Where somebody is signed in: seen and ended by the person, and by whoever stands above them. */
import * as z from 'zod/mini';
import { PEOPLE_ADMINS } from '../domain/people';
import { defineEndpoint } from './kit';
import { id, instant } from './scalars';

const own = { kind: 'session', roles: '*', scope: 'self' } as const;
const above = { kind: 'session', roles: PEOPLE_ADMINS, scope: 'team' } as const;

export const openSession = z.object({
  id,
  /** The one that asks. */
  current: z.boolean(),
  /** As it called itself at the sign-in; null for a browser without a device key. */
  device: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  startedAt: instant,
  /** Its last renewal. */
  lastSeenAt: instant,
  endsAt: instant,
});
export type OpenSession = z.infer<typeof openSession>;
const sessions = z.object({ success: z.literal(true), data: z.array(openSession) });
const ended = z.object({ success: z.literal(true), data: z.object({ ended: z.int() }) });
/** One of them; all but the asking one when left out. */
const which = z.strictObject({ session: z.optional(id) });

export const ownSessions = defineEndpoint({
  id: 'people.ownSessions',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/me/sessions',
  summary: 'Where the caller is signed in, the newest first; at most 50',
  access: own,
  idempotency: 'safe',
  response: sessions,
});

export const endOwnSessions = defineEndpoint({
  id: 'people.endOwnSessions',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/me/sessions/end',
  summary: 'End one of the own sessions, or every other one',
  access: own,
  idempotency: 'natural',
  body: which,
  response: ended,
});

export const sessionsOf = defineEndpoint({
  id: 'people.sessionsOf',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/sessions',
  summary: 'Where somebody below the caller is signed in; at most 50',
  access: above,
  idempotency: 'safe',
  params: z.object({ id }),
  response: sessions,
});

export const endSessionsOfPerson = defineEndpoint({
  id: 'people.endSessionsOf',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/sessions/end',
  summary: 'End one session of somebody below the caller, or all; what their phones hold is still delivered',
  access: above,
  idempotency: 'natural',
  params: z.object({ id }),
  body: which,
  response: ended,
});
