/** What the last days of the demo would have told its people: payments that came in, promises that broke. */
import type { Tx } from '../db/database';

const DAYS = 7;
/** Of each kind, the newest; nobody reads a thousand. */
const MOST = 30;

/** After the payments and promises. Who hears of what is as in server/modules/alerts/notify.ts. */
export async function loadNotifications(tx: Tx, tenantId: string, now: number): Promise<void> {
  await tx.query(
    `with news as (
       (select 'payment-received' as kind, 'payment:' || id as cause, loan_id, amount_paise, created_at as at from payments
         where tenant_id = $1 and status <> 'reversed' and created_at between $2::timestamptz - $3 * interval '1 day' and $2
         order by created_at desc, id limit $4)
       union all
       -- Judged in the first minutes after the day that was promised.
       (select 'promise-broken', 'broken:' || id, loan_id, amount_paise, (due_on + 1)::timestamp at time zone 'Asia/Kolkata' + interval '4 minutes'
          from ptps where tenant_id = $1 and status = 'broken' and due_on > ($2::timestamptz)::date - $3::int and due_on < ($2::timestamptz)::date
         order by due_on desc, id limit $4)),
     told as materialized (
       select n.*, a.profile_id as holder from news n
         join loan_assignments a on a.tenant_id = $1 and a.loan_id = n.loan_id and a.ended_at is null and a.kind in ('collector', 'field_agent')),
     heard as (
       select t.kind, t.cause, u.id from told t join users u on u.tenant_id = $1 and u.id = t.holder and u.role = 'CRM_TELECALLER'
       union
       select t.kind, t.cause, u.id from told t join user_tree above on above.tenant_id = $1 and above.descendant_id = t.holder
         join users u on u.tenant_id = $1 and u.id = above.ancestor_id
          and (u.role in ('CRM_MANAGER', 'CRM_SUPERMANAGER') or t.kind = 'payment-received' and u.sub_role <> 'NCM')
       union
       select n.kind, n.cause, u.id from news n join loans l on l.tenant_id = $1 and l.id = n.loan_id
         join users u on u.tenant_id = $1 and (u.role in ('TENANT_ADMIN', 'CRM_TENANTADMIN') and coalesce(u.sub_role, 'NCM') = 'NCM'
           or u.role in ('CLIENT_ADMIN', 'CUSTOMER') and u.client_id = l.client_id)
        where n.kind = 'payment-received')
     insert into notifications (tenant_id, id, user_id, loan_id, kind, cause, amount_paise, created_at, updated_at)
     select $1, gen_random_uuid(), h.id, n.loan_id, n.kind, n.cause, n.amount_paise, n.at, n.at
       from heard h join news n on n.kind = h.kind and n.cause = h.cause`,
    [tenantId, new Date(now), DAYS, MOST],
  );
}
