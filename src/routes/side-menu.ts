/**
 * The desk's menu as data: every entry of specification 2.4 with its rule from section 6 ("Menu visibility", "Report
 * visibility"). An entry is shown when its rule holds, the registry has its screen, and that screen admits the user; so
 * an entry whose screen comes later stands here already and appears with it.
 */
import { maySeeReport, REPORTS, type ReportGroup } from '../../core/domain/reports';
import { parseRole, type Role } from '../../core/domain/roles';
import { mayEnter } from './access';
import { TENANT_ADMINS } from './desk-routes';
import { ROUTE_IDS, routeOf } from './registry';
import type { RouteRow } from './types';

/** What the rules look at. */
export interface MenuUser {
  role: Role;
  subRole: string | null;
}
type Rule = (user: MenuUser) => boolean;

/** Names of drawings; the kit's desk icons have one each. */
export type SideIcon =
  | 'home'
  | 'dashboard'
  | 'tree'
  | 'trophy'
  | 'loans'
  | 'call'
  | 'settlement'
  | 'bell'
  | 'portfolio'
  | 'allocate'
  | 'agency'
  | 'upload'
  | 'balance'
  | 'headset'
  | 'device'
  | 'target'
  | 'clients'
  | 'import'
  | 'mapping'
  | 'people'
  | 'insight'
  | 'predict'
  | 'revenue'
  | 'fees'
  | 'partners'
  | 'rules'
  | 'report'
  | 'dialer'
  | 'encore'
  | 'others';

export interface SideEntry {
  label: string;
  /** A path of the specification, with a query where two entries lead to one screen. */
  to: string;
  icon: SideIcon;
  rule?: Rule;
  /** The selected-tab value that choosing it sets. */
  tab?: string;
  /** Choosing it reloads the page; see `reloadsFor`. */
  reload?: true;
  /** Place in a phone's bottom bar, which holds the first four that the user has. */
  bar?: number;
}
export interface SideGroup {
  label: string;
  icon: SideIcon;
  rule?: Rule;
  tab?: string;
  entries: readonly Omit<SideEntry, 'icon'>[];
}

const MANAGERS = ['MANAGER', 'CRM_MANAGER'] as const;
const CLIENT_SIDE = ['CUSTOMER', 'CLIENT_ADMIN'] as const;
const SUPER_ADMINS = ['SUPER_ADMIN', 'CRM_SUPERADMIN'] as const;

const only =
  (...roles: readonly Role[]): Rule =>
  ({ role }) =>
    roles.includes(role);
const except =
  (...roles: readonly Role[]): Rule =>
  ({ role }) =>
    !roles.includes(role);
const withoutSubRole: Rule = ({ subRole }) => !subRole;
const all =
  (...rules: readonly Rule[]): Rule =>
  (user) =>
    rules.every((rule) => rule(user));

const hasHome = except(...TENANT_ADMINS, 'CRM_SUPERMANAGER');
const hasNoHome: Rule = (user) => !hasHome(user);
const tenantAdmins = only(...TENANT_ADMINS);
const notTenantAdmins = except(...TENANT_ADMINS);
const managers = only(...MANAGERS);
/** One group of the reports, by section 6's rule for each. */
const reports = (group: ReportGroup): Omit<SideEntry, 'icon'>[] =>
  REPORTS.filter((report) => report.group === group && !report.beside).map((report) => ({
    label: report.label,
    to: report.path,
    rule: ({ role }) => maySeeReport(report, role),
    ...(report.reload && { reload: report.reload }),
  }));
const notTelecaller = except('CRM_TELECALLER');
const hasDashboard = except('CLIENT_ADMIN');

export interface SideBlock {
  /** What one wants who looks in it; none above the start. */
  label?: string;
  entries: readonly (SideEntry | SideGroup)[];
}

/** In the order of the menu: what is used daily first, what is set up once last. */
export const SIDE_MENU: readonly SideBlock[] = [
  {
    entries: [
      { label: 'Home', to: '/', icon: 'home', rule: hasHome, bar: 1 },
      // Those without a Home have their dashboard as the start; for everyone else it is a page of its own.
      { label: 'Dashboard', to: '/', icon: 'dashboard', rule: all(hasDashboard, hasNoHome), reload: true, bar: 1 },
      {
        label: 'Dashboard',
        to: '/?view=dashboard',
        icon: 'dashboard',
        rule: all(hasDashboard, hasHome),
        reload: true,
        bar: 5,
      },
      { label: 'Dupont Dashboard', to: '/dupont-dashboard', icon: 'tree', rule: hasDashboard, reload: true, bar: 7 },
      {
        label: 'Agent Leadership Board',
        to: '/agentProfiling',
        icon: 'trophy',
        rule: except('TENANT_ADMIN', 'CRM_TENANTADMIN'),
        tab: 'agent-leadership',
        bar: 8,
      },
    ],
  },
  {
    label: 'Work loans',
    entries: [
      { label: 'All Loans', to: '/loans', icon: 'loans', rule: tenantAdmins, tab: 'loans', reload: true, bar: 2 },
      { label: 'Loans', to: '/loans', icon: 'loans', rule: managers, tab: 'loans', reload: true, bar: 2 },
      // Ours: the lender's people settle the loans of their own list.
      { label: 'Client Loans', to: '/client-loans', icon: 'loans', rule: only(...CLIENT_SIDE) },
      {
        label: 'Active Loans',
        to: '/loans',
        icon: 'loans',
        rule: only('CRM_TELECALLER'),
        tab: 'active-loans',
        reload: true,
        bar: 2,
      },
      {
        label: 'Predictive Call',
        to: '/predictive-call',
        icon: 'call',
        rule: only('CRM_TELECALLER'),
        tab: 'predictive-call',
        bar: 4,
      },
      { label: 'Pending Settlement', to: '/settalement-loans', icon: 'settlement', rule: only(...CLIENT_SIDE), bar: 2 },
      {
        label: 'Notifications',
        to: '/notifications',
        icon: 'bell',
        rule: only(...MANAGERS, 'CRM_TELECALLER', 'CRM_SUPERMANAGER', ...CLIENT_SIDE),
        tab: 'notifications',
        bar: 3,
      },
      // Ours: the specification has no place for requests and settlements.
      { label: 'Requests', to: '/loan-requests', icon: 'rules' },
      { label: 'Settlements', to: '/settlements', icon: 'settlement' },
      { label: 'View Portfolio', to: '/view-client', icon: 'portfolio', rule: managers, reload: true },
      {
        label: 'Agent Monitor',
        to: '/agent-monitor',
        icon: 'headset',
        rule: managers,
        tab: 'agentMonitor',
        reload: true,
        bar: 4,
      },
    ],
  },
  {
    label: 'Load and give',
    entries: [
      {
        label: 'Auto Loan Allocation',
        to: '/loans/auto-allocation',
        icon: 'allocate',
        rule: only(...MANAGERS, 'CRM_SUPERMANAGER', ...TENANT_ADMINS),
      },
      { label: 'Agency Allocation', to: '/agency-allocation', icon: 'agency', rule: only(...SUPER_ADMINS) },
      { label: 'Rule Engine', to: '/allocation-rule', icon: 'rules', rule: notTenantAdmins, tab: 'rule-engine' },
      // Ours: 2.4 names no entry for it.
      { label: 'Sorting Rules', to: '/sortingrules', icon: 'rules' },
      {
        label: 'Import Accounts',
        icon: 'import',
        rule: tenantAdmins,
        entries: [
          { label: 'Import CSV', to: '/upload-loan' },
          { label: 'Manual Account Entry', to: '/loan/manual-entry' },
          { label: 'Extend Loans', to: '/extend-loans' },
        ],
      },
      {
        label: 'Import Mapping',
        icon: 'mapping',
        rule: only('ADMIN', ...TENANT_ADMINS),
        entries: [
          { label: 'Import Mapping', to: '/loan/import-mapping', rule: tenantAdmins },
          { label: 'New Import Mapping', to: '/loan/import-mapping-new', rule: tenantAdmins },
          { label: 'Import Mapping Overview', to: '/loan/import-mapping-main', rule: tenantAdmins },
          { label: 'Update Import Mapping', to: '/loan/update-import-mapping', rule: tenantAdmins },
        ],
      },
      {
        label: 'Disposition Upload',
        to: '/disposition-upload',
        icon: 'upload',
        rule: all(notTelecaller, withoutSubRole),
      },
      // Ours: 2.4 names no entry for this one, nor for the screens of predictive dialing; each shows to whom its route admits.
      { label: 'Suppression List', to: '/suppression-list', icon: 'rules', rule: tenantAdmins },
      {
        label: 'Predictive Dialing',
        icon: 'call',
        entries: [
          { label: 'Process List', to: '/process-list' },
          { label: 'Process Allocation', to: '/process-allocation' },
          { label: 'Predictive List', to: '/predictiveList' },
          { label: 'Predictive Upload', to: '/Predictive-upload' },
          ...reports('Predictive Dialing'),
          { label: 'Create Process', to: '/create-process' },
        ],
      },
    ],
  },
  {
    label: 'Money',
    entries: [
      {
        label: 'Reconciliation',
        to: '/Reconciliation',
        icon: 'balance',
        rule: only(...MANAGERS, 'CLIENT_ADMIN'),
        tab: 'reconciliation',
        reload: true,
        bar: 6,
      },
      // Ours: the specification has no place for cash that agents hand over, and 2.4 no entry for the two below.
      { label: 'Cash hand-overs', to: '/cash-hand-overs', icon: 'fees' },
      { label: 'Bank Paid Bulk Upload', to: '/bank-import-paid-bulk-upload', icon: 'import' },
      { label: 'Agency Payout History', to: '/agency-payout-history', icon: 'fees', rule: tenantAdmins },
      { label: 'Revenue', to: '/revenues', icon: 'revenue', rule: notTenantAdmins, tab: 'revenue' },
      { label: 'Client Revenue', to: '/client-revenue', icon: 'revenue' },
      { label: 'Success Fees', to: '/success-fees', icon: 'fees' },
    ],
  },
  {
    label: 'People',
    entries: [
      { label: 'Roles & Hierarchy', to: '/managers-collectors', icon: 'people', rule: withoutSubRole, bar: 3 },
      { label: 'Managers & Collectors', to: '/old-managers-collectors', icon: 'people', rule: tenantAdmins },
      // Ours: the specification has no place for leave and phones.
      { label: 'Leave', to: '/leave', icon: 'people' },
      { label: 'Phones', to: '/devices', icon: 'device' },
      {
        label: 'Target Settings',
        to: '/target-settings',
        icon: 'target',
        rule: only(...MANAGERS, ...CLIENT_SIDE),
        tab: 'target-setting',
        bar: 6,
      },
    ],
  },
  {
    label: 'Figures and reports',
    entries: [
      { label: 'Data Insights', to: '/data-insights', icon: 'insight', rule: notTenantAdmins, tab: 'dataInsight' },
      {
        label: 'Recovery Predictor',
        to: '/Recovery',
        icon: 'predict',
        rule: notTenantAdmins,
        tab: 'recoveryPredictor',
      },
      { label: 'Data Visualizations', to: '/data-visualizations', icon: 'dashboard' },
      {
        label: 'Reports',
        icon: 'report',
        entries: [
          ...reports('Reports'),
          { label: 'Info for Reports', to: '/info-report' },
          { label: 'Mailed reports', to: '/mailed-reports' },
        ],
      },
      {
        label: 'Dialer Reports',
        icon: 'dialer',
        entries: [...reports('Dialer Reports')],
      },
      ...reports('Encore Reports').map((entry) => ({ ...entry, icon: 'encore' as const })),
    ],
  },
  {
    label: 'Settings',
    entries: [
      {
        label: 'Portfolio Control Panel',
        icon: 'portfolio',
        rule: all(tenantAdmins, withoutSubRole),
        entries: [
          { label: 'Create Portfolio', to: '/create-portfolio' },
          { label: 'View Portfolio', to: '/view-client', reload: true },
        ],
      },
      {
        label: 'Client Control Panel',
        icon: 'clients',
        rule: tenantAdmins,
        entries: [
          { label: 'Add Client', to: '/create-client' },
          { label: 'View Clients', to: '/clients' },
          { label: 'Message templates', to: '/message-templates' },
          { label: 'Payment Accounts', to: '/payees' },
        ],
      },
      {
        label: 'Partners/Clients',
        to: '/partner-list',
        icon: 'partners',
        rule: notTenantAdmins,
        tab: 'partners-clients',
      },
      // Ours: 2.4 names no entry for these screens of 2.3, and the specification has no place for contact rules.
      { label: 'Tenant Onboarding', to: '/TenantOnboarding/TenantOnboarding', icon: 'clients', rule: tenantAdmins },
      { label: 'Agency Onboarding', to: '/agencyOnboarding', icon: 'agency', rule: tenantAdmins },
      { label: 'Contact rules', to: '/contact-rules', icon: 'rules' },
      {
        label: 'Others',
        icon: 'others',
        rule: only('ADMIN'),
        tab: 'others',
        entries: [
          { label: 'DB Backups', to: '/backup' },
          { label: 'Sheet List', to: '/sheet-list' },
          // Ours: 2.4 names no entry for it.
          { label: 'Create Test File', to: '/test/createfile' },
        ],
      },
    ],
  },
];

export interface MenuLink {
  kind: 'link';
  label: string;
  to: string;
  icon: SideIcon;
  tab: string | undefined;
  reload: boolean;
  bar: number | undefined;
}
export interface MenuGroup {
  kind: 'group';
  label: string;
  icon: SideIcon;
  links: MenuLink[];
}
export type MenuItem = MenuLink | MenuGroup;
export interface MenuBlock {
  label: string | undefined;
  items: MenuItem[];
}
export type Menu = readonly MenuBlock[];

export const itemsOf = (menu: Menu): MenuItem[] => menu.flatMap(({ items }) => items);
/** Every entry, whether it stands by itself or in a fly-out. */
export const linksOf = (menu: Menu): MenuLink[] =>
  itemsOf(menu).flatMap((item) => (item.kind === 'group' ? item.links : [item]));

/** The route at a path, as far as a menu cares. */
export type RouteAt = (path: string) => Pick<RouteRow, 'roles'> | undefined;

const registered = new Map(ROUTE_IDS.map((id) => [routeOf(id).path, routeOf(id)]));
const pathOf = (to: string) => to.split('?')[0] ?? to;

/** The stored user as the rules read it: either spelling of the role, the sub-role wherever it is stored. */
export function menuUserOf(stored: {
  role: unknown;
  subRole?: string | null;
  tenantAdmin?: { subRole: string | null } | null;
}): MenuUser | undefined {
  const role = parseRole(stored.role);
  return role && { role, subRole: stored.subRole ?? stored.tenantAdmin?.subRole ?? null };
}

/** The menu of a user in blocks, without what is hidden from them; empty groups and blocks are left out. */
export function sideMenuFor(
  stored: Parameters<typeof menuUserOf>[0],
  routeAt: RouteAt = (path) => registered.get(path),
): MenuBlock[] {
  const user = menuUserOf(stored);
  if (!user) return [];
  const shown = (entry: { rule?: Rule; to: string }) => {
    const route = routeAt(pathOf(entry.to));
    return route !== undefined && (entry.rule?.(user) ?? true) && mayEnter(user.role, route);
  };
  const linkOf = (entry: SideEntry): MenuLink => ({
    kind: 'link',
    label: entry.label,
    to: entry.to,
    icon: entry.icon,
    tab: entry.tab,
    reload: entry.reload ?? false,
    bar: entry.bar,
  });
  return SIDE_MENU.map(({ label, entries }) => ({
    label,
    items: entries.flatMap((item): MenuItem[] => {
      if (!('entries' in item)) return shown(item) ? [linkOf(item)] : [];
      if (!(item.rule?.(user) ?? true)) return [];
      const links = item.entries
        .filter(shown)
        .map((entry) => linkOf({ ...(item.tab && { tab: item.tab }), ...entry, icon: item.icon }));
      return links.length ? [{ kind: 'group', label: item.label, icon: item.icon, links }] : [];
    }),
  })).filter(({ items }) => items.length > 0);
}

/** Paths that the menu of a user leads to. */
export const menuPathsOf = (stored: Parameters<typeof menuUserOf>[0]): ReadonlySet<string> =>
  new Set(linksOf(sideMenuFor(stored)).map(({ to }) => pathOf(to)));

/** The first places of the same menu for a phone's bottom bar. */
export const barOf = (menu: Menu, places = 4): MenuLink[] =>
  itemsOf(menu)
    .filter((item): item is MenuLink => item.kind === 'link' && item.bar !== undefined)
    .sort((a, b) => (a.bar ?? 0) - (b.bar ?? 0))
    .slice(0, places);

/**
 * Which entry is active at an address: the one whose path (and query, where it has one) stands there; otherwise the one
 * that the screen belongs under.
 */
export function activeEntry(
  menu: Menu,
  { pathname, search, under }: { pathname: string; search: string; under?: string | undefined },
): MenuLink | undefined {
  const links = linksOf(menu);
  const given = new URLSearchParams(search);
  const matches = (link: MenuLink, path: string) => {
    const [at, query = ''] = link.to.split('?');
    return at === path && [...new URLSearchParams(query)].every(([name, value]) => given.get(name) === value);
  };
  const best = (path: string) =>
    links.filter((link) => matches(link, path)).sort((a, b) => b.to.length - a.to.length)[0];
  return best(pathname) ?? (under === undefined ? undefined : best(under));
}

/** Section 2.4: choosing some links reloads the page; managers and super managers are exempt. */
export function reloadsFor(storedRole: unknown, item: { reload: boolean }): boolean {
  const role = parseRole(storedRole);
  return item.reload && role !== 'MANAGER' && role !== 'CRM_MANAGER' && role !== 'CRM_SUPERMANAGER';
}
