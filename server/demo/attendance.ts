/** When the demo's field agents came and went, on the days of the last weeks that they worked. */
import type { Tx } from '../db/database';

const WEEKS = 9;

/** Not today: the day is theirs to begin. Somebody comes before the first record of the day and goes after the last. */
export async function loadAttendance(tx: Tx, tenantId: string, now: number): Promise<void> {
  await tx.query(
    `with days as (
       select d.user_id, (d.recorded_at at time zone 'Asia/Kolkata')::date as day, min(d.recorded_at) as first, max(d.recorded_at) as last,
              abs(hashtext(d.user_id::text || min(d.recorded_at))) as n
         from dispositions d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id and u.role = 'CRM_FIELDAGENT' and u.active
        where d.tenant_id = $1 and d.recorded_at > $2::timestamptz - $3 * interval '7 days'
          and (d.recorded_at at time zone 'Asia/Kolkata')::date < ($2::timestamptz at time zone 'Asia/Kolkata')::date group by 1, 2),
     places as (select user_id, avg(lat) as lat, avg(lng) as lng from visits where tenant_id = $1 group by 1)
     insert into attendance (tenant_id, user_id, day, clock_in_at, clock_in_lat, clock_in_lng, clock_in_accuracy_m, clock_in_battery,
                             clock_out_at, clock_out_lat, clock_out_lng, clock_out_accuracy_m, clock_out_battery)
     select $1, user_id, day, first - (12 + n % 38) * interval '1 minute', lat, lng, 8 + n % 30, 70 + n % 31,
            -- Now and then somebody forgets to clock out.
            case when n % 17 > 0 then last + (8 + n / 7 % 50) * interval '1 minute' end, case when n % 17 > 0 then lat end,
            case when n % 17 > 0 then lng end, case when n % 17 > 0 then 8 + n % 25 end, case when n % 17 > 0 then 9 + n % 50 end
       from days left join places using (user_id)`,
    [tenantId, new Date(now), WEEKS],
  );
}

/** Some of those who visit and call had days off, some will have; nobody of the first sign-ins has one today. */
export async function loadLeaves(tx: Tx, tenantId: string, now: number): Promise<void> {
  await tx.query(
    `with people as (
       select u.id, coalesce(u.manager_id, u.id) as by, row_number() over (order by u.username)::int as n
         from users u where u.tenant_id = $1 and u.role in ('CRM_FIELDAGENT', 'CRM_TELECALLER') and u.active),
     offs as (
       select p.*, o.* from people p
         join (values (3, 1, -24, 2, 'Went home for a family function'), (4, 2, -9, 0, 'Fever'), (5, 3, 4, 1, 'Sister’s wedding'),
                      (7, 4, 12, 4, 'Visits parents')) as o(every, rest, starts, more, reason) on p.n > 2 and p.n % o.every = o.rest % o.every)
     insert into leaves (tenant_id, id, user_id, from_on, until_on, reason, made_by, made_at)
     select $1, overlay(overlay(md5(id::text || reason) placing '7' from 13) placing '8' from 17)::uuid, id, today + starts, today + starts + more, reason, by, $2::timestamptz - interval '25 days'
       from offs cross join (select ($2::timestamptz at time zone 'Asia/Kolkata')::date as today) d`,
    [tenantId, new Date(now)],
  );
}
