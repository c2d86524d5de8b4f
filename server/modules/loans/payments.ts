/**
 * A payment that is certain (a gateway's word, a matched bank line) and what it does to its loan: the dues go down, an open
 * promise may be kept, and a loan without dues falls silent until it is due again. All SQL of it is here.
 */
import { dpdAfterPayment, type PaymentEffect } from '../../../core/domain/ageing';
import { bucketOf } from '../../../core/domain/buckets';
import { addDays, dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { nextDueDay } from '../../../core/domain/local-time';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';

export interface CertainPayment {
  loanId: string;
  amountPaise: number;
  mode: string;
  /** UTR or the gateway's reference. */
  reference: string;
  paidAt: Date;
  detail?: Record<string, unknown>;
}

export interface PostedPayment {
  paymentId: string;
  /** Nothing is overdue any more. */
  cleared: boolean;
}

interface Dues {
  principal_overdue_paise: number;
  interest_overdue_paise: number;
  penal_paise: number;
  charges_paise: number;
}
/** Interest, principal, penal charges, other charges: the customary order where an agreement names none. */
const ORDER = ['interest_overdue_paise', 'principal_overdue_paise', 'penal_paise', 'charges_paise'] as const;

/** What is left of each head after `amount`, in paise. */
export function duesAfter(dues: Dues, amount: number): Dues {
  const after = { ...dues };
  let left = amount;
  for (const head of ORDER) {
    const taken = Math.min(left, after[head]);
    after[head] -= taken;
    left -= taken;
  }
  return after;
}

interface LockedLoan extends Dues {
  state: string;
  due_day: number;
  overdue_paise: number;
  tos_paise: number;
  emi_paise: number;
  dpd: number;
  payment_effect: PaymentEffect;
}

/**
 * Posts the payment in the transaction's tenant. The caller makes sure that it is posted once. Undefined when there is no
 * such loan.
 */
export async function postPayment(
  tx: Tx,
  payment: CertainPayment,
  zone: string,
  now: Date,
): Promise<PostedPayment | undefined> {
  const { loanId, amountPaise, paidAt } = payment;
  const [loan] = await tx.query<LockedLoan>(
    `select l.state, l.due_day, l.overdue_paise, l.tos_paise, l.principal_overdue_paise, l.interest_overdue_paise, l.penal_paise,
            l.charges_paise, l.emi_paise, l.dpd, p.payment_effect
       from loans l join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
      where l.tenant_id = current_tenant() and l.id = $1 for no key update of l`,
    [loanId],
  );
  if (!loan) return undefined;
  const paymentId = uuidv7(now.getTime());
  await tx.query(
    `insert into payments (tenant_id, id, loan_id, amount_paise, mode, reference, paid_at, status, detail, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, 'verified', $7::jsonb, $8)`,
    [paymentId, loanId, amountPaise, payment.mode, payment.reference, paidAt, payment.detail ?? {}, now],
  );
  const kept = await keepPromises(tx, loanId);
  const today = dayOf(now, zone);
  const dues = duesAfter(loan, amountPaise);
  const overdue = Math.max(0, loan.overdue_paise - amountPaise);
  const tos = Math.max(0, loan.tos_paise - amountPaise);
  const cleared = overdue === 0;
  const dpd = dpdAfterPayment(
    { dpd: loan.dpd, overdue: loan.overdue_paise, emi: loan.emi_paise },
    amountPaise,
    loan.payment_effect,
  );
  const silent = cleared && tos > 0 && loan.state === 'active';
  const state = loan.state !== 'active' ? loan.state : tos === 0 ? 'closed' : silent ? 'suppressed' : 'active';
  const until = addDays(nextDueDay(today, loan.due_day), -1);
  if (silent) {
    await tx.query(
      `insert into suppressions (tenant_id, id, loan_id, reason, from_on, until_on, created_at)
       values (current_tenant(), $1, $2, 'Paid', $3, $4, $5)`,
      [uuidv7(now.getTime()), loanId, today, until, now],
    );
  }
  await tx.query(
    `update loans set version = version + 1, updated_at = $2, state = $3, overdue_paise = $4, tos_paise = $5,
            pos_paise = greatest(0, pos_paise - (principal_overdue_paise - $6)), principal_overdue_paise = $6,
            interest_overdue_paise = $7, penal_paise = $8, charges_paise = $9,
            dpd = $10::integer, bucket = $16, dpd_as_of = case when dpd = $10::integer then dpd_as_of else $17::date end,
            last_payment_on = $11, last_payment_paise = $12,
            ptp_status = case when $13 and ptp_status = 'open' then 'kept' else ptp_status end,
            pause_reason = case when $14 then 'Paid' else pause_reason end,
            pause_until = case when $14 then $15::date else pause_until end
      where tenant_id = current_tenant() and id = $1`,
    [
      loanId,
      now,
      state,
      overdue,
      tos,
      dues.principal_overdue_paise,
      dues.interest_overdue_paise,
      dues.penal_paise,
      dues.charges_paise,
      dpd,
      dayOf(paidAt, zone),
      amountPaise,
      kept,
      silent,
      until,
      bucketOf(dpd),
      today,
    ],
  );
  await appendAudit(
    tx,
    [
      {
        action: 'loans.payment-posted',
        subject: 'loan',
        subjectId: loanId,
        actorId: null,
        detail: {
          payment: paymentId,
          amountPaise,
          mode: payment.mode,
          reference: payment.reference,
          before: { state: loan.state, overduePaise: loan.overdue_paise, tosPaise: loan.tos_paise, dpd: loan.dpd },
          after: { state, overduePaise: overdue, tosPaise: tos, dpd },
        },
      },
    ],
    now,
  );
  return { paymentId, cleared };
}

/** A promise is kept when what came in since it was made reaches it; answers whether one was. */
async function keepPromises(tx: Tx, loanId: string): Promise<boolean> {
  const rows = await tx.query(
    `update ptps p set status = 'kept'
      where p.tenant_id = current_tenant() and p.loan_id = $1 and p.status = 'open'
        and p.amount_paise <= (select coalesce(sum(m.amount_paise), 0) from payments m
          where m.tenant_id = p.tenant_id and m.loan_id = p.loan_id and m.status <> 'reversed' and m.paid_at >= p.created_at)
     returning 1`,
    [loanId],
  );
  return rows.length > 0;
}
