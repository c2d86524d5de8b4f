/** Sorting rules: in which order people work their loans. Kept in versions; the newest is in force. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { defineEndpoint } from './kit';
import { TENANT_ADMIN_ROLES } from './loan-givers';
import { id, instant, version } from './scalars';
import { sortingRule } from './work-order';

export const MOST_SORTING_RULES = 30;
const rules = z.array(sortingRule).check(z.maxLength(MOST_SORTING_RULES));

const set = z.object({
  /** 0 before anything was saved. */
  version,
  rules: z.array(sortingRule),
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(instant),
});
export type SortingRuleSet = z.infer<typeof set>;
const answered = z.object({ success: z.literal(true), data: set });

const keepers = { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'tenant' } as const;
const PATH = 'loans/sorting-rules';

export const sortingRules = defineEndpoint({
  id: 'sortingRules.rules',
  method: 'GET',
  service: 'main',
  path: PATH,
  summary: 'The tenant’s sorting rules in their order, the newest version or an earlier one',
  access: keepers,
  idempotency: 'safe',
  query: z.strictObject({ version: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000_000_000))) }),
  response: answered,
});

export const saveSortingRules = defineEndpoint({
  id: 'sortingRules.save',
  method: 'POST',
  service: 'main',
  path: PATH,
  summary:
    'Saves all sorting rules as the next version; refused where one contradicts itself, takes nothing, or stands behind one that takes everything',
  access: { ...keepers, settings: true },
  idempotency: 'none',
  body: z.strictObject({ version, rules }),
  response: answered,
});

export const sortingRuleVersions = defineEndpoint({
  id: 'sortingRules.versions',
  method: 'GET',
  service: 'main',
  path: `${PATH}/versions`,
  summary: 'Who saved which version of the sorting rules, the newest 20',
  access: keepers,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.array(z.object({ version, rules: z.int(), savedBy: z.nullable(z.string()), savedAt: instant })),
  }),
});

/** So many loans of somebody's list are shown. */
export const PREVIEW_LOANS = 20;
export const previewSortingRules = defineEndpoint({
  id: 'sortingRules.preview',
  method: 'POST',
  service: 'main',
  path: `${PATH}/preview`,
  summary:
    'How somebody’s list would stand under rules that are being written: its first 20 loans, and how many stand under each rule. Nothing is saved',
  access: { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'team' },
  idempotency: 'natural',
  body: z.strictObject({ profileId: id, rules }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Of the person asked for: telecallers and collectors call, field agents visit. */
      work: z.enum(['calls', 'visits']),
      total: z.int(),
      /** By the place of the rule in what was sent; rules that are not for this work have none. */
      under: z.array(z.int()),
      loans: z.array(
        z.object({
          loanId: id,
          loanNumber: z.string(),
          borrower: z.string(),
          bucket: z.enum(BUCKETS),
          dpd: z.int(),
          posPaise: z.int(),
          overduePaise: z.int(),
          /** The place of its rule; null where none takes it. */
          rule: z.nullable(z.int()),
        }),
      ),
    }),
  }),
});
export type SortingPreview = z.infer<typeof previewSortingRules.response>['data'];
