import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { loanService } from './service';

export function handlers(
  deps: Deps,
): Pick<
  Handlers,
  'loans.byLoanId' | 'loans.landingAnalytics' | 'loans.landingBreakdown' | 'loans.list' | 'loans.search'
> {
  const loans = loanService(deps);
  return {
    'loans.byLoanId': async ({ actor, params }) => ({
      success: true,
      data: await loans.byIdOrNumber(actor, params.id),
    }),
    'loans.landingAnalytics': async ({ actor }) => ({ success: true, data: await loans.landing(actor) }),
    'loans.landingBreakdown': async ({ actor, query }) => ({
      success: true,
      data: await loans.breakdown(actor, query.by),
    }),
    'loans.list': async ({ actor, query }) => ({ success: true, data: await loans.list(actor, query) }),
    'loans.search': async ({ actor, query: { search, client, page } }) => ({
      success: true,
      data: await loans.list(actor, { q: search, client, page, pageSize: 10 }),
    }),
  };
}
