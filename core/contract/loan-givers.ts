/** Who gives loans to people and agencies, and how many at once; without a schema, for pages that ask for nothing of it. */

/** Who hands loans to people. */
export const allocators = [
  'MANAGER',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
  'ADMIN',
  'SUPER_ADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
  'CRM_SUPERADMIN',
] as const;
/** Also an agency's partner, who gives its loans on to its own people. */
export const PEOPLE_GIVERS = [...allocators, 'PARTNER'] as const;
export const TENANT_ADMIN_ROLES = [
  'ADMIN',
  'SUPER_ADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
  'CRM_SUPERADMIN',
] as const;

export const MAX_ASSIGNED = 1000;
/** Characters. */
export const MAX_ASSIGN_REASON = 300;
