import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { loanService } from './service';

export function handlers(deps: Deps): Pick<Handlers, Extract<keyof Handlers, `loans.${string}`>> {
  const loans = loanService(deps);
  return {
    'loans.byLoanId': async ({ actor, params }) => ({
      success: true,
      data: await loans.byIdOrNumber(actor, params.id),
    }),
    'loans.facts': async ({ actor, params }) => ({ success: true, data: await loans.facts(actor, params.id) }),
    'loans.borrowerProfile': async ({ actor, query }) => ({
      success: true,
      data: await loans.borrower(actor, query.loanId),
    }),
    'loans.landingAnalytics': async ({ actor }) => ({ success: true, data: await loans.landing(actor) }),
    'loans.dashboard': async ({ actor, query }) => ({
      success: true,
      data: await loans.dashboard(actor, query.category),
    }),
    'loans.landingBreakdown': async ({ actor, query }) => ({
      success: true,
      data: await loans.breakdown(actor, query.by),
    }),
    'loans.list': async ({ actor, query }) => ({ success: true, data: await loans.list(actor, query) }),
    'loans.all': async ({ actor, query }) => ({
      success: true,
      data: await loans.list(actor, { page: query.page, pageSize: 10, count: 'exact' }),
    }),
    'loans.search': async ({ actor, query: { search, client, page, count } }) => ({
      success: true,
      data: await loans.list(actor, { q: search, client, page, pageSize: 10, count }),
    }),
    'loans.byHeader': async ({ actor, headers }) => ({
      success: true,
      data: await loans.byIdOrNumber(actor, headers.id),
    }),
    'loans.byPath': async ({ actor, params }) => ({ success: true, data: await loans.byIdOrNumber(actor, params.id) }),
    'loans.active': async ({ actor, query }) => ({ success: true, data: await loans.active(actor, query) }),
    'loans.scheduledCases': async ({ actor, query }) => ({
      success: true,
      data: await loans.scheduled(actor, query, 'own'),
    }),
    'loans.scheduledCasesAll': async ({ actor, query }) => ({
      success: true,
      data: await loans.scheduled(actor, query, 'all'),
    }),
    'loans.fieldCases': async ({ actor, query }) => ({ success: true, data: await loans.fieldCases(actor, query) }),
    'loans.byManager': async ({ actor, query }) => ({ success: true, data: await loans.byManager(actor, query) }),
    'loans.todaysPtpStock': async ({ actor }) => ({ success: true, data: await loans.ptpStock(actor) }),
    'loans.totalAssigned': async ({ actor }) => ({ success: true, data: await loans.totalAssigned(actor) }),
    'loans.update': async ({ actor, body }) => ({
      success: true,
      message: 'loan updated successfully',
      data: await loans.update(actor, body),
    }),
    'loans.assignCollector': async ({ actor, body }) => ({
      success: true,
      data: await loans.assign(actor, { kind: 'collector', ...body }),
    }),
    'loans.assignFieldAgent': async ({ actor, body }) => ({
      success: true,
      data: await loans.assign(actor, { kind: 'field_agent', ...body }),
    }),
    'loans.assignManager': async ({ actor, body }) => ({
      success: true,
      data: await loans.assign(actor, { kind: 'manager', ...body }),
    }),
    'loans.assignAgency': async ({ actor, body }) => ({
      success: true,
      data: await loans.assign(actor, { kind: 'agency', ...body }),
    }),
    'loans.assignProfile': async ({ actor, body }) => ({
      success: true,
      data: await loans.assignPayload(actor, body),
    }),
    'loans.undoAssign': async ({ actor, body }) => ({
      success: true,
      data: await loans.undoAssignment(actor, body.batchId),
    }),
    'loans.planVisit': async ({ actor, body }) => ({ success: true, data: await loans.planVisit(actor, body) }),
    'loans.remove': async ({ actor, body }) => ({
      success: true,
      message: 'Loan deleted successfully',
      data: await loans.remove(actor, body),
    }),
    'loans.markRetain': async ({ actor, body }) => ({
      success: true,
      data: await loans.retain(actor, body.loanId, { reason: body.reason }),
    }),
    'loans.unmarkRetain': async ({ actor, query }) => ({
      success: true,
      data: await loans.retain(actor, query.loanId, null),
    }),
  };
}
