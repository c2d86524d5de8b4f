/** Loans and people as the rules of allocation see them, within the caller's scope; all SQL that reads them is here. */
import type { AllocationRule, Candidate, HeldLoan, Load, RuleKind } from '../../../core/domain/allocation';
import type { Day } from '../../../core/domain/dates';
import { parseRole } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { agencyScope, HOLDERS, loanScope, peopleScope } from '../loans';

const FIRST = '00000000-0000-0000-0000-000000000000';

interface BookRow extends Record<string, unknown> {
  id: string;
  client_id: string;
  product: string;
  bucket: string;
  dpd: number;
  pos_paise: number;
  last_code: string | null;
  broken: boolean;
  legal: boolean;
  language: string;
  pincode: string | null;
  retained: boolean;
  holders: HeldLoan['holders'] | null;
}

/** The next active loans of active lenders after an id, in the order of their ids. */
export async function nextLoans(tx: Tx, actor: Actor, after: string | null, limit: number): Promise<HeldLoan[]> {
  const parameters: unknown[] = [actor.tenantId, after ?? FIRST, limit];
  const rows = await tx.query<BookRow>(
    `with book as materialized (
       select l.id, l.client_id, l.product, l.bucket, l.dpd, l.pos_paise, l.last_code, l.borrower_id,
              coalesce(l.ptp_status = 'broken', false) as broken, l.flag_legal as legal
         from loans l join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id and c.active
        where l.tenant_id = $1 and l.id > $2 and l.state = 'active' and ${loanScope(actor, parameters)}
        order by l.id limit $3)
     select k.*, b.language,
            (select a.pincode from addresses a where a.tenant_id = $1 and a.borrower_id = k.borrower_id order by a.rank limit 1) as pincode,
            exists (select 1 from retained_loans r where r.tenant_id = $1 and r.loan_id = k.id) as retained,
            (select jsonb_object_agg(h.kind, h.profile_id) from loan_assignments h
              where h.tenant_id = $1 and h.loan_id = k.id and h.ended_at is null) as holders
       from book k join borrowers b on b.tenant_id = $1 and b.id = k.borrower_id order by k.id`,
    parameters,
  );
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    product: row.product,
    bucket: row.bucket,
    dpd: row.dpd,
    pos: row.pos_paise,
    pincode: row.pincode,
    language: row.language,
    lastCode: row.last_code,
    brokenPromise: row.broken,
    legal: row.legal,
    holders: row.holders ?? {},
    retained: row.retained,
  }));
}

interface Person extends Record<string, unknown> {
  id: string;
  name: string;
  role: string;
  active: boolean;
  stopped: boolean;
  dra_valid_until: Day | null;
  clocked_in: boolean;
  languages: string[];
  pincodes: string[];
}

/** Everybody in a rule's target whom the caller may give loans to. People of a team who hold no such loans are left out. */
export async function candidatesOf(tx: Tx, actor: Actor, rule: AllocationRule, today: Day): Promise<Candidate[]> {
  const { of, ids } = rule.target;
  if (rule.kind === 'agency') {
    const parameters: unknown[] = [actor.tenantId, ids];
    const scope = agencyScope(actor, parameters);
    const found = await tx.query<{ id: string; active: boolean; locked: boolean }>(
      `select a.id, a.active, a.locked from agencies a where a.tenant_id = $1 and a.id = any($2::uuid[]) and ${scope} order by a.id`,
      parameters,
    );
    return found.map(({ id, active, locked }) => ({
      id,
      active,
      suited: true,
      agencyStopped: locked,
      draUntil: null,
      clockedIn: true,
      languages: [],
      pincodes: [],
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
                     and p.clock_in_at is not null and p.clock_out_at is null) as clocked_in
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
  const column = HELD_COLUMN[kind];
  const rows = await tx.query<{ id: string; loans: number; pos: number }>(
    `select ${column} as id, sum(loans)::bigint as loans, sum(pos_paise)::bigint as pos from held_totals
      where tenant_id = $1 and ${column} = any($2::uuid[]) and state = 'active' group by 1`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ id, loans, pos }) => [id, { loans: Number(loans), pos: Number(pos) }]));
}

/** Names of people, agencies and clients of the tenant, by id. */
export async function namesOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `select id, full_name as name from users where tenant_id = $1 and id = any($2::uuid[])
     union all select id, name from agencies where tenant_id = $1 and id = any($2::uuid[])
     union all select id, name from clients where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
