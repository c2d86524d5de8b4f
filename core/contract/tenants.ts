/**
 * Tenants and their onboarding (specification section 7 "tenant create, list, update, activate, validate by name and fetch
 * by id"). A super admin sees the own tenant and those it operates, that is, those that were set up from it; everyone else
 * sees their own.
 */
import * as z from 'zod/mini';
import { SUBSCRIPTIONS } from '../domain/insights';
import { INSTITUTIONS, PRODUCT_CATEGORIES, REGIONS } from '../domain/lookups';
import { isMailDomain } from '../domain/mail-domains';
import { FEWEST_RECORDING_DAYS, MOST_RECORDING_DAYS } from '../domain/recordings';
import { REPORT_GROUPS } from '../domain/reports';
import { ROLES } from '../domain/roles';
import { defineEndpoint } from './kit';
import { languageCodes, regionNames } from './lookups';
import {
  anyOf,
  changedFields,
  emailText,
  mobileText,
  nameQuery,
  nameVerdict,
  ORGANISATION_ADMINS,
  organisationName,
  pageQuery,
  partyFields,
  partyInput,
  SUPER_ADMINS,
} from './organisation';
import { id, instant, version } from './scalars';

const admins = { kind: 'session', roles: ORGANISATION_ADMINS, scope: 'tenant' } as const;
const superAdmins = { kind: 'session', roles: SUPER_ADMINS, scope: 'tenant' } as const;

/** `draft`: set up and never activated. Only people of an active tenant can sign in. */
export const TENANT_STATUSES = ['draft', 'active', 'inactive'] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

/** A link for the first sign-in works for so long, once. */
export const INVITATION_DAYS = 7;

export const tenantSchema = z.object({
  id,
  name: z.string(),
  status: z.enum(TENANT_STATUSES),
  /** IANA zone in which its days begin and end. */
  zone: z.string(),
  institution: z.nullable(z.enum(INSTITUTIONS)),
  ...partyFields,
  languages: z.array(z.string()),
  regions: z.array(z.enum(REGIONS)),
  maxPtpDays: z.int(),
  /** Reports are mailed to addresses of these alone; none: to any. */
  mailDomains: z.array(z.string()),
  /** Absent from a server of before. */
  subscription: z.optional(z.enum(SUBSCRIPTIONS)),
  /** Recordings of calls are given out for so long. Absent from a server of before. */
  recordingDays: z.optional(z.int()),
  createdAt: instant,
  activatedAt: z.nullable(instant),
  /** The caller's own. */
  own: z.boolean(),
  ...changedFields,
});
export type Tenant = z.infer<typeof tenantSchema>;

const administrator = z.object({ id, fullName: z.string(), username: z.string(), active: z.boolean() });
const whole = z.object({
  success: z.literal(true),
  data: z.object({ tenant: tenantSchema, administrators: z.array(administrator) }),
});
const one = z.object({ success: z.literal(true), data: tenantSchema });
const params = z.object({ tenantId: id });

const fields = {
  name: organisationName,
  zone: z.string().check(
    z.maxLength(60),
    z.refine((zone) => isZone(zone), 'Not a time zone'),
  ),
  institution: z._default(z.nullable(z.enum(INSTITUTIONS)), null),
  ...partyInput,
  languages: languageCodes,
  regions: regionNames,
  maxPtpDays: z._default(z.int().check(z.gte(1), z.lte(365)), 30),
  /** Left out by an app that does not know it: unchanged. */
  mailDomains: z.optional(
    z
      .array(
        z.pipe(
          z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253)),
          z.string().check(z.refine((text) => isMailDomain(text), 'Not a domain such as bank.example')),
        ),
      )
      .check(z.maxLength(50)),
  ),
  /** Which of the two screens of insights it has; left out: unchanged. */
  subscription: z.optional(z.enum(SUBSCRIPTIONS)),
  /** Left out: unchanged. */
  recordingDays: z.optional(z.int().check(z.gte(FEWEST_RECORDING_DAYS), z.lte(MOST_RECORDING_DAYS))),
} as const;

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** A first administrator. They choose their password themselves, with the link that is mailed to them. */
export const administratorFields = {
  fullName: organisationName,
  email: emailText,
  mobile: z._default(z.nullable(mobileText), null),
} as const;
const invitation = z.object({
  fullName: z.string(),
  username: z.string(),
  /** To choose a password with; good for `INVITATION_DAYS`, once. */
  link: z.string(),
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

export const TENANT_SORTS = ['name', 'createdAt', 'updatedAt'] as const;
export type TenantSort = (typeof TENANT_SORTS)[number];

export const ownTenants = defineEndpoint({
  id: 'tenants.brief',
  method: 'GET',
  service: 'main',
  path: 'tenant',
  summary: 'The tenants the caller may see, by name',
  access: { kind: 'session', roles: '*', scope: 'tenant' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.array(z.object({ id, name: z.string(), status: z.enum(TENANT_STATUSES) })),
  }),
});

export const listTenants = defineEndpoint({
  id: 'tenants.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/tenants',
  summary: 'Tenants with their details, by page; `q` looks in name, contact, city and tax numbers',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    status: anyOf(TENANT_STATUSES),
    institution: anyOf(INSTITUTIONS),
    sort: z.optional(z.enum(TENANT_SORTS)),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(tenantSchema), total: z.int() }),
  }),
});

export const validateTenantName = defineEndpoint({
  id: 'tenants.validateName',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/tenants/validate',
  summary: 'May a tenant be called so; `tenantId` is the one that is being renamed',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({ ...nameQuery, tenantId: z.optional(id) }),
  response: nameVerdict,
});

export const getTenant = defineEndpoint({
  id: 'tenants.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/tenants/{tenantId}',
  summary: 'One tenant and who administers it',
  access: admins,
  idempotency: 'safe',
  params,
  response: whole,
});

export const tenantReports = defineEndpoint({
  id: 'tenants.reports',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profile/tenants/{tenantId}/reports',
  summary: 'The reports that the users of a tenant may see, each with their roles; 404 for a tenant that is not yours',
  access: { kind: 'session', roles: '*', scope: 'tenant' },
  idempotency: 'safe',
  params,
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        id: z.string(),
        displayName: z.string(),
        /** Its screen's path. */
        path: z.string(),
        label: z.string(),
        group: z.enum(REPORT_GROUPS),
        roles: z.array(z.enum(ROLES)),
      }),
    ),
  }),
});

export const createTenant = defineEndpoint({
  id: 'tenants.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/tenants',
  summary: 'Set a tenant up as a draft, with products and a first administrator if they are given',
  access: superAdmins,
  idempotency: 'none',
  body: z.strictObject({
    ...fields,
    products: z._default(
      z
        .array(
          z.strictObject({
            name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
            category: z.enum(PRODUCT_CATEGORIES),
          }),
        )
        .check(z.maxLength(100)),
      [],
    ),
    administrator: z._default(z.nullable(z.strictObject(administratorFields)), null),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ tenant: tenantSchema, invitation: z.nullable(invitation) }),
  }),
});

export const updateTenant = defineEndpoint({
  id: 'tenants.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/tenants/{tenantId}',
  summary: 'Change a tenant; 409 when it was changed since `version`',
  access: { ...admins, settings: true },
  idempotency: 'none',
  params,
  body: z.strictObject({ version, ...fields }),
  response: one,
});

export const activateTenant = defineEndpoint({
  id: 'tenants.activate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/tenants/{tenantId}/active',
  summary: 'Let the people of a tenant sign in, or keep them out; never the own one',
  access: superAdmins,
  idempotency: 'natural',
  params,
  body: z.strictObject({ active: z.boolean() }),
  response: one,
});

export const addAdministrator = defineEndpoint({
  id: 'tenants.addAdministrator',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/tenants/{tenantId}/administrators',
  summary: 'Add an administrator and mail them a link to choose a password',
  access: superAdmins,
  idempotency: 'none',
  params,
  body: z.strictObject(administratorFields),
  response: z.object({ success: z.literal(true), data: invitation }),
});
