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
  /** For `takeBackPayment`. */
  undo: PaymentUndo;
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

interface Standing {
  state: string;
  dpd: number;
  dpd_as_of: string;
  bucket: string;
  pos_paise: number;
  tos_paise: number;
  overdue_paise: number;
  pause_reason: string | null;
  pause_until: string | null;
  last_payment_on: string | null;
  last_payment_paise: number | null;
}
interface LockedLoan extends Dues, Standing {
  due_day: number;
  emi_paise: number;
  payment_effect: PaymentEffect;
}

/** What a payment did to its loan: how it stood before, what of each sum went, and what it left behind. */
export interface PaymentUndo {
  /** Null of a payment that this made; else what it was before it was confirmed. */
  was: 'received' | 'deposited' | null;
  before: Standing;
  after: Pick<Standing, 'state' | 'dpd' | 'dpd_as_of' | 'last_payment_on' | 'last_payment_paise'>;
  taken: Dues & { pos_paise: number; tos_paise: number; overdue_paise: number };
  suppressionId: string | null;
}

async function lockLoan(tx: Tx, loanId: string): Promise<LockedLoan | undefined> {
  const [loan] = await tx.query<LockedLoan & Record<string, unknown>>(
    `select l.state, l.due_day, l.overdue_paise, l.tos_paise, l.pos_paise, l.principal_overdue_paise, l.interest_overdue_paise,
            l.penal_paise, l.charges_paise, l.emi_paise, l.dpd, l.dpd_as_of, l.bucket, l.pause_reason, l.pause_until,
            l.last_payment_on, l.last_payment_paise, p.payment_effect
       from loans l join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
      where l.tenant_id = current_tenant() and l.id = $1 for no key update of l`,
    [loanId],
  );
  return loan;
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
  const loan = await lockLoan(tx, loanId);
  if (!loan) return undefined;
  const paymentId = uuidv7(now.getTime());
  await tx.query(
    `insert into payments (tenant_id, id, loan_id, amount_paise, mode, reference, paid_at, status, detail, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, 'verified', $7::jsonb, $8)`,
    [paymentId, loanId, amountPaise, payment.mode, payment.reference, paidAt, payment.detail ?? {}, now],
  );
  return takeEffect(tx, loan, { ...payment, id: paymentId, was: null }, { zone, now, actorId: null });
}

/**
 * A payment that somebody wrote down is certain now: its loan is as if it had been posted. Undefined where it is not there, was
 * confirmed before or reversed.
 */
export async function confirmPayment(
  tx: Tx,
  paymentId: string,
  moment: { zone: string; now: Date; actorId: string },
): Promise<PostedPayment | undefined> {
  const [payment] = await tx.query<{
    loan_id: string;
    amount_paise: number;
    mode: string;
    reference: string | null;
    paid_at: string;
    status: string;
  }>(
    'select loan_id, amount_paise, mode, reference, paid_at, status from payments where tenant_id = current_tenant() and id = $1',
    [paymentId],
  );
  // The loan first: whatever posts a payment locks in this order.
  const loan = payment && (await lockLoan(tx, payment.loan_id));
  const [confirmed] = await tx.query<{ was: 'received' | 'deposited' }>(
    `update payments p set status = 'verified' from payments o
      where p.tenant_id = current_tenant() and p.id = $1 and o.tenant_id = p.tenant_id and o.id = p.id
        and p.status in ('received', 'deposited') and p.status = o.status returning o.status as was`,
    [paymentId],
  );
  if (!payment || !loan || !confirmed) return undefined;
  const { loan_id: loanId, amount_paise: amountPaise, mode, paid_at } = payment;
  return takeEffect(
    tx,
    loan,
    {
      id: paymentId,
      loanId,
      amountPaise,
      mode,
      reference: payment.reference ?? '',
      paidAt: new Date(paid_at),
      was: confirmed.was,
    },
    moment,
  );
}

async function takeEffect(
  tx: Tx,
  loan: LockedLoan,
  payment: CertainPayment & { id: string; was: PaymentUndo['was'] },
  { zone, now, actorId }: { zone: string; now: Date; actorId: string | null },
): Promise<PostedPayment> {
  const { id: paymentId, loanId, amountPaise, paidAt } = payment;
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
  const suppressionId = silent ? uuidv7(now.getTime()) : null;
  if (silent) {
    await tx.query(
      `insert into suppressions (tenant_id, id, loan_id, reason, from_on, until_on, created_at)
       values (current_tenant(), $1, $2, 'Paid', $3, $4, $5)`,
      [suppressionId, loanId, today, until, now],
    );
  }
  const [stands] = await tx.query<{ dpd_as_of: string; pos_paise: number }>(
    `update loans set version = version + 1, updated_at = $2, state = $3, overdue_paise = $4, tos_paise = $5,
            pos_paise = greatest(0, pos_paise - (principal_overdue_paise - $6)), principal_overdue_paise = $6,
            interest_overdue_paise = $7, penal_paise = $8, charges_paise = $9,
            dpd = $10::integer, bucket = $16, dpd_as_of = case when dpd = $10::integer then dpd_as_of else $17::date end,
            last_payment_on = $11, last_payment_paise = $12,
            ptp_status = case when $13 and ptp_status = 'open' then 'kept' else ptp_status end,
            pause_reason = case when $14 then 'Paid' else pause_reason end,
            pause_until = case when $14 then $15::date else pause_until end
      where tenant_id = current_tenant() and id = $1 returning dpd_as_of, pos_paise`,
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
        action: payment.was ? 'loans.payment-confirmed' : 'loans.payment-posted',
        subject: 'loan',
        subjectId: loanId,
        actorId,
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
  const { due_day: _, emi_paise: __, payment_effect: ___, ...before } = loan;
  const undo: PaymentUndo = {
    was: payment.was,
    before,
    after: {
      state,
      dpd,
      dpd_as_of: stands?.dpd_as_of ?? loan.dpd_as_of,
      last_payment_on: dayOf(paidAt, zone),
      last_payment_paise: amountPaise,
    },
    taken: {
      principal_overdue_paise: loan.principal_overdue_paise - dues.principal_overdue_paise,
      interest_overdue_paise: loan.interest_overdue_paise - dues.interest_overdue_paise,
      penal_paise: loan.penal_paise - dues.penal_paise,
      charges_paise: loan.charges_paise - dues.charges_paise,
      pos_paise: loan.pos_paise - (stands?.pos_paise ?? loan.pos_paise),
      tos_paise: loan.tos_paise - tos,
      overdue_paise: loan.overdue_paise - overdue,
    },
    suppressionId,
  };
  return { paymentId, cleared, undo };
}

/**
 * The payment was not certain after all: one that was posted is reversed, one that was confirmed is what it was before. What it took
 * of the dues is due again; days past due, state and silence go back where nothing has moved them since. False when it was done before.
 */
export async function takeBackPayment(
  tx: Tx,
  { paymentId, loanId, undo }: { paymentId: string; loanId: string; undo: PaymentUndo },
  { now, actorId }: { now: Date; actorId: string },
): Promise<boolean> {
  const loan = await lockLoan(tx, loanId);
  const status = undo.was ?? 'reversed';
  const changed = await tx.query(
    `update payments set status = $2 where tenant_id = current_tenant() and id = $1 and status = 'verified' returning 1`,
    [paymentId, status],
  );
  if (!loan || changed.length === 0) return false;
  const { before, after, taken, suppressionId } = undo;
  const [unkept] = await tx.query<{ any: boolean }>(
    `with again as (update ptps p set status = 'open'
      where p.tenant_id = current_tenant() and p.loan_id = $1 and p.status = 'kept'
        and p.amount_paise > (select coalesce(sum(m.amount_paise), 0) from payments m
          where m.tenant_id = p.tenant_id and m.loan_id = p.loan_id and m.status <> 'reversed' and m.paid_at >= p.created_at)
     returning 1) select exists (select 1 from again) as any`,
    [loanId],
  );
  const dpdStands = loan.dpd === after.dpd && loan.dpd_as_of === after.dpd_as_of;
  const dpd = dpdStands ? before.dpd : loan.dpd;
  const lastStands =
    loan.last_payment_on === after.last_payment_on && loan.last_payment_paise === after.last_payment_paise;
  const { last_payment_on, last_payment_paise } = lastStands ? before : loan;
  const stateStands = loan.state === after.state;
  const state = stateStands ? before.state : loan.state;
  const silenced = suppressionId !== null && loan.pause_reason === 'Paid';
  if (suppressionId)
    await tx.query(
      'update suppressions set released_at = $2 where tenant_id = current_tenant() and id = $1 and released_at is null',
      [suppressionId, now],
    );
  await tx.query(
    `update loans set version = version + 1, updated_at = $2, state = $3, overdue_paise = overdue_paise + $4,
            tos_paise = tos_paise + $5, pos_paise = pos_paise + $6, principal_overdue_paise = principal_overdue_paise + $7,
            interest_overdue_paise = interest_overdue_paise + $8, penal_paise = penal_paise + $9, charges_paise = charges_paise + $10,
            dpd = $11::integer, bucket = $12, dpd_as_of = $13::date, last_payment_on = $14::date, last_payment_paise = $15,
            ptp_status = case when $16 and ptp_status = 'kept' then 'open' else ptp_status end,
            pause_reason = case when $17 then $18 else pause_reason end, pause_until = case when $17 then $19::date else pause_until end
      where tenant_id = current_tenant() and id = $1`,
    [
      loanId,
      now,
      state,
      taken.overdue_paise,
      taken.tos_paise,
      taken.pos_paise,
      taken.principal_overdue_paise,
      taken.interest_overdue_paise,
      taken.penal_paise,
      taken.charges_paise,
      dpd,
      dpdStands ? before.bucket : loan.bucket,
      dpdStands ? before.dpd_as_of : loan.dpd_as_of,
      last_payment_on,
      last_payment_paise,
      unkept?.any ?? false,
      silenced,
      before.pause_reason,
      before.pause_until,
    ],
  );
  await appendAudit(
    tx,
    [
      {
        action: undo.was ? 'loans.payment-unconfirmed' : 'loans.payment-reversed',
        subject: 'loan',
        subjectId: loanId,
        actorId,
        detail: {
          payment: paymentId,
          before: { state: loan.state, overduePaise: loan.overdue_paise, tosPaise: loan.tos_paise, dpd: loan.dpd },
          after: {
            state,
            overduePaise: loan.overdue_paise + taken.overdue_paise,
            tosPaise: loan.tos_paise + taken.tos_paise,
            dpd,
          },
        },
      },
    ],
    now,
  );
  return true;
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
