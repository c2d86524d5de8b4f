import { parseRole, type Role } from '../../../core/domain/roles';
import { t } from '../../i18n';

const words: Record<Role, string> = {
  ADMIN: 'Admin',
  PARTNER: 'Partner',
  COLLECTOR: 'Collector',
  SUPER_ADMIN: 'Super admin (classic)',
  CUSTOMER: 'Customer',
  MANAGER: 'Manager (classic)',
  CLIENT_ADMIN: 'Client admin',
  CLIENT: 'Client',
  TENANT_ADMIN: 'Tenant admin (classic)',
  DIALER: 'Dialer',
  CRM_TENANTADMIN: 'Tenant admin',
  CRM_MANAGER: 'Manager',
  CRM_TELECALLER: 'Telecaller',
  CRM_FIELDAGENT: 'Field agent',
  CRM_SUPERMANAGER: 'Super manager',
  CRM_SUPERADMIN: 'Super admin',
};

/** A stored role in plain words; the stored spelling when it is none of ours. */
export function roleWords(stored: string): string {
  const role = parseRole(stored);
  return role ? t(words[role]) : stored;
}
