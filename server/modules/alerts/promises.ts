/**
 * Promises whose day is over: kept when what came in since they were made reaches them, broken otherwise (domain.md 2: both
 * are set by the system). All SQL of it is here.
 */
import type { Day } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { notify } from './notify';

const PAGE = 200;

interface Ended {
  id: string;
  loan_id: string;
  due_on: string;
  amount_paise: number;
  paid_paise: number;
}

/** Judges a page of promises that were due before `today`, the tenant's day. Answers whether there may be more. */
export async function judgePromises(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const locked = await tx.query<{ id: string; loan_id: string }>(
    `select id, loan_id from ptps where tenant_id = current_tenant() and status = 'open' and due_on < $1
      order by due_on, id limit ${PAGE} for update skip locked`,
    [today],
  );
  if (locked.length === 0) return false;
  // In the order in which records lock them (dispositions/repository.ts), so that nobody waits in a circle.
  await tx.query(
    'select 1 from loans where tenant_id = current_tenant() and id = any($1::uuid[]) order by id for no key update',
    [[...new Set(locked.map(({ loan_id }) => loan_id))].sort()],
  );
  const ended = await tx.query<Ended>(
    `select p.id, p.loan_id, p.due_on, p.amount_paise,
            (select coalesce(sum(m.amount_paise), 0) from payments m where m.tenant_id = p.tenant_id
               and m.loan_id = p.loan_id and m.status <> 'reversed' and m.paid_at >= p.created_at) as paid_paise
       from ptps p where p.tenant_id = current_tenant() and p.id = any($1::uuid[])`,
    [locked.map(({ id }) => id)],
  );
  const isKept = ({ paid_paise, amount_paise }: Ended) => paid_paise >= amount_paise;
  for (const status of ['kept', 'broken'] as const) {
    const those = ended.filter((promise) => isKept(promise) === (status === 'kept'));
    if (those.length === 0) continue;
    const ids = those.map(({ id }) => id);
    await tx.query('update ptps set status = $2 where tenant_id = current_tenant() and id = any($1::uuid[])', [
      ids,
      status,
    ]);
    await tx.query(
      `update loans l set ptp_status = $2, version = l.version + 1, updated_at = $3
         from ptps p
        where p.tenant_id = current_tenant() and p.id = any($1::uuid[]) and l.tenant_id = p.tenant_id and l.id = p.loan_id
          and l.ptp_status = 'open' and l.ptp_due_on = p.due_on`,
      [ids, status, now],
    );
    if (status === 'broken') await tellBroken(tx, those, now);
  }
  await appendAudit(
    tx,
    ended.map((promise) => ({
      action: isKept(promise) ? 'promises.kept' : 'promises.broken',
      subject: 'loan',
      subjectId: promise.loan_id,
      actorId: null,
      detail: { promise: promise.id, dueOn: promise.due_on, amountPaise: promise.amount_paise },
    })),
    now,
  );
  return locked.length === PAGE;
}

/** Only what broke yesterday or so is news; what an import brings along is not. */
async function tellBroken(tx: Tx, broken: readonly Ended[], now: Date): Promise<void> {
  const fresh = broken.filter(({ due_on }) => now.getTime() - Date.parse(due_on) < 4 * 86_400_000);
  if (fresh.length === 0) return;
  await tx.query(
    `insert into alerts (tenant_id, id, user_id, loan_id, kind, cause, alert_at, created_at, updated_at)
     select p.tenant_id, gen_random_uuid(), h.profile_id, p.loan_id, 'BrokenPTP', 'broken:' || p.id, $2, $2, $2
       from ptps p
       join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id and l.state = 'active'
       join loan_assignments h on h.tenant_id = l.tenant_id and h.loan_id = l.id and h.kind = 'collector' and h.ended_at is null
       join users u on u.tenant_id = h.tenant_id and u.id = h.profile_id and u.active and upper(u.role) = 'CRM_TELECALLER'
      where p.tenant_id = current_tenant() and p.id = any($1::uuid[])
     on conflict do nothing`,
    [fresh.map(({ id }) => id), now],
  );
  for (const { id, loan_id, amount_paise } of fresh) {
    await notify(
      tx,
      { kind: 'promise-broken', loanId: loan_id, cause: `broken:${id}`, amountPaise: amount_paise },
      now,
    );
  }
}
