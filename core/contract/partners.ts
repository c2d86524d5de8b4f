/** Partners, who get a part of the fee that a client pays, and the fees themselves (specification section 2.3, legacy administrators). */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { ACTIVITIES } from './clients';
import { defineEndpoint } from './kit';
import {
  anyOf,
  changedFields,
  nameQuery,
  nameVerdict,
  organisationName,
  pageQuery,
  partyFields,
  partyInput,
} from './organisation';
import { id, sentDay, version } from './scalars';
import { month } from './targets';

const access = { kind: 'session', roles: ['ADMIN'], scope: 'tenant' } as const;

export const PARTNER_KINDS = ['sourcing', 'collection', 'legal', 'tracing', 'valuation', 'other'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

const word = (most: number) =>
  z._default(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(most))), null);
const partnerInput = {
  name: organisationName,
  kind: z.enum(PARTNER_KINDS),
  ...partyInput,
  accountName: word(120),
  accountNumber: z._default(
    z.nullable(z.string().check(z.trim(), z.regex(/^[0-9A-Z]{6,24}$/i, 'An account has 6 to 24 digits or letters'))),
    null,
  ),
  ifsc: z._default(
    z.nullable(
      z
        .string()
        .check(z.trim(), z.regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC has four letters, a zero and six characters')),
    ),
    null,
  ),
  agreedOn: z._default(z.nullable(sentDay), null),
  agreedUntil: z._default(z.nullable(sentDay), null),
} as const;

const text = z.nullable(z.string());
export const partnerSchema = z.object({
  id,
  name: z.string(),
  kind: z.enum(PARTNER_KINDS),
  ...partyFields,
  accountName: text,
  accountNumber: text,
  ifsc: text,
  agreedOn: text,
  agreedUntil: text,
  active: z.boolean(),
  /** Rules of fees that give them a part. */
  fees: z.int(),
  ...changedFields,
});
export type Partner = z.infer<typeof partnerSchema>;
const onePartner = z.object({ success: z.literal(true), data: partnerSchema });
const ofPartner = z.object({ partnerId: id });

export const PARTNER_SORTS = ['name', 'kind', 'updatedAt'] as const;

export const listPartners = defineEndpoint({
  id: 'partners.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/partners',
  summary: "The tenant's partners, by page; `q` looks in name, contact, city and tax numbers",
  access,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    kind: anyOf(PARTNER_KINDS),
    status: anyOf(ACTIVITIES),
    sort: z.optional(z.enum(PARTNER_SORTS)),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(partnerSchema), total: z.int() }) }),
});

export const getPartner = defineEndpoint({
  id: 'partners.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/partners/{partnerId}',
  summary: 'One partner',
  access,
  idempotency: 'safe',
  params: ofPartner,
  response: onePartner,
});

export const validatePartnerName = defineEndpoint({
  id: 'partners.validateName',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/partners/validate',
  summary: 'May a partner be called so; `partnerId` is the one that is being renamed',
  access,
  idempotency: 'safe',
  query: z.strictObject({ ...nameQuery, partnerId: z.optional(id) }),
  response: nameVerdict,
});

export const createPartner = defineEndpoint({
  id: 'partners.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/partners',
  summary: 'Add a partner; its name must be new in the tenant',
  access,
  idempotency: 'none',
  body: z.strictObject(partnerInput),
  response: onePartner,
});

export const updatePartner = defineEndpoint({
  id: 'partners.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/partners/{partnerId}',
  summary: 'Change a partner; 409 when it was changed since `version`',
  access,
  idempotency: 'none',
  params: ofPartner,
  body: z.strictObject({ version, ...partnerInput }),
  response: onePartner,
});

export const activatePartner = defineEndpoint({
  id: 'partners.activate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/partners/{partnerId}/active',
  summary: 'Switch a partner on or off; one that is off is offered for no new fee',
  access,
  idempotency: 'natural',
  params: ofPartner,
  body: z.strictObject({ active: z.boolean() }),
  response: onePartner,
});

const thousandths = (value: number) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;
const percent = (least: number) =>
  z
    .number()
    .check(
      z.gte(least, 'More than 0'),
      z.lte(100, 'At most 100'),
      z.refine(thousandths, 'At most three digits after the point'),
    );

const feeInput = {
  clientId: id,
  /** Null: all of the client's. */
  portfolioId: z._default(z.nullable(id), null),
  /** Empty: all. */
  buckets: z._default(z.array(z.enum(BUCKETS)).check(z.maxLength(BUCKETS.length)), []),
  percent: percent(0.001),
  gstPercent: z._default(percent(0), 18),
  partnerId: z._default(z.nullable(id), null),
  partnerPercent: z._default(percent(0), 0),
  fromMonth: month,
  toMonth: z._default(z.nullable(month), null),
  remarks: word(500),
} as const;

const named = z.object({ id, name: z.string() });
export const FEE_STATES = ['now', 'coming', 'over'] as const;
export type FeeState = (typeof FEE_STATES)[number];
export const successFeeSchema = z.object({
  id,
  client: named,
  portfolio: z.nullable(named),
  buckets: z.array(z.enum(BUCKETS)),
  percent: z.number(),
  gstPercent: z.number(),
  partner: z.nullable(named),
  partnerPercent: z.number(),
  fromMonth: z.string(),
  toMonth: text,
  remarks: text,
  state: z.enum(FEE_STATES),
  ...changedFields,
});
export type SuccessFee = z.infer<typeof successFeeSchema>;
const oneFee = z.object({ success: z.literal(true), data: successFeeSchema });
const ofFee = z.object({ feeId: id });
export const FEE_SORTS = ['client', 'percent', 'fromMonth'] as const;

export const listSuccessFees = defineEndpoint({
  id: 'successFees.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/success-fees',
  summary: 'What clients pay for recovered money, by page; `q` looks in client, portfolio and partner',
  access,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    state: anyOf(FEE_STATES),
    clientId: z.optional(id),
    sort: z.optional(z.enum(FEE_SORTS)),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(successFeeSchema), total: z.int() }) }),
});

export const getSuccessFee = defineEndpoint({
  id: 'successFees.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/success-fees/{feeId}',
  summary: 'One rule of a fee',
  access,
  idempotency: 'safe',
  params: ofFee,
  response: oneFee,
});

export const createSuccessFee = defineEndpoint({
  id: 'successFees.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/success-fees',
  summary: 'Add a rule; 422 where another one says as much about the same money in the same months',
  access,
  idempotency: 'none',
  body: z.strictObject(feeInput),
  response: oneFee,
});

export const updateSuccessFee = defineEndpoint({
  id: 'successFees.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/success-fees/{feeId}',
  summary: 'Change a rule; months that are approved keep their figures; 409 when it was changed since `version`',
  access,
  idempotency: 'none',
  params: ofFee,
  body: z.strictObject({ version, ...feeInput }),
  response: oneFee,
});
