/** Who works with portfolios and targets (specification 2.3, 6; the same lists as the screens'). */
import type { Role } from './roles';
import { knowsFloor } from './settlements/sight';

/** Who sets portfolios up: tenant administrators everywhere, managers within their own. */
export const PORTFOLIO_EDITORS = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
] as const satisfies readonly Role[];

/** Also who hands loans to people, by whichever of their role's two spellings. */
export const PORTFOLIO_CHOOSERS = [...PORTFOLIO_EDITORS, 'MANAGER', 'ADMIN'] as const satisfies readonly Role[];

/** Also incentive structures, which the legacy administrator keeps. */
export const INCENTIVE_EDITORS = [...PORTFOLIO_EDITORS, 'ADMIN'] as const satisfies readonly Role[];

/** Everybody who has portfolios to see; the dialer has none. */
export const PORTFOLIO_READERS = [
  ...INCENTIVE_EDITORS,
  'MANAGER',
  'COLLECTOR',
  'CRM_TELECALLER',
  'CRM_FIELDAGENT',
  'CLIENT',
  'CLIENT_ADMIN',
  'CUSTOMER',
  'PARTNER',
] as const satisfies readonly Role[];

/** Who may read how far a lender would go in a settlement. */
export const FLOOR_READERS: readonly Role[] = PORTFOLIO_READERS.filter(knowsFloor);

/** Who sets targets for those below; the others of `TARGET_READERS` only look. */
export const TARGET_EDITORS = PORTFOLIO_EDITORS;
export const TARGET_READERS = [
  ...PORTFOLIO_EDITORS,
  'ADMIN',
  'MANAGER',
  'CUSTOMER',
  'CLIENT_ADMIN',
] as const satisfies readonly Role[];

/** Who decides on the tenant's calendar and opens what was locked. */
export const CALENDAR_KEEPERS = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
  'CRM_SUPERMANAGER',
] as const satisfies readonly Role[];
