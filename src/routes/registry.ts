/**
 * Every screen there is, as data. Menu, guards, titles, path builders' test, offline precache list and role tests are
 * derived from here; `src/app/pages.tsx` must have a page for each row, or it does not compile.
 */
import type { MenuRule, RouteRow } from './types';

/** Section 6: Home is for everyone except super admin, tenant admin and super manager; they get a dashboard. */
const withoutHome = ['SUPER_ADMIN', 'CRM_SUPERADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN', 'CRM_SUPERMANAGER'] as const;
const homeRule: MenuRule = { except: [...withoutHome, 'CRM_FIELDAGENT'] };

export const routes = {
  login: { path: '/login', title: 'Log in', roles: 'public', offline: 'offline', area: 'bare' },
  dev: { path: '/dev', title: 'Log in (developer)', roles: 'public', offline: 'offline', area: 'bare' },
  fieldLogin: {
    path: '/field-agent/login',
    title: 'Field agent log in',
    roles: 'public',
    offline: 'offline',
    area: 'bare',
  },
  clientLogin: { path: '/clientlogin', title: 'Field agent log in', roles: 'public', offline: 'offline', area: 'bare' },
  logout: { path: '/logout', title: 'Log out', roles: 'public', offline: 'offline', area: 'bare' },
  home: {
    path: '/',
    title: 'Home',
    roles: ['*'],
    offline: 'offline',
    area: 'home',
    menu: [
      { menu: 'side', label: 'Home', icon: 'home', place: 10, rule: homeRule },
      { menu: 'side', label: 'Dashboard', icon: 'home', place: 10, rule: { only: withoutHome } },
      { menu: 'bottom', label: 'Today', icon: 'today', place: 10 },
    ],
  },
  fieldLoans: {
    path: '/field-agent-loans',
    title: 'My Visits',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    tab: 'loans',
    menu: [{ menu: 'bottom', label: 'Loans', icon: 'loans', place: 20 }],
  },
  fieldLoan: {
    path: '/field-agent/loan',
    title: 'Loan',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    under: '/field-agent-loans',
  },
  fieldVisit: {
    path: '/field-agent/loan/edit',
    title: 'Visit Form',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    under: '/field-agent-loans',
  },
  fieldLedger: {
    path: '/field-agent/ledger',
    title: 'Ledger',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    menu: [{ menu: 'bottom', label: 'Ledger', icon: 'ledger', place: 30 }],
  },
  fieldMe: {
    path: '/field-agent/me',
    title: 'Me',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    menu: [{ menu: 'bottom', label: 'Me', icon: 'me', place: 40 }],
  },
} as const satisfies Record<string, RouteRow>;

export type RouteId = keyof typeof routes;
export const ROUTE_IDS = Object.keys(routes) as RouteId[];
export const routeOf = (id: RouteId): RouteRow => routes[id];
