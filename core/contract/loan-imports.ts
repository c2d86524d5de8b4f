/**
 * Loans by file: uploaded in parts, looked at, mapped, verified without changing anything, committed as one job, undone.
 * One import is one row with a state; each step below moves it on (docs/loan-imports.md).
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { day, id, instant, lookProgress, lookQuery } from './scalars';

/** Who brings loans in; a client's administrator maps and verifies files of their own client, and commits nothing. */
export const IMPORT_ADMINS = ['SUPER_ADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN', 'CRM_SUPERADMIN'] as const;
export const MAPPERS = [...IMPORT_ADMINS, 'CLIENT_ADMIN'] as const;

/** What the file is for. `loans` adds and changes, `changes` only changes known loans (`/loan/update-import-mapping`). */
export const IMPORT_KINDS = ['loans', 'changes', 'suppressions'] as const;

/**
 * uploading → reading (a job looks at it) → mapping (a person's turn) → verifying → verified → committing → done;
 * undoing → undone after done; failed with `problem` from reading or a step; cancelled before or while committing. A commit that failed
 * or was cancelled is gone on with (`mayGoOn`) or taken back (`mayUndo`); once it has loaded a row the file is not checked anew.
 */
export const IMPORT_STATES = [
  'uploading',
  'reading',
  'mapping',
  'verifying',
  'verified',
  'committing',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;

export const layoutSchema = z.strictObject({
  sheet: z.optional(z.string().check(z.maxLength(200))),
  encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
  delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  headerLine: z.int().check(z.gte(1), z.lte(1000)),
});

const shortCell = z.string().check(z.maxLength(200));
export const transformSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['lakhs', 'thousands', 'crores', 'upper', 'digits']) }),
  z.strictObject({ kind: z.literal('dates'), order: z.enum(['dmy', 'mdy', 'ymd']) }),
  z.strictObject({ kind: z.literal('padZeros'), length: z.int().check(z.gte(1), z.lte(64)) }),
  z.strictObject({ kind: z.enum(['remove', 'before', 'after']), text: shortCell.check(z.minLength(1)) }),
  z.strictObject({
    kind: z.literal('replace'),
    values: z.array(z.strictObject({ from: shortCell, to: shortCell })).check(z.maxLength(200)),
  }),
]);

export const mappingSchema = z.strictObject({
  layout: layoutSchema,
  columns: z
    .array(
      z.strictObject({
        header: z.string().check(z.maxLength(500)),
        nth: z.optional(z.int().check(z.gte(0), z.lte(500))),
        field: z.nullable(z.string().check(z.maxLength(40))),
        transforms: z.optional(z.array(transformSchema).check(z.maxLength(10))),
      }),
    )
    .check(z.maxLength(500)),
  fixed: z.record(z.string().check(z.maxLength(40)), shortCell),
  policy: z.strictObject({
    fresh: z.enum(['insert', 'skip']),
    known: z.enum(['update', 'replace', 'merge', 'skip', 'refuse']),
    alike: z.optional(z.boolean()),
  }),
});

/** What was found in the file: enough for a person to map it, and to see at once what each choice makes of it. */
export const lookSchema = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** Gzip, or the name of the one file in a zip. */
  packed: z.nullable(z.string()),
  layout: layoutSchema,
  sheets: z.array(z.string()),
  columns: z.array(z.string()),
  /** The first 50 rows below the header, as texts, as many cells as columns. */
  samples: z.array(z.array(z.string())),
  /** Line of each sample in the file. */
  lines: z.array(z.int()),
});
export type TableLook = z.infer<typeof lookSchema>;

/** A cell that cannot be taken, or that was taken and wants a look (`warning`). */
export const cellProblemSchema = z.object({
  line: z.int(),
  /** Header of the column; empty when it is about the row. */
  column: z.string(),
  /** The cell as it stands, at most 80 characters. */
  value: z.string(),
  /** Kind by which problems are counted: `required`, `date`, `date-ambiguous`, `money`, `mobile`, `duplicate-in-file`, … */
  kind: z.string(),
  message: z.string(),
  warning: z.boolean(),
});

/** The dry run: what a commit would do now. Rows are counted once; `refused` ones go to the error file. */
export const verificationSchema = z.object({
  rows: z.int(),
  fresh: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  refused: z.int(),
  /** Active loans of the same portfolio that this file does not name. */
  missing: z.int(),
  /** Of the new ones, those whose number a loan of the client has but for zeros in front, case and signs. */
  alike: z.optional(z.int()),
  /** Of the new ones, those whose number is written otherwise than any of the portfolio: other letters, another length. */
  unlike: z.optional(z.int()),
  /** Of the new ones, those past due that say nothing of what is due. */
  withoutDues: z.optional(z.int()),
  /** Rows whose loan number stands in the file already but for spaces that nobody sees; the first two lines of such a number. */
  unseen: z.optional(z.object({ rows: z.int(), lines: z.array(z.object({ line: z.int(), number: z.string() })) })),
  /** How many known loans get another value, by field id. */
  changedFields: z.array(z.object({ field: z.string(), loans: z.int() })),
  problemKinds: z.array(
    z.object({ kind: z.string(), column: z.string(), warning: z.boolean(), rows: z.int(), example: z.string() }),
  ),
  /** The first 100 rows that have problems, whole, so that the error stands beside its cell. */
  problemRows: z.array(z.object({ line: z.int(), cells: z.array(z.string()), problems: z.array(cellProblemSchema) })),
});

export const importSchema = z.object({
  id,
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  fileName: z.string(),
  size: z.int(),
  received: z.int(),
  sha256: z.nullable(z.string()),
  batchNo: z.nullable(z.string()),
  clientId: z.nullable(id),
  client: z.nullable(z.string()),
  portfolioId: z.nullable(id),
  portfolio: z.nullable(z.string()),
  mappingVersion: z.nullable(z.int()),
  createdAt: instant,
  createdBy: z.string(),
  finishedAt: z.nullable(instant),
  /** Of the step that runs: rows done of rows known so far (0 while unknown). */
  progress: z.object({ done: z.int(), total: z.int() }),
  counts: z.object({
    rows: z.int(),
    inserted: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    refused: z.int(),
  }),
  /** Why it failed, in words for a person; where there is one, with row and column. */
  problem: z.nullable(z.object({ message: z.string(), line: z.nullable(z.int()), column: z.nullable(z.string()) })),
  /** An earlier import of the same bytes. */
  sameAs: z.nullable(z.object({ id, fileName: z.string(), at: instant, by: z.string() })),
  mayUndo: z.boolean(),
  /** Its commit stopped before the end, failed or cancelled: a commit takes the rest. */
  mayGoOn: z.boolean(),
});
export type LoanImport = z.infer<typeof importSchema>;

/** Everything of one import: the list's row and what the open step needs. */
export const importDetailSchema = z.extend(importSchema, {
  look: z.nullable(lookSchema),
  mapping: z.nullable(mappingSchema),
  /** Columns of the last mapping of this client that the file lacks or names otherwise, with a proposal. */
  drift: z.array(z.object({ expected: z.string(), proposed: z.nullable(z.string()) })),
  verification: z.nullable(verificationSchema),
});

/** What an undo would take back, and what stays because somebody worked on it since. */
export const undoPreviewSchema = z.object({
  removed: z.int(),
  restored: z.int(),
  stays: z.int(),
  /** The first 100 that stay. */
  staying: z.array(z.object({ loanId: id, loanNumber: z.string(), why: z.string() })),
});

export const savedMappingSchema = z.object({
  id,
  clientId: id,
  client: z.string(),
  kind: z.enum(IMPORT_KINDS),
  version: z.int(),
  mapping: mappingSchema,
  createdAt: instant,
  createdBy: z.string(),
  usedOn: z.nullable(day),
});

const one = { params: z.object({ id }) } as const;
const detail = z.object({ success: z.literal(true), data: importDetailSchema });
const mappers = { kind: 'session', roles: MAPPERS, scope: 'tenant' } as const;
const admins = { kind: 'session', roles: IMPORT_ADMINS, scope: 'tenant' } as const;
const PATH = '/api/v2.1/loans/data-import';
/** Bytes of a file; the setting `IMPORT_LIMIT_MB` says how much of it an installation takes. */
export const MAX_IMPORT_FILE = 2 * 1024 ** 3;
/** A page sends files in parts of so many bytes, each its own PUT with `Content-Range`. */
export const IMPORT_PART = 8 * 1024 * 1024;

export const newImportSchema = z.strictObject({
  fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  size: z.int().check(z.gte(1, 'The file is empty'), z.lte(MAX_IMPORT_FILE)),
});

export const beginImport = defineEndpoint({
  id: 'loanImports.begin',
  method: 'POST',
  service: 'crm',
  path: PATH,
  summary: 'Begins an import: answers it and the address to which its bytes are PUT, whole or in parts',
  access: mappers,
  idempotency: 'none',
  body: z.extend(newImportSchema, { kind: z.enum(IMPORT_KINDS) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ import: importDetailSchema, uploadUrl: z.string() }),
  }),
});

const pageNumber = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1);

export const listImports = defineEndpoint({
  id: 'loanImports.list',
  method: 'GET',
  service: 'crm',
  path: PATH,
  summary: 'Upload history: every import the caller may see, newest first',
  access: mappers,
  idempotency: 'safe',
  query: z.strictObject({
    /** Part of the file name, or a batch number. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    kind: z.optional(z.enum(IMPORT_KINDS)),
    state: z.optional(z.enum(IMPORT_STATES)),
    clientId: z.optional(id),
    page: pageNumber,
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      content: z.array(importSchema),
      page: z.int(),
      pageSize: z.int(),
      totalElements: z.int(),
      totalPages: z.int(),
    }),
  }),
});

export const getImport = defineEndpoint({
  ...one,
  id: 'loanImports.get',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}`,
  summary: 'One import with what its open step needs: look, mapping, verification, progress',
  access: mappers,
  idempotency: 'safe',
  response: detail,
});

export const layoutImport = defineEndpoint({
  ...one,
  id: 'loanImports.layout',
  method: 'PUT',
  service: 'crm',
  path: `${PATH}/{id}/layout`,
  summary: 'Reads the file again with another sheet, encoding, separator or header row; what is left out is guessed',
  access: mappers,
  idempotency: 'natural',
  heavy: true,
  body: z.partial(layoutSchema),
  response: detail,
});

export const mapImport = defineEndpoint({
  ...one,
  id: 'loanImports.map',
  method: 'PUT',
  service: 'crm',
  path: `${PATH}/{id}/mapping`,
  summary:
    'Whose loans they are and what each column becomes; a mapping that differs is kept as a new version of the client',
  access: mappers,
  idempotency: 'natural',
  body: z.strictObject({
    clientId: z.nullable(id),
    /** Null where a column or fixed value names the portfolio, and for changes. */
    portfolioId: z.nullable(id),
    mapping: mappingSchema,
  }),
  response: detail,
});

const step = (name: string, summary: string, access: typeof mappers | typeof admins) =>
  ({
    ...one,
    method: 'POST',
    service: 'crm',
    path: `${PATH}/{id}/${name}`,
    summary,
    access,
    idempotency: 'natural',
    response: detail,
  }) as const;

export const verifyImport = defineEndpoint({
  ...step('verify', 'Checks every row and counts what a commit would do; changes no loan', mappers),
  id: 'loanImports.verify',
});
export const commitImport = defineEndpoint({
  ...step('commit', 'Takes the verified rows into the book as one job; one that stopped goes on with the rest', admins),
  id: 'loanImports.commit',
});
export const cancelImport = defineEndpoint({
  ...step('cancel', 'Stops an import; rows that a commit has taken by then stay, and can be undone', mappers),
  id: 'loanImports.cancel',
});
export const undoImport = defineEndpoint({
  ...step('undo', 'Takes an import back as one job; loans somebody has worked on since stay as they are', admins),
  id: 'loanImports.undo',
});

export const previewUndo = defineEndpoint({
  ...one,
  id: 'loanImports.previewUndo',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}/undo`,
  summary:
    'What an undo would take back, and what stays because of work since: a job looks (`look=new` begins, `look=same` asks how far it is; without it the answer waits for the end)',
  access: admins,
  idempotency: 'safe',
  query: lookQuery,
  response: z.object({ success: z.literal(true), data: undoPreviewSchema, progress: lookProgress }),
});

export const importFile = defineEndpoint({
  ...one,
  id: 'loanImports.file',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}/file`,
  summary: 'The file as it was uploaded, as a download',
  access: mappers,
  idempotency: 'safe',
  response: z.unknown(),
});

export const importErrors = defineEndpoint({
  ...one,
  id: 'loanImports.errors',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}/errors`,
  summary: 'The refused rows as a CSV in the layout of the file, with the reasons in a last column',
  access: mappers,
  idempotency: 'safe',
  heavy: true,
  response: z.unknown(),
});

export const listMappings = defineEndpoint({
  id: 'loanImports.mappings',
  method: 'GET',
  service: 'crm',
  path: '/api/v2.1/loans/import-mappings',
  summary: 'The versions of the mappings that were used, newest first; at most 50',
  access: mappers,
  idempotency: 'safe',
  query: z.strictObject({ clientId: z.optional(id), kind: z.optional(z.enum(IMPORT_KINDS)) }),
  response: z.object({ success: z.literal(true), data: z.array(savedMappingSchema) }),
});

export const changeMapping = defineEndpoint({
  id: 'loanImports.changeMapping',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2.1/loans/import-mappings/{id}',
  summary:
    'Keeps a mapping as the next version of the client: one that was changed, or an earlier one as it was; refused where a newer one than `newest` is there',
  access: mappers,
  idempotency: 'natural',
  ...one,
  body: z.strictObject({ newest: z.int().check(z.gte(1), z.lte(2_000_000_000)), mapping: mappingSchema }),
  response: z.object({ success: z.literal(true), data: savedMappingSchema }),
});

export const removeMapping = defineEndpoint({
  id: 'loanImports.removeMapping',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2.1/loans/import-mappings/{id}',
  summary: 'Takes a version of a mapping away: no file is mapped by it any more; imports that were stay as they are',
  access: mappers,
  idempotency: 'natural',
  ...one,
  response: z.object({ success: z.literal(true) }),
});
