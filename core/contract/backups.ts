/** Backups of a tenant: made by night and at once, verified, fetched with the password again (docs/backups.md). */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { pageQuery } from './organisation';
import { PASSWORD_MAX } from './passwords';
import { id, instant } from './scalars';

const access = { kind: 'session', roles: ['ADMIN'], scope: 'tenant' } as const;
const PATH = '/api/v2/backups';
const params = z.object({ id });
const password = z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(PASSWORD_MAX));

export const BACKUP_STATES = ['waiting', 'writing', 'verifying', 'done', 'failed'] as const;
export const BACKUP_VERDICTS = ['verified', 'differs', 'too-large'] as const;

export const backupSchema = z.object({
  id,
  at: instant,
  /** Null: by night. */
  by: z.nullable(z.string()),
  state: z.enum(BACKUP_STATES),
  /** Tables that are written, of all; null of both when it is not being written. */
  progress: z.nullable(z.object({ done: z.int(), total: z.int() })),
  fileName: z.string(),
  /** Bytes; null until it is there, as rows and files. */
  size: z.nullable(z.int()),
  rows: z.nullable(z.int()),
  files: z.nullable(z.int()),
  verdict: z.nullable(z.enum(BACKUP_VERDICTS)),
  verifiedAt: z.nullable(instant),
  /** Why it failed, or what differed. */
  problem: z.nullable(z.string()),
});
export type Backup = z.infer<typeof backupSchema>;
const one = z.object({ success: z.literal(true), data: backupSchema });

export const listBackups = defineEndpoint({
  id: 'backups.list',
  method: 'GET',
  service: 'crm',
  path: PATH,
  summary: 'Backups of the tenant, the newest first, and when the newest verified one was made',
  access,
  idempotency: 'safe',
  query: z.strictObject({
    page: pageQuery.page,
    size: pageQuery.size,
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      rows: z.array(backupSchema),
      total: z.int(),
      /** What the newest verified backup is of. */
      verified: z.nullable(instant),
      /** It is so old, or there is none though the tenant has been here for so long, that somebody should look. */
      stale: z.boolean(),
    }),
  }),
});

export const makeBackup = defineEndpoint({
  id: 'backups.make',
  method: 'POST',
  service: 'crm',
  path: PATH,
  summary: 'Makes a backup at once, as a job; `conflict` while another one is being made or too many stay by hand',
  access,
  idempotency: 'natural',
  body: z.strictObject({ id }),
  response: one,
});

export const showBackupKey = defineEndpoint({
  id: 'backups.key',
  method: 'POST',
  service: 'crm',
  path: `${PATH}/key`,
  summary: 'The key that opens the tenant’s backups, for the password of the caller; noted in the audit',
  access,
  idempotency: 'none',
  body: z.strictObject({ password }),
  response: z.object({ success: z.literal(true), data: z.object({ key: z.string() }) }),
});

export const backupFile = defineEndpoint({
  id: 'backups.file',
  method: 'POST',
  service: 'crm',
  path: `${PATH}/{id}/file`,
  summary: 'The encrypted file of a backup, for the password of the caller; noted in the audit',
  access,
  idempotency: 'none',
  params,
  body: z.strictObject({ password }),
  response: z.unknown(),
});

export const deleteBackup = defineEndpoint({
  id: 'backups.delete',
  method: 'DELETE',
  service: 'crm',
  path: `${PATH}/{id}`,
  summary: 'Deletes a backup and its file; one that is being made is not deleted',
  access,
  idempotency: 'natural',
  params,
  response: z.object({ success: z.literal(true) }),
});
