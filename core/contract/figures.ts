/** The state of the figures that are counted ahead (`/test-dashboard`): how old they are, and whether they were what the rows say. */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { day, instant, sentDay } from './scalars';
import { month } from './targets';

/** `changed`: something of the day came or changed after it was counted; it is read from its records until it is counted again. */
export const DAY_STATES = ['counted', 'changed', 'waiting'] as const;

export const figureState = defineEndpoint({
  id: 'figures.state',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/figures/state',
  summary: 'Which days are counted, since when, and where sums were found to differ from their rows',
  access: { kind: 'session', roles: ['ADMIN'], scope: 'tenant' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** The tenant's; it is always read from its records. */
      today: day,
      /** Of this month and the last, before today, the newest first. */
      days: z.array(
        z.object({ day, state: z.enum(DAY_STATES), countedAt: z.nullable(instant), checkedAt: z.nullable(instant) }),
      ),
      /** The newest 20 days whose sums were wrong; they were counted anew when it was found. */
      differences: z.array(z.object({ day, foundAt: instant, wrong: z.int() })),
      /** The newest finished night of the DuPont dashboard. */
      dupont: z.nullable(z.object({ month, before: day, at: instant })),
    }),
  }),
});

export const recountDay = defineEndpoint({
  id: 'figures.recount',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/figures/recount',
  summary: 'Read a day from its records, and count it again within minutes',
  access: { kind: 'session', roles: ['ADMIN'], scope: 'tenant', settings: true },
  idempotency: 'natural',
  body: z.strictObject({ day: sentDay }),
  response: z.object({ success: z.literal(true) }),
});
