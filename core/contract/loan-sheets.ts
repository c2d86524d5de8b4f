/**
 * Loans come in by the specification's own calls (section 7 "Loans"): each is a step of the import of loan-imports.ts, or a change
 * by hand. A sheet is an import as lists of old know it.
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { TENANT_ADMIN_ROLES } from './loan-givers';
import { IMPORT_ADMINS, importDetailSchema, importSchema, MAPPERS } from './loan-imports';
import { loanSchema } from './loans';
import { day, id, instant, loanNumber, longText, sentDay } from './scalars';

const admins = { kind: 'session', roles: IMPORT_ADMINS, scope: 'tenant' } as const;
const mappers = { kind: 'session', roles: MAPPERS, scope: 'tenant' } as const;
const said = <const Text extends string>(message: Text) =>
  z.object({ success: z.literal(true), message: z.literal(message), data: importDetailSchema });
const pageNumber = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1);

/** Bytes of a file that comes in a form; larger ones go up in parts. */
export const MAX_SHEET = 10 * 1024 * 1024;

export const uploadSheet = defineEndpoint({
  id: 'loanSheets.upload',
  method: 'POST',
  service: 'main',
  path: 'loans/csv/upload',
  summary: 'A sheet of loans in a form: stored, read, and mapped as the last one of the same columns',
  access: admins,
  idempotency: 'none',
  heavy: true,
  bodyKind: 'multipart',
  bodyLimit: MAX_SHEET,
  response: said('Loan sheet uploaded successfully'),
});

export const uploadForMapping = defineEndpoint({
  id: 'loanSheets.uploadForMapping',
  method: 'POST',
  service: 'main',
  path: 'loans/mapping/upload',
  summary: 'A sheet in a form whose columns are to be mapped; isUpdate for one that changes known loans',
  access: mappers,
  idempotency: 'none',
  heavy: true,
  bodyKind: 'multipart',
  bodyLimit: MAX_SHEET,
  body: z.strictObject({ isUpdate: z._default(z.boolean(), false) }),
  response: said('Loan sheet uploaded successfully'),
});

export const verifySheet = defineEndpoint({
  id: 'loanSheets.verify',
  method: 'PUT',
  service: 'main',
  path: 'loans/csv/verify',
  summary: 'Checks every row of a mapped sheet as a job and changes nothing',
  access: admins,
  idempotency: 'natural',
  body: z.strictObject({ type: z.literal('loanImport'), id }),
  response: said('Loan sheet verified successfully'),
});

export const updateSheet = defineEndpoint({
  id: 'loanSheets.update',
  method: 'PUT',
  service: 'main',
  path: 'loans/csv/update',
  summary: 'Takes a verified sheet into the book as a job',
  access: admins,
  idempotency: 'natural',
  body: z.strictObject({ id }),
  response: said('Loan sheet is updated successfully'),
});

/** Values of fields of `core/domain/loan-import/fields.ts`, as a cell of a file would say them. */
const fieldValues = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)));

export const manualEntry = defineEndpoint({
  id: 'loanSheets.manualEntry',
  method: 'PUT',
  service: 'main',
  path: 'loans/manual/entry',
  summary: 'One loan by hand, read by the rules of a file. A loan number that is there already is refused',
  access: admins,
  // The loan number makes a repeat a refusal.
  idempotency: 'natural',
  body: z.strictObject({ portfolioId: id, values: fieldValues }),
  response: z.object({
    success: z.literal(true),
    message: z.literal('Loan record added successfully'),
    data: loanSchema,
  }),
});

export const sheetHistory = defineEndpoint({
  id: 'loanSheets.history',
  method: 'GET',
  service: 'main',
  path: 'loanFileHistory/mapping',
  summary: 'Sheets that were uploaded, newest first; isUpdate for those that change known loans',
  access: mappers,
  idempotency: 'safe',
  query: z.strictObject({
    isUpdate: z.optional(z.enum(['true', 'false'])),
    page: pageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 5),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ content: z.array(importSchema), page: z.int(), totalElements: z.int(), totalPages: z.int() }),
  }),
});

export const lastBatchNo = defineEndpoint({
  id: 'loanSheets.lastBatchNo',
  method: 'GET',
  service: 'main',
  path: 'loans/last/upload/batch-no',
  summary: 'Batch number of the last sheet that was taken into the book; null before the first',
  access: admins,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({ batchNo: z.nullable(z.string()), at: z.nullable(instant) }),
  }),
});

export const MAX_PASTED = 5000;
const pasted = z.array(loanNumber).check(z.minLength(1, 'Enter loan numbers'), z.maxLength(MAX_PASTED));

export const matchingLoanIds = defineEndpoint({
  id: 'loanSheets.matching',
  method: 'POST',
  service: 'main',
  path: 'loans/matching-loanIds',
  summary: 'Which of these loan numbers there are, and which not',
  access: { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'loans' },
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject({ loanIds: pasted }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      matching: z.array(z.object({ id, loanNumber: z.string(), state: z.string() })),
      /** In the order in which they were asked for. */
      missing: z.array(z.string()),
    }),
  }),
});

export const extendLoans = defineEndpoint({
  id: 'loanSheets.extend',
  method: 'PUT',
  service: 'main',
  path: 'loans/extend',
  summary: 'Another recall date for loans: until when they are worked here. Audited one by one',
  access: { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'loans' },
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject({
    loanIds: pasted,
    recallOn: sentDay,
    reason: longText.check(z.minLength(3, 'Give a reason')),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ extended: z.int(), unchanged: z.int(), missing: z.array(z.string()) }),
  }),
});

export const RECALL_VIEWS = ['near', 'recalled'] as const;

export const listRecalls = defineEndpoint({
  id: 'loanSheets.recalls',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/loans/recalls',
  summary: 'Loans whose recall date is near, the nearest first, or that went back to their lender, the latest first',
  access: { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    view: z._default(z.enum(RECALL_VIEWS), 'near'),
    /** Of `near`: how many days ahead. */
    within: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(366)), 30),
    /** The beginning of a loan's number, or a part of the borrower's name. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      rows: z.array(
        z.object({
          id,
          loanNumber,
          borrower: z.string(),
          client: z.string(),
          portfolio: z.string(),
          posPaise: z.int(),
          /** The last day on which it is worked here. */
          recallOn: day,
          heldBy: z.nullable(z.string()),
        }),
      ),
      total: z.int(),
      exact: z.boolean(),
    }),
  }),
});
export type Recall = z.infer<(typeof listRecalls)['response']>['data']['rows'][number];

export const correctField = defineEndpoint({
  id: 'loanSheets.correct',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2.1/loans/correct',
  summary: 'Another value for one field of a loan, as a cell would say it, with its reason; audited',
  access: { kind: 'session', roles: IMPORT_ADMINS, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({
    loanId: id,
    field: z.string().check(z.maxLength(40)),
    value: z.string().check(z.maxLength(500)),
    reason: longText.check(z.minLength(3, 'Give a reason')),
  }),
  response: z.object({ success: z.literal(true), message: z.literal('loan updated successfully'), data: loanSchema }),
});

const sheetKeepers = { kind: 'session', roles: ['ADMIN'], scope: 'tenant' } as const;

export const listSheets = defineEndpoint({
  id: 'loanSheets.list',
  method: 'GET',
  service: 'main',
  path: 'activity/loan/all',
  summary: 'Every sheet that was taken into the book, newest first',
  access: sheetKeepers,
  idempotency: 'safe',
  query: z.strictObject({ page: pageNumber }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ content: z.array(importSchema), page: z.int(), totalElements: z.int(), totalPages: z.int() }),
  }),
});

export const renameSheet = defineEndpoint({
  id: 'loanSheets.rename',
  method: 'PUT',
  service: 'main',
  path: 'activity/loan/sheet',
  summary: 'Another name for a sheet',
  access: sheetKeepers,
  idempotency: 'natural',
  body: z.strictObject({ id, fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: z.object({ success: z.literal(true), data: importSchema }),
});

export const deleteSheet = defineEndpoint({
  id: 'loanSheets.delete',
  method: 'DELETE',
  service: 'main',
  path: 'activity/delete-loan/by/sheet',
  summary: 'Takes a sheet back as one job: its loans go, but for those somebody has worked on',
  access: sheetKeepers,
  idempotency: 'natural',
  query: z.strictObject({ id }),
  response: z.object({
    success: z.literal(true),
    message: z.literal('Sheet deleted successfully'),
    data: importSchema,
  }),
});
