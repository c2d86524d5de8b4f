/**
 * Takes a record out of its case. The loan becomes what the remaining records make of it; where that cannot be known
 * (money that was banked, a promise that was kept, a mark that may stand for other reasons) it is refused. The record
 * itself stays as evidence. All SQL of it is here.
 */
import type { DispositionRecord } from '../../../core/contract/records';
import { dayOf } from '../../../core/domain/dates';
import { CLASSES, type DispositionClass } from '../../../core/domain/dispositions';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { loanScope } from '../loans';

interface Held {
  loan_id: string;
  received_at: string;
  class: DispositionClass;
  code: string;
  channel: string;
  outcome: string;
  withdrawn_at: string | null;
  record: DispositionRecord;
}

const refuse = (message: string) => new ApiError('loan-state', { message });
const MARKS = ['dispute', 'legal', 'do-not-contact'] as const;

export async function withdrawRecord(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  zone: string,
  now: Date,
): Promise<{ id: string; loanId: string; withdrawnAt: string }> {
  const { tenantId } = actor;
  const parameters: unknown[] = [tenantId, id];
  const scope = loanScope(actor, parameters);
  const [found] = await tx.query<{ loan_id: string }>(
    `select d.loan_id from dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
      where d.tenant_id = $1 and d.id = $2 and ${scope} limit 1`,
    parameters,
  );
  if (!found) throw new ApiError('not-found');
  const loanId = found.loan_id;
  await tx.query('select 1 from loans where tenant_id = $1 and id = $2 for no key update', [tenantId, loanId]);
  const [held] = await tx.query<Held & Record<string, unknown>>(
    `select loan_id, received_at, class, code, channel, outcome, withdrawn_at, record from dispositions
      where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
  );
  if (!held) throw new ApiError('not-found');
  if (held.withdrawn_at !== null) return { id, loanId, withdrawnAt: held.withdrawn_at };

  const { effect } = CLASSES[held.class];
  const applied = held.outcome === 'applied';
  if (applied && held.record.contactScope === undefined && MARKS.some((mark) => mark === effect))
    throw refuse('This record marked the loan, and the mark may stand for other reasons too. It cannot be taken back.');
  const [money] = await tx.query<{ status: string; handover_id: string | null }>(
    'select status, handover_id from payments where tenant_id = $1 and disposition_id = $2 for update',
    [tenantId, id],
  );
  if (money?.status === 'deposited' || money?.status === 'verified')
    throw refuse('The money of this record was deposited or verified. Reverse the payment first.');
  if (money?.handover_id)
    throw refuse('The cash of this record is in a hand-over that waits to be confirmed. Decline that first.');
  const [promise] = await tx.query<{ status: string; created_at: string }>(
    'select status, created_at from ptps where tenant_id = $1 and disposition_id = $2',
    [tenantId, id],
  );
  if (promise?.status === 'kept') throw refuse('The promise of this record was kept. It cannot be taken back.');

  await tx.query('update dispositions set withdrawn_at = $4 where tenant_id = $1 and id = $2 and received_at = $3', [
    tenantId,
    id,
    held.received_at,
    now,
  ]);
  await tx.query(
    `update payments set status = 'reversed' where tenant_id = $1 and disposition_id = $2 and status = 'received'`,
    [tenantId, id],
  );
  await tx.query('delete from visits where tenant_id = $1 and disposition_id = $2', [tenantId, id]);
  if (applied) {
    await takePromiseBack(tx, tenantId, loanId, id, promise, dayOf(now, zone));
    if (effect === 'suppress')
      await tx.query(
        `update suppressions set released_at = $4
          where tenant_id = $1 and loan_id = $2 and created_at = $3 and released_at is null`,
        [tenantId, loanId, held.received_at, now],
      );
    await tx.query(
      `update contact_preferences set ended_at = $3, ended_by = $4, end_reason = $5
        where tenant_id = $1 and borrower_id = (select borrower_id from loans where tenant_id = $1 and id = $6)
          and disposition_id = $2 and ended_at is null`,
      [tenantId, id, now, actor.userId, reason, loanId],
    );
    await phoneAgain(tx, tenantId, held.record.phoneId);
  }
  await loanFromRecords(tx, tenantId, loanId, applied, now);
  await appendAudit(
    tx,
    [
      {
        action: 'dispositions.withdrawn',
        subject: 'disposition',
        subjectId: id,
        actorId: actor.userId,
        detail: {
          loanId,
          before: { code: held.code, outcome: held.outcome, withdrawnAt: null },
          after: { withdrawnAt: now.toISOString() },
          reason,
        },
      },
    ],
    now,
  );
  return { id, loanId, withdrawnAt: now.toISOString() };
}

/** The promise that this one had replaced stands again. */
async function takePromiseBack(
  tx: Tx,
  tenantId: string,
  loanId: string,
  id: string,
  promise: { status: string; created_at: string } | undefined,
  today: string,
): Promise<void> {
  if (!promise) return;
  await tx.query('delete from ptps where tenant_id = $1 and disposition_id = $2', [tenantId, id]);
  if (promise.status === 'replaced') return;
  await tx.query(
    `update ptps set status = case when due_on >= $4::date then 'open' else 'broken' end
      where tenant_id = $1 and id = (select p.id from ptps p where p.tenant_id = $1 and p.loan_id = $2
        and p.status = 'replaced' and p.created_at < $3 order by p.created_at desc limit 1)`,
    [tenantId, loanId, promise.created_at, today],
  );
  await tx.query(
    `update loans l set ptp_due_on = p.due_on, ptp_paise = p.amount_paise,
            ptp_status = p.status
       from (select 1) one left join lateral (select due_on, amount_paise, status from ptps
              where tenant_id = $1 and loan_id = $2 and status <> 'replaced' order by created_at desc limit 1) p on true
      where l.tenant_id = $1 and l.id = $2`,
    [tenantId, loanId],
  );
}

/** What the phone's remaining calls said of it. */
async function phoneAgain(tx: Tx, tenantId: string, phoneId: string | undefined): Promise<void> {
  if (!phoneId) return;
  await tx.query(
    `update phones p set last_result = said.code, invalid = p.invalid and coalesce(said.dead, false)
       from (select 1) one left join lateral (
         select (array_agg(d.code order by d.received_at desc))[1] as code, bool_or(d.class = 'INVALID') as dead
           from dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
           join phones o on o.tenant_id = $1 and o.id = $2 and o.borrower_id = l.borrower_id
          where d.tenant_id = $1 and d.withdrawn_at is null and d.outcome = 'applied'
            and d.record ->> 'phoneId' = $2::text) said on true
      where p.tenant_id = $1 and p.id = $2::uuid`,
    [tenantId, phoneId],
  );
}

/** Last, best, attempts, visit, callback, pause and state, as the remaining records say. */
async function loanFromRecords(tx: Tx, tenantId: string, loanId: string, applied: boolean, now: Date): Promise<void> {
  const pausing = Object.entries(CLASSES)
    .filter(([, { effect }]) => effect !== 'none' && effect !== 'alert')
    .map(([name]) => name);
  await tx.query(
    `with left_over as (
       select d.*, k.label from dispositions d
         left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
        where d.tenant_id = $1 and d.loan_id = $2 and d.withdrawn_at is null and d.outcome = 'applied'),
     newest as (select * from left_over order by received_at desc, id desc limit 1),
     visit as (select * from left_over where channel = 'field' order by received_at desc, id desc limit 1),
     call as (select * from left_over where channel = 'call' order by received_at desc, id desc limit 1),
     best as (select * from left_over order by rank, received_at limit 1),
     pause as (select * from left_over where class = any($4::text[]) or record ->> 'until' is not null order by received_at desc limit 1)
     update loans l set version = l.version + 1, updated_at = $3,
       attempts = greatest(0, l.attempts - $5::int),
       last_code = (select code from newest), last_at = (select recorded_at from newest), last_by = (select user_id from newest),
       last_visit_code = (select code from visit), last_visit_at = (select recorded_at from visit),
       next_visit_on = (select (record ->> 'nextVisitOn')::date from visit),
       callback_at = (select (record ->> 'callbackAt')::timestamptz from call),
       best_code = (select code from best), best_rank = (select rank from best),
       pause_reason = (select coalesce(label, code) from pause),
       pause_until = (select (record ->> 'until')::date from pause),
       state = case when l.state = 'suppressed' and not exists (select 1 from suppressions s
         where s.tenant_id = $1 and s.loan_id = $2 and s.released_at is null) then 'active' else l.state end
     where l.tenant_id = $1 and l.id = $2 and $5::int > 0`,
    [tenantId, loanId, now, pausing, applied ? 1 : 0],
  );
  if (!applied)
    await tx.query('update loans set version = version + 1, updated_at = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      loanId,
      now,
    ]);
}
