/** What a telecaller says on a loan: the second tab of its portfolio, with the loan's own figures. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { defineEndpoint } from './kit';
import { SENDER_ROLES } from './messages';
import { id } from './scalars';

export const callScript = defineEndpoint({
  id: 'portfolios.callScript',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/script/by/loan/{loanId}',
  summary:
    'What is said on a call about this loan: the recording notice, then the script of its bucket in each language',
  access: { kind: 'session', roles: SENDER_ROLES, scope: 'loan' },
  idempotency: 'safe',
  params: z.object({ loanId: id }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Said before anything else; empty where the portfolio names none. */
      notice: z.string(),
      /** The best for this borrower first; empty where the portfolio has none for the loan's bucket. */
      scripts: z.array(
        z.object({
          id,
          bucket: z.enum(['any', ...BUCKETS]),
          language: z.string(),
          text: z.string(),
          /** Variables that this loan has no value for; they stand in the text as they are. */
          missing: z.array(z.string()),
        }),
      ),
    }),
  }),
});
