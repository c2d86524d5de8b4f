/**
 * Files of a record. The bytes are sealed on the device with a key of their own (AES-256-GCM, iv first), and that key
 * is sealed to the server (sealing.ts), so the same bytes can be sent by a page, by the worker, or by a locked phone.
 *
 * What is small travels with its record (`dispositions.record`). What is larger goes first, by the resumable upload
 * protocol tus 1.0.0 (core and creation), and is then named by the SHA-256 of the original. An upload is whole only when
 * the server has opened it, found that hash and a kind of file it takes; until then nothing can name it.
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { id, sha256 } from './scalars';

/** Bytes of an original: photos and documents (security.md "Uploads"). */
export const MAX_FILE = 10 * 1024 * 1024;
/** What sealing adds: iv and tag. */
export const SEALING_BYTES = 12 + 16;
/** Bytes a request that our clients send; a proxy that holds requests back until they are whole loses at most this much. */
export const UPLOAD_CHUNK = 256 * 1024;
/** Files of one record that together are no larger than this travel inside its form. */
export const INLINE_LIMIT = 256 * 1024;
export const TUS_VERSION = '1.0.0';

const uploaders = {
  kind: 'session',
  roles: ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR', 'MANAGER', 'CRM_MANAGER'],
  scope: 'self',
  // A withdrawn phone still hands over the photos of the records that it handed over.
  device: 'revoked',
} as const;

export const attachmentState = defineEndpoint({
  id: 'attachments.state',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/attachments/{sha256}',
  summary: 'Whether the server holds a file that the caller may name, so that no byte of it is sent twice',
  access: uploaders,
  idempotency: 'safe',
  params: z.object({ sha256 }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      sha256,
      /** Bytes held of the caller's own unfinished upload that has come furthest. */
      received: z.int(),
      complete: z.boolean(),
    }),
  }),
});

const number = z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/, 'Not a number of bytes'));
const tus = { 'tus-resumable': z.literal(TUS_VERSION) };
const marks = { 'tus-resumable': TUS_VERSION } as const;

export const createUpload = defineEndpoint({
  id: 'attachments.createUpload',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/attachments/uploads',
  summary:
    'Begins a resumable upload (tus). `Upload-Metadata` names `sha256` of the original and, when sealed, `sealedkey`',
  access: uploaders,
  idempotency: 'none',
  headers: z.object({
    ...tus,
    'upload-length': number,
    'upload-metadata': z.string().check(z.maxLength(2000)),
  }),
  response: z.unknown(),
  bare: {
    status: 201,
    headers: z.object({
      location: z.string(),
      /** Present, and equal to the length, when the server holds the file already. */
      'upload-offset': z.optional(z.string()),
      'upload-expires': z.optional(z.string()),
    }),
  },
  marks,
});

export const uploadOffset = defineEndpoint({
  id: 'attachments.uploadOffset',
  method: 'HEAD',
  service: 'crm',
  path: '/api/v2/attachments/uploads/{upload}',
  summary: 'Where an upload stands (tus): the byte to go on from',
  access: uploaders,
  idempotency: 'safe',
  params: z.object({ upload: id }),
  headers: z.object(tus),
  response: z.unknown(),
  bare: { status: 200, headers: z.object({ 'upload-offset': z.string(), 'upload-length': z.string() }) },
  marks,
});

export const appendToUpload = defineEndpoint({
  id: 'attachments.appendToUpload',
  method: 'PATCH',
  service: 'crm',
  path: '/api/v2/attachments/uploads/{upload}',
  summary: 'Bytes of an upload from the offset it stands at (tus). What arrived before a broken connection is kept',
  access: uploaders,
  // A repeat of bytes that arrived is refused with the offset's conflict, and changes nothing.
  idempotency: 'natural',
  params: z.object({ upload: id }),
  headers: z.object({ ...tus, 'upload-offset': number, 'content-length': z.optional(number) }),
  bodyKind: 'stream',
  bodyLimit: 2 * UPLOAD_CHUNK,
  response: z.unknown(),
  bare: { status: 204, headers: z.object({ 'upload-offset': z.string(), 'upload-expires': z.optional(z.string()) }) },
  marks,
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
