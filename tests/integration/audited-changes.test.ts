/** What an administrator changes is in the audit with before and after: every call of the contract that changes something. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EndpointId, endpoints } from '../../core/contract';
import type { Endpoint } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import { REQUIRED_VARIABLES } from '../../core/domain/letters/letter-template';
import { DEFAULT_POLICY } from '../../core/domain/portfolio-rules';
import { type Role, TENANT_WIDE_ROLES } from '../../core/domain/roles';
import { engines } from '../support/databases';
import { email, newTenant, organisationDesk, unique } from '../support/organisation-desk';
import { newAgent, newMobile, newName } from '../support/people-desk';
import { type Api, as } from '../support/world';

const ADMINISTRATORS: readonly Role[] = [
  ...TENANT_WIDE_ROLES,
  'CLIENT_ADMIN',
  'MANAGER',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
];

/** What other files see in the audit with before and after: the file, and the action that stands there. */
const ELSEWHERE: Partial<Record<EndpointId, readonly [file: string, action: string]>> = {
  'loans.update': ['telecaller-loans', 'loans.updated'],
  'loans.assignCollector': ['telecaller-assigning', 'loans.assigned'],
  'loans.assignFieldAgent': ['telecaller-assigning', 'loans.assigned'],
  'loans.assignManager': ['telecaller-assigning', 'loans.assigned'],
  'loans.assignAgency': ['telecaller-assigning', 'loans.assigned'],
  'loans.assignProfile': ['telecaller-assigning', 'loans.assigned'],
  'loans.undoAssign': ['telecaller-assigning', 'loans.assignment-undone'],
  'loans.remove': ['telecaller-loans', 'loans.removed'],
  'loans.markRetain': ['telecaller-loans', 'loans.retained'],
  'loans.unmarkRetain': ['telecaller-loans', 'loans.retain-ended'],
  'dispositions.quarantineDecide': ['quarantine', 'dispositions.quarantine-accepted'],
  'dispositions.correct': ['telecaller-records', 'dispositions.corrected'],
  'dispositions.withdraw': ['telecaller-records', 'dispositions.withdrawn'],
  'dispositions.importCodes': ['codes', 'dispositions.code-changed'],
  'support.save': ['support', 'support.saved'],
  'figures.recount': ['figure-state', 'figures.recounted'],
  'charts.create': ['charts', 'charts.created'],
  'charts.update': ['charts', 'charts.changed'],
  'charts.delete': ['charts', 'charts.deleted'],
  'reportFormats.create': ['reports', 'report-formats.created'],
  'reportFormats.update': ['reports', 'report-formats.changed'],
  'reportFormats.delete': ['reports', 'report-formats.deleted'],
  'scheduleReports.create': ['schedule-reports', 'schedule-reports.created'],
  'scheduleReports.update': ['schedule-reports', 'schedule-reports.changed'],
  'scheduleReports.activate': ['schedule-reports', 'schedule-reports.activated'],
  'scheduleReports.send': ['schedule-reports', 'schedule-reports.sent-by-hand'],
  'scheduleReports.delete': ['schedule-reports', 'schedule-reports.deleted'],
  'contact.addPreference': ['contact-wishes', 'contact.preference-added'],
  'contact.endPreference': ['contact-wishes', 'contact.preference-ended'],
  'contact.lift': ['contact-wishes', 'contact.hold-lifted'],
  'contact.addPack': ['contact-rules', 'contact.rules-changed'],
  'devices.revoke': ['devices', 'devices.revoked'],
  'devices.allow': ['devices', 'devices.allowed'],
  'allocation.upload': ['allocation', 'allocation.rules-saved'],
  'sortingRules.save': ['sorting-rules', 'sorting-rules.saved'],
  'leaderboard.saveSettings': ['leaderboard', 'leaderboard.settings-saved'],
  'leaderboard.ask': ['leaderboard', 'leaderboard.asked'],
  'insights.file': ['insights', 'insights.exported'],
  'insights.saveView': ['insights', 'insights.view-saved'],
  'insights.deleteView': ['insights', 'insights.view-deleted'],
  'predictor.override': ['predictor', 'predictor.overridden'],
  'recovery.addList': ['recovery', 'recovery.list-added'],
  'recovery.deleteList': ['recovery', 'recovery.list-deleted'],
  'allocation.commit': ['allocation', 'allocation.commit-asked'],
  'allocation.undo': ['allocation', 'allocation.undo-asked'],
  'handAllocation.matching': ['hand-allocation', 'allocation.by-hand-asked'],
  'handAllocation.listed': ['hand-allocation', 'allocation.by-hand-asked'],
  'dispositionFiles.upload': ['disposition-files', 'dispositions.file-uploaded'],
  'dispositionFiles.cancel': ['disposition-files', 'dispositions.file-cancelled'],
  'payouts.decide': ['payouts', 'payouts.paid'],
  'partners.create': ['revenue', 'partners.created'],
  'partners.update': ['revenue', 'partners.updated'],
  'partners.activate': ['revenue', 'partners.activated'],
  'successFees.create': ['revenue', 'success_fees.created'],
  'successFees.update': ['revenue', 'success_fees.updated'],
  'clientRevenue.decide': ['revenue', 'client-revenue.approved'],
  'revenue.cost': ['revenue', 'revenue.cost'],
  'revenue.correct': ['revenue', 'revenue.corrected'],
  'revenue.takeBack': ['revenue', 'revenue.taken-back'],
  'cash.decide': ['cash', 'cash.confirmed'],
  'bankPaid.verify': ['reconciliation', 'bank-paid.verified'],
  'backups.make': ['backups', 'backup.asked'],
  'backups.delete': ['backups', 'backup.deleted'],
  'reconciliation.accept': ['reconciliation', 'reconciliation.accepted'],
  'reconciliation.acceptMany': ['reconciliation', 'reconciliation.accepted'],
  'reconciliation.reverse': ['reconciliation', 'reconciliation.reversed'],
  'reconciliation.ask': ['reconciliation', 'reconciliation.asked'],
  'reconciliation.answer': ['reconciliation', 'reconciliation.answered'],
  'loanRequests.answer': ['loan-requests', 'loan-requests.answered'],
  'settlements.raise': ['settlements', 'settlements.submit'],
  'settlements.update': ['settlements', 'settlements.approve'],
  'settlements.clientApproved': ['settlements', 'settlements.approve'],
  'settlements.decideMoney': ['settlements', 'settlements.money-decided'],
  'settlements.uploadLetter': ['settlements', 'settlements.send-letter'],
  'settlements.goAway': ['settlement-queue', 'settlements.absence-named'],
  'settlements.endAbsence': ['settlement-queue', 'settlements.absence-ended'],
  'settlements.decideMany': ['settlement-queue', 'settlements.approve'],
  'settlements.drawLetter': ['settlement-letters', 'settlements.letter-drawn'],
  'settlements.drawLetters': ['settlement-letter-runs', 'settlements.letters-asked'],
  'settlements.cancelLetters': ['settlement-letter-runs', 'settlements.letters-cancelled'],
  'settlements.sendLetter': ['settlement-letters', 'settlements.send-letter'],
  'processes.create': ['predictive-processes', 'process.created'],
  'processes.update': ['predictive-processes', 'process.changed'],
  'processes.steer': ['predictive-processes', 'process.started'],
  'predictive.makeList': ['predictive-lists', 'dial-list.made'],
  'predictive.importSheet': ['predictive-lists', 'dial-list.uploaded'],
  'leaves.add': ['leaves', 'leave.added'],
  'leaves.end': ['leaves', 'leave.ended'],
  'predictive.cancelList': ['predictive-lists', 'dial-list.cancelled'],
  'messages.createTemplate': ['message-templates', 'messages.template-made'],
  'messages.updateTemplate': ['message-templates', 'messages.template-changed'],
  'loanImports.changeMapping': ['loan-imports', 'loan-imports.mapping-changed'],
  'loanImports.removeMapping': ['loan-imports', 'loan-imports.mapping-removed'],
  'loanSheets.manualEntry': ['loans-by-hand', 'loans.entered'],
  'loanSheets.correct': ['loans-by-hand', 'loans.corrected'],
  'loanSheets.extend': ['loans-by-hand', 'loans.extended'],
  'suppressions.add': ['suppressions', 'suppressions.added'],
  'suppressions.release': ['suppressions', 'suppressions.released'],
  'paymentLinks.setPayee': ['payment-links', 'payment-links.payee-set'],
};

const READS = 'it answers and changes nothing';
const OWN = 'it is about who calls: their session, their device, their list, their file';
const ADDS = 'it adds what happened and alters nothing that was there; the record is its own evidence';
const UNREAD = 'it leaves an entry; no test reads that entry yet';
const IMPORT = 'an import is a row that tells each of its steps, and its job leaves the entries';
const WITHOUT: Partial<Record<EndpointId, string>> = {
  'people.importCheck': READS,
  'people.clock': OWN,
  'portfolios.validateName': READS,
  'portfolios.validateLetter': READS,
  'clients.portfolios': READS,
  'reports.allocations': READS,
  'contact.previewPack': READS,
  'messages.preview': READS,
  'bi.redirect': READS,
  'backups.key': READS,
  'backups.file': READS,
  'allocation.count': READS,
  'charts.preview': READS,
  'reportFormats.learn': READS,
  'trainingFiles.plan': READS,
  'sortingRules.preview': READS,
  'leaderboard.count': READS,
  'allocation.rehearse': READS,
  'agencyAllocation.rehearse': READS,
  // What was given by then stands in the entries of its batches.
  'allocation.cancel': READS,
  'auth.logout': OWN,
  'passwords.change': OWN,
  'devices.report': OWN,
  'documents.single': OWN,
  'reportExports.create': OWN,
  'reportExports.cancel': OWN,
  'documents.toPath': OWN,
  'notifications.deactivate': OWN,
  'attachments.createUpload': OWN,
  'attachments.appendToUpload': OWN,
  'dispositions.callStarted': ADDS,
  'dispositions.record': ADDS,
  'dispositions.batch': ADDS,
  'dispositions.quarantine': ADDS,
  'devices.uploadQueueFile': ADDS,
  'monitor.supervise': ADDS,
  'messages.sendSms': ADDS,
  'messages.sendWhatsapp': ADDS,
  'messages.sendEmail': ADDS,
  'paymentLinks.send': ADDS,
  'bankPaid.upload': IMPORT,
  'loanImports.begin': IMPORT,
  'loanImports.layout': IMPORT,
  'loanImports.map': IMPORT,
  'loanImports.verify': IMPORT,
  'loanImports.commit': IMPORT,
  'loanImports.cancel': IMPORT,
  'loanImports.undo': IMPORT,
  'brake.generateUploadUrl': IMPORT,
  'brake.updateStatus': IMPORT,
  'loanSheets.upload': IMPORT,
  'loanSheets.uploadForMapping': IMPORT,
  'loanSheets.verify': IMPORT,
  'loanSheets.update': IMPORT,
  'loanSheets.delete': IMPORT,
  'loanSheets.rename': IMPORT,
  'loanSheets.matching': READS,
  'suppressions.releaseMatching':
    'each page of its job leaves how many ended by which filter; each row keeps who, when and why',
  'loanRequests.ask': ADDS,
  'people.changeContact': UNREAD,
  'people.confirmMobile': UNREAD,
  'people.endOwnSessions': OWN,
  'people.endSessionsOf': UNREAD,
  'paymentLinks.cancel': 'an open link has one other state; who closed it stands with the link and in the audit',
};

/** Ids by the names that the steps gave them. */
type Ids = Record<string, string>;
type Json = Record<string, unknown>;
interface Step {
  call: EndpointId;
  by?: 'operator';
  params?: (ids: Ids) => Record<string, string>;
  query?: (ids: Ids) => Record<string, string>;
  headers?: (ids: Ids) => Record<string, string>;
  /** A text is a file. */
  body?: (ids: Ids) => unknown;
  /** What the answer's record is called in the steps that follow. */
  keep?: string;
  action: string;
  before: (ids: Ids) => Json | Json[] | null;
  after: (ids: Ids) => Json | Json[] | null;
}

const nothing = () => null;
const is =
  <T extends Json | Json[] | string>(value: T) =>
  () =>
    value;
const NAMES = {
  product: unique('Gold loan'),
  bucket: unique('Pre-NPA'),
  client: unique('Ganga Bank'),
  agency: unique('Quick Recoveries'),
  portfolio: unique('Cars'),
  tenant: unique('Tenant'),
  user: newName('asha'),
  collector: newName('ravi'),
};
const ADMINISTRATOR = { fullName: 'Anita Sen', email: email() };
const PASSWORD_IN_FILE = 'seven green parrots';
const MONTH = '2031-03-01';
const letterFacts = {
  address: '12 MG Road',
  paymentAccount: 'A/c 1',
  grievanceContact: '1800 123',
  signatory: 'R. Joshi',
};
const letter = (name: string) => ({
  kind: 'SR',
  name,
  language: 'en',
  body: REQUIRED_VARIABLES.SR.map((variable) => `{{${variable}}}`).join(' '),
});
const details = (ids: Ids, more: Json = {}) => ({
  name: NAMES.portfolio,
  clientId: ids.sahyadri,
  institutionType: 'BANK',
  secured: true,
  products: ['TW', 'Car loan'],
  buckets: ['31-60'],
  region: 'West',
  languages: ['mr'],
  startsOn: null,
  endsOn: null,
  agencyIds: [ids.agencyOfWorld],
  managerIds: [ids.manager],
  collectorIds: [],
  fieldAgentIds: [],
  ...more,
});
const portfolio = (ids: Ids) => ({ id: String(ids.portfolio) });
const target = (ids: Ids) => ({ id: String(ids.target) });
const user = (ids: Ids) => ({ id: String(ids.user) });
const formula = { includes: ['interest'], chargePercent: 2.5, minChargePaise: 50_000, gstPercent: 18, validDays: 10 };

const STEPS: readonly Step[] = [
  {
    call: 'lookups.createProduct',
    body: is({ name: NAMES.product, category: 'secured' }),
    keep: 'product',
    action: 'products.created',
    before: nothing,
    after: is({ name: NAMES.product, category: 'secured' }),
  },
  {
    call: 'lookups.updateProduct',
    params: (ids) => ({ productId: String(ids.product) }),
    body: is({ version: 1, name: `${NAMES.product} 2`, category: 'secured', active: false }),
    action: 'products.updated',
    before: is({ name: NAMES.product, active: true }),
    after: is({ name: `${NAMES.product} 2`, active: false }),
  },
  {
    call: 'lookups.deleteProduct',
    params: (ids) => ({ productId: String(ids.product) }),
    action: 'products.deleted',
    before: is({ name: `${NAMES.product} 2`, category: 'secured', active: false }),
    after: nothing,
  },
  {
    call: 'lookups.createBucket',
    body: is({ label: NAMES.bucket, fromDpd: 75, toDpd: 90 }),
    keep: 'bucket',
    action: 'buckets.created',
    before: nothing,
    after: is({ label: NAMES.bucket, fromDpd: 75, toDpd: 90 }),
  },
  {
    call: 'lookups.updateBucket',
    params: (ids) => ({ bucketId: String(ids.bucket) }),
    body: is({ version: 1, label: NAMES.bucket, fromDpd: 70, toDpd: 90, active: true }),
    action: 'buckets.updated',
    before: is({ fromDpd: 75 }),
    after: is({ fromDpd: 70 }),
  },
  {
    call: 'lookups.deleteBucket',
    params: (ids) => ({ bucketId: String(ids.bucket) }),
    action: 'buckets.deleted',
    before: is({ label: NAMES.bucket, fromDpd: 70, toDpd: 90 }),
    after: nothing,
  },
  {
    call: 'clients.create',
    body: is({ name: NAMES.client, institution: 'BANK' }),
    keep: 'client',
    action: 'clients.created',
    before: nothing,
    after: is({ name: NAMES.client, institution: 'BANK' }),
  },
  {
    call: 'clients.update',
    params: (ids) => ({ clientId: String(ids.client) }),
    body: is({ version: 1, name: NAMES.client, institution: 'ARC', city: 'Pune' }),
    action: 'clients.updated',
    before: is({ institution: 'BANK', city: null }),
    after: is({ institution: 'ARC', city: 'Pune' }),
  },
  {
    call: 'clients.activate',
    params: (ids) => ({ clientId: String(ids.client) }),
    body: is({ active: false }),
    action: 'clients.deactivated',
    before: is({ active: true }),
    after: is({ active: false }),
  },
  {
    call: 'agencies.create',
    body: is({ agency: NAMES.agency, code: 'QR-1', city: 'Pune' }),
    keep: 'agency',
    action: 'agencies.created',
    before: nothing,
    after: is({ agency: NAMES.agency, code: 'QR-1', city: 'Pune' }),
  },
  {
    call: 'agencies.update',
    params: (ids) => ({ agencyId: String(ids.agency) }),
    body: is({ version: 1, agency: NAMES.agency, code: 'QR-1', city: 'Nashik' }),
    action: 'agencies.updated',
    before: is({ city: 'Pune' }),
    after: is({ city: 'Nashik' }),
  },
  {
    call: 'agencies.status',
    params: (ids) => ({ agencyId: String(ids.agency) }),
    body: is({ locked: true, inHouse: true }),
    action: 'agencies.status',
    before: is({ locked: false, inHouse: false }),
    after: is({ locked: true, inHouse: true }),
  },
  {
    call: 'tenants.create',
    by: 'operator',
    body: is(newTenant({ name: NAMES.tenant, products: [{ name: 'Gold loan', category: 'secured' }] })),
    keep: 'tenant',
    action: 'tenants.created',
    before: nothing,
    after: is({ name: NAMES.tenant, zone: 'Asia/Kolkata', products: ['Gold loan'] }),
  },
  {
    call: 'tenants.update',
    by: 'operator',
    params: (ids) => ({ tenantId: String(ids.tenant) }),
    body: is({ version: 1, ...newTenant({ name: NAMES.tenant, regions: ['South'], languages: ['ta'] }) }),
    action: 'tenants.updated',
    before: is({ regions: [], languages: [] }),
    after: is({ regions: ['South'], languages: ['ta'] }),
  },
  {
    call: 'tenants.addAdministrator',
    by: 'operator',
    params: (ids) => ({ tenantId: String(ids.tenant) }),
    body: is(ADMINISTRATOR),
    action: 'tenants.administrator-added',
    before: nothing,
    after: is({ fullName: ADMINISTRATOR.fullName, username: ADMINISTRATOR.email }),
  },
  {
    call: 'tenants.activate',
    by: 'operator',
    params: (ids) => ({ tenantId: String(ids.tenant) }),
    body: is({ active: true }),
    action: 'tenants.activated',
    before: is({ active: false }),
    after: is({ active: true }),
  },
  {
    call: 'portfolios.create',
    body: (ids) => ({ id: uuidv7(), ...details(ids) }),
    keep: 'portfolio',
    action: 'portfolios.created',
    before: nothing,
    after: details,
  },
  {
    call: 'portfolios.update',
    params: portfolio,
    body: (ids) => ({ version: 1, ...details(ids, { region: 'South', languages: ['ta', 'mr'], managerIds: [] }) }),
    action: 'portfolios.updated',
    before: (ids) => ({ region: 'West', languages: ['mr'], managerIds: [ids.manager] }),
    after: is({ region: 'South', languages: ['ta', 'mr'], managerIds: [] }),
  },
  {
    call: 'portfolios.activate',
    params: portfolio,
    body: is({ active: false }),
    action: 'portfolios.deactivated',
    before: is({ active: true }),
    after: is({ active: false }),
  },
  {
    call: 'portfolios.saveScript',
    params: portfolio,
    body: is({
      version: 0,
      scripts: [],
      dispositionCodes: ['PTP'],
      templates: [],
      contactPolicy: { ...DEFAULT_POLICY, perDay: 2 },
      recordingNotice: 'This call is recorded.',
    }),
    action: 'portfolios.script-saved',
    before: is({ dispositionCodes: [], contactPolicy: DEFAULT_POLICY }),
    after: is({
      dispositionCodes: ['PTP'],
      contactPolicy: { ...DEFAULT_POLICY, perDay: 2 },
      recordingNotice: 'This call is recorded.',
    }),
  },
  {
    call: 'portfolios.saveForeclosure',
    params: portfolio,
    body: is({ version: 0, formula, matrix: [] }),
    action: 'portfolios.foreclosure-saved',
    before: is({ matrix: [] }),
    after: is({ formula, matrix: [] }),
  },
  {
    call: 'incentives.save',
    headers: (ids) => ({ portfolioid: String(ids.portfolio) }),
    body: is({ incentiveType: 'Target', taIncentives: [{ min: 0, max: 100, amount: 500 }], faIncentives: [] }),
    action: 'portfolios.incentive-saved',
    before: is({ taIncentives: [] }),
    after: is({ incentiveType: 'Target', taIncentives: [{ min: 0, max: 100, amount: 500 }] }),
  },
  {
    call: 'portfolios.saveLetterFacts',
    params: portfolio,
    body: is(letterFacts),
    action: 'portfolios.letter-facts-set',
    before: nothing,
    after: is(letterFacts),
  },
  {
    call: 'portfolios.createLetter',
    params: portfolio,
    body: (ids) => ({ id: String(ids.letter), ...letter('Settlement') }),
    action: 'portfolios.letter-created',
    before: nothing,
    after: is(letter('Settlement')),
  },
  {
    call: 'portfolios.editLetter',
    params: (ids) => ({ ...portfolio(ids), letterId: String(ids.letter) }),
    body: is({ version: 1, ...letter('One-time settlement') }),
    action: 'portfolios.letter-changed',
    before: is({ name: 'Settlement' }),
    after: is({ name: 'One-time settlement' }),
  },
  {
    call: 'portfolios.deleteLetter',
    params: (ids) => ({ ...portfolio(ids), letterId: String(ids.letter) }),
    action: 'portfolios.letter-deleted',
    before: is(letter('One-time settlement')),
    after: nothing,
  },
  {
    call: 'portfolios.uploadSettlementReport',
    params: portfolio,
    query: is({ fileName: 'settled.csv' }),
    body: is('Loan number,Status\nLN1,settled\n'),
    action: 'portfolios.settlement-report',
    before: nothing,
    after: is({ name: 'settled.csv', lines: 1, matched: 0 }),
  },
  {
    call: 'targets.create',
    body: (ids) => ({
      id: String(ids.target),
      month: MONTH,
      scope: 'team',
      scopeId: ids.manager,
      portfolioId: null,
      bucket: 'any',
      metric: 'amount',
      target: 100_000,
    }),
    action: 'targets.created',
    before: nothing,
    after: (ids) => ({ month: MONTH, scope: 'team', scopeId: ids.manager, metric: 'amount', target: 100_000 }),
  },
  {
    call: 'targets.update',
    params: target,
    body: is({ version: 1, target: 200_000 }),
    action: 'targets.changed',
    before: is({ target: 100_000 }),
    after: is({ target: 200_000 }),
  },
  {
    call: 'targets.cascade',
    params: target,
    body: is({ version: 2, agentType: 'Field_Agent', by: 'equal', preview: false }),
    action: 'targets.cascaded',
    before: (ids) => [{ userId: ids.agent, target: null }],
    after: (ids) => [{ userId: ids.agent, target: 200_000 }],
  },
  {
    call: 'targets.copy',
    body: is({ month: '2031-04-01', percent: 10 }),
    action: 'targets.copied',
    before: nothing,
    after: (ids) => [
      { scope: 'team', scopeId: ids.manager, metric: 'amount', target: 220_000 },
      { scope: 'user', scopeId: ids.agent, metric: 'amount', target: 220_000 },
    ],
  },
  {
    call: 'targets.delete',
    params: target,
    query: is({ version: '2' }),
    action: 'targets.deleted',
    before: (ids) => ({ month: MONTH, scope: 'team', scopeId: ids.manager, metric: 'amount', target: 200_000 }),
    after: nothing,
  },
  {
    call: 'targets.lock',
    body: is({ month: MONTH, locked: true }),
    action: 'targets.locked',
    before: is({ locked: false }),
    after: is({ locked: true }),
  },
  {
    call: 'targets.saveCalendar',
    body: is({ version: 0, weeklyOff: [0, 6], holidays: [{ day: '2031-01-26', name: 'Republic Day' }] }),
    action: 'targets.calendar-saved',
    before: is({ version: 0, holidays: [] }),
    after: is({ version: 1, weeklyOff: [0, 6], holidays: [{ day: '2031-01-26', name: 'Republic Day' }] }),
  },
  {
    call: 'people.create',
    params: is({ kind: 'fieldAgent' }),
    body: (ids) => newAgent({ username: NAMES.user, managerId: ids.manager, products: ['TW'] }),
    keep: 'user',
    action: 'people.created',
    before: nothing,
    after: (ids) => ({ role: 'CRM_FIELDAGENT', username: NAMES.user, managerId: ids.manager, products: ['TW'] }),
  },
  {
    call: 'people.update',
    params: (ids) => ({ ...user(ids), kind: 'fieldAgent' }),
    body: is({ version: 1, products: [], pinCodes: ['411001'] }),
    action: 'people.updated',
    before: is({ products: ['TW'], pinCodes: [] }),
    after: is({ products: [], pinCodes: ['411001'] }),
  },
  {
    call: 'people.collectorUpdate',
    body: (ids) => ({ id: ids.user, location: 'Satara' }),
    action: 'people.updated',
    before: is({ location: '' }),
    after: is({ location: 'Satara' }),
  },
  {
    call: 'people.move',
    params: user,
    body: (ids) => ({ managerId: ids.rival, from: ids.manager }),
    action: 'people.moved',
    before: (ids) => ({ managerId: ids.manager }),
    after: (ids) => ({ managerId: ids.rival }),
  },
  {
    call: 'people.saveDra',
    params: user,
    query: is({ fileName: 'dra.pdf', validUntil: '2031-03-31', number: 'IIBF-1' }),
    body: is('%PDF-1.7 a certificate'),
    action: 'people.dra-certificate',
    before: is({ number: null, validUntil: null, file: null }),
    after: is({ number: 'IIBF-1', validUntil: '2031-03-31', file: 'dra.pdf' }),
  },
  {
    call: 'people.removeDra',
    params: user,
    action: 'people.dra-certificate',
    before: is({ file: 'dra.pdf' }),
    after: is({ number: 'IIBF-1', file: null }),
  },
  {
    call: 'people.initialPassword',
    params: user,
    body: is({ mail: false }),
    action: 'people.initial-password',
    before: is({ firstSignInDue: true }),
    after: is({ firstSignInDue: true }),
  },
  {
    call: 'people.deactivate',
    params: user,
    body: is({ reason: 'Left on Friday', withdrawPhones: false }),
    action: 'people.deactivated',
    before: is({ active: true }),
    after: is({ active: false }),
  },
  {
    call: 'people.reactivate',
    params: user,
    action: 'people.reactivated',
    before: is({ active: false }),
    after: is({ active: true }),
  },
  {
    call: 'people.updateMe',
    body: is({ version: 1, location: 'Nashik' }),
    action: 'people.updated',
    before: is({ location: '' }),
    after: is({ location: 'Nashik' }),
  },
  {
    call: 'people.adminUpdate',
    body: (ids) => ({ id: ids.admin, location: 'Pune' }),
    action: 'people.updated',
    before: is({ location: 'Nashik' }),
    after: is({ location: 'Pune' }),
  },
  {
    call: 'people.managerUpdate',
    body: (ids) => ({ id: ids.manager, languages: ['mr'] }),
    action: 'people.updated',
    before: is({ languages: [] }),
    after: is({ languages: ['mr'] }),
  },
  {
    call: 'people.collectorCreate',
    body: () => newAgent({ username: NAMES.collector }),
    keep: 'collector',
    action: 'people.created',
    before: nothing,
    after: is({ role: 'COLLECTOR', username: NAMES.collector }),
  },
  {
    call: 'people.collectorRemove',
    params: (ids) => ({ id: String(ids.collector) }),
    action: 'people.deactivated',
    before: is({ active: true }),
    after: is({ active: false }),
  },
  {
    call: 'people.import',
    query: is({ fileName: 'staff.csv' }),
    body: () =>
      `Role,Full name,User name,Mobile,Initial password\nField agent,Asha Rao,${newName('from-file')},${newMobile()},${PASSWORD_IN_FILE}`,
    action: 'people.import-begun',
    before: nothing,
    after: is({ fileName: 'staff.csv', rows: 1, ready: 1, wrong: 0 }),
  },
];

/** Passwords, links and tokens that an answer shows to who asked, and that no audit may keep. */
function secretsOf(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    /password|link|token/i.test(name) && typeof value === 'string'
      ? [value.split('#').at(-1) ?? value]
      : secretsOf(value),
  );
}
const idIn = (data: Json): string => {
  const record = (data.person ?? ('invitation' in data ? data.tenant : data)) as Json;
  return String(record.id);
};

it('every call by which an administrator changes something is a step here, in another file, or left out with a reason', () => {
  const all: readonly Endpoint[] = Object.values(endpoints);
  const changing = all.filter(
    ({ method, access }) =>
      method !== 'GET' &&
      method !== 'HEAD' &&
      access.kind === 'session' &&
      (access.roles === '*' || access.roles.some((role) => ADMINISTRATORS.includes(role))),
  );
  const placed = [...STEPS.map(({ call }) => call), ...Object.keys(ELSEWHERE), ...Object.keys(WITHOUT)];
  expect(placed.sort()).toEqual(changing.map(({ id }) => id).sort());
});

it.each(Object.entries(ELSEWHERE))('%s: %j looks at before and after', (_, [file, action]) => {
  const text = readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8');
  const near = [...text.matchAll(new RegExp(`'${action}'`, 'g'))].map(({ index }) =>
    text.slice(index - 300, index + 500),
  );
  expect(near.join('\n')).toMatch(/before: [\s\S]*after: /);
});

describe.each(engines)('in the audit with before and after on $name:', ({ fresh }) => {
  const { desk } = organisationDesk(fresh);
  const ids: Ids = { letter: uuidv7(), target: uuidv7() };
  const apis = new Map<string, Api>();
  const secrets = new Set([PASSWORD_IN_FILE]);

  it.each(STEPS.map((step) => [step.call, step] as const))('%s', async (_, step) => {
    const { people } = desk.world;
    if (!ids.admin) {
      const [sahyadri] = await desk.world.run((tx) =>
        tx.query<{ id: string }>("select id from clients where name = 'Sahyadri Bank'"),
      );
      Object.assign(ids, {
        admin: people.admin.id,
        manager: people.manager.id,
        rival: people.rival.id,
        agent: people.agent.id,
        agencyOfWorld: desk.world.agencyId,
        sahyadri: sahyadri?.id,
      });
    }
    const who = step.by === 'operator' ? desk.operator : people.admin;
    const api = apis.get(who.id) ?? as(desk.server.origin, who);
    apis.set(who.id, api);
    const endpoint: Endpoint = endpoints[step.call];
    const params = step.params?.(ids) ?? {};
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name]));
    const search = step.query ? `?${new URLSearchParams(step.query(ids))}` : '';
    const body = step.body?.(ids);
    const file = typeof body === 'string';
    const response = await api.fetch(`${endpoint.service === 'main' ? '/api/v1/' : ''}${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...step.headers?.(ids),
        ...(body !== undefined && { 'content-type': file ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body !== undefined && { body: file ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: Json };
    expect(response.status, JSON.stringify(answer)).toBe(200);
    if (step.keep) ids[step.keep] = idIn(answer.data);
    for (const secret of secretsOf(answer)) secrets.add(secret);

    const [entry] = await desk.world.run((tx) =>
      tx.query<{ action: string; actor: string; detail: { before: unknown; after: unknown } }>(
        'select action, actor_id as actor, detail from audit_log order by seq desc limit 1',
      ),
    );
    expect(entry).toMatchObject({
      action: step.action,
      actor: who.id,
      detail: { before: step.before(ids), after: step.after(ids) },
    });
    const kept = JSON.stringify(entry?.detail);
    expect(kept).not.toMatch(/argon2|password_?hash|pr_[0-9a-f-]{36}/i);
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });

  it('what the steps showed to who asked is nowhere in the audit', async () => {
    // Two first passwords, a link to choose one, and the one in the file.
    expect(secrets.size).toBeGreaterThanOrEqual(4);
    const rows = await desk.held.db.owner((tx) => tx.query<{ detail: unknown }>('select detail from audit_log'));
    const kept = JSON.stringify(rows);
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });
});
