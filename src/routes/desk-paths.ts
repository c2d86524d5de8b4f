/** Links to the desk's screens, like paths.ts, which a phone loads first. */
import type { LineView } from '../../core/contract/reconciliation';
import type { Found } from '../../core/domain/reconciliation';
import type { SettlementView } from '../../core/domain/settlements/lists';
import { coreRoutes } from './core-routes';
import { deskRoutes } from './desk-routes';

/** One group of a breakdown: what it goes by, its key and its name. */
export interface LoanGroup {
  by: string;
  key: string;
  group: string;
}

type Query = Record<string, string | number | undefined>;

function to(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, `${value}`);
  return search.size ? `${path}?${search}` : path;
}

export const deskPaths = {
  /** Settlements; with `open` that one beside the list. */
  settlements: (query: { open?: string; view?: SettlementView; stage?: string } = {}) =>
    to(deskRoutes.settlements.path, query),
  approveLoan: () => to(deskRoutes.approveLoan.path),
  approveLoanByClient: () => to(deskRoutes.approveLoanByClient.path),
  letterUploadByClient: () => to(deskRoutes.letterUploadByClient.path),
  pendingSettlements: () => to(deskRoutes.pendingSettlements.path),
  clientSettlements: () => to(deskRoutes.clientSettlements.path),
  settlementAbsences: () => to(deskRoutes.settlementAbsences.path),
  settlement: () => to(deskRoutes.settlement.path),
  newSettlementAllocation: () => to(deskRoutes.newSettlementAllocation.path),
  postPayment: () => to(deskRoutes.postPayment.path),
  notifications: () => to(deskRoutes.notifications.path),
  /** Lines of bank files; `days` as `from..to`, `file` those of one. */
  reconciliation: (
    query: { status?: LineView; found?: Found; days?: string; asked?: 'me'; file?: string; open?: string } = {},
  ) => to(deskRoutes.reconciliation.path, query),
  bankPaidUpload: () => to(deskRoutes.bankPaidUpload.path),
  rules: () => to(deskRoutes.allocationRules.path),
  ruleLoans: () => to(deskRoutes.allocationRuleLoans.path),
  predictiveCall: () => to(deskRoutes.predictiveCall.path),
  /** Lists to dial; with `process` those of one. */
  predictiveList: (query: { process?: string } = {}) => to(deskRoutes.predictiveList.path, query),
  predictiveUpload: () => to(deskRoutes.predictiveUpload.path),
  /** The default dashboard, for those whose home is another page. */
  dashboard: () => to(coreRoutes.home.path, { view: 'dashboard' }),
  /** Phones by filter, or with `view: 'review'` the records that wait for a decision. */
  devices: (query: { filter?: string; view?: 'review' } = {}) => to(deskRoutes.devices.path, query),
  /** The rules of contact; with `view` what they held back, or why a loan is blocked. */
  contactRules: (query: { view?: 'blocks' | 'why' } = {}) => to(deskRoutes.contactRules.path, query),
  /** The list of loans; with `loan` (an id or a number) that one is open beside it. */
  loans: (query: { loan?: string; bucket?: string; ptp?: string; state?: string } & Partial<LoanGroup> = {}) =>
    to(deskRoutes.loans.path, query),
  leaderboard: () => to(deskRoutes.agentProfiling.path),
  signIns: () => to(deskRoutes.signIns.path),
  visitReports: () => to(deskRoutes.dailyVisits.path),
  agentLoginReports: () => to(deskRoutes.agentLoginReports.path),
  encoreReports: () => to(deskRoutes.encoreReports.path),
  workable: () => to(deskRoutes.workable.path),
  callRecordings: () => to(deskRoutes.callRecordings.path),
  exportCsv: () => to(deskRoutes.exportCsv.path),
  dailyField: () => to(deskRoutes.dailyField.path),
  reports: () => to(deskRoutes.reports.path),
  telecallerHome: () => to(deskRoutes.telecallerHome.path),
  /** The telecaller's own loans; with `queue` one queue of them. */
  activeLoans: (query: { queue?: string } = {}) => to(deskRoutes.activeLoans.path, query),
  /** A loan to call; with `queue` the one after it is known, with `mend` a record that the server sent back is opened. */
  callManagement: (query: { loanId?: string; loanNumber?: string; queue?: string; mend?: string } = {}) =>
    to(deskRoutes.callManagement.path, query),
  viewLoan: (query: { loanId?: string; loanNumber?: string } = {}) => to(deskRoutes.viewLoan.path, query),
  modifyCall: () => to(deskRoutes.modifyCall.path),
  clientLoan: (query: { loanId?: string; loanNumber?: string } = {}) => to(deskRoutes.clientLoan.path, query),
  modifyLoan: (query: { loanId?: string; loanNumber?: string } = {}) => to(deskRoutes.modifyLoan.path, query),
  /** Tenants; with `open` that one beside the list. */
  tenants: (query: { open?: string } = {}) => to(deskRoutes.tenantOnboarding.path, query),
  agencies: (query: { open?: string } = {}) => to(deskRoutes.agencyOnboarding.path, query),
  clients: () => to(deskRoutes.clients.path),
  charts: () => to(deskRoutes.charts.path),
  newChart: () => to(deskRoutes.chartNew.path),
  editChart: (id: string) => to(deskRoutes.chartEdit.path, { id }),
  partners: () => to(deskRoutes.partners.path),
  createPartner: () => to(deskRoutes.partnerCreate.path),
  editPartner: (id: string) => to(deskRoutes.partnerEdit.path, { id }),
  successFees: () => to(deskRoutes.successFees.path),
  /** `new` for another one. */
  editSuccessFee: (id: string) => to(deskRoutes.successFeeEdit.path, { id }),
  clientRevenue: () => to(deskRoutes.clientRevenue.path),
  revenues: (month?: string) => to(deskRoutes.revenues.path, { month }),
  editRevenue: (id: string, month: string) => to(deskRoutes.revenueEdit.path, { id, month }),
  createClient: () => to(deskRoutes.clientCreate.path),
  editClient: (id?: string) => to(deskRoutes.clientEdit.path, { id }),
  /** A new portfolio, or with `id` one that is there, on one of its four tabs. */
  portfolio: (query: { id?: string; tab?: string } = {}) => to(deskRoutes.createPortfolio.path, query),
  /** The list of portfolios; with `open` that one's panel. */
  portfolios: (query: { open?: string } = {}) => to(deskRoutes.viewClient.path, query),
  targets: (query: { month?: string } = {}) => to(deskRoutes.targetSettings.path, query),
  /** One person's months: field agents and everybody else have a path each. Without an id the route's own pattern. */
  personTarget: (id = ':id', field = false) =>
    (field ? deskRoutes.fieldTarget : deskRoutes.collectorTarget).path.replace(':id', id),
  /** What every portfolio pays; with `portfolio` its tiers. */
  incentives: (query: { portfolio?: string } = {}) => to(deskRoutes.incentiveStructure.path, query),
  /** Files that came in; with `open` that one beside the list. */
  imports: (query: { open?: string } = {}) => to(deskRoutes.uploadLoan.path, query),
  loanUpload: () => to(deskRoutes.loanUpload.path),
  /** The wizard of an import of loans, of changes; without an id a new file. */
  newImport: (id?: string) => to(deskRoutes.importMappingNew.path, { id }),
  updateImport: (id?: string) => to(deskRoutes.updateImportMapping.path, { id }),
  importMappings: () => to(deskRoutes.importMapping.path),
  openImports: () => to(deskRoutes.importMappingMain.path),
  manualEntry: () => to(deskRoutes.manualEntry.path),
  /** The list; with `id` the import of one of its files. */
  suppressions: (id?: string) => to(deskRoutes.suppressionList.path, { id }),
  sheets: () => to(deskRoutes.sheetList.path),
  extendLoans: () => to(deskRoutes.extendLoans.path),
  newIncentive: () => to(deskRoutes.newIncentiveStructure.path),
  registerUser: (query: { kind?: string; from?: 'file' } = {}) => to(deskRoutes.registerUser.path, query),
  /** Who stands under whom, with `user` open beside it. */
  hierarchy: (query: { user?: string } = {}) => to(deskRoutes.hierarchy.path, query),
  oldHierarchy: () => to(deskRoutes.oldHierarchy.path),
  managers: () => to(deskRoutes.managers.path),
  collectors: () => to(deskRoutes.collectors.path),
  userList: () => to(deskRoutes.userList.path),
  userData: () => to(deskRoutes.userData.path),
  createManager: () => to(deskRoutes.createManager.path),
  createSuperManager: () => to(deskRoutes.createSuperManager.path),
  createFieldAgent: () => to(deskRoutes.createFieldAgent.path),
  createCollector: () => to(deskRoutes.createCollector.path),
  editManager: (id?: string) => to(deskRoutes.editManager.path, { id }),
  editFieldAgent: (id?: string) => to(deskRoutes.editFieldAgent.path, { id }),
  editCollector: (id?: string) => to(deskRoutes.editCollector.path, { id }),
  attendance: (id: string, month?: string) =>
    to(deskRoutes.attendance.path.replace(':id', encodeURIComponent(id)), { month }),
} as const;
