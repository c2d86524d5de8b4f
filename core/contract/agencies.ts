/** Agencies that work a tenant's loans (specification section 3 "Agency row", section 4 "active flag updated by status"). */
import * as z from 'zod/mini';
import { STATES } from '../domain/lookups';
import { defineEndpoint } from './kit';
import {
  anyOf,
  changedFields,
  nameQuery,
  nameVerdict,
  ORGANISATION_ADMINS,
  ORGANISATION_READERS,
  organisationName,
  pageQuery,
  partyFields,
  partyInput,
} from './organisation';
import { day, id, instant, pincode, sentDay, version } from './scalars';

const readers = { kind: 'session', roles: ORGANISATION_READERS, scope: 'tenant' } as const;
const admins = { kind: 'session', roles: ORGANISATION_ADMINS, scope: 'tenant' } as const;

export const agencySchema = z.object({
  id,
  /** Its name; the specification's row calls it so. */
  agency: z.string(),
  code: z.string(),
  /** Who leads it. */
  fullName: z.nullable(z.string()),
  active: z.boolean(),
  inHouse: z.boolean(),
  /** Keeps what it has and gets no further loans. */
  locked: z.boolean(),
  tenant: z.object({ id, name: z.string() }),
  ...partyFields,
  draLicence: z.nullable(z.string()),
  draLicenceUntil: z.nullable(day),
  states: z.array(z.string()),
  pincodes: z.array(z.string()),
  /** Active users of it. */
  people: z.int(),
  createdAt: instant,
  ...changedFields,
});
export type Agency = z.infer<typeof agencySchema>;

const fields = {
  agency: organisationName,
  code: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'This Field Is Required'),
      z.maxLength(24),
      z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'Letters, digits, - and _ only'),
    ),
  ...partyInput,
  draLicence: z._default(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))), null),
  draLicenceUntil: z._default(z.nullable(sentDay), null),
  states: z._default(z.array(z.enum(STATES)).check(z.maxLength(STATES.length)), []),
  pincodes: z._default(z.array(pincode).check(z.maxLength(2000)), []),
} as const;
const flags = { active: z.boolean(), locked: z.boolean(), inHouse: z.boolean() } as const;
const one = z.object({ success: z.literal(true), data: agencySchema });
const params = z.object({ agencyId: id });

export const AGENCY_SORTS = ['agency', 'code', 'people', 'draLicenceUntil', 'createdAt', 'updatedAt'] as const;
export type AgencySort = (typeof AGENCY_SORTS)[number];
export const AGENCY_STATUSES = ['active', 'inactive', 'locked', 'inHouse', 'external'] as const;
export type AgencyStatus = (typeof AGENCY_STATUSES)[number];

export const listAgencies = defineEndpoint({
  id: 'agencies.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agencies',
  summary: "The tenant's agencies, by page; `q` looks in name, code, contact and city",
  access: readers,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    /** All of them must hold: `active,locked`. */
    status: anyOf(AGENCY_STATUSES),
    state: anyOf(STATES),
    sort: z.optional(z.enum(AGENCY_SORTS)),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(agencySchema), total: z.int() }),
  }),
});

export const getAgency = defineEndpoint({
  id: 'agencies.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agencies/{agencyId}',
  summary: 'One agency',
  access: readers,
  idempotency: 'safe',
  params,
  response: one,
});

export const validateAgency = defineEndpoint({
  id: 'agencies.validate',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agencies/validate',
  summary: 'May an agency have this name or code; `agencyId` is the one that is being changed',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({ ...nameQuery, field: z.enum(['agency', 'code']), agencyId: z.optional(id) }),
  response: nameVerdict,
});

export const createAgency = defineEndpoint({
  id: 'agencies.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/agencies',
  summary: 'Add an agency; its name and its code must be new in the tenant',
  access: admins,
  idempotency: 'none',
  body: z.strictObject({ ...fields, inHouse: z._default(z.boolean(), false) }),
  response: one,
});

export const updateAgency = defineEndpoint({
  id: 'agencies.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/agencies/{agencyId}',
  summary: 'Change an agency; 409 when it was changed since `version`. Its flags have a call of their own',
  access: admins,
  idempotency: 'none',
  params,
  body: z.strictObject({ version, ...fields }),
  response: one,
});

export const agencyStatus = defineEndpoint({
  id: 'agencies.status',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/agencies/{agencyId}/status',
  summary: 'Set the flags that are named: active, locked, in-house',
  access: admins,
  idempotency: 'natural',
  params,
  body: z
    .strictObject({
      active: z.optional(flags.active),
      locked: z.optional(flags.locked),
      inHouse: z.optional(flags.inHouse),
    })
    .check(z.refine((given) => Object.keys(given).length > 0, 'Name at least one flag')),
  response: one,
});
