/** Reports as files of any length, written by a job: asked for, watched, cancelled and fetched by the same person (docs/reports.md). */
import * as z from 'zod/mini';
import { EXPORT_KINDS } from '../domain/export-kinds';
import { defineEndpoint } from './kit';
import { loanFilters } from './loan-list';
import { reportFilters } from './reports';
import { id, instant } from './scalars';

const own = { kind: 'session', roles: '*', scope: 'self' } as const;

export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
export const EXPORT_FILE_TYPES = ['csv', 'xlsx'] as const;
export type ExportFileType = (typeof EXPORT_FILE_TYPES)[number];

const exportSchema = z.object({
  id,
  kind: z.enum(EXPORT_KINDS),
  fileType: z.enum(EXPORT_FILE_TYPES),
  fileName: z.string(),
  state: z.enum(EXPORT_STATES),
  rowsDone: z.int(),
  /** As the database counted them in the same moment as it gave them; null until then. */
  rowsTotal: z.nullable(z.int()),
  /** Bytes, and the file's SHA-256 in hex; null until it is written. */
  size: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  /** Why there is no file. */
  problem: z.nullable(z.string()),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** The file is there until then. */
  expiresAt: instant,
});
export type ReportExport = z.infer<typeof exportSchema>;
const one = z.object({ success: z.literal(true), data: exportSchema });
const byId = z.object({ id });

export const createExport = defineEndpoint({
  id: 'reportExports.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/report-exports',
  summary: 'Write all that matches to a file, however much it is; with an id that exists it is that export',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'natural',
  body: z.strictObject({
    id,
    kind: z.enum(EXPORT_KINDS),
    /** In a client's format, which must be of that kind. */
    formatId: z.optional(id),
    fileType: z.enum(EXPORT_FILE_TYPES),
    filters: z._default(z.strictObject(reportFilters), {}),
    /** Of kind `loans`, in place of `filters`. */
    list: z.optional(z.strictObject(loanFilters)),
  }),
  response: one,
});

export const listExports = defineEndpoint({
  id: 'reportExports.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/report-exports',
  summary: 'The caller’s own exports, the newest 20',
  access: own,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(exportSchema) }),
});

export const cancelExport = defineEndpoint({
  id: 'reportExports.cancel',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/report-exports/{id}/cancel',
  summary: 'End an export that is not done; one that is over stays as it is',
  access: own,
  idempotency: 'natural',
  params: byId,
  response: one,
});

export const exportedFile = defineEndpoint({
  id: 'reportExports.file',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/report-exports/{id}/file',
  summary: 'The file, to whoever asked for it and may still see what is in it; noted in the audit',
  access: own,
  idempotency: 'safe',
  params: byId,
  response: z.unknown(),
});
