/**
 * Payment links: made for a loan and an amount, sent by message, paid over UPI on a public page, and posted once when
 * the payment gateway says so with its signature (specification 7 "POST /api/v2/bmsPayment"; domain.md 4 point 5).
 */
import * as z from 'zod/mini';
import { TENANT_WIDE_ROLES } from '../domain/roles';
import { defineEndpoint } from './kit';
import { messageSchema, SENDER_ROLES, signatureHeaders } from './messages';
import { id, instant, positivePaise, sentInstant } from './scalars';

/** How long a link may live, hours. */
export const LINK_HOURS = { least: 1, usual: 72, most: 24 * 30 } as const;

export const LINK_STATES = ['open', 'paid', 'expired', 'cancelled'] as const;
export const paymentLinkSchema = z.object({
  id,
  url: z.string(),
  amountPaise: z.int(),
  status: z.enum(LINK_STATES),
  by: z.string(),
  createdAt: instant,
  expiresAt: instant,
  paidAt: z.nullable(instant),
});
export type PaymentLink = z.infer<typeof paymentLinkSchema>;

export const bmsPayment = defineEndpoint({
  id: 'paymentLinks.send',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/bmsPayment',
  summary: 'Make a payment link for a loan and send it to a phone of the borrower',
  access: { kind: 'session', roles: SENDER_ROLES, scope: 'loan' },
  idempotency: 'key',
  body: z.strictObject({
    key: id,
    loanId: id,
    phoneId: id,
    /** A template that names `{payment_link}`; its channel is the message's. */
    templateId: id,
    amountPaise: positivePaise,
    /** Hours from now, 72 when left out. */
    hours: z.optional(z.int().check(z.gte(LINK_HOURS.least), z.lte(LINK_HOURS.most))),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.literal('Payment Link Sent Successfully'),
    data: z.object({ link: paymentLinkSchema, message: messageSchema }),
  }),
});

export const loanPaymentLinks = defineEndpoint({
  id: 'paymentLinks.ofLoan',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/payment-links',
  summary: 'The payment links of a loan, newest first',
  access: { kind: 'session', roles: SENDER_ROLES, scope: 'loan' },
  idempotency: 'safe',
  query: z.strictObject({ loanId: id }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(paymentLinkSchema) }) }),
});

export const cancelPaymentLink = defineEndpoint({
  id: 'paymentLinks.cancel',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/payment-links/{id}/cancel',
  summary: 'Close an open payment link',
  access: { kind: 'session', roles: SENDER_ROLES, scope: 'loan' },
  idempotency: 'natural',
  params: z.object({ id }),
  response: z.object({ success: z.literal(true), data: paymentLinkSchema }),
});

export const payeeSchema = z.object({
  clientId: id,
  client: z.string(),
  /** Null: no link can be made for this lender's loans yet. */
  vpa: z.nullable(z.string()),
  name: z.nullable(z.string()),
});
export type Payee = z.infer<typeof payeeSchema>;
const administrators = { kind: 'session', roles: TENANT_WIDE_ROLES, scope: 'tenant' } as const;

export const listPayees = defineEndpoint({
  id: 'paymentLinks.payees',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/payees',
  summary: 'The UPI account of each lender, into which payment links pay',
  access: administrators,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(payeeSchema) }) }),
});

export const setPayee = defineEndpoint({
  id: 'paymentLinks.setPayee',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/payees/{clientId}',
  summary: "Set a lender's UPI account; links that were sent keep theirs",
  access: { ...administrators, settings: true },
  idempotency: 'natural',
  params: z.object({ clientId: id }),
  body: z.strictObject({
    vpa: z
      .string()
      .check(
        z.trim(),
        z.regex(/^[A-Za-z0-9._-]{2,60}@[A-Za-z][A-Za-z0-9]{2,60}$/, 'A UPI address looks like name@bank'),
      ),
    name: z.string().check(z.trim(), z.minLength(2, 'Enter the name of the account'), z.maxLength(80)),
  }),
  response: z.object({ success: z.literal(true), data: payeeSchema }),
});

export const payPage = defineEndpoint({
  id: 'paymentLinks.page',
  method: 'GET',
  service: 'root',
  path: '/pay/{token}',
  summary: 'The page on which a borrower pays: lender, amount, UPI link and QR; HTML',
  access: { kind: 'public' },
  idempotency: 'safe',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  response: z.string(),
});

/** What the payment gateway tells, as JSON in the signed body. */
export const paymentEventSchema = z.strictObject({
  /** The gateway's reference of the payment (UTR); it is posted once. */
  gatewayRef: z.string().check(z.minLength(4), z.maxLength(80)),
  /** The reference of the UPI request: `tr` of the link. */
  reference: z.string().check(z.maxLength(100)),
  amountPaise: positivePaise,
  paidAt: sentInstant,
  status: z.literal('paid'),
});
export type PaymentEvent = z.infer<typeof paymentEventSchema>;

export const PAYMENT_OUTCOMES = ['posted', 'wrong-amount', 'link-closed'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

export const paymentWebhook = defineEndpoint({
  id: 'paymentLinks.webhook',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/bmsPayment/webhook',
  summary: 'The payment gateway tells that a link was paid; signed',
  access: { kind: 'public' },
  idempotency: 'natural',
  headers: signatureHeaders,
  bodyKind: 'bytes',
  bodyLimit: 16_384,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** `repeated`: this payment was told before, and nothing changed. */
      outcome: z.enum([...PAYMENT_OUTCOMES, 'unknown']),
      repeated: z.boolean(),
    }),
  }),
});
