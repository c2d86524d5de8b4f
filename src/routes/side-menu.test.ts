/** The desk's menu against a table written by hand from specification 2.4 and section 6, for all sixteen roles; grouped by what one wants. */
import { describe, expect, it } from 'vitest';
import { REPORTS, reportsInUse } from '../../core/domain/reports';
import { ROLES, type Role } from '../../core/domain/roles';
import {
  activeEntry,
  barOf,
  itemsOf,
  linksOf,
  type Menu,
  mayEnter,
  menuUserOf,
  ROUTE_IDS,
  type RouteAt,
  reloadsFor,
  routeOf,
  SIDE_MENU,
  sideMenuFor,
} from '.';
import { SPECIFIED } from './specified';

/** As if every screen of the specification existed. */
const finished: RouteAt = (path) => SPECIFIED.find((row) => row.path === path);

/** `Group: entry, entry` for a fly-out; one entry a line. */
const shownTo = (role: unknown, subRole: string | null, routeAt: RouteAt = finished): string[] =>
  itemsOf(sideMenuFor({ role, subRole }, routeAt)).map((item) =>
    item.kind === 'link' ? item.label : `${item.label}: ${item.links.map(({ label }) => label).join(', ')}`,
  );

const REPORTS_OF = {
  // Everyone's: Daily Call, Last Interaction, Allocation, BOI; any logged-in user's: Best Disposition, Settlement.
  telecaller:
    'Reports: Daily Call, Best Disposition, Settlement Reports, Last Interaction, Retain Report, Allocation Reports, BOI Reports',
  others:
    'Reports: Daily Call, Daily Visit, Agent Login, Best Disposition, Settlement Reports, Last Interaction, Retain Report, Allocation Reports, BOI Reports',
  manager:
    'Reports: Daily Call, Daily Visit, Agent Login, Best Disposition, Pending Client Approval, Settlement Reports, Last Interaction, Login Report, Retain Report, Allocation Reports, BOI Reports',
  admins:
    'Reports: Daily Call, Daily Visit, Agent Login, Best Disposition, Settlement Reports, Last Interaction, Retain Report, Allocation Reports, BOI Reports, Info for Reports',
  withoutRetain:
    'Reports: Daily Call, Daily Visit, Agent Login, Best Disposition, Settlement Reports, Last Interaction, Allocation Reports, BOI Reports',
};
const DIALER = 'Dialer Reports: Process Wise, Agent Login, Agent Performance, Call Recording';
const DIALER_WITH_SHEETS =
  'Dialer Reports: Upload Sheets, Process Wise, Agent Login, Agent Performance, Call Recording';
const PORTFOLIO_PANEL = 'Portfolio Control Panel: Create Portfolio, View Portfolio';
const CLIENT_PANEL = 'Client Control Panel: Add Client, View Clients';
const IMPORTS = [
  'Import Accounts: Import CSV, Manual Account Entry, Extend Loans',
  'Import Mapping: Import Mapping, New Import Mapping, Import Mapping Overview, Update Import Mapping',
];
/** Ours: the screens of predictive dialing have routes and roles, and no entry of their own. */
const PREDICTIVE = 'Predictive Dialing: Process List, Process Allocation, Predictive List';
const PREDICTIVE_WITH_SHEETS =
  'Predictive Dialing: Process List, Process Allocation, Predictive List, Predictive Upload, Predictive Report';
const INSIGHT = ['Data Insights', 'Recovery Predictor'];

/** Without a sub-role; what a sub-role takes away stands in `lost`. */
const TABLE: Record<Role, { menu: string[]; lost: string[] }> = {
  ADMIN: {
    menu: [
      'Home',
      'Dashboard',
      'Dupont Dashboard',
      'Agent Leadership Board',
      'Rule Engine',
      'Sorting Rules',
      'Bank Paid Bulk Upload',
      'Revenue',
      'Client Revenue',
      'Success Fees',
      'Roles & Hierarchy',
      ...INSIGHT,
      'Data Visualizations',
      REPORTS_OF.withoutRetain,
      DIALER,
      'Partners/Clients',
      'Others: DB Backups, Sheet List, Create Test File',
    ],
    lost: ['Roles & Hierarchy'],
  },
  SUPER_ADMIN: superAdmin(),
  CRM_SUPERADMIN: superAdmin(),
  TENANT_ADMIN: tenantAdmin(),
  CRM_TENANTADMIN: tenantAdmin(),
  MANAGER: {
    menu: [
      'Home',
      'Dashboard',
      'Dupont Dashboard',
      'Agent Leadership Board',
      'Loans',
      ...INSIGHT,
      REPORTS_OF.manager,
      DIALER,
    ],
    lost: [],
  },
  CRM_MANAGER: {
    menu: [
      'Home',
      'Dashboard',
      'Dupont Dashboard',
      'Agent Leadership Board',
      'Loans',
      'Notifications',
      'View Portfolio',
      'Agent Monitor',
      'Auto Loan Allocation',
      'Disposition Upload',
      PREDICTIVE,
      'Reconciliation',
      'Target Settings',
      ...INSIGHT,
      REPORTS_OF.manager,
      DIALER,
    ],
    lost: ['Disposition Upload'],
  },
  CRM_SUPERMANAGER: {
    menu: [
      'Dashboard',
      'Dupont Dashboard',
      'Agent Leadership Board',
      'Notifications',
      'Auto Loan Allocation',
      'Disposition Upload',
      PREDICTIVE,
      ...INSIGHT,
      REPORTS_OF.others,
      DIALER,
    ],
    lost: ['Disposition Upload'],
  },
  CRM_TELECALLER: {
    menu: [
      'Home',
      'Dashboard',
      'Dupont Dashboard',
      'Agent Leadership Board',
      'Active Loans',
      'Predictive Call',
      'Notifications',
      ...INSIGHT,
      REPORTS_OF.telecaller,
      DIALER,
    ],
    lost: [],
  },
  CLIENT_ADMIN: {
    menu: [
      'Home',
      'Agent Leadership Board',
      'Pending Settlement',
      'Notifications',
      'Predictive Dialing: Create Process',
      'Reconciliation',
      'Target Settings',
      ...INSIGHT,
      REPORTS_OF.withoutRetain,
      DIALER,
    ],
    lost: [],
  },
  CUSTOMER: {
    menu: [
      'Home',
      'Dashboard',
      'Dupont Dashboard',
      'Agent Leadership Board',
      'Pending Settlement',
      'Notifications',
      'Target Settings',
      ...INSIGHT,
      REPORTS_OF.others,
      DIALER,
    ],
    lost: [],
  },
  CLIENT: plain(),
  PARTNER: plain(),
  COLLECTOR: plain(),
  DIALER: plain(),
  CRM_FIELDAGENT: plain(),
};

function superAdmin() {
  const { menu, lost } = tenantAdmin();
  return {
    menu: menu.flatMap((label) =>
      label === 'Dupont Dashboard'
        ? [label, 'Agent Leadership Board']
        : label === 'Auto Loan Allocation'
          ? [label, 'Agency Allocation']
          : [label],
    ),
    lost,
  };
}
function tenantAdmin() {
  return {
    menu: [
      'Dashboard',
      'Dupont Dashboard',
      'All Loans',
      'Auto Loan Allocation',
      ...IMPORTS,
      'Disposition Upload',
      'Suppression List',
      PREDICTIVE_WITH_SHEETS,
      'Bank Paid Bulk Upload',
      'Agency Payout History',
      'Roles & Hierarchy',
      'Managers & Collectors',
      REPORTS_OF.admins,
      DIALER_WITH_SHEETS,
      'Encore Reports',
      PORTFOLIO_PANEL,
      CLIENT_PANEL,
      'Tenant Onboarding',
      'Agency Onboarding',
    ],
    lost: ['Disposition Upload', PORTFOLIO_PANEL, 'Roles & Hierarchy'],
  };
}
function plain() {
  return {
    menu: ['Home', 'Dashboard', 'Dupont Dashboard', 'Agent Leadership Board', ...INSIGHT, REPORTS_OF.others, DIALER],
    lost: [] as string[],
  };
}

describe.each(ROLES)('the menu of %s', (role) => {
  const { menu, lost } = TABLE[role];

  it('without a sub-role', () => {
    expect(shownTo(role, null)).toEqual(menu);
  });

  it.each(['ACM', 'NCM'])('with sub-role %s', (subRole) => {
    expect(shownTo(role, subRole)).toEqual(menu.filter((label) => !lost.includes(label)));
  });

  it('is the same in the other spelling, as an object, and with the sub-role stored below the tenant admin', () => {
    const mixed = role.replace(/^CRM_(.)(.*)$/, (_, a: string, b: string) => `CRM_${a}${b.toLowerCase()}`);
    expect(shownTo({ name: mixed }, null)).toEqual(menu);
    expect(menuUserOf({ role: mixed, tenantAdmin: { subRole: 'ACM' } })).toEqual({ role, subRole: 'ACM' });
  });

  it('has today only entries whose screens exist and admit the user', () => {
    const today = sideMenuFor({ role });
    const links = linksOf(today);
    for (const { to } of links) {
      const id = ROUTE_IDS.find((one) => routeOf(one).path === to.split('?')[0]);
      expect(id && mayEnter(role, routeOf(id)), to).toBe(true);
    }
    // Beside our own entries, which the finished menu of the specification does not count.
    const specified = itemsOf(today).filter((item) =>
      (item.kind === 'group' ? item.links : [item]).some(({ to }) => finished(to.split('?')[0] ?? '')),
    );
    expect(specified.length).toBeLessThanOrEqual(shownTo(role, null).length);
    expect(barOf(today).length).toBeLessThanOrEqual(4);
    expect(links.length).toBeGreaterThan(0);
  });

  it('puts the start first in a phone’s bar, and four places in all', () => {
    const bar = barOf(sideMenuFor({ role }, finished));
    expect(bar[0]?.to).toBe('/');
    expect(bar).toHaveLength(4);
    expect(new Set(bar.map(({ label }) => label)).size).toBe(4);
  });
});

it('shows nothing to a role that is none of ours', () => {
  expect(shownTo('ROOT', null)).toEqual([]);
  expect(shownTo(undefined, null)).toEqual([]);
});

it('leads only to screens of the specification, to the phones, cash, requests, the contact rules and the payment accounts', () => {
  const entries = SIDE_MENU.flatMap((block) => block.entries).flatMap((item) =>
    'entries' in item ? item.entries : [item],
  );
  expect(entries.length).toBeGreaterThan(50);
  const known = [
    ...SPECIFIED.map(({ path }) => path),
    '/devices',
    '/leave',
    '/cash-hand-overs',
    '/loan-requests',
    '/client-loans',
    '/settlements',
    '/mailed-reports',
    '/contact-rules',
    '/message-templates',
    '/payees',
    '/sign-ins',
  ];
  for (const { to } of entries) expect(known).toContain(to.split('?')[0]);
});

describe('choosing an entry', () => {
  const entries = SIDE_MENU.flatMap((block) => block.entries).flatMap(
    (item): { label: string; to: string; tab?: string | undefined; reload?: true }[] =>
      'entries' in item ? item.entries.map((entry) => ({ ...entry, tab: entry.tab ?? item.tab })) : [item],
  );

  it('sets the selected-tab values of the specification', () => {
    const tabs = Object.fromEntries(entries.flatMap(({ to, tab }) => (tab ? [[`${to} ${tab}`, true]] : [])));
    expect(Object.keys(tabs).sort()).toEqual(
      [
        '/Reconciliation reconciliation',
        '/Recovery recoveryPredictor',
        '/agent-monitor agentMonitor',
        '/agentProfiling agent-leadership',
        '/allocation-rule rule-engine',
        '/backup others',
        '/data-insights dataInsight',
        '/loans active-loans',
        '/loans loans',
        '/notifications notifications',
        '/partner-list partners-clients',
        '/predictive-call predictive-call',
        '/revenues revenue',
        '/sheet-list others',
        '/target-settings target-setting',
        '/test/createfile others',
      ].sort(),
    );
  });

  it('reloads: login report, view portfolio, loans, reconciliation, agent monitor, dashboards', () => {
    const reloading = new Set(entries.filter(({ reload }) => reload).map(({ label }) => label));
    expect([...reloading].sort()).toEqual(
      [
        'Active Loans',
        'Agent Monitor',
        'All Loans',
        'Dashboard',
        'Dupont Dashboard',
        'Loans',
        'Login Report',
        'Reconciliation',
        'View Portfolio',
      ].sort(),
    );
  });

  it.each([
    ['CRM_TELECALLER', true],
    ['CRM_TENANTADMIN', true],
    ['CLIENT_ADMIN', true],
    ['MANAGER', false],
    ['CRM_Manager', false],
    ['CRM_SUPERMANAGER', false],
  ])('a reloading link reloads for %s: %s', (role, expected) => {
    expect(reloadsFor(role, { reload: true })).toBe(expected);
    expect(reloadsFor(role, { reload: false })).toBe(false);
  });
});

describe('the active entry', () => {
  const menu: Menu = sideMenuFor({ role: 'CRM_MANAGER' }, finished);
  it.each([
    ['/', '', 'Home'],
    ['/', '?view=dashboard', 'Dashboard'],
    ['/', '?loan=7', 'Home'],
    ['/loans', '?q=7&page=2', 'Loans'],
    ['/daily-reports', '', 'Daily Call'],
    ['/nowhere', '', undefined],
  ])('at %s%s is %s', (pathname, search, label) => {
    expect(activeEntry(menu, { pathname, search })?.label).toBe(label);
  });
  it('on a sub-screen is the one it belongs under', () => {
    expect(activeEntry(menu, { pathname: '/view-loan', search: '', under: '/loans' })?.label).toBe('Loans');
  });
  it('of those without a Home is their dashboard', () => {
    const admin = sideMenuFor({ role: 'TENANT_ADMIN' }, finished);
    expect(activeEntry(admin, { pathname: '/', search: '' })?.label).toBe('Dashboard');
  });
});

describe('the list of reports', () => {
  const rolesOf = (path: string) => {
    const id = ROUTE_IDS.find((one) => routeOf(one).path === path);
    return id && ROLES.filter((role) => mayEnter(role, routeOf(id)));
  };

  it('says of each whether its screen exists', () => {
    expect(REPORTS.filter(({ screen }) => screen).map(({ path }) => path)).toEqual(
      REPORTS.filter(({ path }) => rolesOf(path)).map(({ path }) => path),
    );
    for (const { path } of REPORTS)
      expect(
        SPECIFIED.some((row) => row.path === path),
        path,
      ).toBe(true);
  });

  it('names to a tenant only roles that the screen lets in', () => {
    const inUse = reportsInUse();
    expect(inUse.length).toBeGreaterThan(0);
    for (const { path, roles } of inUse) {
      expect(roles.length, path).toBeGreaterThan(0);
      expect(rolesOf(path), path).toEqual(expect.arrayContaining(roles));
    }
  });
});
