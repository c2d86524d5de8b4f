/** Loans and people as the rules of allocation see them, within the caller's scope; all SQL that reads them is here. */
import type {
  AllocationRule,
  BookLoan,
  Candidate,
  Condition,
  HeldLoan,
  Load,
  RuleKind,
} from '../../../core/domain/allocation';
import type { Day } from '../../../core/domain/dates';
import { parseRole } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { agencyScope, awaySql, conditionSql, HOLDERS, LOAN_FIELDS, loanScope, peopleScope } from '../loans';
import { processesFor, processesOf, processLoads } from '../predictive';

const FIRST = '00000000-0000-0000-0000-000000000000';

type BookRow = { id: string; borrower_id: string; retained: boolean; holders: HeldLoan['holders'] | null } & Omit<
  HeldLoan,
  'id' | 'holders' | 'retained'
> &
  Record<string, unknown>;

/** What `BookLoan` calls them. */
const BOOK_COLUMNS = {
  clientId: LOAN_FIELDS.client,
  portfolioId: LOAN_FIELDS.portfolio,
  product: LOAN_FIELDS.product,
  bucket: LOAN_FIELDS.bucket,
  dpd: LOAN_FIELDS.dpd,
  pos: LOAN_FIELDS.pos,
  overdue: LOAN_FIELDS.overdue,
  attempts: LOAN_FIELDS.attempts,
  visits: LOAN_FIELDS.visits,
  brokenPromises: LOAN_FIELDS.brokenPromises,
  propensity: LOAN_FIELDS.propensity,
  lastCode: LOAN_FIELDS.lastCode,
  brokenPromise: LOAN_FIELDS.brokenPromise,
  legal: LOAN_FIELDS.legal,
  language: LOAN_FIELDS.language,
  pincode: LOAN_FIELDS.pincode,
} as const satisfies Record<Exclude<keyof BookLoan, 'id'>, string>;
/** Looked up for each loan, and only where a rule asks for them. */
const LOOKED_UP: Readonly<Record<string, string>> = { visits: '0', brokenPromises: '0', propensity: 'null' };

/** What is read of a loan `l`. */
function bookColumns(conditions: readonly Condition[]): string {
  const asked = new Set<string>(conditions.flat(2).map(({ field }) => field));
  return Object.entries(BOOK_COLUMNS)
    .map(([name, column]) => `${(asked.has(name) ? undefined : LOOKED_UP[name]) ?? column} as "${name}"`)
    .join(', ');
}

/**
 * The next active loans of active lenders after an id, in the order of their ids, with what these conditions ask of them. `only`: those
 * that one of the conditions takes; `processes`: also which process has them.
 */
export async function nextLoans(
  tx: Tx,
  actor: Actor,
  after: string | null,
  limit: number,
  conditions: readonly Condition[],
  { only = false, processes = false }: { only?: boolean; processes?: boolean } = {},
): Promise<HeldLoan[]> {
  const parameters: unknown[] = [actor.tenantId, after ?? FIRST, limit];
  const use = (value: unknown, type: string) => `$${parameters.push(value)}::${type}`;
  const among = only ? ` and (${conditionSql(conditions.flat(), LOAN_FIELDS, use)})` : '';
  const rows = await tx.query<BookRow>(
    `with l as materialized (
       select l.* from loans l join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id and c.active
        where l.tenant_id = $1 and l.id > $2 and l.state = 'active' and ${loanScope(actor, parameters)}${among}
        order by l.id limit $3)
     select l.id, ${bookColumns(conditions)},
            exists (select 1 from retained_loans r where r.tenant_id = $1 and r.loan_id = l.id) as retained,
            (select jsonb_object_agg(h.kind, h.profile_id) from loan_assignments h
              where h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null) as holders
       from l order by l.id`,
    parameters,
  );
  const dialed = processes
    ? await processesOf(
        tx,
        rows.map(({ id }) => id),
      )
    : new Map<string, string>();
  return rows.map((row) => {
    const process = dialed.get(row.id);
    return { ...row, holders: { ...row.holders, ...(process !== undefined && { process }) } };
  });
}

/** An opened month: its first day, and the instants between which something happened in it, in the tenant's zone. */
export interface Month {
  first: Day;
  from: Date;
  to: Date;
}

/**
 * The same of how a month found the book: days, bucket and principal of its opening, who held each loan then, and as its worth what it
 * really paid. What was recorded on a loan is as it is today.
 */
export async function nextOpened(
  tx: Tx,
  actor: Actor,
  { first, from, to }: Month,
  after: string | null,
  limit: number,
  conditions: readonly Condition[],
): Promise<HeldLoan[]> {
  const parameters: unknown[] = [actor.tenantId, after ?? FIRST, limit, first, from, to];
  const rows = await tx.query<BookRow & { worth: number }>(
    `with l as materialized (
       select l.tenant_id, l.id, l.borrower_id, l.client_id, o.portfolio_id, l.product, o.bucket, o.dpd, o.pos_paise, o.overdue_paise,
              l.attempts, l.last_code, l.ptp_status, l.flag_legal
         from loan_month_opens o join loans l on l.tenant_id = o.tenant_id and l.id = o.loan_id
        where o.tenant_id = $1 and o.month = $4 and o.loan_id > $2 and ${loanScope(actor, parameters)}
        order by o.loan_id limit $3)
     select l.id, ${bookColumns(conditions)}, false as retained,
            (select jsonb_object_agg(h.kind, h.profile_id) from loan_assignments h
              where h.tenant_id = $1 and h.loan_id = l.id and h.assigned_at < $5 and (h.ended_at is null or h.ended_at >= $5)) as holders,
            (select coalesce(sum(y.amount_paise), 0)::bigint from payments y
              where y.tenant_id = $1 and y.loan_id = l.id and y.status <> 'reversed' and y.paid_at >= $5 and y.paid_at < $6) as worth
       from l order by l.id`,
    parameters,
  );
  return rows.map((row) => ({ ...row, holders: row.holders ?? {} }));
}

interface Person extends Record<string, unknown> {
  id: string;
  name: string;
  role: string;
  active: boolean;
  stopped: boolean;
  dra_valid_until: Day | null;
  clocked_in: boolean;
  away_until: Day | null;
  languages: string[];
  pincodes: string[];
}

/** Everybody in a rule's target whom the caller may give loans to. People of a team who hold no such loans are left out. */
export async function candidatesOf(tx: Tx, actor: Actor, rule: AllocationRule, today: Day): Promise<Candidate[]> {
  const { of, ids } = rule.target;
  if (rule.kind === 'process')
    return (await processesFor(tx, actor, ids)).map(({ id, portfolioId, stopped, mayEdit }) => ({
      id,
      portfolioId,
      active: !stopped,
      suited: mayEdit,
      agencyStopped: false,
      draUntil: null,
      clockedIn: true,
      languages: [],
      pincodes: [],
    }));
  if (rule.kind === 'agency') {
    const parameters: unknown[] = [actor.tenantId, ids];
    const scope = agencyScope(actor, parameters);
    // An agency speaks what its people speak, and works where they work.
    const ofPeople = (column: 'languages' | 'pincodes') =>
      `array(select distinct value from users u cross join unnest(u.${column}) value
              where u.tenant_id = a.tenant_id and u.agency_id = a.id and u.active order by value)`;
    const found = await tx.query<Pick<Person, 'id' | 'active' | 'languages' | 'pincodes'> & { locked: boolean }>(
      `select a.id, a.active, a.locked, ${ofPeople('languages')} as languages, ${ofPeople('pincodes')} as pincodes
         from agencies a where a.tenant_id = $1 and a.id = any($2::uuid[]) and ${scope} order by a.id`,
      parameters,
    );
    return found.map(({ id, active, locked, languages, pincodes }) => ({
      id,
      active,
      suited: true,
      agencyStopped: locked,
      draUntil: null,
      clockedIn: true,
      languages,
      pincodes,
    }));
  }
  const roles = HOLDERS[rule.kind].roles;
  const parameters: unknown[] = [actor.tenantId, ids, today];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const among = {
    chosen: 'u.id = any($2::uuid[])',
    agency: 'u.agency_id = any($2::uuid[])',
    team: 'u.id in (select t.descendant_id from user_tree t where t.tenant_id = $1 and t.ancestor_id = any($2::uuid[]))',
  }[of];
  const found = await tx.query<Person>(
    `select u.id, u.role, u.active, u.dra_valid_until, u.languages, u.pincodes,
            exists (select 1 from agencies g where g.tenant_id = $1 and g.id = u.agency_id and (g.locked or not g.active)) as stopped,
            exists (select 1 from attendance p where p.tenant_id = $1 and p.user_id = u.id and p.day = $3
                     and p.clock_in_at is not null and p.clock_out_at is null) as clocked_in,
            ${awaySql('u.id', '$3::date')} as away_until
       from users u where u.tenant_id = $1 and ${among} and ${scope} order by u.id`,
    parameters,
  );
  return found.flatMap((one) => {
    const role = parseRole(one.role);
    const suited = role !== undefined && roles.includes(role);
    if (!suited && of !== 'chosen') return [];
    return {
      id: one.id,
      active: one.active,
      suited,
      agencyStopped: one.stopped,
      draUntil: one.dra_valid_until,
      clockedIn: one.clocked_in,
      awayUntil: one.away_until,
      languages: one.languages,
      pincodes: one.pincodes,
    };
  });
}

const HELD_COLUMN = { collector: 'collector_id', field_agent: 'field_agent_id', agency: 'agency_id' } as const;

/** What people or agencies hold of active loans in one capacity, whoever may see it: their caps count all of it. */
export async function loadsOf(
  tx: Tx,
  tenantId: string,
  kind: RuleKind,
  ids: readonly string[],
): Promise<Map<string, Load>> {
  if (kind === 'process') return processLoads(tx, ids);
  const column = HELD_COLUMN[kind];
  const rows = await tx.query<{ id: string; loans: number; pos: number }>(
    `select ${column} as id, sum(loans)::bigint as loans, sum(pos_paise)::bigint as pos from held_totals
      where tenant_id = $1 and ${column} = any($2::uuid[]) and state = 'active' group by 1`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ id, loans, pos }) => [id, { loans: Number(loans), pos: Number(pos) }]));
}

/** Names of people, agencies, clients, portfolios and processes of the tenant, by id. */
export async function namesOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `select id, full_name as name from users where tenant_id = $1 and id = any($2::uuid[])
     union all select id, name from agencies where tenant_id = $1 and id = any($2::uuid[])
     union all select id, name from clients where tenant_id = $1 and id = any($2::uuid[])
     union all select id, name from portfolios where tenant_id = $1 and id = any($2::uuid[])
     union all select id, name from dial_processes where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
