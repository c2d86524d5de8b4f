/** Who asks that somebody else works their loans, as it is shown where loans are given out (kind `other-agent` of loan-requests.ts). */
import * as z from 'zod/mini';
import { LOAN_SUPERVISORS } from '../domain/supervisors';
import { defineEndpoint, type ResponseOf } from './kit';
import { id, instant } from './scalars';

/** Loans that one question about them names. */
export const MOST_ASKED_ABOUT = 50;

export const otherAgentRequests = defineEndpoint({
  id: 'loanRequests.otherAgent',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/loan-requests/other-agent',
  summary: 'Of these loans those whose agent asks that somebody else works them, with the reason; the oldest first',
  access: { kind: 'session', roles: LOAN_SUPERVISORS, scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    /** Ids, comma separated, at most 50. */
    loanIds: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(37 * MOST_ASKED_ABOUT)),
        z.transform((list: string) => list.split(',').filter(Boolean)),
      ),
      z.array(id).check(z.minLength(1), z.maxLength(MOST_ASKED_ABOUT)),
    ),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      rows: z.array(
        z.object({ id, loanId: id, loanNumber: z.string(), by: z.string(), askedAt: instant, note: z.string() }),
      ),
    }),
  }),
});
export type WantsOther = ResponseOf<typeof otherAgentRequests>['data']['rows'][number];
