/**
 * The desk's screens; a row here and its page in `src/app/desk-pages.tsx` are all a new screen needs. Path, title, roles
 * and offline level are the specification's: `npm run routes` lists those that are still missing, and a test compares.
 */
import type { Role } from '../../core/domain/roles';
import { DEVICE_SUPERVISORS } from '../../core/domain/supervisors';
import type { RouteRow } from './types';

/** Tenant admin and super admin, in both spellings. */
export const TENANT_ADMINS = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
] as const satisfies Role[];
/** The same and the managers. */
export const TENANT_LEVEL = [...TENANT_ADMINS, 'CRM_MANAGER', 'CRM_SUPERMANAGER'] as const satisfies Role[];

export const deskRoutes = {
  loans: {
    path: '/loans',
    title: 'Loans',
    roles: [...TENANT_LEVEL, 'CRM_TELECALLER', 'MANAGER', 'COLLECTOR'],
    // For telecallers and collectors, whose devices hold their loans; everybody else is told that there is no network.
    offline: 'offline',
    area: 'desk',
    feature: 'loans',
  },
  telecallerHome: {
    path: '/home',
    title: 'Home',
    roles: ['CRM_TELECALLER'],
    offline: 'offline',
    area: 'desk',
    feature: 'telecaller',
  },
  activeLoans: {
    path: '/active-loans',
    title: 'Active Loans',
    roles: ['COLLECTOR', 'CRM_TELECALLER'],
    offline: 'offline',
    area: 'desk',
    feature: 'loans',
    under: '/loans',
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
  viewLoan: {
    path: '/view-loan',
    title: 'View Loan',
    roles: TENANT_LEVEL,
    offline: 'online',
    area: 'desk',
    feature: 'loans',
    under: '/loans',
  },
  modifyCall: {
    path: '/call-management-modify',
    title: 'Modify Call',
    roles: ['COLLECTOR', 'PARTNER'],
    offline: 'online',
    area: 'desk',
    feature: 'loans',
  },
  clientLoan: {
    path: '/client-call-management',
    title: 'Loan Detail',
    roles: ['CUSTOMER', 'CLIENT_ADMIN', 'CLIENT'],
    offline: 'online',
    area: 'desk',
    feature: 'loans',
  },
  modifyLoan: {
    path: '/modify-loan',
    title: 'Modify Loan',
    roles: ['CUSTOMER', 'CLIENT_ADMIN', 'CLIENT'],
    offline: 'online',
    area: 'desk',
    feature: 'loans',
  },
  resetPassword: {
    path: '/reset-password',
    title: 'Reset password',
    roles: 'public',
    offline: 'online',
    area: 'bare',
    feature: 'auth',
  },
  predictiveCall: {
    path: '/predictive-call',
    title: 'Predictive Call',
    roles: ['CRM_TELECALLER'],
    offline: 'online',
    area: 'desk',
    feature: 'telecaller',
  },
  agentMonitor: {
    path: '/agent-monitor',
    title: 'Agent Monitor',
    roles: ['CRM_MANAGER'],
    offline: 'online',
    area: 'desk',
    feature: 'agent-monitor',
  },
  redirectBi: {
    path: '/redirectBi',
    title: 'Business Intelligence',
    roles: ['*', '-CRM_FIELDAGENT'],
    offline: 'online',
    area: 'desk',
    feature: 'reports',
  },
  // Not in the specification's list: phones in the field and the records that they could not get accepted need a place.
  devices: {
    path: '/devices',
    title: 'Phones',
    roles: DEVICE_SUPERVISORS,
    offline: 'online',
    area: 'desk',
    feature: 'devices',
  },
  tenantOnboarding: {
    path: '/TenantOnboarding/TenantOnboarding',
    title: 'Tenant Onboarding',
    roles: TENANT_ADMINS,
    offline: 'online',
    area: 'desk',
    feature: 'organisation',
  },
  agencyOnboarding: {
    path: '/agencyOnboarding',
    title: 'Agency Onboarding',
    roles: TENANT_ADMINS,
    offline: 'online',
    area: 'desk',
    feature: 'organisation',
  },
  clients: {
    path: '/clients',
    title: 'Clients',
    roles: ['ADMIN', ...TENANT_ADMINS],
    offline: 'online',
    area: 'desk',
    feature: 'portfolios',
  },
  clientEdit: {
    path: '/client/edit',
    title: 'Edit Client',
    roles: ['ADMIN', ...TENANT_ADMINS],
    offline: 'online',
    area: 'desk',
    feature: 'portfolios',
    under: '/clients',
  },
  clientCreate: {
    path: '/create-client',
    title: 'Add Client',
    roles: [...TENANT_LEVEL, 'ADMIN'],
    offline: 'online',
    area: 'desk',
    feature: 'portfolios',
  },
  oldClientCreate: {
    path: '/old-create-client',
    title: 'Add Client (old)',
    roles: ['ADMIN'],
    offline: 'online',
    area: 'desk',
    feature: 'portfolios',
    under: '/clients',
  },
} as const satisfies Record<string, RouteRow>;
