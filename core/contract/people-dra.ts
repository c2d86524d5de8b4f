/** The DRA certificate of somebody who collects: the paper itself, its number and its last day. */
import * as z from 'zod/mini';
import { PEOPLE_ADMINS } from '../domain/people';
import { MAX_DOCUMENT } from './documents';
import { defineEndpoint } from './kit';
import { personSchema } from './people';
import { id, sentDay } from './scalars';

const byId = z.object({ id });
const onePerson = z.object({ success: z.literal(true), data: personSchema });
const above = { kind: 'session', roles: PEOPLE_ADMINS, scope: 'team' } as const;

export const saveDraCertificate = defineEndpoint({
  id: 'people.saveDra',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/dra-certificate',
  summary:
    'Keeps the certificate of somebody below the caller (PDF, JPEG or PNG) with its last day; replaces the one before',
  access: above,
  idempotency: 'natural',
  params: byId,
  query: z.strictObject({
    fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    validUntil: sentDay,
    /** Left out, the number stays as it is. */
    number: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
  }),
  bodyKind: 'bytes',
  bodyLimit: MAX_DOCUMENT,
  response: onePerson,
});

export const draCertificate = defineEndpoint({
  id: 'people.draFile',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/dra-certificate',
  summary: "The certificate as a download: one's own, or of somebody among the caller's people",
  access: { kind: 'session', roles: '*', scope: 'team' },
  idempotency: 'safe',
  params: byId,
  response: z.unknown(),
});

export const removeDraCertificate = defineEndpoint({
  id: 'people.removeDra',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/dra-certificate',
  summary: 'Takes the paper away; its number and last day stay',
  access: above,
  idempotency: 'natural',
  params: byId,
  response: onePerson,
});
