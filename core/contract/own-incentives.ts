/** What agents are paid by, and what the caller has earned so far. Apart from the portfolios' contract, which phones do not load. */
import * as z from 'zod/mini';
import { INCENTIVE_TYPES } from '../domain/incentives';
import { PORTFOLIO_READERS } from '../domain/portfolio-roles';
import { ROLE_TYPES, tierSchema } from './incentive-tiers';
import { defineEndpoint, type ResponseOf } from './kit';
import { id } from './scalars';

export const myIncentives = defineEndpoint({
  id: 'incentives.byRole',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/incentives',
  summary:
    'Incentive tiers for telecallers or field agents in the portfolios the caller may see; for an agent also what they earned this month so far',
  access: { kind: 'session', roles: PORTFOLIO_READERS, scope: 'team' },
  idempotency: 'safe',
  query: z.strictObject({ roleType: z.enum(ROLE_TYPES) }),
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        portfolio: z.object({ id, name: z.string() }),
        incentiveType: z.enum(INCENTIVE_TYPES),
        tiers: z.array(tierSchema),
        /** Null unless the caller is such an agent of the portfolio. */
        mine: z.nullable(
          z.object({
            /** Rupees collected, or efficiency in percent. */
            measure: z.number(),
            amount: z.number(),
            next: z.nullable(z.object({ min: z.number(), amount: z.number(), missing: z.number() })),
          }),
        ),
      }),
    ),
  }),
});

export type Payment = ResponseOf<typeof myIncentives>['data'][number];
/** Of one portfolio, in rupees or percent as its tiers are. */
export type OwnIncentive = Pick<Payment, 'portfolio' | 'incentiveType'> & { mine: NonNullable<Payment['mine']> };

/** Those of the caller, where they are such an agent. */
export const ownOf = (payments: readonly Payment[]): OwnIncentive[] =>
  payments.flatMap(({ portfolio, incentiveType, mine }) => (mine ? [{ portfolio, incentiveType, mine }] : []));
