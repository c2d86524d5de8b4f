/** Specification section 7 "Call disposition"; offline.md "Sending" and "Receiving twice". */
import * as z from 'zod/mini';
import { callId } from './call-id';
import { ERROR_CLASSES, ERROR_CODES, fieldErrorSchema } from './errors';
import { defineEndpoint } from './kit';
import { historyEntrySchema } from './loans';
import { base64url, id, instant, sentInstant, sha256 } from './scalars';

export const MAX_BATCH = 50;

/** How a received record took effect. Everything but `applied` is kept as evidence and sends no message. */
export const OUTCOMES = [
  'applied',
  'late-reassigned',
  'late-closed',
  'late-suppressed',
  'late-agent-inactive',
  'clock-skewed',
  'signature-invalid',
] as const;

/**
 * What the server found of a record's signature. `valid`: made by a key that the device had registered. `none`: the record
 * itself says that it is unsigned. `unknown-key`: no such key is registered, so nothing can be said. `invalid`: the
 * record says that it is signed, and it is not by that device's key.
 */
export const SIGNATURE_STATES = ['valid', 'none', 'unknown-key', 'invalid'] as const;
export type SignatureState = (typeof SIGNATURE_STATES)[number];

export const receiptSchema = z.object({
  /** Echoes the idempotency key and the payload hash: an answer without them is not a receipt. */
  key: id,
  hash: sha256,
  recordId: id,
  /** The number people see and quote, e.g. `R-000123`. */
  receiptNo: z.string(),
  outcome: z.enum(OUTCOMES),
  receivedAt: instant,
  /** Position and hash in the tenant's audit chain. */
  chain: z.object({ seq: z.int(), hash: sha256 }),
  /** Left out of receipts of the time before records were signed. */
  signature: z.optional(z.enum(SIGNATURE_STATES)),
  /** What became of the settlement that the record raised: its number, or why there is none. */
  settlement: z.optional(z.object({ number: z.nullable(z.string()), problem: z.nullable(z.string()) })),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const itemErrorSchema = z.object({
  code: z.enum(ERROR_CODES),
  class: z.enum(ERROR_CLASSES),
  status: z.int(),
  message: z.string(),
  fields: z.optional(z.array(fieldErrorSchema)),
});

/**
 * ECDSA P-256 over `recordSignedText` (core/domain/evidence.ts), base64url, made when the record was saved. Any text is
 * taken: a damaged one must not keep its record, and the rest of its batch, from arriving.
 */
export const recordSignature = z.string().check(z.maxLength(512));

/** One record on the wire: readable, or sealed to the server by a device whose user is locked out. */
export const batchItemSchema = z.union([
  z.strictObject({ key: id, hash: sha256, record: z.unknown(), signature: z.optional(recordSignature) }),
  z.strictObject({ key: id, hash: sha256, sealed: base64url, signature: z.optional(recordSignature) }),
]);
export type BatchItem = z.infer<typeof batchItemSchema>;

export const callStarted = defineEndpoint({
  id: 'dispositions.callStarted',
  method: 'POST',
  service: 'main',
  path: 'call-disposition',
  summary: 'A call has started: the first form of a disposition',
  access: {
    kind: 'session',
    roles: ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR', 'MANAGER', 'CRM_MANAGER'],
    scope: 'loan',
  },
  idempotency: 'key',
  /** The call's id: the page's own, or the one that the dialer gave it. */
  headers: z.object({ 'idempotency-key': callId }),
  body: z.strictObject({
    call_status: z.literal('CALL_STARTED'),
    loanId: id,
    phoneId: z.optional(id),
    disposedBy: z.optional(z.literal('CRM_TELECALLER')),
    isPredictive: z.optional(z.boolean()),
    collectorId: z.optional(id),
    startedAt: z.optional(sentInstant),
    /** What the dialer calls it, told again under the same key once it is known. */
    dialerCallId: z.optional(callId),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ callId, loanId: id, call_status: z.literal('CALL_STARTED'), startedAt: instant }),
  }),
});

/** Who may record on a loan. */
const recorders = {
  kind: 'session',
  roles: ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR', 'MANAGER', 'CRM_MANAGER'],
  scope: 'loan',
} as const;

export const recordDisposition = defineEndpoint({
  id: 'dispositions.record',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/call-disposition',
  summary: 'One record with its files, multipart: `disposition` (JSON), `screenShot` and `supportingDoc` files',
  access: recorders,
  idempotency: 'key',
  headers: z.object({
    'idempotency-key': id,
    'x-payload-hash': sha256,
    'x-record-signature': z.optional(recordSignature),
  }),
  bodyKind: 'multipart',
  // As in a batch, older payload versions are lifted before they are checked against the record's schema.
  body: z.object({ disposition: z.unknown() }),
  files: ['screenShot', 'supportingDoc'],
  bodyLimit: 64 * 1024 * 1024,
  response: z.object({
    success: z.literal(true),
    message: z.literal('Disposition Added Successfully'),
    data: receiptSchema,
  }),
});

export const recordBatch = defineEndpoint({
  id: 'dispositions.batch',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/call-disposition/batch',
  summary: 'Up to 50 records in one request, each answered on its own',
  access: { ...recorders, device: true },
  idempotency: 'key',
  body: z.strictObject({ items: z.array(batchItemSchema).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
  bodyLimit: 4 * 1024 * 1024,
  response: z.object({
    success: z.literal(true),
    /** Same order and length as `items`. */
    results: z.array(
      z.union([z.object({ key: id, receipt: receiptSchema }), z.object({ key: id, error: itemErrorSchema })]),
    ),
    serverTime: instant,
  }),
});
export type BatchResult = z.infer<typeof recordBatch.response>['results'][number];

export const caseHistory = defineEndpoint({
  id: 'dispositions.caseHistory',
  method: 'GET',
  service: 'main',
  path: 'call-disposition/caseHistory',
  summary: 'What happened on a loan, newest first',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  headers: z.object({ loanid: id }),
  query: z.strictObject({
    pageNo: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    pageSize: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  }),
  response: z.object({
    caseHistories: z.array(historyEntrySchema),
    totalPages: z.int(),
    totalElements: z.int(),
    currentPageNumber: z.int(),
    currentPageSize: z.int(),
  }),
});

export const reportQuarantine = defineEndpoint({
  id: 'dispositions.quarantine',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/call-disposition/quarantine',
  summary: 'A device mirrors a record that the server refused for good, so that a manager sees it',
  access: { ...recorders, scope: 'self', device: 'revoked' },
  idempotency: 'key',
  body: z.strictObject({
    item: batchItemSchema,
    reason: z.strictObject({ code: z.string().check(z.maxLength(64)), message: z.string().check(z.maxLength(500)) }),
  }),
  bodyLimit: 512 * 1024,
  response: z.object({ success: z.literal(true), data: z.object({ key: id }) }),
});
