/** What became of the loans that a run gave, by whom they went to and by which rule. */
import type { RunOutcome } from '../../../core/contract/allocation';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { namesOf } from './book';
import { rulesOfRun } from './rules';
import type { Group, OutcomesLook, RunRow } from './runs';

const SUMS = ['loans', 'pos', 'still', 'attempted', 'promised', 'paid', 'paid_paise'] as const;

export const OUTCOMES_JOB = 'allocation.outcomes';
/** Loans of one piece. */
const PIECE = 5000;
const NEW_LOOK: OutcomesLook = { state: 'looking', done: 0, after: null, groups: [] };

async function lockedLook(tx: Tx, runId: string): Promise<OutcomesLook | undefined> {
  const [row] = await tx.query<{ outcomes_look: OutcomesLook | null }>(
    'select outcomes_look from allocation_runs where tenant_id = current_tenant() and id = $1 for no key update',
    [runId],
  );
  return row?.outcomes_look ?? undefined;
}

const keepLook = (tx: Tx, runId: string, look: OutcomesLook) =>
  tx.query('update allocation_runs set outcomes_look = $2::jsonb where tenant_id = current_tenant() and id = $1', [
    runId,
    JSON.stringify(look),
  ]);

/** The look that is under way, or a new one, whose job the caller enqueues. */
export async function beginOutcomes(tx: Tx, runId: string): Promise<OutcomesLook> {
  const look = await lockedLook(tx, runId);
  if (look?.state === 'looking') return look;
  await keepLook(tx, runId, NEW_LOOK);
  return NEW_LOOK;
}

export async function failOutcomes(tx: Tx, runId: string): Promise<void> {
  const look = await lockedLook(tx, runId);
  if (look) await keepLook(tx, runId, { ...look, state: 'failed' });
}

/**
 * Looks at the next loans that a run gave, since each was given: whoever worked it counts, so that an agency's people count for the
 * agency. Amounts in paise. Answers false when that was all.
 */
export async function outcomesFurther(tx: Tx, runId: string, piece = PIECE): Promise<boolean> {
  const look = await lockedLook(tx, runId);
  if (look?.state !== 'looking') return false;
  const next = await tx.query<{ kind: string; loan_id: string }>(
    `select kind, loan_id from allocation_run_loans
      where tenant_id = current_tenant() and run_id = $1 and became = 'assigned'
        and ($2::text is null or (kind, loan_id) > ($2::text, $3::uuid))
      order by kind, loan_id limit $4`,
    [runId, look.after?.kind ?? null, look.after?.loan_id ?? null, piece],
  );
  const last = next.at(-1);
  if (!last) {
    await keepLook(tx, runId, { ...look, state: 'over' });
    return false;
  }
  const found = await tx.query<Group>(
    `select g.kind, g.to_id, g.rule_id, count(*) as loans, sum(l.pos_paise)::bigint as pos,
            count(*) filter (where case g.kind when 'process' then exists (select 1 from dial_items i where i.tenant_id = g.tenant_id
              and i.loan_id = g.loan_id and i.list_id = g.batch_id and i.state <> 'cancelled')
              else exists (select 1 from loan_assignments h where h.tenant_id = g.tenant_id and h.loan_id = g.loan_id
              and h.kind = g.kind and h.profile_id = g.to_id and h.ended_at is null) end) as still,
            count(*) filter (where l.last_at >= b.at) as attempted,
            count(*) filter (where exists (select 1 from ptps p where p.tenant_id = g.tenant_id and p.loan_id = g.loan_id
              and p.created_at >= b.at)) as promised,
            count(*) filter (where m.paise > 0) as paid, coalesce(sum(m.paise), 0)::bigint as paid_paise
       from unnest($2::text[], $3::uuid[]) as n(kind, loan_id)
       join allocation_run_loans g on g.tenant_id = current_tenant() and g.run_id = $1 and g.kind = n.kind and g.loan_id = n.loan_id
       cross join lateral (select coalesce(g.given_at, (select a.assigned_at from assignment_batches a
         where a.tenant_id = g.tenant_id and a.id = g.batch_id)) as at) b
       join loans l on l.tenant_id = g.tenant_id and l.id = g.loan_id
       cross join lateral (select coalesce(sum(p.amount_paise), 0)::bigint as paise from payments p
         where p.tenant_id = g.tenant_id and p.loan_id = g.loan_id and p.status <> 'reversed' and p.paid_at >= b.at) m
      group by g.kind, g.to_id, g.rule_id`,
    [runId, next.map(({ kind }) => kind), next.map(({ loan_id }) => loan_id)],
  );
  await keepLook(tx, runId, {
    state: 'looking',
    done: look.done + next.length,
    after: last,
    groups: added(look.groups, found),
  });
  return true;
}

function added(groups: readonly Group[], more: readonly Group[]): Group[] {
  const keyOf = ({ kind, to_id, rule_id }: Group) => `${kind} ${to_id} ${rule_id}`;
  const all = new Map(groups.map((group) => [keyOf(group), group]));
  for (const group of more) {
    const before = all.get(keyOf(group));
    const sums = before && Object.fromEntries(SUMS.map((sum) => [sum, before[sum] + group[sum]]));
    all.set(keyOf(group), { ...group, ...sums });
  }
  return [...all.values()];
}

/** What is known so far, the holder with most loans first. */
export async function presentOutcomes(tx: Tx, actor: Actor, run: RunRow, look: OutcomesLook): Promise<RunOutcome[]> {
  const groups = look.groups.toSorted((a, b) => b.loans - a.loans || a.to_id.localeCompare(b.to_id));
  const names = await namesOf(
    tx,
    actor.tenantId,
    groups.map(({ to_id }) => to_id),
  );
  const rules = run.asked ? [] : await rulesOfRun(tx, actor.tenantId, run);
  return groups.map((group) => ({
    kind: group.kind,
    holderId: group.to_id,
    holder: names.get(group.to_id) ?? '',
    rule: rules.find(({ id }) => id === group.rule_id)?.name ?? null,
    loans: group.loans,
    posPaise: group.pos,
    still: group.still,
    untouched: group.loans - group.attempted,
    attempted: group.attempted,
    promised: group.promised,
    paid: group.paid,
    paidPaise: group.paid_paise,
  }));
}
