/** A month's work and money as nested sets of accounts (domain 1.4), counted at night. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { DUPONT_SUMS, type DupontSum } from '../domain/dupont';
import { ROLES } from '../domain/roles';
import { defineEndpoint } from './kit';
import { day, id, instant } from './scalars';
import { month } from './targets';

export const DUPONT_SLICES = ['bucket', 'portfolio', 'agency', 'agent'] as const;
export type DupontSlice = (typeof DUPONT_SLICES)[number];

/** Accounts, principal and money in paise; see `factorsOf` for what they make. */
const whole = z.int();
const sums = z.object(Object.fromEntries(DUPONT_SUMS.map((name) => [name, whole])) as Record<DupontSum, typeof whole>);

export const dupontFigures = defineEndpoint({
  id: 'figures.dupont',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/dupont',
  summary:
    'What was worked and collected in a month within what the caller sees, whole and by slice, and the month before',
  access: { kind: 'session', roles: ROLES.filter((role) => role !== 'CLIENT_ADMIN'), scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    /** Without it the newest month that was counted. */
    month: z.optional(month),
    by: z.optional(z.enum(DUPONT_SLICES)),
    bucket: z.optional(z.enum(BUCKETS)),
    portfolioId: z.optional(id),
    agencyId: z.optional(id),
    /** Telecaller, collector or field agent. */
    agentId: z.optional(id),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Null until the first night was counted. */
      counted: z.nullable(z.object({ month, before: day, at: instant })),
      sums,
      /** The month before, whole; null where it was never counted. */
      previous: z.nullable(sums),
      /** By opening principal; the key is null for loans that nobody of the kind holds. */
      slices: z.array(z.object({ key: z.nullable(z.string()), label: z.string(), sums })),
      /** Slices beyond those sent. */
      more: z.int(),
    }),
  }),
});
