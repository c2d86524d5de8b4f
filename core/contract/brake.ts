/**
 * The bulk-upload service (specification 7 "Bulk upload"): an address to which a file's bytes go, then word that they are there.
 * What it takes are the same imports as those of loan-imports.ts.
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { IMPORT_KINDS, IMPORT_STATES, MAPPERS, MAX_IMPORT_FILE, newImportSchema } from './loan-imports';
import { id, instant } from './scalars';

const mappers = { kind: 'session', roles: MAPPERS, scope: 'tenant' } as const;

export const generateUploadUrl = defineEndpoint({
  id: 'brake.generateUploadUrl',
  method: 'POST',
  service: 'brake',
  path: 'generate-upload-url',
  summary: 'Begins a bulk upload: answers its job and the address that takes the bytes for a day',
  access: mappers,
  idempotency: 'none',
  body: z.extend(newImportSchema, { type: z._default(z.enum(IMPORT_KINDS), 'loans') }),
  response: z.object({ success: z.literal(true), jobId: id, uploadUrl: z.string() }),
});

const upload = {
  service: 'brake',
  path: 'files/{jobId}',
  // Whoever holds the address may write to it: the signature binds it to one import and a day.
  access: { kind: 'public' },
  params: z.object({ jobId: id }),
  query: z.strictObject({
    tenant: id,
    expires: z.coerce.number().check(z.int(), z.gte(0), z.lte(9_999_999_999)),
    signature: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a signature')),
  }),
} as const;

export const putFile = defineEndpoint({
  ...upload,
  id: 'brake.put',
  method: 'PUT',
  summary:
    'Bytes of a file, whole, or one part by `Content-Range: bytes first-last/size`. What arrived before a broken connection is kept',
  idempotency: 'natural',
  headers: z.object({
    'content-range': z.optional(
      z.string().check(z.regex(/^bytes \d{1,10}-\d{1,10}\/\d{1,10}$/, 'Not a range of bytes')),
    ),
  }),
  bodyKind: 'file',
  bodyLimit: MAX_IMPORT_FILE,
  response: z.object({ success: z.literal(true), data: z.object({ received: z.int(), size: z.int() }) }),
});

export const fileOffset = defineEndpoint({
  ...upload,
  id: 'brake.offset',
  method: 'HEAD',
  summary: 'How many bytes of the file are there: where the next part begins',
  idempotency: 'safe',
  response: z.unknown(),
  bare: { status: 200, headers: z.object({ 'upload-offset': z.string(), 'upload-length': z.string() }) },
});

export const updateStatus = defineEndpoint({
  id: 'brake.updateStatus',
  method: 'POST',
  service: 'brake',
  path: 'update-status',
  summary: 'Says that all bytes are there; the file is read from now on',
  access: mappers,
  idempotency: 'natural',
  heavy: true,
  query: z.strictObject({ jobId: id }),
  response: z.object({ success: z.literal(true), data: z.object({ jobId: id, status: z.enum(IMPORT_STATES) }) }),
});

/** As the specification names them, and our own kinds. */
export const REPORT_JOB_TYPES = [
  'ManualAllocationFile',
  'DispositionUploadFile',
  'AUTOALLOCATION',
  ...IMPORT_KINDS,
] as const;

export const searchJobs = defineEndpoint({
  id: 'brake.searchJobs',
  method: 'GET',
  service: 'reporting',
  path: '/api/jobs/search',
  summary: 'Jobs over files, newest first, with their counts and the file of what was refused',
  access: mappers,
  idempotency: 'safe',
  query: z.strictObject({
    type: z.optional(z.enum(REPORT_JOB_TYPES)),
    fileName: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      content: z.array(
        z.object({
          jobId: id,
          type: z.enum(REPORT_JOB_TYPES),
          fileName: z.string(),
          startTime: instant,
          endTime: z.nullable(instant),
          status: z.enum(IMPORT_STATES),
          /** Of what was refused; null when nothing was. */
          fileUrl: z.nullable(z.string()),
          totalCount: z.int(),
          successCount: z.int(),
          failureCount: z.int(),
        }),
      ),
      totalElements: z.int(),
    }),
  }),
});
