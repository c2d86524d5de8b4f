/**
 * The desk's screens; a row here and its page in `src/app/desk-pages.tsx` are all a new screen needs. Path, title, roles
 * and offline level are the specification's: `npm run routes` lists those that are still missing, and a test compares.
 */
import type { Role } from '../../core/domain/roles';
import { DEVICE_SUPERVISORS, LOAN_SUPERVISORS } from '../../core/domain/supervisors';
import type { Roles, RouteRow } from './types';

/** Tenant admin and super admin, in both spellings. */
export const TENANT_ADMINS = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
] as const satisfies Role[];
/** The same and the managers. */
export const TENANT_LEVEL = [...TENANT_ADMINS, 'CRM_MANAGER', 'CRM_SUPERMANAGER'] as const satisfies Role[];

/** Everybody else. */
const NOT_TENANT_ADMINS = [
  '*',
  '-CRM_TENANTADMIN',
  '-TENANT_ADMIN',
  '-CRM_SUPERADMIN',
  '-SUPER_ADMIN',
] as const satisfies Roles;

/** Whoever meets settlements at a desk; the client's people have lists of their own. */
const SETTLEMENT_READERS = [
  'ADMIN',
  ...TENANT_LEVEL,
  'MANAGER',
  'COLLECTOR',
  'CRM_TELECALLER',
  'CLIENT',
] as const satisfies Role[];

/** A screen that needs a network. */
const online = <const Path extends string>(
  path: Path,
  title: string,
  roles: Roles,
  feature: string,
  more: Pick<RouteRow, 'onHome' | 'under'> = {},
) => ({ path, title, roles, feature, offline: 'online', area: 'desk', ...more }) as const;

export const deskRoutes = {
  loans: {
    path: '/loans',
    title: 'Loans',
    roles: [...TENANT_LEVEL, 'CRM_TELECALLER', 'MANAGER', 'COLLECTOR'],
    // For telecallers and collectors, whose devices hold their loans; everybody else is told that there is no network.
    offline: 'offline',
    area: 'desk',
    feature: 'loans',
    onHome: true,
  },
  dupont: online('/dupont-dashboard', 'Dupont Dashboard', ['*', '-CLIENT_ADMIN'], 'dashboards'),
  recovery: online('/Recovery', 'Basic Predictor', NOT_TENANT_ADMINS, 'insights'),
  recoveryInsight: online('/recovery-insight', 'Advanced Predictor', NOT_TENANT_ADMINS, 'insights', {
    under: '/Recovery',
  }),
  dataInsights: online('/data-insights', 'Data Insights', NOT_TENANT_ADMINS, 'insights'),
  dataInsightsFile: online('/data-insights-file', 'Data Insights Files', NOT_TENANT_ADMINS, 'insights', {
    under: '/data-insights',
  }),
  agentProfiling: online('/agentProfiling', 'Agent Leadership Board', ['*'], 'dashboards'),
  telecallerHome: {
    path: '/home',
    title: 'Home',
    roles: ['CRM_TELECALLER'],
    offline: 'offline',
    area: 'desk',
    feature: 'telecaller',
    onHome: true,
  },
  activeLoans: {
    path: '/active-loans',
    title: 'Active Loans',
    roles: ['COLLECTOR', 'CRM_TELECALLER'],
    offline: 'offline',
    area: 'desk',
    feature: 'loans',
    under: '/loans',
    onHome: true,
  },
  callManagement: {
    path: '/call-management',
    title: 'Call Management',
    roles: ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR', 'MANAGER', 'CRM_MANAGER'],
    offline: 'offline',
    area: 'desk',
    feature: 'telecaller',
    under: '/loans',
  },
  viewLoan: online('/view-loan', 'View Loan', TENANT_LEVEL, 'loans', { under: '/loans' }),
  modifyCall: online('/call-management-modify', 'Modify Call', ['COLLECTOR', 'PARTNER'], 'loans', { onHome: true }),
  clientLoan: online('/client-call-management', 'Loan Detail', ['CUSTOMER', 'CLIENT_ADMIN', 'CLIENT'], 'loans', {
    onHome: true,
  }),
  modifyLoan: online('/modify-loan', 'Modify Loan', ['CUSTOMER', 'CLIENT_ADMIN', 'CLIENT'], 'loans'),
  notifications: {
    path: '/notifications',
    title: 'Notifications',
    roles: [
      'CRM_TELECALLER',
      'CRM_MANAGER',
      'CRM_TENANTADMIN',
      'TENANT_ADMIN',
      'CRM_SUPERMANAGER',
      'CUSTOMER',
      'CLIENT_ADMIN',
    ],
    offline: 'offline',
    area: 'desk',
    feature: 'telecaller',
    onHome: true,
  },
  reconciliation: online('/Reconciliation', 'Reconciliation', [...TENANT_LEVEL, 'CLIENT_ADMIN'], 'reconciliation', {
    onHome: true,
  }),
  bankPaidUpload: online(
    '/bank-import-paid-bulk-upload',
    'Bank Paid Bulk Upload',
    [...TENANT_ADMINS, 'ADMIN'],
    'loan-import',
  ),
  // Not in the specification's list: a payment link needs to know where its money goes.
  messageTemplates: online('/message-templates', 'Message templates', ['ADMIN', ...TENANT_ADMINS], 'messages', {
    onHome: true,
  }),
  payees: online('/payees', 'Payment Accounts', ['ADMIN', ...TENANT_ADMINS], 'messages', { onHome: true }),
  // Not in the specification's list either: everybody sees where they are signed in, and ends what they do not know.
  signIns: online('/sign-ins', 'Where I am signed in', ['*'], 'people', { onHome: true }),
  resetPassword: {
    path: '/reset-password',
    title: 'Reset password',
    roles: 'public',
    offline: 'online',
    area: 'bare',
    feature: 'auth',
  },
  predictiveCall: online('/predictive-call', 'Predictive Call', ['CRM_TELECALLER'], 'telecaller'),
  processList: online('/process-list', 'Process List', TENANT_LEVEL, 'dialer-admin'),
  predictiveList: online('/predictiveList', 'Predictive List', TENANT_LEVEL, 'dialer-admin'),
  predictiveUpload: online('/Predictive-upload', 'Predictive Upload', TENANT_ADMINS, 'dialer-admin'),
  uploadSheets: online('/upload-sheets', 'Upload Sheets', TENANT_ADMINS, 'dialer-admin'),
  predictiveReport: online('/predictive-report', 'Predictive Report', TENANT_ADMINS, 'dialer-admin'),
  dailyCalls: online('/daily-reports', 'Daily Call Report', ['*'], 'reports'),
  dailyVisits: online('/daily-visit-reports', 'Daily Visit Report', ['*', '-CRM_TELECALLER'], 'reports'),
  allocationReports: online('/allocation-reports', 'Allocation Reports', ['*'], 'reports'),
  additionalReports: online('/additional-reports', 'BOI Reports', ['*'], 'reports'),
  bestDisposition: online('/best-disposition', 'Best Disposition', ['*'], 'reports'),
  agentLoginReports: online('/agent-login-reports', 'Agent Login Reports', ['*'], 'reports'),
  dailyField: online('/daily-field-reports', 'Daily Field Report', ['*', '-CRM_TELECALLER'], 'reports', {
    under: '/daily-visit-reports',
  }),
  pendingClientReports: online(
    '/pending-client-reports',
    'Pending Client Approval',
    ['MANAGER', 'CRM_MANAGER'],
    'reports',
  ),
  settlementReports: online('/download-reports', 'Settlement Reports', ['*'], 'reports'),
  retainReport: online('/retain-report', 'Retain Report', ['*', '-ADMIN', '-CLIENT_ADMIN'], 'reports'),
  agentLoginReport: online('/agent-login-report', 'Agent Login (dialer)', ['*'], 'reports'),
  agentPerformance: online('/agent-performance-report', 'Agent Performance', ['*'], 'reports'),
  processWise: online('/process-wise-report', 'Process Wise', ['*'], 'reports'),
  loginReport: online('/login-report', 'Login Report', ['MANAGER', 'CRM_MANAGER'], 'reports'),
  lastInteraction: online('/last-interaction-report', 'Last Interaction Report', ['*'], 'reports'),
  workable: online('/workable-reports', 'Workable Report', TENANT_LEVEL, 'reports', { under: '/allocation-reports' }),
  callRecordings: online('/call-recording-reports', 'Call Recording', ['*'], 'reports'),
  exportCsv: online('/export-csv', 'Export CSV', ['*', '-CRM_FIELDAGENT'], 'reports'),
  encoreReports: online('/encore-reports', 'Encore Reports', [...TENANT_ADMINS, 'ADMIN'], 'reports'),
  createProcess: online('/create-process', 'Create Process', ['CLIENT_ADMIN'], 'dialer-admin'),
  agentMonitor: online('/agent-monitor', 'Agent Monitor', ['CRM_MANAGER'], 'agent-monitor'),
  redirectBi: online('/redirectBi', 'Business Intelligence', ['*', '-CRM_FIELDAGENT'], 'reports', { onHome: true }),
  registerUser: online('/register/user', 'Register User', TENANT_ADMINS, 'organisation', {
    under: '/managers-collectors',
  }),
  hierarchy: online('/managers-collectors', 'Roles & Hierarchy', ['ADMIN', ...TENANT_ADMINS], 'people', {
    onHome: true,
  }),
  oldHierarchy: online(
    '/old-managers-collectors',
    'Managers & Collectors (old)',
    ['ADMIN', ...TENANT_ADMINS],
    'people',
    { onHome: true },
  ),
  managers: online('/managers', 'Managers', ['ADMIN'], 'people', { under: '/managers-collectors' }),
  createManager: online('/manager/create', 'Create Manager', ['ADMIN'], 'people', { under: '/managers-collectors' }),
  editManager: online('/manager/edit', 'Edit Manager', ['ADMIN'], 'people', { under: '/managers-collectors' }),
  createSuperManager: online('/super-manager/create', 'Create Super Manager', ['ADMIN'], 'people', {
    under: '/managers-collectors',
  }),
  createFieldAgent: online('/field-agent/create', 'Create Field Agent', ['ADMIN'], 'people', {
    under: '/managers-collectors',
  }),
  editFieldAgent: online('/field-agent/edit', 'Edit Field Agent', ['ADMIN'], 'people', {
    under: '/managers-collectors',
  }),
  collectors: online('/collectors', 'Collectors', ['ADMIN'], 'people', { under: '/managers-collectors' }),
  createCollector: online('/collector/create', 'Create Collector', ['ADMIN'], 'people', {
    under: '/managers-collectors',
  }),
  editCollector: online('/collector/edit', 'Edit Collector', ['ADMIN'], 'people', { under: '/managers-collectors' }),
  userList: online('/userlist', 'User List', ['ADMIN'], 'admin-tools', { under: '/managers-collectors' }),
  userData: online('/userdata', 'User Data', ['ADMIN'], 'admin-tools', { under: '/managers-collectors', onHome: true }),
  leave: online('/leave', 'Leave', DEVICE_SUPERVISORS, 'people'),
  attendance: online('/attendance/:id', 'Attendance', ['ADMIN', 'MANAGER', 'CRM_MANAGER', ...TENANT_ADMINS], 'people', {
    under: '/managers-collectors',
  }),
  adminProfile: online('/myprofile', 'My Profile', ['ADMIN'], 'admin-tools'),
  profile: online('/profile', 'Profile', ['MANAGER', 'CUSTOMER', 'CRM_MANAGER'], 'profile', { onHome: true }),
  myProfile: online('/my-profile', 'My Profile', ['COLLECTOR', 'CUSTOMER', 'PARTNER'], 'loans'),
  createPortfolio: online('/create-portfolio', 'Create Portfolio', TENANT_LEVEL, 'portfolios', { onHome: true }),
  viewClient: online('/view-client', 'View Portfolio', TENANT_LEVEL, 'portfolios', { onHome: true }),
  incentiveStructure: online('/incentive-structure', 'Incentive Structure', ['ADMIN', ...TENANT_ADMINS], 'portfolios', {
    onHome: true,
  }),
  newIncentiveStructure: online(
    '/new-incentive-structure',
    'New Incentive Structure',
    ['ADMIN', ...TENANT_ADMINS],
    'portfolios',
  ),
  targetSetting: online('/target-setting', 'Target Setting', TENANT_LEVEL, 'targets', { onHome: true }),
  targetSettings: online(
    '/target-settings',
    'Target Settings',
    ['CRM_MANAGER', 'CRM_SUPERMANAGER', 'CUSTOMER', 'CLIENT_ADMIN'],
    'targets',
    { onHome: true },
  ),
  collectorTarget: online(
    '/target/:id',
    'Collector Target',
    ['ADMIN', 'MANAGER', 'CRM_MANAGER', 'CRM_SUPERMANAGER'],
    'targets',
    { under: '/target-settings' },
  ),
  fieldTarget: online(
    '/field-target/:id',
    'Field Agent Target',
    ['ADMIN', 'MANAGER', 'CRM_MANAGER', 'CRM_SUPERMANAGER'],
    'targets',
    { under: '/target-settings' },
  ),
  // Not in the specification's list: phones in the field, the records that they could not get accepted, the cash of agents and what is asked for on loans need a place.
  devices: online('/devices', 'Phones', DEVICE_SUPERVISORS, 'devices'),
  partnerLoans: online('/partner-loans', 'Partner Loans', ['PARTNER'], 'loans', { onHome: true }),
  /** Ours: the lender's people settle loans, and find them here. */
  clientLoans: online('/client-loans', 'Client Loans', ['CUSTOMER', 'CLIENT_ADMIN', 'CLIENT'], 'loans', {
    onHome: true,
  }),
  reports: online('/reports', 'Reports', TENANT_LEVEL, 'reports'),
  infoReport: online('/info-report', 'Info for Reports', TENANT_ADMINS, 'reports'),
  /** Ours: where the links of mailed reports lead. */
  mailedReports: online('/mailed-reports', 'Mailed reports', ['*', '-CRM_TELECALLER', '-CRM_FIELDAGENT'], 'reports'),
  loanRequests: online('/loan-requests', 'Requests', LOAN_SUPERVISORS, 'loans'),
  cashHandovers: online('/cash-hand-overs', 'Cash hand-overs', DEVICE_SUPERVISORS, 'cash'),
  /** Ours: the settlements on one's loans; the specification's lists of them follow. */
  settlements: online('/settlements', 'Settlements', SETTLEMENT_READERS, 'settlements'),
  /** Ours: who decides about settlements while somebody is away. */
  settlementAbsences: online(
    '/settlement-absences',
    'While I am away',
    ['CRM_MANAGER', 'CRM_SUPERMANAGER', 'CUSTOMER', 'CLIENT_ADMIN', 'CRM_TENANTADMIN', 'TENANT_ADMIN'],
    'settlements',
  ),
  approveLoan: online('/approveLoan', 'Approve Loan', ['CRM_MANAGER'], 'settlements'),
  approveLoanByClient: online('/approveLoanByClient', 'Approve Loan by Client', ['CRM_SUPERMANAGER'], 'settlements'),
  letterUploadByClient: online('/letterUploadByClient', 'Letter Upload by Client', ['CRM_SUPERMANAGER'], 'settlements'),
  pendingSettlements: online('/settalement-loans', 'Pending Settlement', ['CUSTOMER', 'CLIENT_ADMIN'], 'settlements'),
  clientSettlements: online(
    '/client-settalement-loans',
    'Pending Settlement (client)',
    ['CUSTOMER', 'CLIENT_ADMIN'],
    'settlements',
  ),
  settlement: online('/settlement', 'Settlement', ['ADMIN'], 'settlements'),
  newSettlementAllocation: online('/new-settlement-allocation', 'New Settlement Allocation', ['ADMIN'], 'allocation'),
  postPayment: online('/post-payment', 'Post Payment', ['ADMIN'], 'settlements'),
  tenantOnboarding: online('/TenantOnboarding/TenantOnboarding', 'Tenant Onboarding', TENANT_ADMINS, 'organisation'),
  agencyOnboarding: online('/agencyOnboarding', 'Agency Onboarding', TENANT_ADMINS, 'organisation'),
  partners: online('/partner-list', 'Partners / Clients', ['ADMIN'], 'partners'),
  partnerCreate: online('/partner/create', 'Create Partner', ['ADMIN'], 'partners', { under: '/partner-list' }),
  partnerEdit: online('/partner/edit', 'Edit Partner', ['ADMIN'], 'partners', { under: '/partner-list' }),
  successFees: online('/success-fees', 'Success Fees', ['ADMIN'], 'partners'),
  successFeeEdit: online('/successfees/edit', 'Edit Success Fee', ['ADMIN'], 'partners', { under: '/success-fees' }),
  revenues: online('/revenues', 'Employee Revenue', ['ADMIN'], 'revenue'),
  revenueEdit: online('/revenue/edit', 'Edit Revenue', ['ADMIN'], 'revenue', { under: '/revenues' }),
  clientRevenue: online('/client-revenue', 'Client Revenue', ['ADMIN'], 'revenue'),
  agencyPayouts: online('/agency-payout-history', 'Agency Payout History', TENANT_ADMINS, 'organisation'),
  clients: online('/clients', 'Clients', ['ADMIN', ...TENANT_ADMINS], 'portfolios', { onHome: true }),
  clientEdit: online('/client/edit', 'Edit Client', ['ADMIN', ...TENANT_ADMINS], 'portfolios', { under: '/clients' }),
  clientCreate: online('/create-client', 'Add Client', [...TENANT_LEVEL, 'ADMIN'], 'portfolios', { onHome: true }),
  oldClientCreate: online('/old-create-client', 'Add Client (old)', ['ADMIN'], 'portfolios', {
    under: '/clients',
    onHome: true,
  }),
  autoAllocation: online('/loans/auto-allocation', 'Auto Loan Allocation', TENANT_LEVEL, 'allocation', {
    onHome: true,
  }),
  allocationRules: online('/allocation-rule', 'New Rule Engine', ['ADMIN'], 'rules', { onHome: true }),
  allocationRuleLoans: online('/allocation-rule-loans', 'Rule Engine Loans', ['ADMIN'], 'rules', {
    under: '/allocation-rule',
  }),
  sortingRules: online('/sortingrules', 'Sorting Rules', ['ADMIN'], 'rules', { onHome: true }),
  charts: online('/data-visualizations', 'Data Visualizations', ['ADMIN'], 'data-visualization', { onHome: true }),
  chartNew: online('/data-visualization/new', 'New Data Visualization', ['ADMIN'], 'data-visualization', {
    under: '/data-visualizations',
  }),
  chartEdit: online('/data-visualization/edit', 'Edit Data Visualization', ['ADMIN'], 'data-visualization', {
    under: '/data-visualizations',
  }),
  figureState: online('/test-dashboard', 'Dashboard', ['ADMIN'], 'admin-tools', { onHome: true }),
  contactHelp: online('/contact', 'Contact', ['ADMIN'], 'admin-tools', { onHome: true }),
  agencyAllocation: online('/agency-allocation', 'Agency Allocation', TENANT_LEVEL, 'allocation', { onHome: true }),
  processAllocation: online('/process-allocation', 'Process Allocation', TENANT_LEVEL, 'allocation'),
  postAllocation: online('/post-allocation', 'Post Allocation', ['ADMIN'], 'allocation', {
    under: '/allocation-rule',
    onHome: true,
  }),
  newPostAllocation: online('/new-post-allocation', 'New Post Allocation', ['ADMIN'], 'allocation', {
    under: '/allocation-rule',
    onHome: true,
  }),
  dispositionUpload: online('/disposition-upload', 'Disposition Upload', TENANT_LEVEL, 'allocation', { onHome: true }),
  loanUpload: online('/loan-upload', 'Loan Upload', TENANT_ADMINS, 'loan-import', {
    under: '/upload-loan',
    onHome: true,
  }),
  uploadLoan: online('/upload-loan', 'Import CSV', TENANT_ADMINS, 'loan-import'),
  manualEntry: online('/loan/manual-entry', 'Manual Account Entry', TENANT_ADMINS, 'loan-import'),
  importMapping: online('/loan/import-mapping', 'Import Mapping', [...TENANT_ADMINS, 'CLIENT_ADMIN'], 'loan-import', {
    onHome: true,
  }),
  importMappingNew: online('/loan/import-mapping-new', 'New Import Mapping', TENANT_ADMINS, 'loan-import'),
  importMappingMain: online('/loan/import-mapping-main', 'Import Mapping Overview', TENANT_ADMINS, 'loan-import'),
  updateImportMapping: online('/loan/update-import-mapping', 'Update Import Mapping', TENANT_ADMINS, 'loan-import'),
  suppressionList: online('/suppression-list', 'Suppression List', TENANT_ADMINS, 'loan-import'),
  backups: online('/backup', 'DB Backups', ['ADMIN'], 'admin-tools'),
  createFile: online('/test/createfile', 'Create Test File', ['ADMIN'], 'admin-tools'),
  sheetList: online('/sheet-list', 'Sheet List', ['ADMIN'], 'admin-tools'),
  extendLoans: online('/extend-loans', 'Extend Loans', ['ADMIN', ...TENANT_ADMINS], 'admin-tools', { onHome: true }),
  // Nor is there one for the rules by which borrowers are contacted.
  contactRules: online('/contact-rules', 'Contact rules', DEVICE_SUPERVISORS, 'contact'),
} as const satisfies Record<string, RouteRow>;
