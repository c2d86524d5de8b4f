/** What an agent does that needs the server there and then: planning a visit, handing over cash, asking for another agent. */
import { handOverCash } from '../../core/contract/cash';
import { askForLoan } from '../../core/contract/loan-requests';
import { planVisit } from '../../core/contract/visit-plan';
import { type CallContext, callNow } from './call-now';
import type { Vault } from './types';

export const fieldActs = (ctx: CallContext): Pick<Vault, 'planVisit' | 'handOverCash' | 'askForAnother'> => ({
  planVisit: (plan) => callNow(ctx, planVisit, plan, (json) => planVisit.response.safeParse(json).data?.data),
  handOverCash: (handover) =>
    callNow(ctx, handOverCash, handover, (json) => handOverCash.response.safeParse(json).data?.data),
  askForAnother: ({ loanId, note }) =>
    callNow(
      ctx,
      askForLoan,
      { loanId, kind: 'other-agent', note },
      (json) => askForLoan.response.safeParse(json).data?.data,
    ),
});
