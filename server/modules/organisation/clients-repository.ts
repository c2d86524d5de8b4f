/** All SQL over clients; in a transaction of their tenant. */
import type { Client, ClientSort, listClients } from '../../../core/contract/clients';
import type { RequestOf } from '../../../core/contract/kit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { clientScope } from '../loans';
import { portfolioScope } from '../portfolios';
import { likeOf, PARTY_COLUMNS, type PartyRow, partyOf } from './records';

export const CLIENT_COLUMNS = {
  name: 'name',
  institution: 'institution',
  categories: 'categories',
  ...PARTY_COLUMNS,
} as const;

interface StoredClient extends PartyRow {
  id: string;
  name: string;
  institution: Client['institution'];
  categories: Client['categories'];
  active: boolean;
  portfolios: number;
  created_at: string;
  version: number;
  updated_at: string;
  updated_by: string | null;
}

const present = (row: StoredClient): Client => ({
  id: row.id,
  name: row.name,
  institution: row.institution,
  categories: row.categories,
  active: row.active,
  ...partyOf(row),
  portfolios: row.portfolios,
  createdAt: row.created_at,
  version: row.version,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});

const ROWS = `select c.id, c.name, c.institution, c.categories, c.active, c.contact_name, c.contact_email, c.contact_mobile,
    c.gst, c.pan, c.address_line, c.city, c.state, c.pincode, c.created_at, c.version, c.updated_at, u.full_name as updated_by,
    (select count(*) from portfolios p where p.tenant_id = c.tenant_id and p.client_id = c.id) as portfolios
  from clients c left join users u on u.tenant_id = c.tenant_id and u.id = c.updated_by
 where c.tenant_id = current_tenant()`;

const ORDER: Record<ClientSort, string> = {
  name: 'lower(name)',
  institution: 'institution',
  portfolios: 'portfolios',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

type Wanted = RequestOf<typeof listClients>['query'];

export async function clientPage(tx: Tx, actor: Actor, wanted: Wanted): Promise<{ rows: Client[]; total: number }> {
  const parameters: unknown[] = [likeOf(wanted.q)];
  const conditions = [
    clientScope(actor, parameters),
    "lower(concat_ws(' ', c.name, c.contact_name, c.contact_email, c.contact_mobile, c.city, c.gst, c.pan)) like $1",
  ];
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) conditions.push(`${column} = any ($${parameters.push(values)}::text[])`);
  };
  among('c.institution', wanted.institution);
  if (wanted.category?.length) conditions.push(`c.categories && $${parameters.push(wanted.category)}::text[]`);
  if (wanted.status?.length === 1) conditions.push(wanted.status[0] === 'active' ? 'c.active' : 'not c.active');
  const found = `${ROWS} and ${conditions.join(' and ')}`;
  const [counted] = await tx.query<{ total: number }>(`select count(*) as total from (${found}) f`, parameters);
  const rows = await tx.query<StoredClient>(
    `select * from (${found}) f order by ${ORDER[wanted.sort ?? 'name']} ${wanted.dir ?? 'asc'}, lower(name), id
      limit $${parameters.push(wanted.size)} offset $${parameters.push((wanted.page - 1) * wanted.size)}`,
    parameters,
  );
  return { rows: rows.map(present), total: counted?.total ?? 0 };
}

/** Undefined also for one that the caller does not see. */
export async function findClient(tx: Tx, actor: Actor, id: string, lock = false): Promise<Client | undefined> {
  const parameters: unknown[] = [id];
  const scope = clientScope(actor, parameters);
  const [row] = await tx.query<StoredClient>(
    `${ROWS} and c.id = $1 and ${scope}${lock ? ' for update of c' : ''}`,
    parameters,
  );
  return row && present(row);
}

/** Whether another client than `except` has the name. */
export async function clientNameTaken(tx: Tx, name: string, except: string | undefined): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from clients where tenant_id = current_tenant() and lower(name) = lower($1) and id is distinct from $2',
    [name, except ?? null],
  );
  return rows.length > 0;
}

export interface ClientPortfolio {
  client_id: string;
  client_name: string;
  id: string | null;
  name: string;
  product: string;
  secured: boolean;
  region: string;
  active: boolean;
}

/** Clients with their portfolios, one row a portfolio, and one without an id for a client that has none. */
export async function portfoliosOfClients(
  tx: Tx,
  actor: Actor,
  clientIds: readonly string[],
  active: boolean | undefined,
): Promise<ClientPortfolio[]> {
  const parameters: unknown[] = [clientIds, active ?? null];
  const [clients, portfolios] = [clientScope(actor, parameters), portfolioScope(actor, parameters)];
  return tx.query<ClientPortfolio>(
    `select c.id as client_id, c.name as client_name, p.id, p.name, p.product, p.secured, p.region, p.active
       from clients c
       left join portfolios p on p.tenant_id = c.tenant_id and p.client_id = c.id and ($2::boolean is null or p.active = $2)
             and ${portfolios}
      where c.tenant_id = current_tenant() and ${clients} and (cardinality($1::uuid[]) = 0 or c.id = any ($1::uuid[]))
      order by lower(c.name), c.id, lower(p.name)`,
    parameters,
  );
}
