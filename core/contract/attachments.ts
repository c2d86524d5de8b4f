/**
 * Files of a record. The bytes are sealed on the device with a key of their own (AES-256-GCM, iv first), and that key
 * is sealed to the server (sealing.ts), so the same bytes can be sent by a page, by the worker, or by a locked phone.
 * Named by the SHA-256 of the original; resumable at any byte; complete means the hash of the opened file matched.
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { base64url, sha256 } from './scalars';

/** Bytes a request; a phone on a thin line loses at most this much. */
export const UPLOAD_CHUNK = 256 * 1024;

const uploaders = {
  kind: 'session',
  roles: ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR', 'MANAGER', 'CRM_MANAGER'],
  scope: 'self',
  device: true,
} as const;

const state = z.object({
  success: z.literal(true),
  data: z.object({
    sha256,
    /** Bytes of the sealed form that the server holds. */
    received: z.int(),
    complete: z.boolean(),
  }),
});

export const attachmentState = defineEndpoint({
  id: 'attachments.state',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/attachments/{sha256}',
  summary: 'How much of a file the server holds, for resuming',
  access: uploaders,
  idempotency: 'safe',
  params: z.object({ sha256 }),
  response: state,
});

export const uploadAttachment = defineEndpoint({
  id: 'attachments.upload',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/attachments/{sha256}',
  summary: 'A part of a sealed file, at an offset. Repeating a part is harmless',
  access: uploaders,
  idempotency: 'natural',
  params: z.object({ sha256 }),
  query: z.strictObject({
    offset: z.coerce.number().check(z.int(), z.gte(0), z.lte(11 * 1024 * 1024)),
    /** Bytes of the whole sealed form. */
    total: z.coerce.number().check(z.int(), z.gte(29), z.lte(11 * 1024 * 1024)),
  }),
  headers: z.object({ 'x-sealed-key': base64url }),
  bodyKind: 'bytes',
  bodyLimit: 2 * UPLOAD_CHUNK,
  response: state,
});

export const downloadAttachment = defineEndpoint({
  id: 'attachments.download',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/attachments/{sha256}/file',
  summary: 'The original file, as a download; only to those who may see a loan it belongs to',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  params: z.object({ sha256 }),
  response: z.unknown(),
});
