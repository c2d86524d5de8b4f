/** The advanced predictor (domain 1.13): what one model of the tenant's own months says of each loan, how good it was on a month it had not seen, and where somebody knew better. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { INSIGHT_ROLES } from '../domain/insights';
import { FEATURES } from '../domain/predictor';
import type { Role } from '../domain/roles';
import { defineEndpoint } from './kit';
import { anyOf, pageQuery } from './organisation';
import { day, id, instant, longText } from './scalars';
import { month } from './targets';

const lookers = { kind: 'session', roles: INSIGHT_ROLES, scope: 'loans' } as const;
const ofLoan = { kind: 'session', roles: INSIGHT_ROLES, scope: 'loan' } as const;
const LENDERS: readonly Role[] = ['CLIENT', 'CLIENT_ADMIN', 'CUSTOMER', 'DIALER'];
/** Who works loans, or leads those who do. */
export const OVERRIDERS: readonly Role[] = INSIGHT_ROLES.filter((role) => !LENDERS.includes(role));

/** From 0 to 1. */
const share = z.number();

const judged = z.object({
  month,
  loans: z.int(),
  paid: share,
  /** How often it puts a loan that paid above one that did not, and how often fewer days past due do. */
  order: z.nullable(share),
  naive: z.nullable(share),
  error: share,
  tenths: z.array(z.object({ loans: z.int(), said: share, paid: share, lift: z.number() })),
});

export const predictorModel = defineEndpoint({
  id: 'predictor.model',
  method: 'GET',
  service: 'main',
  path: 'recovery/predictor',
  summary:
    'The newest model of the tenant: from which months, how it did on the month it was judged by, how far the book has moved since',
  access: lookers,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Months that are over and were sampled. */
      months: z.array(month),
      /** Null while they do not teach enough. */
      model: z.nullable(
        z.object({
          madeAt: instant,
          trained: z.array(month),
          calibrated: month,
          judged,
          drift: z.nullable(z.number()),
        }),
      ),
      /** The morning of the scores; null before the first. */
      scored: z.nullable(z.object({ day, at: instant })),
      portfolios: z.array(z.object({ id, name: z.string() })),
    }),
  }),
});

const account = z.object({
  id,
  loanNumber: z.string(),
  borrower: z.nullable(z.string()),
  portfolio: z.string(),
  bucket: z.enum(BUCKETS),
  dpd: z.int(),
  posPaise: z.int(),
  chance: share,
});
export type PredictorAccount = z.infer<typeof account>;

export const predictorAccounts = defineEndpoint({
  id: 'predictor.accounts',
  method: 'GET',
  service: 'main',
  path: 'recovery/predictor/accounts',
  summary: 'The caller’s loans by their chance to pay something within a month; `q` as in the list of loans',
  access: lookers,
  idempotency: 'safe',
  query: z.strictObject({
    ...pageQuery,
    portfolioId: z.optional(id),
    bucket: anyOf(BUCKETS),
    sort: z.optional(z.enum(['chance'])),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(account), total: z.int(), exact: z.boolean() }),
  }),
});

const VERDICTS = ['higher', 'lower'] as const;
const override = z.object({
  id,
  by: z.nullable(z.string()),
  madeAt: instant,
  chance: share,
  verdict: z.enum(VERDICTS),
  reason: z.string(),
});
const byLoan = z.object({ loanId: id });

export const predictorAccount = defineEndpoint({
  id: 'predictor.account',
  method: 'GET',
  service: 'main',
  path: 'recovery/predictor/accounts/{loanId}',
  summary: 'One loan: its chance, the five reasons that weigh most, and where somebody knew better',
  access: ofLoan,
  idempotency: 'safe',
  params: byLoan,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      account,
      /** For (above 0) or against, the weightiest first. `value` in the feature's own unit. */
      reasons: z.array(z.object({ feature: z.enum(FEATURES), value: z.number(), effect: z.number() })),
      overrides: z.array(override),
      mayOverride: z.boolean(),
    }),
  }),
});
export type PredictorReason = z.infer<typeof predictorAccount.response>['data']['reasons'][number];

export const overridePredictor = defineEndpoint({
  id: 'predictor.override',
  method: 'POST',
  service: 'main',
  path: 'recovery/predictor/accounts/{loanId}/overrides',
  summary:
    'Notes that somebody thinks a chance higher or lower, and why; it changes no chance. With an id that exists it is that note',
  access: { kind: 'session', roles: OVERRIDERS, scope: 'loan' },
  idempotency: 'natural',
  params: byLoan,
  body: z.strictObject({
    id,
    verdict: z.enum(VERDICTS),
    reason: longText.check(z.minLength(3, 'At least three letters')),
  }),
  response: z.object({ success: z.literal(true), data: override }),
});
