/** The stored user of specification section 3, as sign-in answers it. */
import type { Profile } from '../../../core/contract/auth';
import { parseRole, type Role } from '../../../core/domain/roles';
import type { StoredUser } from './repository';

const TENANT_ADMINS: readonly Role[] = ['TENANT_ADMIN', 'CRM_TENANTADMIN'];
const MANAGERS: readonly Role[] = ['MANAGER', 'CRM_MANAGER', 'CRM_SUPERMANAGER'];

export function profileOf(user: StoredUser, tenant: { id: string; name: string; zone: string }): Profile {
  const role = parseRole(user.role);
  const isOne = (roles: readonly Role[]) => role !== undefined && roles.includes(role);
  const dialer = user.dialer_username === null ? null : { dialerUsername: user.dialer_username };
  const isTelecaller = role === 'CRM_TELECALLER';
  return {
    id: user.id,
    _id: user.id,
    createdBy: user.created_by,
    role: { name: user.role },
    subRole: user.sub_role,
    username: isTelecaller && user.dialer_username !== null ? user.dialer_username : user.username,
    fullName: user.full_name,
    email: user.email,
    mobile: user.mobile,
    client: user.client_name,
    Client_Name: user.client_name,
    tenant,
    tenantAdmin: isOne(TENANT_ADMINS) ? { subRole: user.sub_role } : null,
    agencyCode: user.agency_code,
    agencyName: user.agency_name,
    location: user.location,
    teleCaller: isTelecaller ? dialer : null,
    manager: isOne(MANAGERS) ? dialer : null,
  };
}
