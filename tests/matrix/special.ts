/** What a schema cannot say of a request: records under their own hash, forms with a file, values that must agree. */
import { type EndpointId, endpoints } from '../../core/contract';
import { DEFAULT_PACK } from '../../core/domain/contact-gate';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { REQUIRED_VARIABLES } from '../../core/domain/letters/letter-template';
import { DEFAULT_POLICY } from '../../core/domain/portfolio-rules';
import { NEW_PROCESS } from '../../core/domain/predictive';
import type { Role } from '../../core/domain/roles';
import { PASSWORD } from '../support/people';
import { callRecord, fieldRecord, itemOf, payloadHashOf } from '../support/world';
import { PEOPLE_ELSEWHERE, PEOPLE_SPECIAL } from './people-special';
import type { Ids, Special } from './request';

type LoanIds = Pick<Ids, 'loan' | 'loanNumber' | 'borrower' | 'phone'>;
const loanOf = (ids: LoanIds) => ({
  id: ids.loan,
  number: ids.loanNumber,
  borrowerId: ids.borrower,
  phoneId: ids.phone,
});

const rulesInForce = { microfinance: [], rules: DEFAULT_PACK.rules };

/** The most that the own portfolio's lender waives, in percent: no answer to whoever offers settlements holds it. */
export const FLOOR = 83.4719;

/** A filter by something of another would leave no line whose figure could be asked for. */
const UNFILTERED = Object.fromEntries(
  ['from', 'to', 'q', 'client', 'portfolioId', 'agentId', 'agencyId', 'bucket', 'disposition', 'holder', 'sort'].map(
    (name) => [name, undefined],
  ),
);

const NO_LOANS_LEFT_OUT = { q: undefined, portfolioId: undefined, bucket: undefined, sort: undefined };

export const SPECIAL: Partial<Record<EndpointId, (ids: Ids) => Special>> = {
  'dispositions.batch': (ids) => ({
    body: { items: [itemOf(fieldRecord(loanOf(ids))), itemOf(callRecord(loanOf(ids)))] },
  }),
  'dispositions.record': (ids) => {
    const record = fieldRecord(loanOf(ids));
    return {
      headers: { 'idempotency-key': record.id, 'x-payload-hash': payloadHashOf(record) },
      body: { disposition: record },
    };
  },
  // Locking changes nothing that the next request needs.
  'agencies.status': () => ({ body: { locked: true } }),
  'dispositions.callStarted': (ids) => ({ body: { phoneId: ids.phone } }),
  'dispositions.codeByCode': () => ({ query: { code: 'FDL' } }),
  'contact.addPack': () => ({ body: { ...rulesInForce, id: uuidv7(), effectiveFrom: '2099-01-01' } }),
  'contact.previewPack': () => ({ body: rulesInForce }),
  'contact.why': (ids) => ({ query: { q: ids.loanNumber } }),
  'dispositions.quarantine': (ids) => ({ body: quarantineOf(ids) }),
  'passwords.checkReset': (ids) => ({ body: { token: resetTokenOf(ids) } }),
  'passwords.reset': (ids) => ({ body: { token: resetTokenOf(ids) } }),
  // Filters by somebody else's records would find nothing in either case.
  'loans.list': () => ({
    query: {
      tenantId: undefined,
      managerId: undefined,
      fieldAgentProfileId: undefined,
      agentId: undefined,
      agencyId: undefined,
      portfolioId: undefined,
    },
  }),
  'loans.dashboard': () => ({ query: { category: 'CRM_FIELDAGENT' } }),
  'tenants.create': () => ({ body: { name: `Tenant ${uuidv7()}`, zone: 'Asia/Kolkata' } }),
  'tenants.addAdministrator': () => ({ body: { email: 'asha@example.com' } }),
  'support.save': () => ({ body: { version: 0, phone: null, email: 'help@example.com' } }),
  'figures.recount': () => ({ body: { day: addDays(dayOf(Date.now(), 'Asia/Kolkata'), -1) } }),
  'tenants.update': () => ({ body: { name: `Tenant ${uuidv7()}`, zone: 'Asia/Kolkata' } }),
  'clients.create': () => ({ body: { name: `Client ${uuidv7()}` } }),
  'clients.update': () => ({ body: { name: `Client ${uuidv7()}` } }),
  'agencies.create': () => ({ body: { agency: `Agency ${uuidv7()}`, code: uuidv7().slice(-12) } }),
  'agencies.update': () => ({ body: { agency: `Agency ${uuidv7()}`, code: uuidv7().slice(-12) } }),
  'messages.createTemplate': () => ({ body: templateOf() }),
  'messages.updateTemplate': () => ({ body: templateOf() }),
  'notifications.list': () => ({ query: { role: 'Manager' } }),
  'alerts.pushSubscribe': () => ({ body: { endpoint: 'https://fcm.googleapis.com/x', keys: PUSH_KEYS } }),
  'alerts.pushUnsubscribe': () => ({ body: { endpoint: 'https://fcm.googleapis.com/x' } }),
  'paymentLinks.setPayee': () => ({ body: { vpa: 'matrix@bank', name: 'Matrix' } }),
  'lookups.createProduct': () => ({ body: { name: `Product ${uuidv7()}` } }),
  'lookups.createBucket': () => ({ body: { label: `Bucket ${uuidv7()}` } }),
  // All of them, and not an agency's alone.
  'portfolios.search': () => ({ headers: { agencyid: undefined } }),
  'portfolios.create': (ids) => ({
    body: {
      id: uuidv7(),
      name: `Portfolio ${uuidv7()}`,
      clientId: ids.client,
      products: ['TW'],
      buckets: ['0-30'],
      languages: ['hi'],
      agencyIds: [],
      managerIds: [],
      collectorIds: [],
      fieldAgentIds: [],
      startsOn: null,
      endsOn: null,
    },
  }),
  'portfolios.saveScript': () => ({ body: { version: 0, dispositionCodes: [], contactPolicy: DEFAULT_POLICY } }),
  'portfolios.saveForeclosure': () => ({
    body: {
      version: 0,
      matrix: [
        { bucket: 'any', minAge: 0, maxAge: 9999, maxWaiverPercent: FLOOR, maxInstalments: 9, approver: 'CRM_MANAGER' },
      ],
    },
  }),
  'portfolios.createLetter': () => ({
    body: { id: uuidv7(), kind: 'SR', body: REQUIRED_VARIABLES.SR.map((name) => `{{${name}}}`).join(' ') },
  }),
  'documents.single': () => ({
    files: { file: { type: 'application/pdf', bytes: new TextEncoder().encode('%PDF-1.7') } },
  }),
  'processes.create': (ids) => ({
    body: { ...NEW_PROCESS, id: uuidv7(), name: `Process ${uuidv7()}`, portfolioId: ids.portfolio, agentIds: [] },
  }),
  'processes.update': () => ({ body: { fromTime: NEW_PROCESS.fromTime, untilTime: NEW_PROCESS.untilTime } }),
  'processes.get': (ids) => ({ params: { id: ids.rows.dial_processes ?? ids.loan } }),
  'predictive.loanByMobile': (ids) => ({ query: { mobile: ids.mobile } }),
  'predictive.report': () => ({ query: { by: 'process' } }),
  'predictive.export': () => ({ query: { by: 'agent' } }),
  'charts.create': () => ({ body: { id: uuidv7(), name: `Chart ${uuidv7()}`, categories: [], ...CHART } }),
  'charts.preview': () => ({ body: CHART }),
  'reportFormats.create': () => ({
    body: { id: uuidv7(), name: `Format ${uuidv7()}`, clientId: null, columns: [{ id: 'at', label: 'Time' }] },
  }),
  'backups.make': () => ({ body: { id: uuidv7() } }),
  // A wrong one counts as at a sign-in.
  'backups.key': () => ({ body: { password: PASSWORD } }),
  'backups.file': () => ({ body: { password: PASSWORD } }),
  'reportExports.create': () => ({ body: { id: uuidv7(), kind: 'calls', formatId: undefined, filters: {} } }),
  'scheduleReports.create': (ids) => ({ body: { id: uuidv7(), ...scheduleOf(ids) } }),
  'scheduleReports.update': (ids) => ({ body: { version: undefined, ...scheduleOf(ids) } }),
  'scheduleReports.activate': (ids) => ({
    headers: { schedulereportid: ids.rows.schedule_reports ?? ids.loan, active: 'true' },
  }),
  // The record of the stage is a visit.
  'reports.file': () => ({ params: { kind: 'visits' } }),
  'reports.export': () => ({ query: { model: 'callDisposition' } }),
  'reports.page': () => ({ params: { kind: 'calls' } }),
  'reports.figure': (ids) => ({ params: { kind: 'best', figure: 'attempts' }, query: { of: ids.loan, ...UNFILTERED } }),
  'partners.get': (ids) => ({ params: { partnerId: ids.rows.partners ?? ids.loan } }),
  'partners.activate': (ids) => ({ params: { partnerId: ids.rows.partners ?? ids.loan } }),
  'successFees.get': (ids) => ({ params: { feeId: ids.rows.success_fees ?? ids.loan } }),
  'payouts.get': (ids) => ({ params: { agencyId: ids.agency, portfolioId: ids.portfolio, month: '2025-03-01' } }),
  'targets.create': (ids) => ({
    // A month that no other request locks.
    body: {
      id: uuidv7(),
      month: '2031-01-01',
      scope: 'user',
      scopeId: ids.user,
      portfolioId: null,
      bucket: 'any',
      metric: 'amount',
    },
  }),
  'targets.series': (ids) => ({ query: { id: ids.user } }),
  'loanImports.begin': () => ({ body: { kind: 'loans', fileName: 'loans.csv', size: 8 } }),
  'brake.put': (ids) => ({ query: addressOf(ids) }),
  'brake.offset': (ids) => ({ query: addressOf(ids) }),
  'loanSheets.upload': () => ({ files: { file: SHEET } }),
  'loanSheets.uploadForMapping': () => ({ files: { file: SHEET }, body: { isUpdate: false } }),
  'loanSheets.manualEntry': (ids) => ({
    body: {
      portfolioId: ids.portfolio,
      values: { loanNumber: `N${uuidv7()}`, borrowerName: 'Asha', pos: '1000', dpd: '3' },
    },
  }),
  'loanSheets.correct': (ids) => ({ body: { loanId: ids.loan, field: 'emi', value: '1000', reason: 'Matrix' } }),
  'loanSheets.extend': (ids) => ({ body: { loanIds: [ids.loanNumber] } }),
  'loanSheets.matching': (ids) => ({ body: { loanIds: [ids.loanNumber] } }),
  'loanRequests.otherAgent': (ids) => ({ query: { loanIds: ids.loan } }),
  'suppressions.add': (ids) => ({
    body: { kind: 'loan', values: [`S${uuidv7()}`], portfolioId: ids.portfolio, channels: null, untilOn: null },
  }),
  'allocation.rules': () => ({ query: { version: undefined } }),
  'allocation.count': () => ({ body: { conditions: [[[]]] } }),
  'leaderboard.promises': () => ({ query: { month: '2026-11-01' } }),
  'insights.read': () => ({ query: { portfolioId: undefined } }),
  'insights.file': () => ({ body: { figures: ['hour'], portfolioId: undefined } }),
  'predictor.accounts': () => ({ query: NO_LOANS_LEFT_OUT }),
  'recovery.forecast': () => ({ query: { portfolioId: undefined, listId: undefined } }),
  'recovery.accounts': () => ({ query: { ...NO_LOANS_LEFT_OUT, listId: undefined, grade: undefined } }),
  'sortingRules.rules': () => ({ query: { version: undefined } }),
  'bankPaid.upload': () => ({ files: { file: SHEET } }),
  'bankPaid.verify': (ids) => ({
    body: { id: ids.rows.bank_files ?? ids.loan, mapping: { paidOn: 0, amount: 1 }, dateOrder: 'dmy' },
  }),
  'reconciliation.list': () => ({ query: { fileId: undefined } }),
  'reconciliation.export': () => ({ query: { fileId: undefined } }),
  'reconciliation.get': bankLine,
  'reconciliation.receipts': bankLine,
  'reconciliation.colleagues': bankLine,
  'reconciliation.accept': (ids) => ({
    ...bankLine(ids),
    body: { parts: [{ loanNumber: ids.loanNumber, paymentId: null, amountPaise: 700 }] },
  }),
  'reconciliation.acceptMany': (ids) => ({ body: { ids: [ids.rows.bank_lines ?? ids.loan] } }),
  'reconciliation.reverse': bankLine,
  'reconciliation.ask': bankLine,
  'reconciliation.answer': bankLine,
  ...PEOPLE_SPECIAL,
};

function bankLine(ids: Ids): Special {
  return { params: { id: ids.rows.bank_lines ?? ids.loan } };
}

const scheduleOf = (ids: Ids) => ({
  reportName: 'daily-reports',
  portfolioIds: [ids.portfolio],
  emails: ['asha@example.com'],
  frequency: 'DAILY',
  timing: '19:30',
});
const CHART = {
  ...{ kind: 'number', report: 'calls', measure: 'lines', how: 'sum', by: null },
  ...{ split: null, step: 'day', days: 'today', most: 3 },
} as const;
const SHEET = { type: 'text/csv', bytes: new TextEncoder().encode('Loan No,POS\n1,2\n') };
/** Of the right form; no server has signed it. */
const addressOf = (ids: Ids) => ({ tenant: ids.tenant, expires: '4000000000', signature: 'a'.repeat(64) });

/** A point on P-256 and a secret, as a browser makes them. */
const PUSH_KEYS = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};
/** Of the right form; no mail has brought it. */
const resetTokenOf = (ids: Ids) => `pr_${ids.tenant}.${'x'.repeat(43)}`;
const templateOf = () => ({
  name: `Template ${uuidv7()}`,
  channel: 'whatsapp',
  language: 'en',
  subject: null,
  body: 'Dear {first_name}',
  dltTemplateId: null,
  dltHeader: null,
  allowedUrls: [],
  active: true,
});

/** A record that a phone hands over because the server would not take it. */
export const quarantineOf = (ids: LoanIds) => {
  const item = itemOf(fieldRecord(loanOf(ids)));
  return { item, reason: { code: 'loan-closed', message: 'For the matrix' } };
};

/** Endpoints whose path or answer makes a good request impossible to build here, and where they are asked instead. */
export const ELSEWHERE: Partial<Record<EndpointId, string>> = {
  'passwords.change': 'passwords.test.ts',
  // Its category is the asker's own role.
  'loans.dashboard': 'loans.test.ts',
  'loans.assignCollector': 'telecaller-assigning.test.ts',
  'loans.assignFieldAgent': 'telecaller-assigning.test.ts',
  'loans.assignManager': 'telecaller-assigning.test.ts',
  'loans.assignAgency': 'telecaller-assigning.test.ts',
  'loans.assignProfile': 'telecaller-assigning.test.ts',
  'loans.undoAssign': 'telecaller-assigning.test.ts',
  'dispositions.byId': 'telecaller-records.test.ts',
  'dispositions.correct': 'telecaller-records.test.ts',
  'dispositions.withdraw': 'telecaller-records.test.ts',
  'messages.sendSms': 'messages.test.ts',
  'messages.sendWhatsapp': 'messages.test.ts',
  'messages.sendEmail': 'messages.test.ts',
  'messages.preview': 'message-templates.test.ts',
  'messages.updateTemplate': 'message-templates.test.ts',
  'loanRequests.answer': 'loan-requests.test.ts',
  'settlements.raise': 'settlements.test.ts',
  'settlements.get': 'settlements.test.ts',
  'settlements.update': 'settlements.test.ts',
  'settlements.clientApproved': 'settlements.test.ts',
  'settlements.decideMoney': 'settlements.test.ts',
  'settlements.uploadLetter': 'settlements.test.ts',
  'settlements.downloadLetter': 'settlements.test.ts',
  'settlements.goAway': 'settlement-queue.test.ts',
  'settlements.endAbsence': 'settlement-queue.test.ts',
  'settlements.decideMany': 'settlement-queue.test.ts',
  'settlements.letterChoices': 'settlement-letters.test.ts',
  'settlements.drawLetter': 'settlement-letters.test.ts',
  'settlements.sendLetter': 'settlement-letters.test.ts',
  // A file whose columns nobody chose yet, a line that was accepted, somebody who may be asked.
  'bankPaid.verify': 'reconciliation.test.ts',
  'reconciliation.reverse': 'reconciliation.test.ts',
  'reconciliation.ask': 'reconciliation.test.ts',
  'reconciliation.answer': 'reconciliation.test.ts',
  'cash.handOver': 'cash.test.ts',
  'cash.decide': 'cash.test.ts',
  'paymentLinks.send': 'payment-links.test.ts',
  'paymentLinks.cancel': 'payment-links.test.ts',
  // Whoever asked for a rival's record before has changed the tenant that both share.
  'tenants.update': 'organisation-tenants.test.ts',
  // A mapping that a file can be written by.
  'trainingFiles.plan': 'training-files.test.ts',
  'trainingFiles.file': 'training-files.test.ts',
  'loanImports.get': 'loan-imports.test.ts',
  'loanImports.layout': 'loan-imports.test.ts',
  'loanImports.map': 'loan-imports.test.ts',
  'loanImports.verify': 'loan-imports.test.ts',
  'loanImports.commit': 'loan-imports.test.ts',
  'loanImports.cancel': 'loan-imports.test.ts',
  'loanImports.undo': 'loan-imports.test.ts',
  'loanImports.previewUndo': 'loan-imports.test.ts',
  'loanImports.changeMapping': 'loan-imports.test.ts',
  'loanImports.removeMapping': 'loan-imports.test.ts',
  'loanImports.file': 'loan-imports.test.ts',
  'loanImports.errors': 'loan-imports.test.ts',
  'brake.put': 'loan-imports.test.ts',
  'brake.offset': 'loan-imports.test.ts',
  'brake.updateStatus': 'loan-imports.test.ts',
  'loanSheets.verify': 'loan-imports.test.ts',
  'loanSheets.update': 'loan-imports.test.ts',
  'loanSheets.rename': 'loan-imports.test.ts',
  'loanSheets.delete': 'loan-imports.test.ts',
  // Of a month that a night counted.
  'leaderboard.person': 'leaderboard.test.ts',
  'leaderboard.promises': 'leaderboard.test.ts',
  'leaderboard.count': 'leaderboard.test.ts',
  'leaderboard.saveSettings': 'leaderboard.test.ts',
  'leaderboard.ask': 'leaderboard.test.ts',
  'leaderboard.answer': 'leaderboard.test.ts',
  'recovery.addList': 'recovery.test.ts',
  // Of a loan that a night gave its chance.
  'predictor.account': 'predictor.test.ts',
  'predictor.override': 'predictor.test.ts',
  'insights.saveView': 'insights.test.ts',
  'insights.deleteView': 'insights.test.ts',
  'recovery.deleteList': 'recovery.test.ts',
  'allocation.outcomes': 'hand-allocation.test.ts',
  'handAllocation.matching': 'hand-allocation.test.ts',
  'handAllocation.listed': 'hand-allocation.test.ts',
  'dispositionFiles.upload': 'disposition-files.test.ts',
  'dispositionFiles.cancel': 'disposition-files.test.ts',
  'dispositionFiles.errors': 'disposition-files.test.ts',
  'allocation.upload': 'allocation.test.ts',
  'sortingRules.save': 'sorting-rules.test.ts',
  'support.save': 'support.test.ts',
  'agencyAllocation.rehearse': 'agency-allocation.test.ts',
  'sortingRules.preview': 'sorting-rules.test.ts',
  'allocation.rehearse': 'allocation.test.ts',
  'allocation.run': 'allocation.test.ts',
  'allocation.commit': 'allocation.test.ts',
  'allocation.cancel': 'allocation.test.ts',
  'allocation.undo': 'allocation.test.ts',
  'allocation.loans': 'allocation.test.ts',
  'allocation.errors': 'allocation.test.ts',
  'alerts.deactivate': 'alerts.test.ts',
  'notifications.list': 'alerts.test.ts',
  'notifications.deactivate': 'alerts.test.ts',
  'attachments.createUpload': 'attachments-tus.test.ts',
  'attachments.uploadOffset': 'attachments-tus.test.ts',
  'attachments.appendToUpload': 'attachments-tus.test.ts',
  'attachments.download': 'attachments.test.ts',
  'contact.addPreference': 'contact-wishes.test.ts',
  'contact.endPreference': 'contact-wishes.test.ts',
  'documents.toPath': 'documents.test.ts',
  'documents.get': 'documents.test.ts',
  'portfolios.uploadSettlementReport': 'documents.test.ts',
  'portfolios.settlementReportFile': 'documents.test.ts',
  'devices.report': 'devices.test.ts',
  'devices.uploadQueueFile': 'devices.test.ts',
  'tenants.create': 'organisation-tenants.test.ts',
  'tenants.activate': 'organisation-tenants.test.ts',
  'tenants.addAdministrator': 'organisation-tenants.test.ts',
  'lookups.updateProduct': 'organisation.test.ts',
  'lookups.deleteProduct': 'organisation.test.ts',
  'lookups.updateBucket': 'organisation.test.ts',
  'lookups.deleteBucket': 'organisation.test.ts',
  'portfolios.update': 'portfolios.test.ts',
  'portfolios.letter': 'portfolios.test.ts',
  'portfolios.editLetter': 'portfolios.test.ts',
  // What the asker must have seen.
  'payouts.decide': 'payouts.test.ts',
  'partners.get': 'revenue.test.ts',
  'partners.activate': 'revenue.test.ts',
  'successFees.get': 'revenue.test.ts',
  'partners.create': 'revenue.test.ts',
  'partners.update': 'revenue.test.ts',
  'successFees.create': 'revenue.test.ts',
  'successFees.update': 'revenue.test.ts',
  'clientRevenue.get': 'revenue.test.ts',
  'clientRevenue.decide': 'revenue.test.ts',
  'revenue.takeBack': 'revenue.test.ts',
  'targets.update': 'targets.test.ts',
  'targets.delete': 'targets.test.ts',
  'targets.cascade': 'targets.test.ts',
  'targets.log': 'targets.test.ts',
  'targets.saveCalendar': 'targets.test.ts',
  // One is made at a time; a backup that is there.
  'backups.make': 'backups.test.ts',
  'backups.file': 'backups.test.ts',
  'backups.delete': 'backups.test.ts',
  'reportExports.cancel': 'report-exports.test.ts',
  'reportExports.file': 'report-exports.test.ts',
  'charts.get': 'charts.test.ts',
  'charts.update': 'charts.test.ts',
  'charts.delete': 'charts.test.ts',
  'charts.figures': 'charts.test.ts',
  'reportFormats.learn': 'reports.test.ts',
  'reportFormats.update': 'reports.test.ts',
  'reportFormats.delete': 'reports.test.ts',
  'reportFormats.report': 'reports.test.ts',
  'reportFormats.file': 'reports.test.ts',
  'scheduleReports.update': 'schedule-reports.test.ts',
  'scheduleReports.activate': 'schedule-reports.test.ts',
  'scheduleReports.delete': 'schedule-reports.test.ts',
  'scheduleReports.deliveries': 'schedule-reports.test.ts',
  'scheduleReports.send': 'schedule-reports.test.ts',
  'callRecordings.audio': 'call-recordings.test.ts',
  'callRecordings.waveform': 'call-recordings.test.ts',
  'scheduleReports.file': 'schedule-reports.test.ts',
  'processes.get': 'predictive-processes.test.ts',
  'processes.update': 'predictive-processes.test.ts',
  'processes.steer': 'predictive-processes.test.ts',
  'processes.log': 'predictive-processes.test.ts',
  'predictive.list': 'predictive-lists.test.ts',
  'predictive.makeList': 'predictive-lists.test.ts',
  'predictive.importSheet': 'predictive-lists.test.ts',
  'predictive.cancelList': 'predictive-lists.test.ts',
  'predictive.listErrors': 'predictive-lists.test.ts',
  ...PEOPLE_ELSEWHERE,
  // They go by dialer user names, which no id of the matrix is.
  'dialer.break': 'dialer.test.ts',
  'dialer.readyCall': 'dialer.test.ts',
  'dialer.agentStatus': 'dialer.test.ts',
  'dialer.chooseProcess': 'predictive-dialing.test.ts',
  'predictive.deactivateOldData': 'dialer.test.ts',
  'monitor.status': 'dialer.test.ts',
  'monitor.supervise': 'dialer.test.ts',
};

/** Endpoints that name one record of somebody else's, and yet answer with a success: each with its reason. */
export const NOT_REFUSED: Partial<Record<EndpointId, string>> = {
  'attachments.state':
    'says what is still to be sent of a file that the asker holds: all of it, whoever else sent the same',
  'backups.make': 'the id is that of the backup which the asker makes',
  'charts.create': 'the id is that of the chart which the asker makes',
  'clients.portfolios': 'a filter of a list, in which nothing is found',
  'contact.addPack': 'the id is that of the pack which the asker makes',
  'insights.file': 'a filter of figures, in which nothing is found',
  'loanSheets.extend': 'answers each loan of a list on its own: missing',
  'loanSheets.matching': 'answers each loan of a list on its own: missing',
  'loans.remove': 'answers each loan of a list on its own: not found',
  'messages.createTemplate': 'the id is one of the register of templates, and no record',
  'portfolios.validateName': 'a portfolio that is not there has no name to keep; the answer is about the name',
  'trainingFiles.plan':
    'is asked in a usual lender’s layout, which is nobody’s; a mapping that is not the tenant’s is refused',
  'reconciliation.acceptMany': 'answers each line of a list on its own: refused',
  'suppressions.release': 'those that are not there are left out, and the answer counts the others',
};

const MANAGERS: readonly Role[] = ['CRM_MANAGER', 'CRM_SUPERMANAGER'];
const SEEN_ONLY = { roles: MANAGERS, why: 'a portfolio that they see through its loans, and another made' };

/** Whom an endpoint admits, and turns away all the same from what the stage asks of it as one's own. */
export const NOT_ALL: Partial<Record<string, { roles: readonly Role[]; why: string }>> = {
  'incentives.get': { roles: ['PARTNER'], why: 'the request names the agency of another partner' },
  'incentives.save': SEEN_ONLY,
  'people.create': { roles: ['CLIENT_ADMIN'], why: 'makes only users of its client, and another kind is asked for' },
  'portfolios.activate': SEEN_ONLY,
  'portfolios.createLetter': SEEN_ONLY,
  'portfolios.deleteLetter': SEEN_ONLY,
  'portfolios.saveLetterFacts': SEEN_ONLY,
  'portfolios.saveForeclosure': SEEN_ONLY,
  'portfolios.saveScript': SEEN_ONLY,
  'reports.file': { roles: ['CRM_TELECALLER'], why: 'has another kind of report than the one that is asked for' },
};

export const ALL = Object.values(endpoints);
