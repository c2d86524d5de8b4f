/** Letters that the product draws for a settlement, and the page by which whoever holds one sees that it is genuine (domain 1.14). */
import * as z from 'zod/mini';
import { LETTER_LANGUAGES } from '../domain/letters/letter-words';
import { SETTLEMENT_LETTERS } from '../domain/letters/standing';
import { STEPS } from '../domain/settlements/steps';
import { MAX_DOCUMENT } from './documents';
import { defineEndpoint } from './kit';
import { id, instant, longText } from './scalars';
import { oneSettlement, updatedSettlement } from './settlements';

const senders = { kind: 'session', roles: STEPS['send-letter'].by, scope: 'loan' } as const;

export const letterChoices = defineEndpoint({
  id: 'settlements.letterChoices',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/letters',
  summary:
    "What may be drawn for a settlement now: the portfolio's templates that fit its stage, and what is missing for it",
  access: senders,
  idempotency: 'safe',
  query: z.strictObject({ id }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      templates: z.array(
        z.object({ id, kind: z.enum(SETTLEMENT_LETTERS), name: z.string(), language: z.enum(LETTER_LANGUAGES) }),
      ),
      /** The borrower's. */
      language: z.string(),
      /** Where a letter's facts are set; null when they are. */
      factsOf: z.nullable(id),
    }),
  }),
});

export const drawLetter = defineEndpoint({
  id: 'settlements.drawLetter',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/settlement/letters',
  summary:
    'Draw a letter of a settlement from a template of its portfolio; one of its kind that was drawn and not sent is replaced',
  access: senders,
  idempotency: 'natural',
  body: z.strictObject({ settlementId: id, templateId: id }),
  response: oneSettlement,
});

export const sendLetter = defineEndpoint({
  id: 'settlements.sendLetter',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/settlement/letters',
  summary: 'A drawn letter goes out: at an approved settlement as its letter, at a completed one as the no-dues letter',
  access: senders,
  idempotency: 'natural',
  body: z.strictObject({ settlementId: id, letterId: id, remarks: z._default(longText, '') }),
  response: updatedSettlement,
});

/** Settlements of one run. */
export const MOST_LETTERS = 1000;
export const RUN_STATES = ['waiting', 'drawing', 'done', 'cancelled', 'failed'] as const;
const letterRunSchema = z.object({
  id,
  state: z.enum(RUN_STATES),
  total: z.int(),
  /** Looked at so far, and of these drawn. */
  done: z.int(),
  drawn: z.int(),
  /** Why of some no letter was drawn: the first hundred. */
  problems: z.array(z.object({ settlementId: id, number: z.string(), problem: z.string() })),
  createdAt: instant,
  finishedAt: z.nullable(instant),
});
export type LetterRun = z.infer<typeof letterRunSchema>;
const oneRun = z.object({ success: z.literal(true), data: letterRunSchema });
const manySenders = { kind: 'session', roles: STEPS['send-letter'].by, scope: 'loans' } as const;

export const drawLetters = defineEndpoint({
  id: 'settlements.drawLetters',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/settlement/letter-runs',
  summary: `Draw the letters of many settlements as a job, each in the borrower's language where there is a template; without ids of the first ${MOST_LETTERS} that wait for one. With an id that exists it is that run`,
  access: manySenders,
  idempotency: 'natural',
  body: z.strictObject({
    id,
    settlementIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MOST_LETTERS))),
  }),
  response: oneRun,
});

export const letterRuns = defineEndpoint({
  id: 'settlements.letterRuns',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/letter-runs',
  summary: "The caller's own runs, the newest five",
  access: { ...manySenders, scope: 'self' },
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(letterRunSchema) }),
});

export const cancelLetters = defineEndpoint({
  id: 'settlements.cancelLetters',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/settlement/letter-runs/{id}/cancel',
  summary: 'End a run of the caller; what was drawn stays, and one that is over stays as it is',
  access: { ...manySenders, scope: 'self' },
  idempotency: 'natural',
  params: z.object({ id }),
  response: oneRun,
});

const letterToken = z.object({ token: z.string().check(z.maxLength(100)) });

export const letterPage = defineEndpoint({
  id: 'settlements.letterPage',
  method: 'GET',
  service: 'root',
  path: '/letters/{token}',
  summary: "What a letter's QR code leads to: its number, date, amount and whether it holds, and nothing else; HTML",
  access: { kind: 'public' },
  idempotency: 'safe',
  params: letterToken,
  response: z.string(),
});

export const checkLetter = defineEndpoint({
  id: 'settlements.checkLetter',
  method: 'POST',
  service: 'root',
  path: '/letters/{token}',
  summary: 'Whether a file, as `letter`, is the letter as it was issued, byte by byte; HTML',
  access: { kind: 'public' },
  idempotency: 'natural',
  params: letterToken,
  bodyKind: 'multipart',
  bodyLimit: MAX_DOCUMENT,
  files: ['letter'],
  response: z.string(),
});
