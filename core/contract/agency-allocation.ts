/** Loans given to agencies by percentages and capacities, rehearsed first; until when they have them; what each agency holds and resolved. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { ALLOCATORS, allocationRule, listAllocations, oneAllocation } from './allocation';
import { defineEndpoint } from './kit';
import { MAX_ASSIGN_REASON } from './loan-givers';
import { day, id, longText, sentDay } from './scalars';

const PATH = 'loans/agency-allocation';
const givers = { kind: 'session', roles: ALLOCATORS, scope: 'team' } as const;

export const rehearseAgencies = defineEndpoint({
  id: 'agencyAllocation.rehearse',
  method: 'POST',
  service: 'main',
  path: PATH,
  summary:
    'Begins a rehearsal of giving the caller’s loans that a condition takes to agencies by percentages; it is committed, taken back and explained like one of the rules. With an id that exists it is that one',
  access: givers,
  idempotency: 'natural',
  body: z.strictObject({
    id,
    /** For agencies, by the method `share`. */
    rule: allocationRule,
    /** The last day on which they have the loans, today or later. */
    recallOn: z.nullable(sentDay),
    reason: z.optional(longText.check(z.maxLength(MAX_ASSIGN_REASON))),
  }),
  response: oneAllocation.response,
});

export const agencyAllocations = defineEndpoint({
  id: 'agencyAllocation.list',
  method: 'GET',
  service: 'main',
  path: PATH,
  summary: 'What the caller and people below them rehearsed or gave to agencies, the newest 20',
  access: givers,
  idempotency: 'safe',
  response: listAllocations.response,
});

/** Loans are said to be near their recall from so many days before. */
export const NEAR_RECALL_DAYS = 7;
/** Beyond as many, only that there are more. */
export const MOST_NEAR = 10_000;
export const agencyHoldings = defineEndpoint({
  id: 'agencyAllocation.agencies',
  method: 'GET',
  service: 'main',
  path: `${PATH}/agencies`,
  summary:
    'What each agency holds of the caller’s loans, how many are near their recall, and what it resolved this month by bucket as the last night counted it',
  access: { ...givers, scope: 'loans' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** The month and the day before which its work was counted; null before the first night. */
      counted: z.nullable(z.object({ month: day, before: day })),
      agencies: z.array(
        z.object({
          id,
          name: z.string(),
          /** Locked or switched off: it is given nothing. */
          stopped: z.boolean(),
          /** Of active loans; paise. */
          loans: z.int(),
          posPaise: z.int(),
          /** Whose last day is within a week, at most 10,000 and one; and the first of these days. */
          near: z.int(),
          nextRecallOn: z.nullable(day),
          /** By the bucket at the month's opening; paise. Resolved: no worse than then, or closed. */
          buckets: z.array(
            z.object({ bucket: z.enum(BUCKETS), loans: z.int(), openingPaise: z.int(), resolvedPaise: z.int() }),
          ),
        }),
      ),
    }),
  }),
});
export type AgencyHolding = z.infer<typeof agencyHoldings.response>['data']['agencies'][number];
