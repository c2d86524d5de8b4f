/** What became of the loans that a run gave, by whom they went to and by which rule. */
import type { RunOutcome } from '../../../core/contract/allocation';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { namesOf } from './book';
import { findRules } from './rules';
import type { RunRow } from './runs';

interface Group extends Record<string, unknown> {
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

/** Since each loan was given: whoever worked it counts, so that an agency's people count for the agency. Amounts in paise. */
export async function outcomesOf(tx: Tx, actor: Actor, run: RunRow): Promise<RunOutcome[]> {
  const groups = await tx.query<Group>(
    `select g.kind, g.to_id, g.rule_id, count(*) as loans, sum(l.pos_paise)::bigint as pos,
            count(*) filter (where exists (select 1 from loan_assignments h where h.tenant_id = $1 and h.loan_id = g.loan_id
              and h.kind = g.kind and h.profile_id = g.to_id and h.ended_at is null)) as still,
            count(*) filter (where l.last_at >= b.assigned_at) as attempted,
            count(*) filter (where exists (select 1 from ptps p where p.tenant_id = $1 and p.loan_id = g.loan_id
              and p.created_at >= b.assigned_at)) as promised,
            count(*) filter (where m.paise > 0) as paid, coalesce(sum(m.paise), 0)::bigint as paid_paise
       from allocation_run_loans g
       join assignment_batches b on b.tenant_id = $1 and b.id = g.batch_id
       join loans l on l.tenant_id = $1 and l.id = g.loan_id
       cross join lateral (select coalesce(sum(p.amount_paise), 0)::bigint as paise from payments p
         where p.tenant_id = $1 and p.loan_id = g.loan_id and p.status <> 'reversed' and p.paid_at >= b.assigned_at) m
      where g.tenant_id = $1 and g.run_id = $2 and g.became = 'assigned'
      group by g.kind, g.to_id, g.rule_id order by loans desc, g.to_id`,
    [actor.tenantId, run.id],
  );
  const names = await namesOf(
    tx,
    actor.tenantId,
    groups.map(({ to_id }) => to_id),
  );
  const rules = run.asked ? [] : ((await findRules(tx, actor.tenantId, run.rules_version))?.rules ?? []);
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
