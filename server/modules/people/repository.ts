/** SQL that reads people. What changes them is write.ts and tree.ts. */

import type { RequestOf } from '../../../core/contract/kit';
import type { listPeople, Person, PersonRow } from '../../../core/contract/people';
import {
  DRA_WARNING_DAYS,
  kindOf,
  mayLead,
  type Post,
  type ProfileKind,
  ROLES_OF_KIND,
} from '../../../core/domain/people';
import { parseRole, ROLES, type Role } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { nameFor } from '../documents';
import { agencyScope, clientScope, peopleScope } from '../loans';
import { offeredProducts } from '../tenants';

interface StoredRow {
  id: string;
  role: string;
  sub_role: string | null;
  full_name: string;
  username: string;
  email: string | null;
  mobile: string | null;
  location: string | null;
  manager_id: string | null;
  manager_name: string | null;
  agency_id: string | null;
  agency_name: string | null;
  active: boolean;
  must_change_password: boolean;
  dra_certificate: string | null;
  dra_valid_until: string | null;
  dialer_username: string | null;
  created_at: string;
  last_seen_at: string | null;
}

export interface StoredPerson extends StoredRow {
  version: number;
  client_id: string | null;
  client_name: string | null;
  dialer_location: string | null;
  ldap_id: string | null;
  brake_id: string | null;
  collection_experience: number | null;
  total_experience: number | null;
  model_no: string | null;
  imei: string | null;
  android_version: string | null;
  agency_ids: string[];
  client_ids: string[];
  buckets: string[];
  products: string[];
  languages: string[];
  pincodes: string[];
  dra_document_id: string | null;
  dra_file: NonNullable<Person['draFile']> | null;
  deactivated_at: string | null;
  deactivated_reason: string | null;
  below: number;
  loans: number;
}

/** Somebody whose stored role the product does not know is nobody: they cannot sign in, and no screen has a place for them. */
export const WITH_ROLE = `upper(u.role) in (${ROLES.map((role) => `'${role}'`).join(', ')})`;

/** The canonical role of a stored one; a user whose role is none of ours is an installation's mistake. */
export function roleOf(stored: string): Role {
  const role = parseRole(stored);
  if (!role) throw new Error(`A user has the role ${stored}, which is none of ours`);
  return role;
}

const ROW = `u.id, u.role, u.sub_role, u.full_name, u.username, u.email, u.mobile, u.location, u.manager_id, m.full_name as manager_name,
  u.agency_id, a.name as agency_name, u.active, u.must_change_password, u.dra_certificate, u.dra_valid_until,
  u.dialer_username, u.created_at,
  (select max(s.refreshed_at) from sessions s where s.tenant_id = u.tenant_id and s.user_id = u.id) as last_seen_at`;
const FROM = `from users u
  left join users m on m.tenant_id = u.tenant_id and m.id = u.manager_id
  left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id`;

export function presentRow(row: StoredRow): PersonRow {
  const role = roleOf(row.role);
  return {
    id: row.id,
    kind: kindOf(role),
    role,
    subRole: row.sub_role,
    fullName: row.full_name,
    username: row.username,
    email: row.email,
    mobile: row.mobile,
    location: row.location,
    managerId: row.manager_id,
    managerName: row.manager_name,
    agencyId: row.agency_id,
    agencyName: row.agency_name,
    active: row.active,
    firstSignInDue: row.must_change_password,
    draCertification: row.dra_certificate,
    draValidUntil: row.dra_valid_until,
    convoxUsername: row.dialer_username,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}

export const postOf = (row: { role: string; sub_role: string | null }): Post => ({
  role: roleOf(row.role),
  subRole: row.sub_role,
});

export function presentPerson(row: StoredPerson, actorId: string, post: Post): Person {
  const above = row.id !== actorId && mayLead(post, postOf(row));
  return {
    ...presentRow(row),
    version: row.version,
    clientId: row.client_id,
    clientName: row.client_name,
    dialerLocation: row.dialer_location,
    ldapId: row.ldap_id,
    brakeId: row.brake_id,
    collectionExperience: row.collection_experience,
    totalExperience: row.total_experience,
    modelNo: row.model_no,
    IMEI: row.imei,
    androidVersion: row.android_version,
    agencyList: row.agency_ids,
    clients: row.client_ids,
    buckets: row.buckets,
    products: row.products,
    languages: row.languages,
    pinCodes: row.pincodes,
    draFile: row.dra_file && { ...row.dra_file, name: nameFor(row.dra_file.mime, row.dra_file.name) },
    deactivatedAt: row.deactivated_at,
    deactivatedReason: row.deactivated_reason,
    below: row.below,
    loans: row.loans,
    may: { change: above, move: above, deactivate: above },
  };
}

const rolesOf = (kinds: readonly ProfileKind[]): string[] => kinds.flatMap((kind) => ROLES_OF_KIND[kind]);
const contains = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const ORDER = {
  name: 'lower(u.full_name)',
  role: 'upper(u.role)',
  manager: 'lower(m.full_name)',
  agency: 'lower(a.name)',
  created: 'u.created_at',
  seen: 'last_seen_at',
  dra: 'u.dra_valid_until',
} as const;

type ListQuery = RequestOf<typeof listPeople>['query'];

/** `today` is the tenant's day, for certificates. */
export async function peoplePage(
  tx: Tx,
  actor: Actor,
  query: ListQuery,
  today: string,
): Promise<{ content: PersonRow[]; totalElements: number; counts: Record<string, number> }> {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const scope = [
    WITH_ROLE,
    `u.tenant_id = ${use(actor.tenantId)}::uuid`,
    peopleScope(actor, parameters, 'u.tenant_id', 'u.id'),
  ];
  // Without the kind: its counts stand beside it as tabs.
  const wide = [...scope];
  const state = query.state ?? 'active';
  if (state !== 'all') wide.push(state === 'active' ? 'u.active' : 'not u.active');
  if (query.agencyId) wide.push(`u.agency_id = ${use(query.agencyId)}::uuid`);
  if (query.under)
    wide.push(
      `exists (select 1 from user_tree t where t.tenant_id = u.tenant_id and t.ancestor_id = ${use(query.under)}::uuid and t.descendant_id = u.id and t.depth > 0)`,
    );
  if (query.q) {
    const like = use(contains(query.q));
    wide.push(
      `(lower(u.full_name) like ${like} or lower(u.username) like ${like} or lower(coalesce(u.email, '')) like ${like} or u.mobile like ${use(`${query.q.replace(/\D/g, '') || 'x'}%`)})`,
    );
  }
  if (query.dra === 'expired') wide.push(`u.dra_valid_until < ${use(today)}::date`);
  if (query.dra === 'ending')
    wide.push(`u.dra_valid_until between ${use(today)}::date and ${use(today)}::date + ${DRA_WARNING_DAYS}`);
  if (query.dra === 'missing')
    wide.push(`u.dra_certificate is null and upper(u.role) in ('CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR')`);

  const counted = await tx.query<{ role: string; n: number }>(
    `select upper(u.role) as role, count(*) as n from users u where ${wide.join(' and ')} group by 1`,
    parameters,
  );
  const counts: Record<string, number> = {};
  for (const { role, n } of counted) {
    const known = parseRole(role);
    if (known) counts[kindOf(known)] = (counts[kindOf(known)] ?? 0) + n;
  }
  const kinds = (query.kind?.split(',') ?? []) as ProfileKind[];
  const narrow = kinds.length ? [...wide, `upper(u.role) = any(${use(rolesOf(kinds))}::text[])`] : wide;
  const size = query.size ?? 25;
  const sort = query.sort ?? 'name';
  const dir = query.dir ?? (sort === 'created' || sort === 'seen' ? 'desc' : 'asc');
  const rows = await tx.query<StoredRow>(
    `select ${ROW} ${FROM} where ${narrow.join(' and ')}
      order by ${ORDER[sort]} ${dir} nulls last, lower(u.full_name), u.id
      limit ${use(size)} offset ${use(((query.page ?? 1) - 1) * size)}`,
    parameters,
  );
  const totalElements = Object.entries(counts)
    .filter(([kind]) => kinds.length === 0 || kinds.includes(kind as ProfileKind))
    .reduce((sum, [, n]) => sum + n, 0);
  return { content: rows.map(presentRow), totalElements, counts };
}

/** Rows for the legacy lists, by name. `where` takes its values from `parameters`. */
export async function peopleRows(
  tx: Tx,
  actor: Actor,
  where: (use: (value: unknown) => string) => string[],
  most = 2000,
): Promise<PersonRow[]> {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const conditions = [
    WITH_ROLE,
    `u.tenant_id = ${use(actor.tenantId)}::uuid`,
    peopleScope(actor, parameters, 'u.tenant_id', 'u.id'),
    ...where(use),
  ];
  const rows = await tx.query<StoredRow>(
    `select ${ROW} ${FROM} where ${conditions.join(' and ')} order by lower(u.full_name), u.id limit ${use(most)}`,
    parameters,
  );
  return rows.map(presentRow);
}

const WHOLE = `${ROW}, u.version, u.client_id, c.name as client_name, u.dialer_location, u.ldap_id, u.brake_id, u.collection_experience,
  u.total_experience, u.model_no, u.imei, u.android_version, u.agency_ids, u.client_ids, u.buckets, u.products, u.languages,
  u.pincodes, u.deactivated_at, u.deactivated_reason, u.dra_document_id,
  (select jsonb_build_object('name', d.name, 'mime', d.mime, 'size', d.size,
            'uploadedAt', to_char(d.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from documents d where d.tenant_id = u.tenant_id and d.id = u.dra_document_id) as dra_file,
  (select count(*) from user_tree t join users b on b.tenant_id = t.tenant_id and b.id = t.descendant_id
    where t.tenant_id = u.tenant_id and t.ancestor_id = u.id and t.depth > 0 and b.active) as below,
  (select count(distinct l.id) from loan_assignments h join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id
    where h.tenant_id = u.tenant_id and h.profile_id = u.id and h.ended_at is null and l.state in ('active', 'suppressed')) as loans`;

/** One person among the caller's people (or the caller); undefined otherwise. */
export async function findPerson(tx: Tx, actor: Actor, id: string): Promise<StoredPerson | undefined> {
  const parameters: unknown[] = [actor.tenantId, id];
  const scope = id === actor.userId ? 'true' : peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const [row] = await tx.query<StoredPerson>(
    `select ${WHOLE} ${FROM} left join clients c on c.tenant_id = u.tenant_id and c.id = u.client_id
      where u.tenant_id = $1::uuid and u.id = $2::uuid and ${WITH_ROLE} and ${scope}`,
    parameters,
  );
  return row;
}

export interface StoredPost {
  id: string;
  role: string;
  sub_role: string | null;
  active: boolean;
  agency_id: string | null;
  client_id: string | null;
  full_name: string;
  username: string;
}

/** The post of somebody of the tenant, whoever asks. */
export async function findPost(tx: Tx, id: string): Promise<StoredPost | undefined> {
  const [row] = await tx.query<StoredPost>(
    `select id, role, sub_role, active, agency_id, client_id, full_name, username from users u where tenant_id = current_tenant() and id = $1 and ${WITH_ROLE}`,
    [id],
  );
  return row;
}

export async function isAmongPeople(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  if (id === actor.userId) return true;
  const parameters: unknown[] = [actor.tenantId, id];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const rows = await tx.query(
    `select 1 from users u where u.tenant_id = $1::uuid and u.id = $2::uuid and ${scope}`,
    parameters,
  );
  return rows.length > 0;
}

export interface Choice {
  id: string;
  name: string;
  code: string;
  active: boolean;
}

/** Agencies and clients that the caller sees, and products of the tenant, by name. */
export async function choices(
  tx: Tx,
  actor: Actor,
): Promise<{ agencies: Choice[]; clients: Choice[]; products: string[] }> {
  const [of, by]: [unknown[], unknown[]] = [[], []];
  const agencies = await tx.query<Choice>(
    // A locked one keeps its people and is offered to nobody new.
    `select a.id, a.name, a.code, a.active and not a.locked as active from agencies a
      where a.tenant_id = current_tenant() and ${agencyScope(actor, of)} order by lower(a.name)`,
    of,
  );
  const clients = await tx.query<Choice>(
    `select c.id, c.name, '' as code, c.active from clients c
      where c.tenant_id = current_tenant() and ${clientScope(actor, by)} order by lower(c.name)`,
    by,
  );
  return { agencies, clients, products: await offeredProducts(tx) };
}

/** Those who could stand above a post, by name; at most 50. */
export async function parentsFor(
  tx: Tx,
  actor: Actor,
  roles: readonly Role[],
  q: string,
  except: string | undefined,
): Promise<StoredPost[]> {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const conditions = [
    `u.tenant_id = ${use(actor.tenantId)}::uuid`,
    'u.active',
    `upper(u.role) = any(${use(roles)}::text[])`,
    `(u.id = ${use(actor.userId)}::uuid or ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')})`,
  ];
  if (except)
    conditions.push(
      `not exists (select 1 from user_tree t where t.tenant_id = u.tenant_id and t.ancestor_id = ${use(except)}::uuid and t.descendant_id = u.id)`,
    );
  if (q) {
    const like = use(contains(q));
    conditions.push(`(lower(u.full_name) like ${like} or lower(u.username) like ${like})`);
  }
  return tx.query<StoredPost>(
    `select u.id, u.role, u.sub_role, u.active, u.agency_id, u.client_id, u.full_name, u.username from users u
      where ${conditions.join(' and ')} order by lower(u.full_name), u.id limit 50`,
    parameters,
  );
}
