/** Bank and paid files, their lines beside receipts, and what a person says of each (domain 1.8). */
import * as z from 'zod/mini';
import { BANK_FIELDS, FOUND, REASONS } from '../domain/bank-lines';
import type { Role } from '../domain/roles';
import { defineEndpoint } from './kit';
import { day, id, instant, loanNumber, longText, paise, positivePaise, sentDay, version } from './scalars';

export const RECONCILING = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
  'CLIENT_ADMIN',
] as const satisfies Role[];
export const BANK_UPLOADING = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
  'ADMIN',
] as const satisfies Role[];

const uploading = { kind: 'session', roles: BANK_UPLOADING, scope: 'tenant' } as const;
const reconciling = { kind: 'session', roles: RECONCILING, scope: 'loans' } as const;
const PATH = '/api/v2/reconciliation';
const pages = {
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 25),
};

/** Bytes of a bank's file. */
export const MAX_BANK_FILE = 20 * 1024 * 1024;
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export const BANK_FILE_STATES = ['mapping', 'reading', 'matching', 'done', 'failed'] as const;

const column = z.optional(z.int().check(z.gte(0), z.lte(999)));
export const bankColumnsSchema = z.strictObject(
  Object.fromEntries(BANK_FIELDS.map((field) => [field, column])) as Record<
    (typeof BANK_FIELDS)[number],
    typeof column
  >,
);

export const bankFileSchema = z.object({
  id,
  fileName: z.string(),
  state: z.enum(BANK_FILE_STATES),
  client: z.nullable(z.string()),
  uploadedBy: z.string(),
  uploadedAt: instant,
  /** Headers, and the first rows below them. */
  columns: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** Guessed, then as they were chosen: places from 0. */
  mapping: bankColumnsSchema,
  dateOrder: z.enum(DATE_ORDERS),
  /** Lines with money, how many of them are matched, rows without money, rows that could not be read. */
  lines: z.int(),
  matched: z.int(),
  /** Lines that were compared with receipts and loans so far. */
  compared: z.int(),
  skipped: z.int(),
  refusedLines: z.int(),
  /** The first of them. */
  refused: z.array(z.object({ line: z.int(), message: z.string() })),
  amountPaise: z.int(),
  problem: z.nullable(z.string()),
  /** A file of the same bytes that came before. */
  sameAs: z.nullable(z.object({ fileName: z.string(), uploadedAt: instant })),
});
export type BankFile = z.infer<typeof bankFileSchema>;

export const uploadBankFile = defineEndpoint({
  id: 'bankPaid.upload',
  method: 'POST',
  service: 'main',
  path: 'loans/bankpaid/upload',
  summary: 'A bank or paid file (CSV, XLSX) in a form: stored, looked at, its columns guessed; nothing else happens',
  access: uploading,
  idempotency: 'none',
  heavy: true,
  bodyKind: 'multipart',
  bodyLimit: MAX_BANK_FILE,
  response: z.object({ success: z.literal(true), data: bankFileSchema }),
});

export const verifyBankFile = defineEndpoint({
  id: 'bankPaid.verify',
  method: 'POST',
  service: 'main',
  path: 'loans/bankpaid/verify',
  summary:
    'Reads the lines of an uploaded file by the chosen columns and matches them with payments and loans of its client, as a job; nothing is posted. A file of bytes that came before is refused without `again`',
  access: uploading,
  idempotency: 'natural',
  body: z.strictObject({
    id,
    clientId: id,
    mapping: bankColumnsSchema,
    dateOrder: z.enum(DATE_ORDERS),
    again: z._default(z.boolean(), false),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.literal('bank paid sheet verified successfully'),
    data: bankFileSchema,
  }),
});

export const listBankFiles = defineEndpoint({
  id: 'bankPaid.list',
  method: 'GET',
  service: 'main',
  path: 'loans/bankpaid',
  summary: 'Bank and paid files, the newest first',
  access: uploading,
  idempotency: 'safe',
  query: z.strictObject(pages),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(bankFileSchema), total: z.int() }),
  }),
});

export const LINE_STATUSES = [...FOUND, 'receipt-without-bank', 'accepted'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];
/** What a list shows: `open` waits for a person, `cash-in-hand` are receipts in cash of more than a day that nobody handed over. */
export const LINE_VIEWS = ['open', ...LINE_STATUSES, 'cash-in-hand', 'all'] as const;
export type LineView = (typeof LINE_VIEWS)[number];
const loanSchema = z.object({ id, number: z.string(), borrower: z.string() });

export const bankLineSchema = z.object({
  /** Of a receipt without a bank: the payment's. */
  id,
  reference: z.nullable(z.string()),
  paidOn: day,
  amountPaise: z.int(),
  narration: z.string(),
  payer: z.string(),
  loan: z.nullable(loanSchema),
  /** How many more loans it is split over. */
  otherLoans: z.int(),
  receipt: z.nullable(z.string()),
  /** 0 to 100; 100 for its reference. */
  score: z.int(),
  status: z.enum(LINE_STATUSES),
  /** Days since the bank's day; of an accepted line until it was. */
  ageDays: z.int(),
  /** Whoever was asked, else whoever decided. */
  owner: z.nullable(z.string()),
  /** `open` waits for an answer. */
  question: z.nullable(z.enum(['open', 'answered'])),
  version: z.int(),
});
export type BankLineRow = z.infer<typeof bankLineSchema>;

const filters = {
  status: z._default(z.enum(LINE_VIEWS), 'all'),
  /** What it was found to be when it came, whatever a person said since. */
  found: z.optional(z.enum(FOUND)),
  /** A whole reference or loan number. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  from: z.optional(sentDay),
  until: z.optional(sentDay),
  /** Of questions to the caller that have no answer. */
  asked: z.optional(z.enum(['me'])),
  /** Of one file. */
  fileId: z.optional(id),
};

const figuresSchema = z.object({
  /** Lines of the last 90 days, and those that were matched whole as they came. */
  lines: z.int(),
  autoMatched: z.int(),
  since: day,
  /** Of a team's lines no more are counted than 10,000. */
  exact: z.boolean(),
  /** What no person has accepted, by its age in days; a duplicate's money stands in the line it repeats. */
  open: z.array(z.object({ from: z.int(), until: z.nullable(z.int()), lines: z.int(), amountPaise: z.int() })),
  /** Receipts of more than a day without a bank, and cash in hand for more than a day. `exact` says whether all were counted. */
  unbanked: z.object({ receipts: z.int(), amountPaise: z.int(), exact: z.boolean() }),
  cash: z.object({ receipts: z.int(), amountPaise: z.int(), exact: z.boolean() }),
  /** Questions to the caller without an answer. */
  asked: z.int(),
});
export type ReconciliationFigures = z.infer<typeof figuresSchema>;

export const listBankLines = defineEndpoint({
  id: 'reconciliation.list',
  method: 'GET',
  service: 'crm',
  path: PATH,
  summary:
    'Lines of bank files of the loans that the caller sees, the newest first; with `receipt-without-bank` receipts of more than a day that no line covers',
  access: reconciling,
  idempotency: 'safe',
  query: z.strictObject({ ...filters, ...pages }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      rows: z.array(bankLineSchema),
      total: z.int(),
      exact: z.boolean(),
      /** By what the list shows; what is many is counted to 10,000. */
      counts: z.partialRecord(z.enum(LINE_VIEWS), z.int()),
    }),
  }),
});

export const reconciliationFigures = defineEndpoint({
  id: 'reconciliation.figures',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/figures`,
  summary: 'How much matches by itself, what is open by age, receipts without a bank and cash in hand over a day',
  access: reconciling,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: figuresSchema }),
});

/** Lines of one file that is written out. */
export const MOST_LINES_OUT = 10_000;
export const exportBankLines = defineEndpoint({
  id: 'reconciliation.export',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/export`,
  summary: `The lines of the list as CSV, ${MOST_LINES_OUT} at most`,
  access: reconciling,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject(filters),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});

const params = z.object({ id });
const partSchema = z.object({
  loan: loanSchema,
  paymentId: z.nullable(id),
  /** Its reference, and what it is of in all. */
  receipt: z.nullable(z.string()),
  amountPaise: paise,
});
const candidateSchema = z.object({
  loan: loanSchema,
  paymentId: z.nullable(id),
  receipt: z.nullable(z.string()),
  receiptPaise: z.nullable(paise),
  score: z.int(),
  reasons: z.array(z.enum(REASONS)),
});
export const bankLineDetailSchema = z.extend(bankLineSchema, {
  reasons: z.array(z.enum(REASONS)),
  parts: z.array(partSchema),
  candidates: z.array(candidateSchema),
  /** The one it repeats. */
  duplicateOf: z.nullable(z.object({ id, paidOn: day, fileName: z.string() })),
  asked: z.nullable(
    z.object({
      of: z.string(),
      by: z.string(),
      question: z.string(),
      at: instant,
      answer: z.nullable(z.string()),
      answeredAt: z.nullable(instant),
      /** The caller answers it. */
      mine: z.boolean(),
    }),
  ),
  fileName: z.string(),
  line: z.int(),
  decidedAt: z.nullable(instant),
});
export type BankLineDetail = z.infer<typeof bankLineDetailSchema>;
const oneLine = z.object({ success: z.literal(true), data: bankLineDetailSchema });

export const getBankLine = defineEndpoint({
  id: 'reconciliation.get',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}`,
  summary: 'A line with its parts, and what else it may be and why',
  access: reconciling,
  idempotency: 'safe',
  params,
  response: oneLine,
});

/** Receipts of a loan that are offered for a line. */
export const MOST_RECEIPTS = 50;
export const receiptsForLine = defineEndpoint({
  id: 'reconciliation.receipts',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}/receipts`,
  summary: 'Receipts of a loan of the line’s client that other accepted lines leave money of, the newest first',
  access: reconciling,
  idempotency: 'safe',
  params,
  query: z.strictObject({ loanNumber }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      loan: loanSchema,
      rows: z.array(
        z.object({
          id,
          reference: z.nullable(z.string()),
          paidOn: day,
          mode: z.string(),
          amountPaise: paise,
          openPaise: paise,
        }),
      ),
    }),
  }),
});

export const acceptBankLine = defineEndpoint({
  id: 'reconciliation.accept',
  method: 'POST',
  service: 'crm',
  path: `${PATH}/{id}/accept`,
  summary:
    'The money of a line is of these loans and receipts, together the whole of it: a receipt that is covered is confirmed, a part without one posted',
  access: reconciling,
  idempotency: 'natural',
  params,
  body: z.strictObject({
    version,
    parts: z
      .array(z.strictObject({ loanNumber, paymentId: z.nullable(id), amountPaise: positivePaise }))
      .check(z.minLength(1, 'Say whose money it is'), z.maxLength(20)),
  }),
  response: oneLine,
});

/** Lines that one press accepts. */
export const MOST_ACCEPTED = 100;
export const acceptBankLines = defineEndpoint({
  id: 'reconciliation.acceptMany',
  method: 'POST',
  service: 'crm',
  path: `${PATH}/accept`,
  summary: 'Accepts lines that match by their reference to the paisa; answers what came of each',
  access: reconciling,
  idempotency: 'natural',
  body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_ACCEPTED)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(z.object({ id, refused: z.nullable(z.string()) })) }),
  }),
});

export const reverseBankLine = defineEndpoint({
  id: 'reconciliation.reverse',
  method: 'POST',
  service: 'crm',
  path: `${PATH}/{id}/reverse`,
  summary:
    'An accepted line is open again: what it posted is reversed, what it confirmed is a receipt again, the dues are due again',
  access: reconciling,
  idempotency: 'natural',
  params,
  body: z.strictObject({ version, reason: longText.check(z.minLength(3, 'Say why')) }),
  response: oneLine,
});

export const askAboutBankLine = defineEndpoint({
  id: 'reconciliation.ask',
  method: 'POST',
  service: 'crm',
  path: `${PATH}/{id}/question`,
  summary: 'Asks somebody who reconciles about a line, which they see from then on',
  access: reconciling,
  idempotency: 'natural',
  params,
  body: z.strictObject({ version, userId: id, question: longText.check(z.minLength(3, 'Say what you ask')) }),
  response: oneLine,
});

export const answerBankLine = defineEndpoint({
  id: 'reconciliation.answer',
  method: 'POST',
  service: 'crm',
  path: `${PATH}/{id}/answer`,
  summary: 'Answers the question about a line, by whoever was asked',
  access: reconciling,
  idempotency: 'natural',
  params,
  body: z.strictObject({ version, answer: longText.check(z.minLength(3, 'Say what you know')) }),
  response: oneLine,
});

export const whoMayBeAsked = defineEndpoint({
  id: 'reconciliation.colleagues',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}/colleagues`,
  summary: "Who may be asked about a line: people who reconcile, of clients those of the line's; at most 200, by name",
  access: reconciling,
  idempotency: 'safe',
  params,
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(z.object({ id, name: z.string() })) }),
  }),
});

export const reconciliationEndpoints = {
  'bankPaid.upload': uploadBankFile,
  'bankPaid.verify': verifyBankFile,
  'bankPaid.list': listBankFiles,
  'reconciliation.list': listBankLines,
  'reconciliation.figures': reconciliationFigures,
  'reconciliation.export': exportBankLines,
  'reconciliation.acceptMany': acceptBankLines,
  'reconciliation.get': getBankLine,
  'reconciliation.receipts': receiptsForLine,
  'reconciliation.accept': acceptBankLine,
  'reconciliation.reverse': reverseBankLine,
  'reconciliation.ask': askAboutBankLine,
  'reconciliation.answer': answerBankLine,
  'reconciliation.colleagues': whoMayBeAsked,
} as const;
