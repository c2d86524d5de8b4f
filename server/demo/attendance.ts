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
