/**
 * The screens of a phone's first visit: sign-in, home and the field agent's. They are in the bundle that a phone loads
 * first, so a row of the desk belongs into desk-routes.ts.
 */
import type { RouteRow } from './types';

export const coreRoutes = {
  login: { path: '/login', title: 'Log in', roles: 'public', offline: 'offline', area: 'bare', feature: 'auth' },
  dev: {
    path: '/dev',
    title: 'Log in (developer)',
    roles: 'public',
    offline: 'offline',
    area: 'bare',
    feature: 'auth',
  },
  fieldLogin: {
    path: '/field-agent/login',
    title: 'Field agent log in',
    roles: 'public',
    offline: 'offline',
    area: 'bare',
    feature: 'auth',
  },
  clientLogin: {
    path: '/clientlogin',
    title: 'Field agent log in',
    roles: 'public',
    offline: 'offline',
    area: 'bare',
    feature: 'auth',
  },
  logout: { path: '/logout', title: 'Log out', roles: 'public', offline: 'offline', area: 'bare', feature: 'auth' },
  home: {
    path: '/',
    title: 'Home',
    roles: ['*'],
    offline: 'offline',
    area: 'home',
    feature: 'home',
    bar: { label: 'Today', icon: 'today', place: 10 },
  },
  fieldLoans: {
    path: '/field-agent-loans',
    title: 'My Visits',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    feature: 'field',
    bar: { label: 'Loans', icon: 'loans', place: 20 },
  },
  fieldLoan: {
    path: '/field-agent/loan',
    title: 'Loan',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    feature: 'field',
    under: '/field-agent-loans',
  },
  fieldVisit: {
    path: '/field-agent/loan/edit',
    title: 'Visit Form',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    feature: 'field',
    under: '/field-agent-loans',
  },
  fieldLedger: {
    path: '/field-agent/ledger',
    title: 'Ledger',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    feature: 'field',
    bar: { label: 'Ledger', icon: 'ledger', place: 30 },
  },
  fieldMe: {
    path: '/field-agent/me',
    title: 'Me',
    roles: ['CRM_FIELDAGENT'],
    offline: 'offline',
    area: 'field',
    feature: 'field',
    bar: { label: 'Me', icon: 'me', place: 40 },
  },
} as const satisfies Record<string, RouteRow>;

export type CoreRouteId = keyof typeof coreRoutes;
export const CORE_IDS = Object.keys(coreRoutes) as CoreRouteId[];
export const coreRouteOf = (id: CoreRouteId): RouteRow => coreRoutes[id];
/** Ids and paths for `matchPath`. */
export const CORE_PATHS = CORE_IDS.map((id) => [id, coreRoutes[id].path] as const);
