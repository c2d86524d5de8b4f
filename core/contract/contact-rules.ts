/** The contact gate's rules and what they held back (docs/contact-gate.md). */
import * as z from 'zod/mini';
import { DEVICE_SUPERVISORS } from '../domain/supervisors';
import { loanContactSchema } from './contact';
import { channelSchema, packBodySchema, packRuleSchema, ruleIdSchema, whySchema } from './contact-parts';
import { defineEndpoint } from './kit';
import { day, id, instant, longText, sentDay, shortText } from './scalars';

const TENANT_ADMINS = ['CRM_SUPERADMIN', 'SUPER_ADMIN', 'CRM_TENANTADMIN', 'TENANT_ADMIN'] as const;
const administrators = { kind: 'session', roles: TENANT_ADMINS, scope: 'tenant' } as const;
const supervisors = { kind: 'session', roles: DEVICE_SUPERVISORS, scope: 'team' } as const;
const reason = longText.check(z.minLength(1, 'Give a reason'));

export const whyBlocked = defineEndpoint({
  id: 'contact.why',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/contact-gate/why',
  summary: 'Why blocked: loans by number or mobile, each with what is allowed now; at most ten',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    q: z.string().check(z.trim(), z.minLength(3, 'Enter a loan or mobile number'), z.maxLength(64)),
  }),
  response: z.object({ success: z.literal(true), data: z.array(loanContactSchema) }),
});

export const packRowSchema = z.object({
  id: z.nullable(id),
  version: z.int(),
  name: z.string(),
  base: z.nullable(z.string()),
  effectiveFrom: day,
  microfinance: z.array(z.string()),
  rules: z.array(packRuleSchema),
  reason: z.string(),
  by: z.nullable(z.string()),
  at: z.nullable(instant),
  /** `past`: a later version has begun. `replaced`: another version begins on the same day or earlier, made later. */
  state: z.enum(['in-force', 'planned', 'past', 'replaced']),
});
export type PackRow = z.infer<typeof packRowSchema>;

const packList = z.object({
  success: z.literal(true),
  data: z.object({
    today: day,
    zone: z.string(),
    /** Newest first; the product's default is the last. */
    versions: z.array(packRowSchema),
    /** What the product brings: to look at and to take. */
    offered: z.array(
      z.object({
        base: z.enum(['default', 'draft-2026-02']),
        name: z.string(),
        inForce: z.boolean(),
        microfinance: z.array(z.string()),
        rules: z.array(packRuleSchema),
      }),
    ),
  }),
});

export const listPacks = defineEndpoint({
  id: 'contact.packs',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/contact-gate/packs',
  summary: "The tenant's contact rules, every version, and what the product offers",
  access: { kind: 'session', roles: DEVICE_SUPERVISORS, scope: 'tenant' },
  idempotency: 'safe',
  response: packList,
});

export const addPack = defineEndpoint({
  id: 'contact.addPack',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/contact-gate/packs',
  summary: 'A new version of the contact rules, from a day to come; what stands is never rewritten',
  access: { ...administrators, settings: true },
  idempotency: 'natural',
  body: z.strictObject({
    /** Made by the client: sent again, it is the same version. */
    id,
    name: shortText.check(z.minLength(1, 'Name the version')),
    base: z.nullable(z.enum(['default', 'draft-2026-02'])),
    effectiveFrom: sentDay,
    ...packBodySchema,
    reason,
  }),
  bodyLimit: 256 * 1024,
  response: packList,
});

export const previewPack = defineEndpoint({
  id: 'contact.previewPack',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/contact-gate/packs/preview',
  summary: 'What these rules would have held back in the last seven days, replayed over the attempts that were made',
  access: administrators,
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject(packBodySchema),
  bodyLimit: 256 * 1024,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      from: instant,
      to: instant,
      /** How many were replayed; `left` were not, because there are more than one replay takes. */
      attempts: z.int(),
      left: z.int(),
      blocked: z.int(),
      byRule: z.array(z.object({ rule: ruleIdSchema, count: z.int() })),
      byChannel: z.array(z.object({ channel: channelSchema, count: z.int() })),
      /** The newest of them. */
      examples: z.array(
        z.object({
          loanId: id,
          loanNumber: z.string(),
          at: instant,
          channel: channelSchema,
          rule: ruleIdSchema,
          why: whySchema,
          values: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      ),
    }),
  }),
});

/** Held back, done against a rule, and done with a warning. */
const counts = z.object({ refused: z.int(), outside: z.int(), warned: z.int() });
const blockKind = z.enum(['refused', 'outside', 'warned']);

export const blocksReport = defineEndpoint({
  id: 'contact.blocks',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/contact-gate/blocks',
  summary: "What the gate held back and what was done outside it, of the caller's people: counted, and row by row",
  access: supervisors,
  idempotency: 'safe',
  query: z.strictObject({
    from: z.optional(sentDay),
    to: z.optional(sentDay),
    rule: z.optional(ruleIdSchema),
    channel: z.optional(channelSchema),
    kind: z.optional(blockKind),
    userId: z.optional(id),
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    sort: z.optional(z.enum(['lastAt', 'times', 'loan', 'agent', 'rule'])),
    dir: z.optional(z.enum(['asc', 'desc'])),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      from: day,
      to: day,
      totals: counts,
      byRule: z.array(z.object({ rule: ruleIdSchema, ...counts.shape })),
      byChannel: z.array(z.object({ channel: channelSchema, ...counts.shape })),
      /** Most first, at most fifty. A null user is the system. */
      byUser: z.array(z.object({ userId: z.nullable(id), name: z.nullable(z.string()), ...counts.shape })),
      byDay: z.array(z.object({ day, ...counts.shape })),
      total: z.int(),
      rows: z.array(
        z.object({
          day,
          rule: ruleIdSchema,
          channel: channelSchema,
          kind: blockKind,
          times: z.int(),
          lastAt: instant,
          nextLawfulAt: z.nullable(instant),
          userId: z.nullable(id),
          agent: z.nullable(z.string()),
          loanId: id,
          loanNumber: z.string(),
          borrower: z.string(),
        }),
      ),
    }),
  }),
});
