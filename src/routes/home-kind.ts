/** Which home stands at `/` (specification 2.2). Pure. */
import { parseRole } from '../../core/domain/roles';

export const HOME_KINDS = [
  'default',
  'ACM',
  'RCM',
  'ZCM',
  'NCM',
  'manager',
  'collector',
  'partner',
  'customer',
  'client-admin',
  'telecaller',
  'field',
] as const;
export type HomeKind = (typeof HOME_KINDS)[number];

export interface HomeUser {
  role: unknown;
  subRole?: string | null;
  tenantAdmin?: { subRole: string | null } | null;
  agencyCode?: string | null;
  agencyName?: string | null;
}

/** Agencies whose CRM managers get the default dashboard: six configured codes, or a name with `ICC_` in it. */
export const isDefaultDashboardAgency = (user: HomeUser, codes: readonly string[]): boolean =>
  (user.agencyCode != null && codes.includes(user.agencyCode)) || (user.agencyName ?? '').includes('ICC_');

/**
 * The home of a user. Tenant-level roles get the dashboard of their sub-role. The text names no home for super managers
 * and dialer users, who get the default dashboard, and none for a client user, who gets the client admin's.
 */
export function homeKindOf(user: HomeUser, defaultDashboardAgencyCodes: readonly string[]): HomeKind {
  switch (parseRole(user.role)) {
    case 'ADMIN':
    case 'SUPER_ADMIN':
    case 'CRM_SUPERADMIN':
    case 'TENANT_ADMIN':
    case 'CRM_TENANTADMIN': {
      const subRole = (user.tenantAdmin?.subRole ?? user.subRole ?? '').toUpperCase();
      return subRole === 'ACM' || subRole === 'RCM' || subRole === 'ZCM' || subRole === 'NCM' ? subRole : 'default';
    }
    case 'CRM_MANAGER':
      return isDefaultDashboardAgency(user, defaultDashboardAgencyCodes) ? 'default' : 'manager';
    case 'MANAGER':
      return 'manager';
    case 'COLLECTOR':
      return 'collector';
    case 'PARTNER':
      return 'partner';
    case 'CUSTOMER':
      return 'customer';
    case 'CLIENT_ADMIN':
    case 'CLIENT':
      return 'client-admin';
    case 'CRM_TELECALLER':
      return 'telecaller';
    case 'CRM_FIELDAGENT':
      return 'field';
    default:
      return 'default';
  }
}
