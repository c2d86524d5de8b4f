/**
 * Records that the server would not take, kept for a person to decide: accept as it is, refuse, or hand back to the
 * agent to mend. A decision is made once; the agent's ledger shows it with the phone's next report (devices.ts).
 */
import * as z from 'zod/mini';
import { DEVICE_SUPERVISORS } from '../domain/supervisors';
import { DECISIONS } from './devices';
import { receiptSchema } from './dispositions';
import { defineEndpoint } from './kit';
import { id, instant, longText } from './scalars';

const supervisors = { kind: 'session', roles: DEVICE_SUPERVISORS, scope: 'team' } as const;

export const quarantinedSchema = z.object({
  userId: id,
  key: id,
  agent: z.string(),
  deviceId: z.nullable(id),
  device: z.nullable(z.string()),
  loanNumber: z.nullable(z.string()),
  /** Null where the loan is not among those the caller may see. */
  borrower: z.nullable(z.string()),
  code: z.nullable(z.string()),
  codeLabel: z.nullable(z.string()),
  reasonCode: z.string(),
  reason: z.string(),
  recordedAt: z.nullable(instant),
  receivedAt: instant,
  decided: z.nullable(
    z.object({
      decision: z.enum(DECISIONS),
      reason: z.nullable(z.string()),
      by: z.string(),
      at: instant,
      receipt: z.nullable(receiptSchema),
    }),
  ),
});
export type Quarantined = z.infer<typeof quarantinedSchema>;

export const listQuarantine = defineEndpoint({
  id: 'dispositions.quarantineList',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/call-disposition/quarantine',
  summary: "Records of the caller's people that wait for a decision, or were decided",
  access: supervisors,
  idempotency: 'safe',
  query: z.strictObject({
    state: z.optional(z.enum(['open', 'decided'])),
    /** Agent, loan number or reason. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    deviceId: z.optional(id),
    userId: z.optional(id),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(quarantinedSchema), total: z.int(), open: z.int() }),
  }),
});

const one = z.object({ userId: id, key: id });

const whole = z.object({
  success: z.literal(true),
  data: z.object({
    item: quarantinedSchema,
    /** As the phone made it; null where the box cannot be opened. */
    record: z.nullable(z.record(z.string(), z.unknown())),
    /** The record's files by name, and whether each has arrived. */
    files: z.array(
      z.object({
        sha256: z.string(),
        name: z.nullable(z.string()),
        kind: z.string(),
        size: z.int(),
        arrived: z.boolean(),
      }),
    ),
    /** The loan as it stands now; null where it is unknown or not among those the caller may see. */
    loan: z.nullable(
      z.object({ id, loanNumber: z.string(), borrower: z.string(), state: z.string(), withAgent: z.boolean() }),
    ),
  }),
});

export const oneQuarantined = defineEndpoint({
  id: 'dispositions.quarantineOne',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/call-disposition/quarantine/{userId}/{key}',
  summary: 'A record in quarantine with everything it says',
  access: supervisors,
  idempotency: 'safe',
  params: one,
  response: whole,
});

export const decideQuarantined = defineEndpoint({
  id: 'dispositions.quarantineDecide',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/call-disposition/quarantine/{userId}/{key}/decision',
  summary:
    'Accept as it is, refuse with a reason, or hand back to the agent with a reason; 409 when somebody was faster',
  access: supervisors,
  idempotency: 'none',
  params: one,
  body: z.union([
    z.strictObject({ decision: z.literal('accepted') }),
    z.strictObject({
      decision: z.enum(['refused', 'returned']),
      reason: longText.check(z.minLength(1, 'Give a reason')),
    }),
  ]),
  response: whole,
});
