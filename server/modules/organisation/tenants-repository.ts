/**
 * All SQL over tenants. The table is the platform's: these run in `db.platform` or `db.withPlatform`, and everything a
 * caller is shown or may change goes through `within`.
 */

import type { RequestOf } from '../../../core/contract/kit';
import { SUPER_ADMINS } from '../../../core/contract/organisation';
import type { listTenants, Tenant, TenantSort } from '../../../core/contract/tenants';
import type { Subscription } from '../../../core/domain/insights';
import type { Role } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { likeOf, PARTY_COLUMNS, type PartyRow, partyOf, type Values } from './records';

export const TENANT_COLUMNS = {
  name: 'name',
  zone: 'zone',
  institution: 'institution',
  ...PARTY_COLUMNS,
  languages: 'languages',
  regions: 'regions',
  maxPtpDays: 'max_ptp_days',
  mailDomains: 'mail_domains',
  subscription: 'subscription',
  recordingDays: 'recording_days',
} as const;

interface StoredTenant extends PartyRow {
  id: string;
  name: string;
  status: Tenant['status'];
  zone: string;
  institution: Tenant['institution'];
  languages: string[];
  regions: Tenant['regions'];
  max_ptp_days: number;
  mail_domains: string[];
  subscription: Subscription;
  recording_days: number;
  created_at: string;
  activated_at: string | null;
  version: number;
  updated_at: string;
  updated_by: string | null;
}

/** Whose tenants these are: the caller, as far as it matters here. */
export type Viewer = Pick<Actor, 'tenantId' | 'role'>;

const supers: readonly Role[] = SUPER_ADMINS;

/**
 * The tenants a caller may see: the own one, and for a super admin those that the own one operates. Somebody who becomes
 * a super admin of an operated tenant sees nothing of its operator or of its siblings.
 */
function within(viewer: Viewer, parameters: unknown[]): string {
  const own = `$${parameters.push(viewer.tenantId)}::uuid`;
  return supers.includes(viewer.role) ? `(t.id = ${own} or t.operator_id = ${own})` : `t.id = ${own}`;
}

const STATUS = `case when t.active then 'active' when t.activated_at is null then 'draft' else 'inactive' end`;
const COLUMNS = `t.id, t.name, ${STATUS} as status, t.zone, t.institution, t.contact_name, t.contact_email, t.contact_mobile,
  t.gst, t.pan, t.address_line, t.city, t.state, t.pincode, t.languages, t.regions, t.max_ptp_days, t.mail_domains, t.subscription, t.recording_days, t.created_at,
  t.activated_at, t.version, t.updated_at, t.updated_by`;

const presentTo =
  (viewer: Viewer) =>
  (row: StoredTenant): Tenant => ({
    id: row.id,
    name: row.name,
    status: row.status,
    zone: row.zone,
    institution: row.institution,
    ...partyOf(row),
    languages: row.languages,
    regions: row.regions,
    maxPtpDays: row.max_ptp_days,
    mailDomains: row.mail_domains,
    subscription: row.subscription,
    recordingDays: row.recording_days,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    own: row.id === viewer.tenantId,
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  });

const ORDER: Record<TenantSort, string> = {
  name: 'lower(name)',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

export async function tenantPage(
  tx: Tx,
  viewer: Viewer,
  wanted: RequestOf<typeof listTenants>['query'],
): Promise<{ rows: Tenant[]; total: number }> {
  const parameters: unknown[] = [likeOf(wanted.q)];
  const conditions = [
    within(viewer, parameters),
    "lower(concat_ws(' ', t.name, t.contact_name, t.contact_email, t.contact_mobile, t.city, t.gst, t.pan)) like $1",
  ];
  if (wanted.status?.length) conditions.push(`${STATUS} = any ($${parameters.push(wanted.status)}::text[])`);
  if (wanted.institution?.length)
    conditions.push(`t.institution = any ($${parameters.push(wanted.institution)}::text[])`);
  const found = `select ${COLUMNS} from tenants t where ${conditions.join(' and ')}`;
  const [counted] = await tx.query<{ total: number }>(`select count(*) as total from (${found}) f`, parameters);
  const rows = await tx.query<StoredTenant>(
    `select * from (${found}) f order by ${ORDER[wanted.sort ?? 'name']} ${wanted.dir ?? 'asc'}, lower(name), id
      limit $${parameters.push(wanted.size)} offset $${parameters.push((wanted.page - 1) * wanted.size)}`,
    parameters,
  );
  return { rows: rows.map(presentTo(viewer)), total: counted?.total ?? 0 };
}

export async function briefTenants(tx: Tx, viewer: Viewer): Promise<Pick<Tenant, 'id' | 'name' | 'status'>[]> {
  const parameters: unknown[] = [];
  return tx.query(
    `select t.id, t.name, ${STATUS} as status from tenants t where ${within(viewer, parameters)} order by lower(t.name), t.id limit 1000`,
    parameters,
  );
}

/** Undefined when there is none that the caller may see. */
export async function findTenant(tx: Tx, viewer: Viewer, id: string, lock = false): Promise<Tenant | undefined> {
  const parameters: unknown[] = [id];
  const [row] = await tx.query<StoredTenant>(
    `select ${COLUMNS} from tenants t where t.id = $1 and ${within(viewer, parameters)}${lock ? ' for update' : ''}`,
    parameters,
  );
  return row && presentTo(viewer)(row);
}

/** Among the tenants that the caller sees: what others call theirs is neither told nor in the way. */
export async function tenantNameTaken(
  tx: Tx,
  viewer: Viewer,
  name: string,
  except: string | undefined,
): Promise<boolean> {
  const parameters: unknown[] = [name, except ?? null];
  const rows = await tx.query(
    `select 1 from tenants t where lower(t.name) = lower($1) and t.id is distinct from $2 and ${within(viewer, parameters)}`,
    parameters,
  );
  return rows.length > 0;
}

/** Names given in one operator's tenants take turns, so that of two at once one is told. */
export const lockTenantNames = (tx: Tx, { tenantId }: Viewer): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('tenant names:' || $1, 0))", [tenantId]);

export async function tenantName(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.query<{ name: string }>('select name from tenants where id = $1', [id]);
  return row?.name ?? '';
}

/** A draft. `operatorId` null: it stands on its own. */
export async function insertTenant(
  tx: Tx,
  tenant: { id: string; operatorId: string | null; by: string | null },
  values: Values,
  now: Date,
): Promise<void> {
  const fields = Object.entries(TENANT_COLUMNS).filter(([field]) => values[field] !== undefined);
  const names = ['id', 'operator_id', 'active', 'created_at', 'updated_at', 'updated_by'];
  const parameters: unknown[] = [tenant.id, tenant.operatorId, false, now, now, tenant.by];
  for (const [field, column] of fields) {
    names.push(column);
    parameters.push(values[field]);
  }
  await tx.query(
    `insert into tenants (${names.join(', ')}) values (${parameters.map((_, at) => `$${at + 1}`).join(', ')})`,
    parameters,
  );
}

/** The caller has read it `for update`. */
export async function updateTenantRow(tx: Tx, id: string, values: Values, by: string, now: Date): Promise<void> {
  const parameters: unknown[] = [id, by, now];
  const sets = Object.entries(TENANT_COLUMNS)
    .filter(([field]) => values[field] !== undefined)
    .map(([field, column]) => `${column} = $${parameters.push(values[field])}`);
  await tx.query(
    `update tenants set ${[...sets, 'updated_by = $2', 'updated_at = $3', 'version = version + 1'].join(', ')} where id = $1`,
    parameters,
  );
}

export async function setTenantActive(
  tx: Tx,
  id: string,
  active: boolean,
  by: string | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `update tenants set active = $2, updated_by = $3, updated_at = $4,
            activated_at = coalesce(activated_at, case when $2 then $4::timestamptz else created_at end)
      where id = $1`,
    [id, active, by, now],
  );
}

/** Languages and regions that the tenant works in; both empty where nothing was chosen. */
export async function chosenOf(tx: Tx, id: string): Promise<{ languages: string[]; regions: Tenant['regions'] }> {
  const [row] = await tx.query<{ languages: string[]; regions: Tenant['regions'] }>(
    'select languages, regions from tenants where id = $1',
    [id],
  );
  return row ?? { languages: [], regions: [] };
}
