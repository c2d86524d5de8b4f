/**
 * Roles of the product (specification section 3; one canonical upper-case set by decisions.md).
 * Installations store roles in two spellings and in two shapes (string, or object with `name`), so every
 * reader goes through `parseRole`.
 */
export const ROLES = [
  'ADMIN',
  'PARTNER',
  'COLLECTOR',
  'SUPER_ADMIN',
  'CUSTOMER',
  'MANAGER',
  'CLIENT_ADMIN',
  'CLIENT',
  'TENANT_ADMIN',
  'DIALER',
  'CRM_TENANTADMIN',
  'CRM_MANAGER',
  'CRM_TELECALLER',
  'CRM_FIELDAGENT',
  'CRM_SUPERMANAGER',
  'CRM_SUPERADMIN',
] as const;

export type Role = (typeof ROLES)[number];

const known = new Set<string>(ROLES);

/** The canonical role behind any stored spelling, or undefined when it is none of ours. */
export function parseRole(stored: unknown): Role | undefined {
  const name =
    typeof stored === 'object' && stored !== null && 'name' in stored ? (stored as { name: unknown }).name : stored;
  if (typeof name !== 'string') return undefined;
  const upper = name.trim().toUpperCase();
  return known.has(upper) ? (upper as Role) : undefined;
}

/** Section 2.5: the stored role with CRM removed and underscores replaced by spaces, trimmed. */
export function roleLabel(stored: string): string {
  return stored.replace('CRM', '').replaceAll('_', ' ').trim();
}

/** Who sees a whole tenant, unless a sub-role gives them a part of it. Everyone else sees a part of it (server/modules/loans/scope.ts). */
export const TENANT_WIDE_ROLES: readonly Role[] = [
  'ADMIN',
  'SUPER_ADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
  'CRM_SUPERADMIN',
];

/** Roles that work loans in the field or by phone and whose sessions live through a day without network. */
export const FIELD_ROLES: readonly Role[] = ['CRM_FIELDAGENT'];

/** Roles whose devices carry the loans they work and an outbox for what they record (offline.md "Where things live"). */
export const LOAN_CARRIERS: readonly Role[] = ['CRM_FIELDAGENT', 'CRM_TELECALLER', 'COLLECTOR'];

const isOf =
  (roles: readonly Role[]) =>
  (role: Role | undefined): boolean =>
    roles.includes(role as Role);
export const isFieldRole = isOf(FIELD_ROLES);
export const carriesLoans = isOf(LOAN_CARRIERS);
