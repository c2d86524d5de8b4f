import type { Role } from './roles';

/** Who looks after other people's phones and records: their own agents and all below, their agency, or the whole tenant. */
export const DEVICE_SUPERVISORS = [
  'ADMIN',
  'SUPER_ADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
  'CRM_SUPERADMIN',
  'CRM_SUPERMANAGER',
  'MANAGER',
  'CRM_MANAGER',
  'PARTNER',
] as const satisfies readonly Role[];

/** Who answers what is asked for on a loan: those above whoever works it. */
export const LOAN_SUPERVISORS = [
  'CRM_MANAGER',
  'MANAGER',
  'CRM_SUPERMANAGER',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
] as const satisfies readonly Role[];
