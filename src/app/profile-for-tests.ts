import type { Profile } from '../../core/contract/auth';
import type { Role } from '../../core/domain/roles';

/** A stored user of a role, for tests. */
export function profileFor(role: Role): Profile {
  const id = '01930000-0000-7000-8000-000000000001';
  return {
    id,
    _id: id,
    createdBy: null,
    role: { name: role },
    subRole: null,
    username: 'meera',
    fullName: 'Meera Krishnan',
    email: null,
    mobile: null,
    client: null,
    Client_Name: null,
    tenant: { id: '01930000-0000-7000-8000-000000000009', name: 'Sahyadri Finance', zone: 'Asia/Kolkata' },
    tenantAdmin: null,
    agencyCode: null,
    agencyName: null,
    location: null,
    teleCaller: null,
    manager: null,
  };
}
