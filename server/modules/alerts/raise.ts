/**
 * Alerts that the time raises: a call back whose moment has come, a promise on the morning of its day. Each once: the cause
 * stands in a unique index. Only the telecaller who holds the loan hears of it, and only while it is worked. All SQL of
 * it is here.
 */
import type { Tx } from '../../db/database';

/** What was due longer ago (a server that was off, an import) is no news. */
const OLDEST_MS = 3 * 86_400_000;
const PAGE = 500;

const HOLDER = `join loan_assignments h on h.tenant_id = l.tenant_id and h.loan_id = l.id and h.kind = 'collector' and h.ended_at is null
  join users u on u.tenant_id = h.tenant_id and u.id = h.profile_id and u.active and upper(u.role) = 'CRM_TELECALLER'`;

/** Raises a page of call-backs that are due at `now`. Answers whether there may be more. */
export async function raiseCallbacks(tx: Tx, now: Date): Promise<boolean> {
  const due = await tx.query<{ disposition_id: string }>(
    `select disposition_id from callbacks_due
      where tenant_id = current_tenant() and raised_at is null and due_at <= $1
      order by due_at limit ${PAGE} for update skip locked`,
    [now],
  );
  if (due.length === 0) return false;
  const ids = due.map(({ disposition_id }) => disposition_id);
  await tx.query(
    `insert into alerts (tenant_id, id, user_id, loan_id, kind, cause, alert_at, created_at, updated_at)
     select c.tenant_id, gen_random_uuid(), h.profile_id, c.loan_id, 'Callback', 'callback:' || c.disposition_id, c.due_at, $2, $2
       from callbacks_due c
       join loans l on l.tenant_id = c.tenant_id and l.id = c.loan_id and l.state = 'active'
       ${HOLDER}
      where c.tenant_id = current_tenant() and c.disposition_id = any($1::uuid[]) and c.due_at > $3
     on conflict do nothing`,
    [ids, now, new Date(now.getTime() - OLDEST_MS)],
  );
  await tx.query(
    'update callbacks_due set raised_at = $2 where tenant_id = current_tenant() and disposition_id = any($1::uuid[])',
    [ids, now],
  );
  return due.length === PAGE;
}

/** Promises of the day, from the morning on. `today` is the tenant's day, `morning` its instant. */
export async function raisePromisesDue(tx: Tx, today: string, morning: Date, now: Date): Promise<void> {
  if (now < morning) return;
  await tx.query(
    `insert into alerts (tenant_id, id, user_id, loan_id, kind, cause, alert_at, created_at, updated_at)
     select p.tenant_id, gen_random_uuid(), h.profile_id, p.loan_id, 'PTP', 'ptp:' || p.id, $2, $3, $3
       from ptps p
       join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id and l.state = 'active'
       ${HOLDER}
      where p.tenant_id = current_tenant() and p.status = 'open' and p.due_on = $1
        and not exists (select 1 from alerts a
          where a.tenant_id = p.tenant_id and a.user_id = h.profile_id and a.cause = 'ptp:' || p.id)
     on conflict do nothing`,
    [today, morning, now],
  );
}

/** Old alerts that were clicked, or that nobody will click any more. */
export async function forgetAlerts(tx: Tx, now: Date): Promise<void> {
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
  await tx.query('delete from alerts where tenant_id = current_tenant() and (deactivated_at < $1 or created_at < $2)', [
    days(30),
    days(90),
  ]);
  await tx.query('delete from callbacks_due where tenant_id = current_tenant() and raised_at < $1', [days(90)]);
  await tx.query('delete from notifications where tenant_id = current_tenant() and created_at < $1', [days(400)]);
}
