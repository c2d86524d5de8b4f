import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { callScriptService } from './call-script';
import { incentiveService } from './incentives';
import { portfolioService } from './service';
import { settlementReportService } from './settlement-reports';
import { tabService } from './tab-service';

type PortfolioHandlers = Pick<Handlers, Extract<keyof Handlers, `portfolios.${string}` | `incentives.${string}`>>;

export function handlers(deps: Deps): PortfolioHandlers {
  const portfolios = portfolioService(deps);
  const tabs = tabService(deps);
  const callScripts = callScriptService(deps);
  const settlementReports = settlementReportService(deps);
  const incentives = incentiveService(deps, tabs, portfolios);
  const ok = async <T>(data: Promise<T>) => ({ success: true as const, data: await data });
  return {
    'portfolios.search': ({ actor, headers, query }) => ok(portfolios.search(actor, { headers, query })),
    'portfolios.members': ({ actor, headers, query }) => ok(portfolios.members(actor, { headers, query })),
    'portfolios.choices': ({ actor, query }) => ok(portfolios.choices(actor, query)),
    'portfolios.validateName': async ({ actor, body }) => ({
      success: true,
      data: { name: await portfolios.validateName(actor, body.name, body.portfolioId) },
    }),
    'portfolios.create': ({ actor, body }) => ok(portfolios.create(actor, body)),
    'portfolios.get': ({ actor, params }) => ok(portfolios.one(actor, params.id)),
    'portfolios.update': ({ actor, params, body: { version, ...details } }) =>
      ok(portfolios.update(actor, params.id, version, details)),
    'portfolios.activate': ({ actor, params, body }) => ok(portfolios.activate(actor, params.id, body.active)),
    'portfolios.script': ({ actor, params }) => ok(tabs.script(actor, params.id)),
    'portfolios.saveScript': ({ actor, params, body: { version, ...tab } }) =>
      ok(tabs.saveScript(actor, params.id, version, tab)),
    'portfolios.callScript': ({ actor, params }) => ok(callScripts.of(actor, params.loanId)),
    'portfolios.foreclosure': ({ actor, params }) => ok(tabs.foreclosure(actor, params.id)),
    'portfolios.saveForeclosure': ({ actor, params, body: { version, ...tab } }) =>
      ok(tabs.saveForeclosure(actor, params.id, version, tab)),
    'portfolios.letters': ({ actor, params, query }) => ok(tabs.letters(actor, params.id, query.kind)),
    'portfolios.saveLetterFacts': ({ actor, params, body }) => ok(tabs.saveLetterFacts(actor, params.id, body)),
    'portfolios.letter': ({ actor, params }) => ok(tabs.letter(actor, params.id, params.letterId)),
    'portfolios.createLetter': ({ actor, params, body: { id, ...letter } }) =>
      ok(tabs.createLetter(actor, params.id, id, letter)),
    'portfolios.editLetter': ({ actor, params, body: { version, ...letter } }) =>
      ok(tabs.editLetter(actor, params.id, params.letterId, version, letter)),
    'portfolios.deleteLetter': async ({ actor, params }) => {
      await tabs.deleteLetter(actor, params.id, params.letterId);
      return { success: true };
    },
    'portfolios.validateLetter': async ({ body }) => ({
      success: true,
      data: tabs.validateLetter(body.kind, body.body),
    }),
    'portfolios.uploadSettlementReport': ({ actor, params, query, bytes }) =>
      ok(settlementReports.upload(actor, params.id, query.fileName, bytes)),
    'portfolios.settlementReports': ({ actor, params, query }) =>
      ok(settlementReports.list(actor, params.id, query.page ?? 1)),
    'portfolios.settlementReportFile': ({ actor, params }) => settlementReports.file(actor, params.id, params.reportId),
    'incentives.get': ({ actor, headers }) => ok(incentives.get(actor, headers)),
    'incentives.save': ({ actor, headers, body }) => ok(incentives.save(actor, headers, body)),
    'incentives.byRole': ({ actor, query }) => ok(incentives.byRole(actor, query.roleType)),
  };
}
