/**
 * Loans given by hand as one job, however many: all that match a filter of the list, or those of a list of numbers (job
 * ManualAllocationFile). What runs is looked at, stopped, taken back and explained like a run of the rules (allocation.ts).
 */
import * as z from 'zod/mini';
import { HAND_KINDS, listAllocations, oneAllocation } from './allocation';
import { defineEndpoint } from './kit';
import { allocators, MAX_ASSIGN_REASON } from './loan-givers';
import { loanFilters } from './loan-list';
import { id, longText, sentDay } from './scalars';

const givers = { kind: 'session', roles: allocators, scope: 'team' } as const;
const PATH = 'loans/manual-allocation';
/** Bytes of a list of numbers. */
export const MAX_NUMBERS_FILE = 10 * 1024 * 1024;

/** `profileId`: of a person, or of the agency. A day of visit and own pincodes are for field agents, a last day is for agencies. */
const to = {
  id,
  kind: z.enum(HAND_KINDS),
  profileId: id,
  visitOn: z.optional(sentDay),
  recallOn: z.optional(sentDay),
  reason: z.optional(longText.check(z.maxLength(MAX_ASSIGN_REASON))),
};

export const giveMatching = defineEndpoint({
  id: 'handAllocation.matching',
  method: 'POST',
  service: 'main',
  path: PATH,
  summary: 'Gives every loan that matches a filter of the list, as a job; with an id that exists it is that one',
  access: givers,
  idempotency: 'natural',
  body: z.strictObject({
    ...to,
    ownPincodes: z.optional(z.boolean()),
    filter: z.strictObject(loanFilters),
    /** Loans that stay as they are. */
    except: z.optional(z.array(id).check(z.maxLength(1000))),
  }),
  response: oneAllocation.response,
});

export const giveListed = defineEndpoint({
  id: 'handAllocation.listed',
  method: 'POST',
  service: 'main',
  path: `${PATH}/file`,
  summary:
    'Gives the loans of a CSV or XLSX with a column Loan number, or with nothing but numbers, as a job; with an id that exists it is that one',
  access: givers,
  idempotency: 'natural',
  heavy: true,
  bodyKind: 'bytes',
  bodyLimit: MAX_NUMBERS_FILE,
  query: z.strictObject({
    ...to,
    ownPincodes: z.optional(z.enum(['true', 'false'])),
    fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  response: oneAllocation.response,
});

export const handAllocations = defineEndpoint({
  id: 'handAllocation.list',
  method: 'GET',
  service: 'main',
  path: PATH,
  summary: 'What the caller and people below them gave by hand as jobs, the newest 20',
  access: givers,
  idempotency: 'safe',
  response: listAllocations.response,
});
