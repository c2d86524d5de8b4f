/** What forms choose from: the lists of specification section 3 and the tenant's own products and buckets. */
import * as z from 'zod/mini';
import { LANGUAGE_CODES } from '../domain/languages';
import { CHANNELS, INSTITUTIONS, PRODUCT_CATEGORIES, REGIONS } from '../domain/lookups';
import { defineEndpoint } from './kit';
import { ORGANISATION_ADMINS } from './organisation';
import { id, version } from './scalars';

const admins = { kind: 'session', roles: ORGANISATION_ADMINS, scope: 'tenant' } as const;
const name = z.string().check(z.trim(), z.minLength(1, 'This Field Is Required'), z.maxLength(60));
const dpd = z.int().check(z.gte(0), z.lte(9999));
const done = z.object({ success: z.literal(true) });

export const productSchema = z.object({
  id,
  name: z.string(),
  category: z.enum(PRODUCT_CATEGORIES),
  active: z.boolean(),
  version: z.int(),
});
export type Product = z.infer<typeof productSchema>;

export const bucketSchema = z.object({
  id,
  label: z.string(),
  fromDpd: z.int(),
  /** Null: no end. */
  toDpd: z.nullable(z.int()),
  /** One of the specification's six: may be switched off, not renamed. */
  standard: z.boolean(),
  active: z.boolean(),
  version: z.int(),
});
export type BucketRow = z.infer<typeof bucketSchema>;

export const lookups = defineEndpoint({
  id: 'lookups.all',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/lookups',
  summary: "Everything forms choose from; products and buckets are the tenant's own, inactive ones too",
  access: { kind: 'session', roles: '*', scope: 'tenant' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      productCategories: z.array(z.enum(PRODUCT_CATEGORIES)),
      regions: z.array(z.enum(REGIONS)),
      channels: z.array(z.enum(CHANNELS)),
      institutions: z.array(z.enum(INSTITUTIONS)),
      products: z.array(productSchema),
      buckets: z.array(bucketSchema),
      southIndianLanguages: z.array(z.object({ code: z.string(), name: z.string(), native: z.string() })),
      otherLanguages: z.array(z.object({ code: z.string(), name: z.string(), native: z.string() })),
      states: z.array(z.string()),
      /** What this tenant works in; empty: nothing was chosen, so all of them. */
      tenant: z.object({ languages: z.array(z.string()), regions: z.array(z.enum(REGIONS)) }),
    }),
  }),
});
export type Lookups = z.infer<typeof lookups.response>['data'];

const oneProduct = z.object({ success: z.literal(true), data: productSchema });
const productFields = { name, category: z.enum(PRODUCT_CATEGORIES) } as const;
const productParams = z.object({ productId: id });

export const createProduct = defineEndpoint({
  id: 'lookups.createProduct',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/products',
  summary: 'Add a product',
  access: admins,
  idempotency: 'none',
  body: z.strictObject(productFields),
  response: oneProduct,
});
export const updateProduct = defineEndpoint({
  id: 'lookups.updateProduct',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/products/{productId}',
  summary: 'Change a product, or stop offering it; 409 when it was changed since `version`',
  access: admins,
  idempotency: 'none',
  params: productParams,
  body: z.strictObject({ version, ...productFields, active: z.boolean() }),
  response: oneProduct,
});
export const deleteProduct = defineEndpoint({
  id: 'lookups.deleteProduct',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2/products/{productId}',
  summary: 'Remove a product that no portfolio and no loan uses',
  access: admins,
  idempotency: 'none',
  params: productParams,
  response: done,
});

const oneBucket = z.object({ success: z.literal(true), data: bucketSchema });
const bucketFields = { label: name, fromDpd: dpd, toDpd: z.nullable(dpd) } as const;
const bucketParams = z.object({ bucketId: id });

export const createBucket = defineEndpoint({
  id: 'lookups.createBucket',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/buckets',
  summary: "Add a bucket of the tenant's own, as a range of DPD",
  access: admins,
  idempotency: 'none',
  body: z.strictObject(bucketFields),
  response: oneBucket,
});
export const updateBucket = defineEndpoint({
  id: 'lookups.updateBucket',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/buckets/{bucketId}',
  summary: 'Change a bucket, or stop offering it; of a standard one only the latter',
  access: admins,
  idempotency: 'none',
  params: bucketParams,
  body: z.strictObject({ version, ...bucketFields, active: z.boolean() }),
  response: oneBucket,
});
export const deleteBucket = defineEndpoint({
  id: 'lookups.deleteBucket',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2/buckets/{bucketId}',
  summary: "Remove a bucket of the tenant's own; the standard ones stay",
  access: admins,
  idempotency: 'none',
  params: bucketParams,
  response: done,
});

/** Languages as a tenant chooses them. */
export const languageCodes = z._default(z.array(z.enum(LANGUAGE_CODES)).check(z.maxLength(LANGUAGE_CODES.length)), []);
export const regionNames = z._default(z.array(z.enum(REGIONS)).check(z.maxLength(REGIONS.length)), []);
