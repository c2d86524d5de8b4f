/** Who may not be contacted, whatever the book says: loans, phone numbers, PANs and e-mail addresses, entered by hand or by file. */
import * as z from 'zod/mini';
import { CONTACT_CHANNELS } from '../domain/contact-gate/types';
import { defineEndpoint } from './kit';
import { IMPORT_ADMINS } from './loan-imports';
import { day, id, instant, longText, sentDay } from './scalars';

export const SUPPRESSION_KINDS = ['loan', 'phone', 'pan', 'email'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];
export const SUPPRESSION_REASONS = [
  'paid',
  'settled',
  'deceased',
  'dispute',
  'legal',
  'do-not-call',
  'bereavement',
  'calamity',
  'complaint',
  'other',
] as const;

export const suppressionSchema = z.object({
  id,
  kind: z.enum(SUPPRESSION_KINDS),
  /** Loan number, or the value with its middle hidden. */
  value: z.string(),
  /** Null: every portfolio. */
  portfolioId: z.nullable(id),
  portfolio: z.nullable(z.string()),
  /** Null: every channel. */
  channels: z.nullable(z.array(z.enum(CONTACT_CHANNELS))),
  reason: z.enum(SUPPRESSION_REASONS),
  note: z.nullable(z.string()),
  fromOn: day,
  /** Its last day; null: until somebody releases it. */
  untilOn: z.nullable(day),
  /** Name of the file it came from. */
  source: z.nullable(z.string()),
  createdAt: instant,
  createdBy: z.string(),
  releasedAt: z.nullable(instant),
  releasedBy: z.nullable(z.string()),
});
export type Suppression = z.infer<typeof suppressionSchema>;

const admins = { kind: 'session', roles: IMPORT_ADMINS, scope: 'tenant' } as const;
const PATH = '/api/v2.1/loans/suppressions';
const value = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

export const listSuppressions = defineEndpoint({
  id: 'suppressions.list',
  method: 'GET',
  service: 'crm',
  path: PATH,
  summary: 'The suppression list, newest first',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({
    /** A whole value: loan number, phone number, PAN or e-mail. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    kind: z.optional(z.enum(SUPPRESSION_KINDS)),
    state: z._default(z.enum(['active', 'released', 'all']), 'active'),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      content: z.array(suppressionSchema),
      page: z.int(),
      pageSize: z.int(),
      /** An estimate beyond some thousands, where `exact` is false. */
      totalElements: z.int(),
      exact: z.optional(z.boolean()),
      totalPages: z.int(),
    }),
  }),
});

export const addSuppressions = defineEndpoint({
  id: 'suppressions.add',
  method: 'POST',
  service: 'crm',
  path: PATH,
  summary: 'Suppresses values; each is answered on its own, and one that stands there already stays one',
  access: admins,
  idempotency: 'natural',
  body: z.strictObject({
    kind: z.enum(SUPPRESSION_KINDS),
    values: z.array(value).check(z.minLength(1, 'Enter values'), z.maxLength(1000)),
    portfolioId: z.nullable(id),
    channels: z.nullable(z.array(z.enum(CONTACT_CHANNELS)).check(z.minLength(1))),
    reason: z.enum(SUPPRESSION_REASONS),
    note: z._default(longText, ''),
    fromOn: sentDay,
    untilOn: z.nullable(sentDay),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      added: z.int(),
      already: z.int(),
      refused: z.array(z.object({ value: z.string(), why: z.string() })),
    }),
  }),
});

export const releaseSuppressions = defineEndpoint({
  id: 'suppressions.release',
  method: 'PUT',
  service: 'crm',
  path: `${PATH}/release`,
  summary: 'Ends entries of the suppression list from now on',
  access: admins,
  idempotency: 'natural',
  body: z.strictObject({
    ids: z.array(id).check(z.minLength(1), z.maxLength(1000)),
    reason: longText.check(z.minLength(3, 'Give a reason')),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ released: z.int() }) }),
});

export const releaseMatching = defineEndpoint({
  id: 'suppressions.releaseMatching',
  method: 'PUT',
  service: 'crm',
  path: `${PATH}/release-matching`,
  summary: 'Ends, as one job, every entry that holds now and matches a filter of the list; those added later stay',
  access: admins,
  idempotency: 'natural',
  body: z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    kind: z.optional(z.enum(SUPPRESSION_KINDS)),
    /** Entries that stay. */
    except: z._default(z.array(id).check(z.maxLength(1000)), []),
    reason: longText.check(z.minLength(3, 'Give a reason')),
  }),
  response: z.object({
    success: z.literal(true),
    /** How many match now; an estimate where it is not `exact`. */
    data: z.object({ matching: z.int(), exact: z.boolean() }),
  }),
});

export const whySuppressed = defineEndpoint({
  id: 'suppressions.why',
  method: 'GET',
  service: 'crm',
  path: `${PATH}/why`,
  summary: 'Why a number, address, PAN or loan is blocked: the entries that hold now, and the loans they cover',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({ value }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      entries: z.array(suppressionSchema),
      /** At most 50. */
      loans: z.array(z.object({ id, loanNumber: z.string(), borrower: z.string(), state: z.string() })),
    }),
  }),
});
