/** The server's own steps of settlements: what payments and the calendar ask for. */
import type { Day } from '../../../core/domain/dates';
import type { Instalment } from '../../../core/domain/settlements/offer';
import { noticeDue, planOf, systemStep, wakeDay } from '../../../core/domain/settlements/plan';
import { decideStep, isFinal } from '../../../core/domain/settlements/steps';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { notify } from '../alerts';
import { loanForOffer, lockSettlement, moveOn, type SettlementRecord } from './repository';
import { tell } from './service';

const PAGE = 100;

/** Looks at a page of settlements that were paid or whose day has come; answers whether there may be more. */
export async function judgePart(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const due = await tx.query<{ id: string; loan_id: string }>(
    `select id, loan_id from (
       (select s.id, s.loan_id from settlements s where s.tenant_id = current_tenant() and s.to_judge limit ${PAGE})
       union
       (select s.id, s.loan_id from settlements s where s.tenant_id = current_tenant() and s.wake_on <= $1 limit ${PAGE})
     ) due order by loan_id limit ${PAGE}`,
    [today],
  );
  for (const { id, loan_id } of due) {
    await loanForOffer(tx, loan_id, true);
    const record = await lockSettlement(tx, id);
    if (record) await judge(tx, record, today, now);
  }
  return due.length === PAGE;
}

async function judge(tx: Tx, record: SettlementRecord, today: Day, now: Date): Promise<void> {
  const { id, loan_id: loanId } = record;
  // What was paid since the offer in force was made: its dues know nothing of it.
  const [facts] = await tx.query<{ instalments: Instalment[]; paid: number }>(
    `select o.instalments, (select coalesce(sum(m.amount_paise), 0) from payments m where m.tenant_id = o.tenant_id and m.loan_id = $3
              and m.status <> 'reversed' and m.paid_at >= o.created_at)::bigint as paid
       from settlement_offers o where o.tenant_id = current_tenant() and o.settlement_id = $1 and o.round = $2`,
    [id, record.round, loanId],
  );
  const plan = planOf(facts?.instalments ?? [], facts?.paid ?? 0);
  let { stage } = record;
  const look = () => ({ stage, validTill: record.valid_till, plan });
  for (let step = systemStep(look(), today); step; step = systemStep(look(), today)) {
    const answer = decideStep({
      step,
      stage,
      reviews: record.reviews,
      makerId: record.maker_id,
      approverIds: [],
      actor: { id: '', role: 'SYSTEM' },
      given: {},
    });
    if (!answer.allowed) throw new Error(`A settlement at ${stage} does not take ${step}`);
    const place = await moveOn(
      tx,
      id,
      { step, from: stage, to: answer.to, round: record.round, by: null, remarks: '', ended: isFinal(answer.to) },
      now,
    );
    await appendAudit(
      tx,
      [
        {
          action: `settlements.${step}`,
          subject: 'settlement',
          subjectId: id,
          actorId: null,
          detail: { loanId, paidPaise: plan.paid, before: { stage }, after: { stage: answer.to } },
        },
      ],
      now,
    );
    await tell(tx, record, { to: answer.to, place, by: null }, now);
    if (step === 'complete') await settleLoan(tx, loanId, now);
    if (step === 'reopen') await reopenLoan(tx, loanId, now);
    stage = answer.to;
  }
  if (noticeDue(look(), today) && plan.next)
    await notify(
      tx,
      {
        kind: 'settlement-due',
        loanId,
        cause: `settlement-due:${id}:${plan.next.dueOn}`,
        amountPaise: plan.next.amount - plan.next.paid,
      },
      now,
    );
  await tx.query(
    `update settlements set to_judge = false, wake_on = $2, paid_paise = $3, next_due_on = $4, settled_on = $5
      where tenant_id = current_tenant() and id = $1`,
    [
      id,
      isFinal(stage) ? null : wakeDay(look(), today),
      plan.paid,
      isFinal(stage) ? null : (plan.next?.dueOn ?? null),
      stage === 'completed' || stage === 'no-dues' ? (record.settled_on ?? today) : null,
    ],
  );
}

/** Nobody is asked to pay any more; phones, dialer and lists follow the state. */
const settleLoan = (tx: Tx, loanId: string, now: Date) =>
  tx.query(
    `update loans set state = 'settled', pause_reason = null, pause_until = null, version = version + 1, updated_at = $2
      where tenant_id = current_tenant() and id = $1 and state in ('active', 'suppressed', 'closed')`,
    [loanId, now],
  );
const reopenLoan = (tx: Tx, loanId: string, now: Date) =>
  tx.query(
    `update loans set state = 'active', version = version + 1, updated_at = $2
      where tenant_id = current_tenant() and id = $1 and state = 'settled'`,
    [loanId, now],
  );
