/** What reports and lists of loans are filtered by. */
import * as z from 'zod/mini';
import { AGEING_MODES, PAYMENT_EFFECTS } from '../domain/ageing';
import { defineEndpoint } from './kit';
import { id } from './scalars';

const choice = z.object({ id, name: z.string() });
export const reportChoices = defineEndpoint({
  id: 'reports.choices',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/reports/choices',
  summary:
    'What the caller may filter reports and loans by: clients, portfolios, agencies and people within their sight, at most 500 of each',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      clients: z.array(choice),
      /** With how their days past due move, which reports say; servers of before do not tell it. */
      portfolios: z.array(
        z.extend(choice, {
          ageing: z.optional(z.enum(AGEING_MODES)),
          paymentEffect: z.optional(z.enum(PAYMENT_EFFECTS)),
        }),
      ),
      agencies: z.array(choice),
      /** `leads`: somebody may stand below them. */
      agents: z.array(z.extend(choice, { leads: z.boolean() })),
    }),
  }),
});
