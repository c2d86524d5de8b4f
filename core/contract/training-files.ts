/** A made-up lender's file for training (specification 2.10 "/test/createfile"): nothing of it is anybody's loan, and nothing is kept. */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { EXPORT_FILE_TYPES } from './report-exports';
import { id, sentDay } from './scalars';

const admins = { kind: 'session', roles: ['ADMIN'], scope: 'tenant' } as const;
const PATH = '/api/v2.1/loans/training-files';

export const MOST_TRAINING_ROWS = 1_000_000;
const asked = {
  /** The saved mapping of a client whose layout the file has; a usual lender's header without it. */
  mappingId: z.optional(id),
  fileType: z.enum(EXPORT_FILE_TYPES),
  /** With the same seed, day and size, the same file. */
  seed: z.string().check(z.trim(), z.minLength(1, 'Give the file a seed'), z.maxLength(40)),
  /** The day as of which its figures are. */
  asOf: sentDay,
};
const MOST = `At most ${MOST_TRAINING_ROWS.toLocaleString('en-IN')} rows`;

export const trainingLayouts = defineEndpoint({
  id: 'trainingFiles.layouts',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/layouts`,
  summary: 'The newest saved mapping of each client, whose columns a made-up file can have',
  access: admins,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.array(z.object({ id, client: z.string(), version: z.int(), columns: z.int() })),
  }),
});

export const planTrainingFile = defineEndpoint({
  id: 'trainingFiles.plan',
  method: 'POST',
  service: 'crm',
  path: PATH,
  summary:
    'What a made-up file would hold: its columns, its first rows, how many rows are wrong and in which ways; refused where its layout could not be loaded',
  access: admins,
  idempotency: 'natural',
  body: z.strictObject({
    ...asked,
    rows: z.int().check(z.gte(1, 'At least one row'), z.lte(MOST_TRAINING_ROWS, MOST)),
    wrongPercent: z.int().check(z.gte(0), z.lte(100, 'At most 100 %')),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      fileName: z.string(),
      columns: z.array(z.string()),
      first: z.array(z.array(z.string())),
      rows: z.int(),
      wrong: z.int(),
      /** Of the wrong rows, as the import calls them. */
      kinds: z.array(z.string()),
    }),
  }),
});
export type TrainingPlan = z.infer<typeof planTrainingFile.response>['data'];

export const trainingFile = defineEndpoint({
  id: 'trainingFiles.file',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/file`,
  summary:
    'The made-up file itself, written while it is sent: CSV or XLSX, its first line or that of the layout the header',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({
    ...asked,
    rows: z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_TRAINING_ROWS)),
    wrongPercent: z.coerce.number().check(z.int(), z.gte(0), z.lte(100)),
  }),
  response: z.unknown(),
});
