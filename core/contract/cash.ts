/**
 * Cash that agents took from borrowers: what they have in hand, and what they handed over. A hand-over names its payments, and a
 * supervisor who sees the money or its slip confirms it; nobody confirms their own. Amounts are integer paise.
 */
import * as z from 'zod/mini';
import { DEVICE_SUPERVISORS } from '../domain/supervisors';
import { defineEndpoint } from './kit';
import { day, id, instant, longText, sentDay, shortText } from './scalars';

const agents = { kind: 'session', roles: ['CRM_FIELDAGENT'], scope: 'self' } as const;
const supervisors = { kind: 'session', roles: DEVICE_SUPERVISORS, scope: 'team' } as const;

export const HANDOVER_PLACES = ['bank', 'branch', 'agency'] as const;
export type HandoverPlace = (typeof HANDOVER_PLACES)[number];
export const HANDOVER_STATES = ['open', 'confirmed', 'declined'] as const;
export type HandoverState = (typeof HANDOVER_STATES)[number];
/** Payments that one hand-over takes, and that `cash.mine` lists. */
export const MOST_PAYMENTS = 200;

const handoverFields = {
  id,
  amountPaise: z.int(),
  payments: z.int(),
  /** In the tenant's zone. */
  handedOn: day,
  place: z.enum(HANDOVER_PLACES),
  /** Of the deposit slip or the receipt. */
  reference: z.string(),
  state: z.enum(HANDOVER_STATES),
  createdAt: instant,
  answer: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
};
export const handoverSchema = z.object(handoverFields);
export type Handover = z.infer<typeof handoverSchema>;
export const agentsHandoverSchema = z.object({ ...handoverFields, agent: z.object({ id, name: z.string() }) });
export type AgentsHandover = z.infer<typeof agentsHandoverSchema>;

export const ownCashSchema = z.object({
  /** Accepted, and in no hand-over. */
  inHand: z.object({ amountPaise: z.int(), payments: z.int(), oldestOn: z.nullable(day) }),
  /** Handed over and not confirmed yet. */
  handedOver: z.object({ amountPaise: z.int(), payments: z.int() }),
  /** Of what is in hand the oldest, at most 200. */
  payments: z.array(
    z.object({
      id,
      loanNumber: z.string(),
      borrower: z.string(),
      amountPaise: z.int(),
      paidAt: instant,
    }),
  ),
  /** The newest ten. */
  handovers: z.array(handoverSchema),
});
export type OwnCash = z.infer<typeof ownCashSchema>;
const ownCashAnswer = z.object({ success: z.literal(true), data: ownCashSchema });

export const ownCash = defineEndpoint({
  id: 'cash.mine',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/cash',
  summary: 'Cash that the caller has in hand since when, by payment, and their last hand-overs',
  access: agents,
  idempotency: 'safe',
  response: ownCashAnswer,
});

export const handOverCash = defineEndpoint({
  id: 'cash.handOver',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/cash/hand-overs',
  summary: 'The caller has handed over the cash of these payments; its amount is their sum',
  access: agents,
  idempotency: 'natural',
  body: z.strictObject({
    /** Made by the client: sent again, it is the same hand-over. */
    id,
    paymentIds: z.array(id).check(z.minLength(1, 'Choose what was handed over'), z.maxLength(MOST_PAYMENTS)),
    handedOn: sentDay,
    place: z.enum(HANDOVER_PLACES),
    reference: shortText.check(z.minLength(1, 'Enter the number of the slip or receipt')),
  }),
  response: ownCashAnswer,
});

export const cashHandovers = defineEndpoint({
  id: 'cash.handovers',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/cash/hand-overs',
  summary: "Hand-overs of cash by the caller's people, in one state, newest first",
  access: supervisors,
  idempotency: 'safe',
  query: z.strictObject({
    state: z._default(z.enum(HANDOVER_STATES), 'open'),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(agentsHandoverSchema), total: z.int(), exact: z.boolean() }),
  }),
});

export const decideHandover = defineEndpoint({
  id: 'cash.decide',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/cash/hand-overs/{id}',
  summary:
    'Confirm that the money came, which makes its payments deposited, or decline with a reason, which puts it back into the agent’s hand',
  access: supervisors,
  idempotency: 'natural',
  params: z.object({ id }),
  body: z.union([
    z.strictObject({ state: z.literal('confirmed') }),
    z.strictObject({ state: z.literal('declined'), answer: longText.check(z.minLength(3, 'Say why')) }),
  ]),
  response: z.object({ success: z.literal(true), data: agentsHandoverSchema }),
});
