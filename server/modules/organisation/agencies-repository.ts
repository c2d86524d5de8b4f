/** All SQL over agencies; in a transaction of their tenant. */
import type { Agency, AgencySort, AgencyStatus, listAgencies } from '../../../core/contract/agencies';
import type { RequestOf } from '../../../core/contract/kit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { agencyScope } from '../loans';
import { likeOf, PARTY_COLUMNS, type PartyRow, partyOf } from './records';

export const AGENCY_COLUMNS = {
  agency: 'name',
  code: 'code',
  inHouse: 'in_house',
  ...PARTY_COLUMNS,
  draLicence: 'dra_licence',
  draLicenceUntil: 'dra_licence_until',
  states: 'states',
  pincodes: 'pincodes',
} as const;

interface StoredAgency extends PartyRow {
  id: string;
  name: string;
  code: string;
  active: boolean;
  in_house: boolean;
  locked: boolean;
  dra_licence: string | null;
  dra_licence_until: string | null;
  states: string[];
  pincodes: string[];
  people: number;
  created_at: string;
  version: number;
  updated_at: string;
  updated_by: string | null;
}

/** Without its tenant's name, which stands in a table of the platform. */
export type StoredAs = Omit<Agency, 'tenant'>;

const present = (row: StoredAgency): StoredAs => ({
  id: row.id,
  agency: row.name,
  code: row.code,
  fullName: row.contact_name,
  active: row.active,
  inHouse: row.in_house,
  locked: row.locked,
  ...partyOf(row),
  draLicence: row.dra_licence,
  draLicenceUntil: row.dra_licence_until,
  states: row.states,
  pincodes: row.pincodes,
  people: row.people,
  createdAt: row.created_at,
  version: row.version,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});

const ROWS = `select a.id, a.name, a.code, a.active, a.in_house, a.locked, a.contact_name, a.contact_email, a.contact_mobile,
    a.gst, a.pan, a.address_line, a.city, a.state, a.pincode, a.dra_licence, a.dra_licence_until, a.states, a.pincodes,
    a.created_at, a.version, a.updated_at, u.full_name as updated_by,
    (select count(*) from users m where m.tenant_id = a.tenant_id and m.agency_id = a.id and m.active) as people
  from agencies a left join users u on u.tenant_id = a.tenant_id and u.id = a.updated_by
 where a.tenant_id = current_tenant()`;

const ORDER: Record<AgencySort, string> = {
  agency: 'lower(name)',
  code: 'lower(code)',
  people: 'people',
  draLicenceUntil: 'dra_licence_until',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};
const IS: Record<AgencyStatus, string> = {
  active: 'a.active',
  inactive: 'not a.active',
  locked: 'a.locked',
  inHouse: 'a.in_house',
  external: 'not a.in_house',
};

export async function agencyPage(
  tx: Tx,
  actor: Actor,
  wanted: RequestOf<typeof listAgencies>['query'],
): Promise<{ rows: StoredAs[]; total: number }> {
  const parameters: unknown[] = [likeOf(wanted.q)];
  const conditions = [
    agencyScope(actor, parameters),
    "lower(concat_ws(' ', a.name, a.code, a.contact_name, a.contact_email, a.contact_mobile, a.city, a.gst)) like $1",
    ...(wanted.status ?? []).map((status) => IS[status]),
  ];
  if (wanted.state?.length) conditions.push(`a.states && $${parameters.push(wanted.state)}::text[]`);
  const found = `${ROWS} and ${conditions.join(' and ')}`;
  const [counted] = await tx.query<{ total: number }>(`select count(*) as total from (${found}) f`, parameters);
  const rows = await tx.query<StoredAgency>(
    `select * from (${found}) f order by ${ORDER[wanted.sort ?? 'agency']} ${wanted.dir ?? 'asc'} nulls last, lower(name), id
      limit $${parameters.push(wanted.size)} offset $${parameters.push((wanted.page - 1) * wanted.size)}`,
    parameters,
  );
  return { rows: rows.map(present), total: counted?.total ?? 0 };
}

/** Undefined also for one that the caller does not see. */
export async function findAgency(tx: Tx, actor: Actor, id: string, lock = false): Promise<StoredAs | undefined> {
  const parameters: unknown[] = [id];
  const scope = agencyScope(actor, parameters);
  const [row] = await tx.query<StoredAgency>(
    `${ROWS} and a.id = $1 and ${scope}${lock ? ' for update of a' : ''}`,
    parameters,
  );
  return row && present(row);
}

/** Whether another agency than `except` has the name or the code. Codes are the same in any case. */
export async function agencyHas(
  tx: Tx,
  field: 'agency' | 'code',
  value: string,
  except: string | undefined,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from agencies
      where tenant_id = current_tenant() and lower(${AGENCY_COLUMNS[field]}) = lower($1) and id is distinct from $2`,
    [value, except ?? null],
  );
  return rows.length > 0;
}
