import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { loanService } from './service';

export function handlers(deps: Deps): Pick<Handlers, 'loans.byLoanId' | 'loans.landingAnalytics'> {
  const loans = loanService(deps);
  return {
    'loans.byLoanId': async ({ actor, params }) => ({
      success: true,
      data: await loans.byIdOrNumber(actor, params.id),
    }),
    'loans.landingAnalytics': async ({ actor }) => ({ success: true, data: await loans.landing(actor) }),
  };
}
