/** The server's own steps of settlements: what payments and the calendar ask for. */
import type { Day } from '../../../core/domain/dates';
import { keptInstalments } from '../../../core/domain/settlements/instalments';
import {
  answerOverdue,
  isAgreed,
  noticeDue,
  planOf,
  restUntil,
  systemStep,
  wakeDay,
} from '../../../core/domain/settlements/plan';
import { decideStep, isFinal, isReview, reviewersOf } from '../../../core/domain/settlements/steps';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { notify } from '../alerts';
import { tellDeputies } from './absences';
import { keepInstalments } from './instalments';
import {
  loanForOffer,
  lockSettlement,
  moneyOf,
  moveOn,
  offersOf,
  openSettlementOf,
  type SettlementRecord,
  voidLetter,
} from './repository';
import { replacePromises, restWhilePaid } from './rest';
import { tell, tellOfVoid } from './service';

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
  const instalments = (await offersOf(tx, id)).find(({ round }) => round === record.round)?.instalments ?? [];
  const money = await moneyOf(tx, id);
  const [plan, received] = [planOf(instalments, money.confirmed), planOf(instalments, money.received)];
  let { stage, reopened_on: reopenedOn } = record;
  const look = () => ({
    stage,
    validTill: record.valid_till,
    answerBy: isReview(stage) ? record.answer_by : null,
    plan,
    received,
    reopenedOn,
  });
  for (let step = systemStep(look(), today); step; step = systemStep(look(), today)) {
    const answer = decideStep({
      step,
      stage,
      reviews: record.reviews,
      makerId: record.maker_id,
      approverIds: [],
      countererIds: [],
      authority: record.authority,
      actor: { id: '', role: 'SYSTEM' },
      given: {},
    });
    if (!answer.allowed) throw new Error(`A settlement at ${stage} does not take ${step}`);
    if (stage === 'no-dues') {
      const letterId = await voidLetter(tx, id);
      if (letterId) await tellOfVoid(tx, record, letterId, now);
      // The loan is in another settlement by now; this one stays ended, without its letter.
      if (await openSettlementOf(tx, loanId)) break;
    }
    const place = await moveOn(
      tx,
      id,
      {
        step,
        from: stage,
        to: answer.to,
        round: record.round,
        by: null,
        remarks: '',
        ended: isFinal(answer.to),
        today,
      },
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
          detail: {
            loanId,
            paidPaise: plan.paid,
            receivedPaise: received.paid,
            before: { stage },
            after: { stage: answer.to },
          },
        },
      ],
      now,
    );
    await tell(tx, record, { to: answer.to, place, by: null }, now, today);
    if (step === 'complete') await settleLoan(tx, loanId, now);
    if (step === 'reopen') await reopenLoan(tx, loanId, now);
    if (step === 'reopen') reopenedOn = today;
    stage = answer.to;
  }
  if (isReview(stage) && answerOverdue(look(), today)) {
    const cause = `settlement-late:${id}:${record.round}:${stage}`;
    await notify(
      tx,
      {
        kind: 'settlement-late',
        loanId,
        cause,
        amountPaise: record.payable_paise,
        roles: reviewersOf(stage, record.authority),
        except: [record.maker_id, ...record.approver_ids],
      },
      now,
    );
    await tellDeputies(tx, cause, today);
  }
  const { next } = received;
  if (noticeDue(look(), today) && next)
    await notify(
      tx,
      {
        kind: 'settlement-due',
        loanId,
        cause: `settlement-due:${id}:${next.dueOn}`,
        amountPaise: next.amount - next.paid,
      },
      now,
    );
  if (isAgreed(stage)) await replacePromises(tx, { settlementId: id, loanId }, now);
  await restWhilePaid(tx, { settlementId: id, loanId, until: restUntil(look(), today) }, now);
  if (record.letter_id) await keepInstalments(tx, id, keptInstalments(plan, received, stage), now);
  await tx.query(
    `update settlements set to_judge = false, wake_on = $2, paid_paise = $3, next_due_on = $4, settled_on = $5, received_paise = $6,
            reopened_on = $7, taken_back_paise = $8
      where tenant_id = current_tenant() and id = $1`,
    [
      id,
      isFinal(stage) ? null : wakeDay(look(), today),
      plan.paid,
      isFinal(stage) ? null : (next?.dueOn ?? null),
      stage === 'completed' || stage === 'no-dues' ? (record.settled_on ?? today) : null,
      received.paid - plan.paid,
      reopenedOn,
      money.takenBack,
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
