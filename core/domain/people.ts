/**
 * Kinds of users and who may create, change and lead whom. The kinds fieldAgent, tenantAdmin, superManager, teleCaller,
 * manager and Agency are specification section 3 "Profile kinds"; the others are the roles of section 3 that have none there.
 */
import type { Role } from './roles';

export const PROFILE_KINDS = [
  'tenantAdmin',
  'superManager',
  'manager',
  'teleCaller',
  'fieldAgent',
  'collector',
  'Agency',
  'client',
  'admin',
  'superAdmin',
  'dialer',
] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** The roles behind a kind, the usual one first. */
export const ROLES_OF_KIND: Readonly<Record<ProfileKind, readonly [Role, ...Role[]]>> = {
  tenantAdmin: ['CRM_TENANTADMIN', 'TENANT_ADMIN'],
  superManager: ['CRM_SUPERMANAGER'],
  manager: ['CRM_MANAGER', 'MANAGER'],
  teleCaller: ['CRM_TELECALLER'],
  fieldAgent: ['CRM_FIELDAGENT'],
  collector: ['COLLECTOR'],
  Agency: ['PARTNER'],
  client: ['CLIENT_ADMIN', 'CLIENT', 'CUSTOMER'],
  admin: ['ADMIN'],
  superAdmin: ['CRM_SUPERADMIN', 'SUPER_ADMIN'],
  dialer: ['DIALER'],
};

const KIND_OF = new Map<Role, ProfileKind>(
  PROFILE_KINDS.flatMap((kind) => ROLES_OF_KIND[kind].map((role) => [role, kind] as const)),
);
/** Every role has a kind. */
export function kindOf(role: Role): ProfileKind {
  const kind = KIND_OF.get(role);
  if (!kind) throw new Error(`${role} has no profile kind`);
  return kind;
}

/** Words for a kind, singular and plural. */
export const KIND_WORDS: Readonly<Record<ProfileKind, { one: string; many: string }>> = {
  tenantAdmin: { one: 'Tenant admin', many: 'Tenant admins' },
  superManager: { one: 'Super manager', many: 'Super managers' },
  manager: { one: 'Manager', many: 'Managers' },
  teleCaller: { one: 'Telecaller', many: 'Telecallers' },
  fieldAgent: { one: 'Field agent', many: 'Field agents' },
  collector: { one: 'Collector', many: 'Collectors' },
  Agency: { one: 'Agency user', many: 'Agency users' },
  client: { one: 'Client user', many: 'Client users' },
  admin: { one: 'Admin', many: 'Admins' },
  superAdmin: { one: 'Super admin', many: 'Super admins' },
  dialer: { one: 'Dialer user', many: 'Dialer users' },
};

/** A tenant admin's sub-roles, from the top; none at all stands above them. */
export const SUB_ROLES = ['NCM', 'ZCM', 'RCM', 'ACM'] as const;
export type SubRole = (typeof SUB_ROLES)[number];

const FLOOR = ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR'] as const satisfies readonly Role[];
const LED = ['CRM_MANAGER', 'MANAGER', ...FLOOR] as const satisfies readonly Role[];
const OUTSIDE = ['PARTNER', 'CLIENT_ADMIN', 'CLIENT', 'CUSTOMER', 'DIALER'] as const satisfies readonly Role[];
const BELOW_TENANT_ADMIN = [
  'CRM_TENANTADMIN',
  'CRM_SUPERMANAGER',
  ...LED,
  ...OUTSIDE,
] as const satisfies readonly Role[];
const BELOW_SUPER_ADMIN = ['ADMIN', 'TENANT_ADMIN', ...BELOW_TENANT_ADMIN] as const satisfies readonly Role[];

/**
 * Who may stand directly above whom. Never upwards and never sideways, but for tenant
 * admins, whose sub-roles order them.
 */
export const MAY_LEAD: Readonly<Record<Role, readonly Role[]>> = {
  SUPER_ADMIN: BELOW_SUPER_ADMIN,
  CRM_SUPERADMIN: BELOW_SUPER_ADMIN,
  ADMIN: ['CRM_SUPERMANAGER', ...LED, ...OUTSIDE],
  TENANT_ADMIN: BELOW_TENANT_ADMIN,
  CRM_TENANTADMIN: BELOW_TENANT_ADMIN,
  CRM_SUPERMANAGER: LED,
  CRM_MANAGER: FLOOR,
  MANAGER: FLOOR,
  PARTNER: FLOOR,
  CLIENT_ADMIN: ['CLIENT', 'CUSTOMER'],
  CLIENT: [],
  CUSTOMER: [],
  COLLECTOR: [],
  CRM_TELECALLER: [],
  CRM_FIELDAGENT: [],
  DIALER: [],
};

export interface Post {
  role: Role;
  subRole: string | null;
}

/** Tenant admins of a zone, a region or an area see their own people and what those work; NCM and none see the tenant. */
export const seesOwnPeopleOnly = ({ role, subRole }: Post): boolean =>
  (role === 'CRM_TENANTADMIN' || role === 'TENANT_ADMIN') && subRole !== null && subRole !== 'NCM';

/** What holds for the whole tenant (templates, rules of contact, products, formats) is changed by nobody with a sub-role. */
export const mayChangeSettings = ({ role, subRole }: Post): boolean =>
  !((role === 'CRM_TENANTADMIN' || role === 'TENANT_ADMIN') && subRole !== null);

const rank = (subRole: string | null): number => (subRole === null ? -1 : SUB_ROLES.indexOf(subRole as SubRole));

/** May `above` stand over `below`: by the table, and between tenant admins by their sub-roles. */
export function mayLead(above: Post, below: Post): boolean {
  if (!MAY_LEAD[above.role].includes(below.role)) return false;
  return below.role === 'CRM_TENANTADMIN' && above.role === 'CRM_TENANTADMIN'
    ? rank(above.subRole) < rank(below.subRole)
    : true;
}
/** Who creates users: an installation's and a tenant's administrators. Those who lead change and look after whom they have. */
export const PEOPLE_CREATORS = [
  'SUPER_ADMIN',
  'CRM_SUPERADMIN',
  'ADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
] as const satisfies readonly Role[];

export const mayCreate = (above: Post, below: Post): boolean =>
  (PEOPLE_CREATORS as readonly Role[]).includes(above.role) && mayLead(above, below);

/** Kinds of which somebody leads at least one role, in the order of the menu. */
export const kindsUnder = (actor: Post): ProfileKind[] =>
  PROFILE_KINDS.filter((kind) => ROLES_OF_KIND[kind].some((role) => MAY_LEAD[actor.role].includes(role)));

/** Everybody who leads somebody: they change, move and deactivate those below. */
export const PEOPLE_ADMINS = [
  ...PEOPLE_CREATORS,
  'CRM_SUPERMANAGER',
  'CRM_MANAGER',
  'MANAGER',
  'PARTNER',
  'CLIENT_ADMIN',
] as const satisfies readonly Role[];

/** How long before its end a DRA certificate is warned about. */
export const DRA_WARNING_DAYS = 30;

/** Where a certificate stands on `today`; both are calendar days, and it is good through its last one. */
export function draState(validUntil: string | null, today: string): 'none' | 'valid' | 'ending' | 'expired' {
  if (validUntil === null) return 'none';
  if (validUntil < today) return 'expired';
  const warnFrom = new Date(Date.parse(`${validUntil}T00:00:00Z`) - DRA_WARNING_DAYS * 86_400_000);
  return warnFrom.toISOString().slice(0, 10) <= today ? 'ending' : 'valid';
}
