/** Outcomes of calls by file (specification 2.3 "/disposition-upload", 3 "Report job"): one job for each file, its rows taken as a call's record is. */
import * as z from 'zod/mini';
import { ALLOCATORS } from './allocation';
import { defineEndpoint } from './kit';
import { id, instant } from './scalars';

/** Of somebody's people: a manager sees their own files and those of people below them. */
const senders = { kind: 'session', roles: ALLOCATORS, scope: 'team' } as const;
const PATH = '/api/v2/disposition-files';
/** Bytes. */
export const MAX_DISPOSITION_FILE = 20 * 1024 * 1024;
/** What a header may call a column; the first name is the one that is shown. */
export const FILE_COLUMNS = {
  loanNumber: ['Loan number', 'Loan no', 'Loan ID', 'Loan', 'LAN', 'Account number', 'Loan account number'],
  code: ['Disposition code', 'Disposition', 'Code', 'Outcome'],
  date: ['Date', 'Call date', 'Date and time', 'Called at'],
  time: ['Time', 'Call time'],
  agent: ['Agent', 'Agent username', 'Username', 'Agent email'],
  remarks: ['Remarks', 'Remark', 'Comments'],
  subCode: ['Sub code', 'Sub disposition'],
  ptpAmount: ['PTP amount', 'Promise amount'],
  ptpDate: ['PTP date', 'Promise date'],
  ptpMode: ['PTP mode', 'Promise mode'],
  amount: ['Amount'],
  foreclosureAmount: ['Foreclosure amount'],
  reference: ['Reference', 'UTR'],
  reason: ['Reason'],
  person: ['Person spoken to', 'Relation'],
  callback: ['Callback at', 'Callback date'],
  until: ['Until'],
  language: ['Language'],
} as const;
export const FILE_STATES = ['working', 'done', 'failed', 'cancelled'] as const;

export const dispositionFileSchema = z.object({
  id,
  state: z.enum(FILE_STATES),
  fileName: z.string(),
  madeBy: z.nullable(z.string()),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** Rows so far, and what became of them: recorded, known from before, recorded without effect on the loan, refused. */
  rows: z.int(),
  taken: z.int(),
  repeated: z.int(),
  withoutEffect: z.int(),
  refused: z.int(),
  problem: z.nullable(z.string()),
});
export type DispositionFile = z.infer<typeof dispositionFileSchema>;
const oneFile = z.object({ success: z.literal(true), data: dispositionFileSchema });

export const uploadDispositions = defineEndpoint({
  id: 'dispositionFiles.upload',
  method: 'POST',
  service: 'crm',
  path: PATH,
  summary:
    'A CSV or XLSX of call outcomes, taken row by row as a job (DispositionUploadFile). A row that was taken before counts once',
  access: senders,
  idempotency: 'natural',
  heavy: true,
  bodyKind: 'bytes',
  bodyLimit: MAX_DISPOSITION_FILE,
  query: z.strictObject({ fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: oneFile,
});

export const listDispositionFiles = defineEndpoint({
  id: 'dispositionFiles.list',
  method: 'GET',
  service: 'crm',
  path: PATH,
  summary: 'Files of outcomes of the caller and of people below them, newest first',
  access: senders,
  idempotency: 'safe',
  query: z.strictObject({ page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 1) }),
  response: z.object({
    success: z.literal(true),
    /** 20 a page. */
    data: z.object({ content: z.array(dispositionFileSchema), more: z.boolean() }),
  }),
});

const byId = z.object({ id });
export const cancelDispositionFile = defineEndpoint({
  id: 'dispositionFiles.cancel',
  method: 'PUT',
  service: 'crm',
  path: `${PATH}/{id}/cancel`,
  summary: 'Ends a file that is being taken; what is recorded by then stays',
  access: senders,
  idempotency: 'natural',
  params: byId,
  response: oneFile,
});

export const dispositionFileErrors = defineEndpoint({
  id: 'dispositionFiles.errors',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/{id}/errors`,
  summary: 'A CSV of the rows that were refused or changed nothing, as they came, with the reason of each',
  access: senders,
  idempotency: 'safe',
  params: byId,
  response: z.unknown(),
});
