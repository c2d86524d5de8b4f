/**
 * The reports and who may see them (specification section 6, "Report visibility"). The desk's menu, and what a tenant's users
 * are told to have, are both made from these rows.
 */
import type { ReportKind } from './report-kinds';
import { ROLES, type Role } from './roles';

/** The menu's. */
export const REPORT_GROUPS = ['Predictive Dialing', 'Reports', 'Dialer Reports', 'Encore Reports'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

export interface Report {
  /** Its screen's path. */
  path: string;
  /** As the menu names it. */
  label: string;
  group: ReportGroup;
  /** Without either, everybody who is signed in. */
  only?: readonly Role[];
  except?: readonly Role[];
  /** Its screen exists; a test compares with the registry of screens. */
  screen?: true;
  /** It has no place in the menu: a link of the report before it leads there. */
  beside?: true;
  /** Section 2.4: choosing it reloads the page. */
  reload?: true;
  /** Its rows, where it is one of `REPORT_COLUMNS`. */
  kind?: ReportKind;
  /** A schedule names portfolios, so only rows of loans are mailed. */
  mailed?: true;
}

const TENANT_ADMINS = ['CRM_SUPERADMIN', 'SUPER_ADMIN', 'CRM_TENANTADMIN', 'TENANT_ADMIN'] as const;
const MANAGERS = ['MANAGER', 'CRM_MANAGER'] as const;
const NOT_TELECALLER = ['CRM_TELECALLER'] as const;

/** In the order of the menu. */
export const REPORTS: readonly Report[] = [
  {
    path: '/predictive-report',
    label: 'Predictive Report',
    group: 'Predictive Dialing',
    only: TENANT_ADMINS,
    screen: true,
  },
  { path: '/daily-reports', label: 'Daily Call', group: 'Reports', screen: true, kind: 'calls', mailed: true },
  {
    path: '/daily-visit-reports',
    label: 'Daily Visit',
    group: 'Reports',
    except: NOT_TELECALLER,
    screen: true,
    kind: 'visits',
    mailed: true,
  },
  {
    path: '/daily-field-reports',
    label: 'Daily Field',
    group: 'Reports',
    except: NOT_TELECALLER,
    beside: true,
    screen: true,
    kind: 'field',
    mailed: true,
  },
  {
    path: '/agent-login-reports',
    label: 'Agent Login',
    group: 'Reports',
    except: NOT_TELECALLER,
    screen: true,
    kind: 'agentDays',
  },
  { path: '/best-disposition', label: 'Best Disposition', group: 'Reports', screen: true, kind: 'best', mailed: true },
  {
    path: '/pending-client-reports',
    label: 'Pending Client Approval',
    group: 'Reports',
    only: MANAGERS,
    screen: true,
    kind: 'pendingClient',
  },
  {
    path: '/download-reports',
    label: 'Settlement Reports',
    group: 'Reports',
    screen: true,
    kind: 'settlements',
    mailed: true,
  },
  {
    path: '/last-interaction-report',
    label: 'Last Interaction',
    group: 'Reports',
    screen: true,
    kind: 'last',
    mailed: true,
  },
  {
    path: '/login-report',
    label: 'Login Report',
    group: 'Reports',
    only: MANAGERS,
    reload: true,
    screen: true,
    kind: 'logins',
  },
  {
    path: '/retain-report',
    label: 'Retain Report',
    group: 'Reports',
    except: ['ADMIN', 'CLIENT_ADMIN'],
    screen: true,
    kind: 'retained',
    mailed: true,
  },
  {
    path: '/allocation-reports',
    label: 'Allocation Reports',
    group: 'Reports',
    screen: true,
    kind: 'allocations',
    mailed: true,
  },
  {
    path: '/workable-reports',
    label: 'Workable Report',
    group: 'Reports',
    only: [...TENANT_ADMINS, 'CRM_MANAGER', 'CRM_SUPERMANAGER'],
    beside: true,
    screen: true,
    kind: 'workable',
  },
  { path: '/additional-reports', label: 'BOI Reports', group: 'Reports', screen: true },
  { path: '/upload-sheets', label: 'Upload Sheets', group: 'Dialer Reports', only: TENANT_ADMINS, screen: true },
  { path: '/process-wise-report', label: 'Process Wise', group: 'Dialer Reports', screen: true, kind: 'processes' },
  { path: '/agent-login-report', label: 'Agent Login', group: 'Dialer Reports', screen: true, kind: 'agentDays' },
  {
    path: '/agent-performance-report',
    label: 'Agent Performance',
    group: 'Dialer Reports',
    screen: true,
    kind: 'agentWork',
  },
  {
    path: '/call-recording-reports',
    label: 'Call Recording',
    group: 'Dialer Reports',
    screen: true,
    kind: 'recordings',
  },
  { path: '/encore-reports', label: 'Encore Reports', group: 'Encore Reports', only: TENANT_ADMINS, screen: true },
];

export const maySeeReport = ({ only, except }: Pick<Report, 'only' | 'except'>, role: Role): boolean =>
  (only?.includes(role) ?? true) && !except?.includes(role);

/** Whether some report of these rows is for the role. */
export const maySeeKind = (kind: ReportKind, role: Role): boolean =>
  REPORTS.some((report) => report.kind === kind && maySeeReport(report, role));

/** A report that can be mailed, by its id in the catalogue. */
export function mailedReport(id: string): { displayName: string; kind: ReportKind } | undefined {
  const report = REPORTS.find(({ path }) => path === `/${id}`);
  return report?.mailed && report.kind ? { displayName: report.label, kind: report.kind } : undefined;
}

/** The reports whose screens exist, each with every role that may see it. */
export const reportsInUse = () =>
  REPORTS.filter(({ screen }) => screen).map(({ path, label, group, ...rule }) => ({
    id: path.slice(1),
    displayName: label,
    path,
    label,
    group,
    roles: ROLES.filter((role) => maySeeReport(rule, role)),
  }));
