/**
 * Incentive structures (specification 2.10, 3, 5). On this wire, as in existing installations, tiers carry plain numbers: rupees, or
 * percent for the range of an efficiency (core/domain/incentives.ts says which is which).
 */
import * as z from 'zod/mini';
import { INCENTIVE_TYPES, tierErrors } from '../domain/incentives';
import { INCENTIVE_EDITORS } from '../domain/portfolio-roles';
import { figure, tierSchema } from './incentive-tiers';
import { defineEndpoint } from './kit';
import { named, portfolioReaders, tabStateSchema } from './portfolios';
import { id, version } from './scalars';

/** The three messages of section 5, each under the tier that it is about. */
const tiers = z
  .array(
    z.strictObject({
      min: z.optional(z.nullable(figure)),
      max: z.optional(z.nullable(figure)),
      amount: z.optional(z.nullable(figure)),
    }),
  )
  .check(
    z.maxLength(30),
    z.superRefine((given, context) => {
      for (const [at, message] of tierErrors(
        given.map(({ min, max, amount }) => ({ min: min ?? '', max: max ?? '', amount: amount ?? '' })),
      ))
        context.addIssue({ code: 'custom', path: [at], message });
    }),
  );

export const incentiveSchema = z.object({
  portfolio: named,
  incentiveType: z.enum(INCENTIVE_TYPES),
  taIncentives: z.array(tierSchema),
  faIncentives: z.array(tierSchema),
  /** How many telecallers and field agents are assigned to the portfolio. */
  telecallers: z.int(),
  fieldAgents: z.int(),
  mayEdit: z.boolean(),
  ...tabStateSchema.shape,
});
export type Incentives = z.infer<typeof incentiveSchema>;
const answer = z.object({ success: z.literal(true), data: incentiveSchema });

/** `sub` and `tenantid` are checked against the token; `agencyid` is a partner's own. */
const headers = z.object({
  sub: z.optional(id),
  tenantid: z.optional(id),
  portfolioid: id,
  agencyid: z.optional(id),
});

export const getIncentives = defineEndpoint({
  id: 'incentives.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/incentives',
  summary: 'The incentive structure of a portfolio',
  access: portfolioReaders,
  idempotency: 'safe',
  headers,
  response: answer,
});

export const saveIncentives = defineEndpoint({
  id: 'incentives.save',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/portfolios/incentives',
  summary: 'Save the fourth tab: the incentive structure of a portfolio',
  access: { kind: 'session', roles: INCENTIVE_EDITORS, scope: 'team' },
  idempotency: 'natural',
  headers,
  body: z.strictObject({
    incentiveType: z.enum(INCENTIVE_TYPES),
    taIncentives: tiers,
    faIncentives: tiers,
    /** The version this was made from; older clients do not send it, and then overwrite. */
    version: z.optional(version),
  }),
  response: answer,
});
