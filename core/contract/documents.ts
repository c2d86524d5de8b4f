/**
 * Files of the desk (specification 7: "a file upload at /upload/singleFile" and the upload to cloud storage with a file-path
 * header). A file is its uploader's; what refers to it (a DRA certificate, a settlement report) says who else may read it.
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { id, instant } from './scalars';

/** Bytes. Pictures, PDF, CSV and XLSX are taken; the bytes decide, not the name. */
export const MAX_DOCUMENT = 10 * 1024 * 1024;

export const documentSchema = z.object({
  id,
  /** As its uploader named the place; null for one without. */
  path: z.nullable(z.string()),
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  sha256: z.string(),
  uploadedAt: instant,
});
export type Document = z.infer<typeof documentSchema>;
const one = z.object({ success: z.literal(true), data: documentSchema });

export const fileName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

export const uploadSingleFile = defineEndpoint({
  id: 'documents.single',
  method: 'POST',
  service: 'main',
  path: '/upload/singleFile',
  summary:
    'Stores one file, the only one of the form, under whatever name its part has; answers the id by which it is fetched',
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'none',
  bodyKind: 'multipart',
  bodyLimit: MAX_DOCUMENT,
  response: one,
});

/** Folders and a name, parted by slashes; never upwards. */
const filePath = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(400),
    z.regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\\\p{C}]+(?:\/[^/\\\p{C}]+)*$/u, 'Not a path of a file'),
  );

export const uploadToPath = defineEndpoint({
  id: 'documents.toPath',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/files',
  summary: "Stores the body under the file-path header among the caller's own files; what was there before is replaced",
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'natural',
  /** Percent-encoded where it is not plain ASCII. */
  headers: z.object({ 'file-path': filePath }),
  bodyKind: 'bytes',
  bodyLimit: MAX_DOCUMENT,
  response: one,
});

export const downloadDocument = defineEndpoint({
  id: 'documents.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/files/{documentId}',
  summary: "One of the caller's own files, as a download",
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'safe',
  params: z.object({ documentId: id }),
  response: z.unknown(),
});
