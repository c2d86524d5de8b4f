/** Disposition codes by CSV: checked whole, then taken whole. Apart from `codes.ts`, so that a phone does not load it. */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';

/**
 * Columns of the file, in the order in which the desk writes it. `requires` is separated by spaces, `sub_codes` by |; a file
 * without that column leaves them as they are.
 */
export const CODE_COLUMNS = ['code', 'label', 'channel', 'class', 'requires', 'active', 'sub_codes'] as const;
export const MAX_SUB_CODES = 20;
export const MAX_CODES_CSV = 200_000;

export const importCodes = defineEndpoint({
  id: 'dispositions.importCodes',
  method: 'POST',
  service: 'main',
  path: 'disposition/csv/upload',
  summary: 'Check a CSV of disposition codes, or take it. A file with one wrong line changes nothing',
  access: {
    settings: true,
    kind: 'session',
    roles: ['ADMIN', 'SUPER_ADMIN', 'CRM_SUPERADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN'],
    scope: 'tenant',
  },
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject({
    csv: z.string().check(z.minLength(1, 'The file is empty'), z.maxLength(MAX_CODES_CSV, 'The file is too large')),
    /** False: only say what would change. */
    commit: z.boolean(),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Lines with a code. */
      rows: z.int(),
      added: z.array(z.string()),
      changed: z.array(z.string()),
      /** Codes that may no longer be chosen. */
      retired: z.array(z.string()),
      /** Lines to mend, by their number in the file (the header is line 1); at most 200. */
      problems: z.array(z.object({ line: z.int(), column: z.string(), message: z.string() })),
      /** True when the file was taken. */
      saved: z.boolean(),
    }),
  }),
});
