/** SQL over portfolios and the people of them. */

import type {
  Member,
  Portfolio,
  PortfolioDetails,
  PortfolioRow,
  PortfolioSort,
} from '../../../core/contract/portfolios';
import type { AgeingMode, PaymentEffect, StabRule } from '../../../core/domain/ageing';
import { BUCKETS } from '../../../core/domain/buckets';
import type { Day } from '../../../core/domain/dates';
import type { MemberKind, PortfolioTab } from '../../../core/domain/portfolio-rules';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { agencyScope, awaySql, clientScope, loanScope, peopleScope } from '../loans';
import { portfolioEditable, portfolioScope } from './scope';

const literal = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&');

const ORDER: Record<PortfolioSort, string> = {
  name: 'lower(p.name)',
  client: 'lower(c.name)',
  region: 'p.region',
  loans: 'coalesce(book.loans, 0)',
  pos: 'coalesce(book.pos, 0)',
  created: 'p.created_at',
};

export interface Wanted {
  q: string;
  client: string | undefined;
  region: string | undefined;
  active: boolean | undefined;
  agencyId: string | undefined;
  sort: PortfolioSort;
  dir: 'asc' | 'desc';
  limit: number;
  offset: number;
}

interface StoredRow {
  id: string;
  name: string;
  client_id: string;
  client: string;
  institution: PortfolioRow['institutionType'];
  products: string[];
  secured: boolean;
  region: PortfolioRow['region'];
  active: boolean;
  starts_on: string | null;
  ends_on: string | null;
  managers: number;
  collectors: number;
  field_agents: number;
  agencies: number;
  loans: number;
  pos: number;
  saved: PortfolioTab[];
  may_edit: boolean;
}

const PRODUCTS = "case when p.products = '{}' then array[p.product] else p.products end";

/** Over every portfolio that a search finds, whichever page is looked at. */
export interface PortfolioTotals {
  loans: number;
  posPaise: number;
}

/** Open loans that the caller sees, by portfolio. */
const bookOf = (actor: Actor, parameters: unknown[]) => `with book as (
  select l.portfolio_id, count(*) as loans, sum(l.pos_paise) as pos from loans l
   where l.tenant_id = current_tenant() and l.state in ('active', 'suppressed') and ${loanScope(actor, parameters)} group by l.portfolio_id)`;

export async function portfolioPage(
  tx: Tx,
  actor: Actor,
  wanted: Wanted,
): Promise<{ rows: Omit<PortfolioRow, 'incentives'>[]; total: number; totals: PortfolioTotals }> {
  const parameters: unknown[] = [];
  const use = (value: unknown, type = '') => `$${parameters.push(value)}${type}`;
  const all = ['p.tenant_id = current_tenant()', portfolioScope(actor, parameters)];
  if (wanted.q) {
    const like = use(`%${literal(wanted.q)}%`);
    all.push(
      `lower(p.name || ' ' || c.name || ' ' || p.product || ' ' || array_to_string(p.products, ' ')) like ${like}`,
    );
  }
  if (wanted.client) all.push(`p.client_id = ${use(wanted.client, '::uuid')}`);
  if (wanted.region) all.push(`p.region = ${use(wanted.region)}`);
  if (wanted.active !== undefined) all.push(`p.active = ${use(wanted.active, '::boolean')}`);
  if (wanted.agencyId)
    all.push(
      `exists (select 1 from portfolio_members a where a.tenant_id = p.tenant_id and a.portfolio_id = p.id and a.kind = 'agency' and a.profile_id = ${use(wanted.agencyId, '::uuid')})`,
    );
  const where = all.join(' and ');
  const book = bookOf(actor, parameters);
  const [sums] = await tx.query<PortfolioTotals & { total: number }>(
    `${book} select count(*) as total, coalesce(sum(book.loans), 0)::bigint as loans, coalesce(sum(book.pos), 0)::bigint as "posPaise"
       from portfolios p
       join clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
       left join book on book.portfolio_id = p.id
      where ${where}`,
    parameters,
  );
  const editable = portfolioEditable(actor, parameters);
  const rows = await tx.query<StoredRow>(
    `${book}
     select p.id, p.name, p.client_id, c.name as client, coalesce(p.institution, c.institution) as institution,
            ${PRODUCTS} as products, p.secured, p.region, p.active, p.starts_on, p.ends_on,
            n.managers, n.collectors, n.field_agents, n.agencies, coalesce(book.loans, 0) as loans, coalesce(book.pos, 0) as pos,
            array(select s.tab from portfolio_tabs s where s.tenant_id = p.tenant_id and s.portfolio_id = p.id order by s.tab) as saved,
            ${editable} as may_edit
       from portfolios p
       join clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
       left join book on book.portfolio_id = p.id
       cross join lateral (
         select count(*) filter (where m.kind = 'manager') as managers, count(*) filter (where m.kind = 'collector') as collectors,
                count(*) filter (where m.kind = 'field_agent') as field_agents, count(*) filter (where m.kind = 'agency') as agencies
           from portfolio_members m where m.tenant_id = p.tenant_id and m.portfolio_id = p.id) n
      where ${where}
      order by ${ORDER[wanted.sort]} ${wanted.dir}, lower(p.name), p.id
      limit ${use(wanted.limit)} offset ${use(wanted.offset)}`,
    parameters,
  );
  return {
    total: sums?.total ?? 0,
    totals: { loans: sums?.loans ?? 0, posPaise: sums?.posPaise ?? 0 },
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      client: { id: row.client_id, name: row.client },
      institutionType: row.institution,
      products: row.products,
      secured: row.secured,
      region: row.region,
      active: row.active,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      managers: row.managers,
      collectors: row.collectors,
      fieldAgents: row.field_agents,
      agencies: row.agencies,
      loans: row.loans,
      posPaise: row.pos,
      saved: row.saved,
      mayEdit: row.may_edit,
    })),
  };
}

interface StoredPortfolio {
  id: string;
  name: string;
  tenant_id: string;
  client_id: string;
  client: string;
  institution: Portfolio['institutionType'];
  products: string[];
  secured: boolean;
  region: Portfolio['region'];
  buckets: Portfolio['buckets'];
  languages: Portfolio['languages'];
  active: boolean;
  starts_on: string | null;
  ends_on: string | null;
  ageing: AgeingMode;
  payment_effect: PaymentEffect;
  stab: StabRule;
  may_edit: boolean;
}

export type FoundPortfolio = Omit<Portfolio, 'tenant' | 'tabs' | 'incentives'>;

/** Who may change the portfolio sees all of its members, everybody else those who are their people, and agencies. */
const membersSeen = (actor: Actor, parameters: unknown[], mayEdit: boolean): string =>
  mayEdit
    ? 'true'
    : `case when m.kind = 'agency' then ${agencyScope(actor, parameters)} else ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')} end`;

/** Undefined when there is none of this id among those the caller may see. */
export async function findPortfolio(tx: Tx, actor: Actor, id: string): Promise<FoundPortfolio | undefined> {
  const parameters: unknown[] = [id];
  const scope = portfolioScope(actor, parameters);
  const editable = portfolioEditable(actor, parameters);
  const [row] = await tx.query<StoredPortfolio>(
    `select p.id, p.name, p.client_id, c.name as client, coalesce(p.institution, c.institution) as institution,
            ${PRODUCTS} as products, p.secured, p.region, p.buckets, p.languages, p.active, p.starts_on, p.ends_on, p.ageing, p.payment_effect, p.stab,
            ${editable} as may_edit
       from portfolios p join clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = current_tenant() and p.id = $1 and ${scope}`,
    parameters,
  );
  if (!row) return undefined;
  const members: unknown[] = [id];
  const people = await tx.query<{ kind: MemberKind; id: string; name: string }>(
    `select m.kind, m.profile_id as id, coalesce(u.full_name, a.name) as name
       from portfolio_members m
       left join users u on m.kind <> 'agency' and u.tenant_id = m.tenant_id and u.id = m.profile_id
       left join agencies a on m.kind = 'agency' and a.tenant_id = m.tenant_id and a.id = m.profile_id
      where m.tenant_id = current_tenant() and m.portfolio_id = $1 and coalesce(u.full_name, a.name) is not null
        and ${membersSeen(actor, members, row.may_edit)}
      order by lower(coalesce(u.full_name, a.name)), m.profile_id`,
    members,
  );
  const of = (kind: MemberKind) =>
    people.filter((person) => person.kind === kind).map((person) => ({ id: person.id, name: person.name }));
  const ids = (kind: MemberKind) => of(kind).map((person) => person.id);
  return {
    id: row.id,
    active: row.active,
    mayEdit: row.may_edit,
    client: { id: row.client_id, name: row.client },
    name: row.name,
    clientId: row.client_id,
    institutionType: row.institution,
    secured: row.secured,
    products: row.products,
    // Portfolios from before there was a choice took every bucket.
    buckets: row.buckets.length > 0 ? row.buckets : [...BUCKETS],
    region: row.region,
    languages: row.languages,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    ageing: row.ageing,
    paymentEffect: row.payment_effect,
    stab: row.stab,
    agencyIds: ids('agency'),
    managerIds: ids('manager'),
    collectorIds: ids('collector'),
    fieldAgentIds: ids('field_agent'),
    agencies: of('agency'),
    managers: of('manager'),
    collectors: of('collector'),
    fieldAgents: of('field_agent'),
  };
}

/** Another portfolio of the tenant that goes by this name, whatever its case. */
export async function nameTaken(tx: Tx, name: string, except: string | null): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from portfolios where tenant_id = current_tenant() and lower(name) = lower($1) and ($2::uuid is null or id <> $2)`,
    [name, except],
  );
  return rows.length > 0;
}

/** False when a portfolio of this id is here already. */
export async function insertPortfolio(
  tx: Tx,
  id: string,
  details: PortfolioDetails,
  by: string,
  now: Date,
): Promise<boolean> {
  const made = await tx.query(
    `insert into portfolios (tenant_id, id, client_id, name, product, secured, region, institution, products, buckets, languages,
                             starts_on, ends_on, ageing, payment_effect, stab, created_by, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13, 'file'), coalesce($14, 'clears'), coalesce($15, 'resolved'),
             $16, $17)
     on conflict (tenant_id, id) do nothing returning 1`,
    [id, details.clientId, details.name, details.products[0], ...columnsOf(details), by, now],
  );
  return made.length > 0;
}

const columnsOf = (details: PortfolioDetails) => [
  details.secured,
  details.region,
  details.institutionType,
  details.products,
  details.buckets,
  details.languages,
  details.startsOn,
  details.endsOn,
  details.ageing ?? null,
  details.paymentEffect ?? null,
  details.stab ?? null,
];

export async function updateDetails(tx: Tx, id: string, details: PortfolioDetails): Promise<void> {
  await tx.query(
    `update portfolios set client_id = $2, name = $3, product = $4, secured = $5, region = $6, institution = $7, products = $8,
            buckets = $9, languages = $10, starts_on = $11, ends_on = $12, ageing = coalesce($13, ageing),
            payment_effect = coalesce($14, payment_effect), stab = coalesce($15, stab)
      where tenant_id = current_tenant() and id = $1`,
    [id, details.clientId, details.name, details.products[0], ...columnsOf(details)],
  );
}

const LISTS = {
  manager: 'managerIds',
  collector: 'collectorIds',
  field_agent: 'fieldAgentIds',
  agency: 'agencyIds',
} as const satisfies Record<MemberKind, keyof PortfolioDetails>;

export async function replaceMembers(tx: Tx, id: string, details: PortfolioDetails): Promise<void> {
  await tx.query('delete from portfolio_members where tenant_id = current_tenant() and portfolio_id = $1', [id]);
  const rows = Object.entries(LISTS).flatMap(([kind, list]) => details[list].map((profile) => ({ kind, profile })));
  if (rows.length === 0) return;
  await tx.query(
    `insert into portfolio_members (tenant_id, portfolio_id, kind, profile_id)
     select current_tenant(), $1, m.kind, m.profile from unnest($2::text[], $3::uuid[]) as m(kind, profile) on conflict do nothing`,
    [id, rows.map(({ kind }) => kind), rows.map(({ profile }) => profile)],
  );
}

/** Whose role makes them which kind of member; stored roles come in both spellings. */
export const KIND_ROLES: Record<Exclude<MemberKind, 'agency'>, readonly string[]> = {
  manager: ['CRM_MANAGER', 'MANAGER', 'CRM_SUPERMANAGER'],
  collector: ['CRM_TELECALLER', 'COLLECTOR'],
  field_agent: ['CRM_FIELDAGENT'],
};

/** The lists that name somebody who is not there, by the field's name. `had` are those who may stay whatever they are now. */
export async function strangers(
  tx: Tx,
  actor: Actor,
  details: PortfolioDetails,
  had: FoundPortfolio | undefined,
): Promise<{ path: string; message: string }[]> {
  const wrong: { path: string; message: string }[] = [];
  for (const [kind, list] of Object.entries(LISTS) as [MemberKind, (typeof LISTS)[MemberKind]][]) {
    const added = [...new Set(details[list])].filter((id) => !had?.[list].includes(id));
    if (added.length === 0) continue;
    const parameters: unknown[] = [added];
    const found =
      kind === 'agency'
        ? await tx.query(
            `select a.id from agencies a where a.tenant_id = current_tenant() and a.active and not a.locked and a.id = any($1::uuid[])
                and ${agencyScope(actor, parameters)}`,
            parameters,
          )
        : await tx.query(
            `select u.id from users u where u.tenant_id = current_tenant() and u.active and u.id = any($1::uuid[])
                and upper(u.role) = any($${parameters.push(KIND_ROLES[kind])}::text[]) and ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')}`,
            parameters,
          );
    if (found.length < added.length)
      wrong.push({ path: list, message: 'Somebody in this list is not there any more. Choose again.' });
  }
  const of: unknown[] = [details.clientId];
  const [client] = await tx.query<{ active: boolean; seen: boolean }>(
    `select c.active, ${clientScope(actor, of)} as seen from clients c where c.tenant_id = current_tenant() and c.id = $1`,
    of,
  );
  if (
    !client ||
    (!client.seen && had?.clientId !== details.clientId) ||
    (!client.active && had?.clientId !== details.clientId)
  )
    wrong.push({ path: 'clientId', message: 'This client is not there or not active.' });
  return wrong;
}

export async function memberPage(
  tx: Tx,
  actor: Actor,
  { id: portfolioId, mayEdit }: { id: string; mayEdit: boolean },
  wanted: { kind: MemberKind | undefined; q: string; limit: number; offset: number },
): Promise<{ rows: Member[]; total: number }> {
  const like = `%${literal(wanted.q)}%`;
  const parameters: unknown[] = [portfolioId, wanted.kind ?? null, like];
  const seen = membersSeen(actor, parameters, mayEdit);
  const { rows, total } = await pageWithTotal<{
    id: string;
    kind: MemberKind;
    name: string;
    agency: string | null;
    active: boolean;
    loans: number;
  }>(
    tx,
    `with people as (
       select m.kind, m.profile_id as id, coalesce(u.full_name, a.name) as name, coalesce(u.active, a.active) as active,
              ua.name as agency
         from portfolio_members m
         left join users u on m.kind <> 'agency' and u.tenant_id = m.tenant_id and u.id = m.profile_id
         left join agencies ua on ua.tenant_id = u.tenant_id and ua.id = u.agency_id
         left join agencies a on m.kind = 'agency' and a.tenant_id = m.tenant_id and a.id = m.profile_id
        where m.tenant_id = current_tenant() and m.portfolio_id = $1 and ${seen})
     select p.*, (select count(*) from loan_assignments h join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id
                   where h.tenant_id = current_tenant() and h.profile_id = p.id and h.kind = p.kind and h.ended_at is null
                     and l.portfolio_id = $1 and l.state in ('active', 'suppressed')) as loans,
            count(*) over () as total
       from people p
      where p.name is not null and ($2::text is null or p.kind = $2) and lower(p.name || ' ' || coalesce(p.agency, '')) like $3
      order by array_position(array['manager', 'collector', 'field_agent', 'agency'], p.kind), lower(p.name), p.id`,
    parameters,
    wanted,
  );
  const agentTypes = { collector: 'Collector', field_agent: 'Field_Agent', manager: null, agency: null } as const;
  return {
    total,
    rows: rows.map(({ total: _, ...row }) => ({ ...row, agentType: agentTypes[row.kind] })),
  };
}

export async function setActive(tx: Tx, id: string, active: boolean): Promise<boolean> {
  const changed = await tx.query(
    'update portfolios set active = $2 where tenant_id = current_tenant() and id = $1 and active <> $2 returning 1',
    [id, active],
  );
  return changed.length > 0;
}

/** People the caller may choose for a portfolio, by name. */
export async function choosablePeople(
  tx: Tx,
  actor: Actor,
  kind: Exclude<MemberKind, 'agency'>,
  q: string,
  limit: number,
  today: Day,
): Promise<{ id: string; name: string; hint: string; awayUntil: Day | null }[]> {
  const parameters: unknown[] = [KIND_ROLES[kind], `%${literal(q)}%`, limit, today];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  return tx.query(
    `select u.id, u.full_name as name, coalesce(a.name, u.location, '') as hint, ${awaySql('u.id', '$4::date')} as "awayUntil" from users u
       left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id
      where u.tenant_id = current_tenant() and u.active and upper(u.role) = any($1::text[]) and lower(u.full_name || ' ' || u.username) like $2
        and ${scope}
      order by lower(u.full_name), u.id limit $3`,
    parameters,
  );
}
