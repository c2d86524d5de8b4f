/** Today's figures of the loans a user may see: what a home shows first. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { CHANNELS } from '../domain/dispositions';
import { parseRole, ROLES } from '../domain/roles';
import { defineEndpoint } from './kit';
import { id, instant } from './scalars';

const paise = z.int();
const amountOf = z.object({ count: z.int(), amountPaise: paise });
const landingSchema = z.object({
  asOf: instant,
  allocated: z.object({ loans: z.int(), posPaise: paise }),
  attemptedToday: z.int(),
  promisesDueToday: amountOf,
  collectedToday: amountOf,
  collectedThisMonth: amountOf,
  /**
   * The same figures by bucket, which add up to those above. `loans` counts active ones; money that came on a loan since
   * closed stands in the bucket that it was closed in. A bucket in which there is nothing is left out.
   */
  buckets: z.array(
    z.object({
      bucket: z.enum(BUCKETS),
      loans: z.int(),
      posPaise: paise,
      overduePaise: paise,
      attemptedToday: z.int(),
      promisesDueToday: amountOf,
      collectedToday: amountOf,
      collectedThisMonth: amountOf,
    }),
  ),
  /** The newest records that reached the server within the caller's scope. */
  latest: z.array(
    z.object({
      recordId: id,
      at: instant,
      receivedAt: instant,
      loanId: id,
      loanNumber: z.string(),
      borrower: z.string(),
      channel: z.enum(CHANNELS),
      code: z.string(),
      codeLabel: z.string(),
      by: z.string(),
      receiptNo: z.string(),
      outcome: z.string(),
    }),
  ),
});

export const landingAnalytics = defineEndpoint({
  id: 'loans.landingAnalytics',
  method: 'GET',
  service: 'main',
  path: 'loans/getLandingAnalytics',
  summary: "The caller's own figures for today: allocated, attempted, promised, collected, by bucket",
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: landingSchema }),
});

/** Specification section 6, "Data scoping": the dashboard is requested by the user's role. */
export const dashboardByCategory = defineEndpoint({
  id: 'loans.dashboard',
  method: 'GET',
  service: 'main',
  path: 'data-visualization/by/category',
  summary: "The dashboard of the caller's role: today's figures of the loans they may see, whole and by bucket",
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  /** The caller's role in either spelling; another one is refused like a forged identity header. */
  query: z.strictObject({
    category: z.string().check(
      z.maxLength(40),
      z.refine((text) => parseRole(text) !== undefined, 'Not a role'),
    ),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.extend(landingSchema, { category: z.enum(ROLES) }),
  }),
});
