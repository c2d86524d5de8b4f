/** Rehearsals and what became of them, as rows; all SQL of them is here. */
import type {
  AllocationRun,
  GivenKind,
  HandKind,
  RUN_LOANS,
  RUN_STATES,
  RunLoan,
  RunOutcome,
  RunSummary,
} from '../../../core/contract/allocation';
import type { AllocationRule, Stays } from '../../../core/domain/allocation';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { LookState } from '../../jobs';
import { peopleScope } from '../loans';

export type RunState = (typeof RUN_STATES)[number];

/** What became of loans that a run gave to somebody by a rule. */
export interface Group extends Record<string, unknown> {
  kind: RunOutcome['kind'];
  to_id: string;
  rule_id: string | null;
  loans: number;
  pos: number;
  still: number;
  attempted: number;
  promised: number;
  paid: number;
  paid_paise: number;
}

/** As far as that was looked at. */
export interface OutcomesLook {
  state: LookState;
  done: number;
  /** The last loan looked at. */
  after: { kind: string; loan_id: string } | null;
  groups: Group[];
}

/** What somebody asked to give by hand: everything that matches a filter, or the numbers of a list. */
export interface HandAsked {
  source: 'filter' | 'list';
  kind: HandKind;
  profileId: string;
  reason: string | null;
  visitOn: Day | null;
  recallOn?: Day | null;
  ownPincodes: boolean;
  fileName: string | null;
  filter: Record<string, unknown> | null;
  except: string[];
}

/** Loans for agencies by percentages: a rule that is no rule of the tenant's, and with what each loan is given. */
export interface AgencyPlan {
  rule: AllocationRule;
  recallOn: Day | null;
  reason: string | null;
}

export interface RunRow extends Record<string, unknown> {
  id: string;
  state: RunState;
  rules_version: number;
  made_by: string;
  maker: string | null;
  created_at: string;
  finished_at: string | null;
  done: number;
  total: number | null;
  summary: RunSummary | null;
  first_look: AllocationRun['first'] | null;
  given: number;
  left_out: number;
  restored: number;
  problem: string | null;
  left_why: NonNullable<AllocationRun['leftWhy']>;
  asked: HandAsked | null;
  plan: AgencyPlan | null;
  hand_to: string | null;
  planned: number;
  undone: number;
  outcomes_look: OutcomesLook | null;
  unknown: number;
  /** First day of the month that is replayed. */
  replayed: Day | null;
}

export const presentRun = (row: RunRow): AllocationRun => ({
  id: row.id,
  state: row.state,
  rulesVersion: row.rules_version,
  madeBy: row.maker,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  done: row.done,
  total: row.total,
  summary: row.summary,
  given: row.given,
  leftOut: row.left_out,
  restored: row.restored,
  problem: row.problem,
  leftWhy: row.left_why,
  ...(row.first_look && row.state === 'rehearsing' && { first: row.first_look }),
  ...(row.replayed && { replayed: row.replayed.slice(0, 7) }),
  ...(row.plan && {
    agencies: { name: row.plan.rule.name, recallOn: row.plan.recallOn, reason: row.plan.reason },
  }),
  ...(row.asked && {
    hand: {
      source: row.asked.source,
      kind: row.asked.kind,
      profileId: row.asked.profileId,
      to: row.hand_to,
      fileName: row.asked.fileName,
      reason: row.asked.reason,
      unknown: row.unknown,
    },
  }),
});

const COLUMNS = `r.*, (select u.full_name from users u where u.tenant_id = r.tenant_id and u.id = r.made_by) as maker,
    case when r.asked is not null then coalesce(
      (select u.full_name from users u where u.tenant_id = r.tenant_id and u.id = (r.asked ->> 'profileId')::uuid),
      (select a.name from agencies a where a.tenant_id = r.tenant_id and a.id = (r.asked ->> 'profileId')::uuid)) end as hand_to`;

/** Runs of the rules, those by hand, or those for agencies. */
export type RunSource = 'rules' | 'hand' | 'agencies';
const OF = {
  rules: 'r.asked is null and r.plan is null',
  hand: 'r.asked is not null',
  agencies: 'r.plan is not null',
};

/** One that the caller or somebody below them made. */
export async function findRun(tx: Tx, actor: Actor, id: string): Promise<RunRow | undefined> {
  const parameters: unknown[] = [actor.tenantId, id];
  const [row] = await tx.query<RunRow>(
    `select ${COLUMNS} from allocation_runs r where r.tenant_id = $1 and r.id = $2
        and ${peopleScope(actor, parameters, 'r.tenant_id', 'r.made_by')}`,
    parameters,
  );
  return row;
}

/** In pages from 0, newest first. */
export function newestRuns(tx: Tx, actor: Actor, of: RunSource, limit: number, page = 0): Promise<RunRow[]> {
  const parameters: unknown[] = [actor.tenantId, limit, page * limit];
  return tx.query<RunRow>(
    `select ${COLUMNS} from allocation_runs r where r.tenant_id = $1 and ${OF[of]}
        and ${peopleScope(actor, parameters, 'r.tenant_id', 'r.made_by')}
      order by r.created_at desc, r.id desc limit $2 offset $3`,
    parameters,
  );
}

export async function countRuns(tx: Tx, actor: Actor, of: RunSource): Promise<number> {
  const parameters: unknown[] = [actor.tenantId];
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from allocation_runs r where r.tenant_id = $1 and ${OF[of]}
        and ${peopleScope(actor, parameters, 'r.tenant_id', 'r.made_by')}`,
    parameters,
  );
  return row?.count ?? 0;
}

/** False when the id exists. */
export async function insertRun(
  tx: Tx,
  actor: Actor,
  id: string,
  what: { rulesVersion: number; replayed?: Day | null } | { asked: HandAsked } | { plan: AgencyPlan },
  now: Date,
): Promise<boolean> {
  const [version, replayed] = 'rulesVersion' in what ? [what.rulesVersion, what.replayed ?? null] : [0, null];
  const asked = 'asked' in what ? JSON.stringify(what.asked) : null;
  const plan = 'plan' in what ? JSON.stringify(what.plan) : null;
  const rows = await tx.query(
    `insert into allocation_runs (tenant_id, id, state, rules_version, made_by, created_at, asked, replayed, plan)
     values ($1, $2, 'rehearsing', $3, $4, $5, $6, $7, $8) on conflict (tenant_id, id) do nothing returning id`,
    [actor.tenantId, id, version, actor.userId, now, asked, replayed, plan],
  );
  return rows.length > 0;
}

/** What a job needs of a run, whoever made it. */
export async function runOf(
  tx: Tx,
  id: string,
): Promise<Pick<RunRow, 'state' | 'rules_version' | 'asked' | 'plan' | 'planned' | 'replayed'> | undefined> {
  const [row] = await tx.query<Pick<RunRow, 'state' | 'rules_version' | 'asked' | 'plan' | 'planned' | 'replayed'>>(
    'select state, rules_version, asked, plan, planned, replayed from allocation_runs where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return row;
}

/** Moves a run from one of these states to another; false when it is in none of them. */
export async function moveRun(
  tx: Tx,
  id: string,
  from: readonly RunState[],
  to: RunState,
  { problem = null, finishedAt = null }: { problem?: string | null; finishedAt?: Date | null } = {},
): Promise<boolean> {
  const rows = await tx.query(
    `update allocation_runs set state = $3, problem = $4, finished_at = $5
      where tenant_id = current_tenant() and id = $1 and state = any($2::text[]) returning id`,
    [id, from, to, problem, finishedAt],
  );
  return rows.length > 0;
}

export async function noteProgress(tx: Tx, id: string, done: number, total: number | null): Promise<void> {
  await tx.query('update allocation_runs set done = $2, total = $3 where tenant_id = current_tenant() and id = $1', [
    id,
    done,
    total,
  ]);
}

export interface PlannedLoan {
  kind: GivenKind;
  loanId: string;
  from: string | null;
  to: string | null;
  /** Null by hand. */
  ruleId: string | null;
  stays: Stays | null;
}

export async function insertPlanned(tx: Tx, runId: string, loans: readonly PlannedLoan[]): Promise<void> {
  await tx.query(
    `with made as (
     insert into allocation_run_loans (tenant_id, run_id, kind, loan_id, from_id, to_id, rule_id, stays)
     select current_tenant(), $1, p.kind, p.loan, p.holder, p.next, p.rule, p.stays
       from unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[]) as p(kind, loan, holder, next, rule, stays)
     on conflict (tenant_id, run_id, kind, loan_id) do nothing returning to_id)
     update allocation_runs set planned = planned + (select count(to_id)::int from made) where tenant_id = current_tenant() and id = $1`,
    [
      runId,
      loans.map(({ kind }) => kind),
      loans.map(({ loanId }) => loanId),
      loans.map(({ from }) => from),
      loans.map(({ to }) => to),
      loans.map(({ ruleId }) => ruleId),
      loans.map(({ stays }) => stays),
    ],
  );
}

export async function clearPlanned(tx: Tx, runId: string): Promise<void> {
  await tx.query('delete from allocation_run_loans where tenant_id = current_tenant() and run_id = $1', [runId]);
  await tx.query('update allocation_runs set planned = 0 where tenant_id = current_tenant() and id = $1', [runId]);
}

/** How many loans the step that a run was moved to has to do; none is done yet. */
export async function beginStep(tx: Tx, runId: string): Promise<void> {
  await tx.query(
    `update allocation_runs set done = 0, total = case when state = 'undoing' then given - undone else planned - given - left_out end
      where tenant_id = current_tenant() and id = $1`,
    [runId],
  );
}

export async function storeFirstLook(tx: Tx, id: string, first: NonNullable<AllocationRun['first']>): Promise<void> {
  await tx.query(
    'update allocation_runs set first_look = $2, total = $3 where tenant_id = current_tenant() and id = $1',
    [id, JSON.stringify(first), first.total],
  );
}

export async function storeSummary(tx: Tx, id: string, summary: RunSummary): Promise<void> {
  await tx.query('update allocation_runs set summary = $2 where tenant_id = current_tenant() and id = $1', [
    id,
    JSON.stringify(summary),
  ]);
}

export interface OpenLoan extends Record<string, unknown> {
  kind: GivenKind;
  loan_id: string;
  from_id: string | null;
  to_id: string;
}

/** Who has these loans in a capacity, by loan. */
export async function holdersOf(tx: Tx, kind: HandKind, loanIds: readonly string[]): Promise<Map<string, string>> {
  const held = await tx.query<{ loan_id: string; profile_id: string }>(
    `select loan_id, profile_id from loan_assignments
      where tenant_id = current_tenant() and loan_id = any($1::uuid[]) and kind = $2 and ended_at is null`,
    [loanIds, kind],
  );
  return new Map(held.map(({ loan_id, profile_id }) => [loan_id, profile_id]));
}

/** The next loans of one kind for one holder that a commit has not come to. */
export const nextOpen = (tx: Tx, runId: string, limit: number): Promise<OpenLoan[]> =>
  tx.query<OpenLoan>(
    `with first as materialized (select kind, to_id from allocation_run_loans
        where tenant_id = current_tenant() and run_id = $1 and to_id is not null and became is null
        order by kind, to_id limit 1)
     select l.kind, l.loan_id, l.from_id, l.to_id from first f join allocation_run_loans l
         on l.tenant_id = current_tenant() and l.run_id = $1 and l.kind = f.kind and l.to_id = f.to_id and l.became is null
      order by l.loan_id limit $2`,
    [runId, limit],
  );

export async function noteBecame(
  tx: Tx,
  runId: string,
  kind: GivenKind,
  results: readonly { loanId: string; became: string }[],
  batchId: string | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `update allocation_run_loans l set became = d.became, batch_id = case when d.became = 'assigned' then $5::uuid end,
            given_at = case when d.became = 'assigned' and $2 = 'process' then $6::timestamptz end
       from unnest($3::uuid[], $4::text[]) as d(loan, became)
      where l.tenant_id = current_tenant() and l.run_id = $1 and l.kind = $2 and l.loan_id = d.loan`,
    [runId, kind, results.map(({ loanId }) => loanId), results.map(({ became }) => became), batchId, now],
  );
  const given = results.filter(({ became }) => became === 'assigned').length;
  await tx.query(
    `update allocation_runs set done = done + $2, given = given + $3, left_out = left_out + $4,
            left_why = (select coalesce(jsonb_object_agg(why, n), '{}') from (
              select why, sum(n)::int as n from (select key as why, value::int as n from jsonb_each_text(left_why)
                union all select why, count(*) from unnest($5::text[]) as why group by why) each_why group by why) whys)
      where tenant_id = current_tenant() and id = $1`,
    [
      runId,
      results.length,
      given,
      results.length - given,
      results.flatMap(({ became }) => (became === 'assigned' ? [] : [became])),
    ],
  );
}

/** Of loans given to a process the batch is its list, which may be long. */
export async function nextBatch(tx: Tx, runId: string): Promise<{ id: string; kind: GivenKind } | undefined> {
  const [row] = await tx.query<{ id: string; kind: GivenKind }>(
    `select batch_id as id, kind from allocation_run_loans
      where tenant_id = current_tenant() and run_id = $1 and became = 'assigned' and batch_id is not null limit 1`,
    [runId],
  );
  return row;
}

export const givenIn = async (tx: Tx, runId: string, batchId: string, limit: number): Promise<string[]> =>
  (
    await tx.query<{ loan_id: string }>(
      `select loan_id from allocation_run_loans
        where tenant_id = current_tenant() and run_id = $1 and batch_id = $2 and became = 'assigned' limit $3`,
      [runId, batchId, limit],
    )
  ).map(({ loan_id }) => loan_id);

/** `loanIds`: of a batch that is undone in pieces. */
export async function noteUndone(
  tx: Tx,
  runId: string,
  batchId: string,
  restored: number,
  loanIds: readonly string[] | null = null,
): Promise<void> {
  await tx.query(
    `with undone as (update allocation_run_loans set became = 'undone'
        where tenant_id = current_tenant() and run_id = $1 and batch_id = $2 and became = 'assigned'
          and ($4::uuid[] is null or loan_id = any($4::uuid[])) returning 1)
     update allocation_runs r set restored = r.restored + $3, done = r.done + u.loans, undone = r.undone + u.loans
       from (select count(*)::int as loans from undone) u
      where tenant_id = current_tenant() and id = $1`,
    [runId, batchId, restored, loanIds],
  );
}

const WHICH: Record<(typeof RUN_LOANS)[number], string> = {
  moves: 'r.to_id is not null and r.to_id is distinct from r.from_id',
  unallocated: 'r.to_id is null',
  'left-out': "r.to_id is not null and r.became not in ('assigned', 'undone')",
};

export interface ShownLoan extends Record<string, unknown> {
  loan_id: string;
  loan_number: string;
  kind: GivenKind;
  from_id: string | null;
  to_id: string | null;
  rule_id: string | null;
  stays: Stays | null;
  became: RunLoan['became'];
}

/** After a place in the order of kind and loan; null begins. */
export function runLoans(
  tx: Tx,
  runId: string,
  which: (typeof RUN_LOANS)[number] | 'failed',
  limit: number,
  { offset = 0, after = null }: { offset?: number; after?: ShownLoan | null } = {},
): Promise<ShownLoan[]> {
  const chosen = which === 'failed' ? `(${WHICH.unallocated} or (${WHICH['left-out']}))` : WHICH[which];
  return tx.query<ShownLoan>(
    `select r.loan_id, l.loan_number, r.kind, r.from_id, r.to_id, r.rule_id, r.stays, r.became
       from allocation_run_loans r join loans l on l.tenant_id = r.tenant_id and l.id = r.loan_id
      where r.tenant_id = current_tenant() and r.run_id = $1 and ${chosen}
        and ($4::text is null or (r.kind, r.loan_id) > ($4::text, $5::uuid))
      order by r.kind, r.loan_id limit $2 offset $3`,
    [runId, limit, offset, after?.kind ?? null, after?.loan_id ?? null],
  );
}
