/** Clients: the lenders whose loans a tenant collects (specification section 7 "Portfolios, tenants, clients"). */
import * as z from 'zod/mini';
import { INSTITUTIONS, PRODUCT_CATEGORIES } from '../domain/lookups';
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
import { id, instant, version } from './scalars';

/** Who may add one (`/create-client`) and who may change one (`/client/edit`). */
export const CLIENT_CREATORS = [...ORGANISATION_ADMINS, 'CRM_MANAGER', 'CRM_SUPERMANAGER', 'ADMIN'] as const;
export const CLIENT_EDITORS = [...ORGANISATION_ADMINS, 'ADMIN'] as const;

const readers = { kind: 'session', roles: ORGANISATION_READERS, scope: 'tenant' } as const;
const editors = { kind: 'session', roles: CLIENT_EDITORS, scope: 'tenant' } as const;

export const clientSchema = z.object({
  id,
  name: z.string(),
  institution: z.enum(INSTITUTIONS),
  /** What it lends: secured, unsecured, both. */
  categories: z.array(z.enum(PRODUCT_CATEGORIES)),
  active: z.boolean(),
  ...partyFields,
  /** How many portfolios it has. */
  portfolios: z.int(),
  createdAt: instant,
  ...changedFields,
});
export type Client = z.infer<typeof clientSchema>;

const fields = {
  name: organisationName,
  institution: z.enum(INSTITUTIONS),
  categories: z._default(z.array(z.enum(PRODUCT_CATEGORIES)).check(z.maxLength(2)), []),
  ...partyInput,
} as const;
const one = z.object({ success: z.literal(true), data: clientSchema });
const params = z.object({ clientId: id });

export const CLIENT_SORTS = ['name', 'institution', 'portfolios', 'createdAt', 'updatedAt'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];
export const ACTIVITIES = ['active', 'inactive'] as const;

export const listClients = defineEndpoint({
  id: 'clients.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/clients',
  summary: "The tenant's clients, by page; `q` looks in name, contact, city and tax numbers",
  access: readers,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    institution: anyOf(INSTITUTIONS),
    category: anyOf(PRODUCT_CATEGORIES),
    status: anyOf(ACTIVITIES),
    sort: z.optional(z.enum(CLIENT_SORTS)),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(clientSchema), total: z.int() }),
  }),
});

export const getClient = defineEndpoint({
  id: 'clients.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/clients/{clientId}',
  summary: 'One client',
  access: readers,
  idempotency: 'safe',
  params,
  response: one,
});

export const validateClientName = defineEndpoint({
  id: 'clients.validateName',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/clients/validate',
  summary: 'May a client be called so; `clientId` is the one that is being renamed',
  access: { ...readers, roles: CLIENT_CREATORS },
  idempotency: 'safe',
  query: z.strictObject({ ...nameQuery, clientId: z.optional(id) }),
  response: nameVerdict,
});

export const createClient = defineEndpoint({
  id: 'clients.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/clients',
  summary: 'Add a client; its name must be new in the tenant',
  access: { ...readers, roles: CLIENT_CREATORS },
  idempotency: 'none',
  body: z.strictObject(fields),
  response: one,
});

export const updateClient = defineEndpoint({
  id: 'clients.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/clients/{clientId}',
  summary: 'Change a client; 409 when it was changed since `version`',
  access: editors,
  idempotency: 'none',
  params,
  body: z.strictObject({ version, ...fields }),
  response: one,
});

export const activateClient = defineEndpoint({
  id: 'clients.activate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/clients/{clientId}/active',
  summary: 'Switch a client on or off; its portfolios and loans stay as they are',
  access: editors,
  idempotency: 'natural',
  params,
  body: z.strictObject({ active: z.boolean() }),
  response: one,
});

export const clientPortfolios = defineEndpoint({
  id: 'clients.portfolios',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/clients/portfolios',
  summary: 'The portfolios of some clients (an empty list: of all), by client',
  access: readers,
  idempotency: 'natural',
  body: z.strictObject({
    clientIds: z.array(id).check(z.maxLength(500)),
    active: z.optional(z.boolean()),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        clientId: id,
        clientName: z.string(),
        portfolios: z.array(
          z.object({
            id,
            name: z.string(),
            product: z.string(),
            secured: z.boolean(),
            region: z.string(),
            active: z.boolean(),
          }),
        ),
      }),
    ),
  }),
});
