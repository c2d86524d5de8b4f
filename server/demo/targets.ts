/** What the demo's people are to reach each month, by what they collected, promised and visited in the months before. */
import type { Tx } from '../db/database';

/** This month and so many before it have targets. */
const MONTHS_BACK = 5;

/**
 * After the payments, promises and visits. A team's target is the sum of its people's; months that are over are locked. Days
 * that all of India has off are in the calendar of the year.
 */
export async function loadTargets(tx: Tx, tenantId: string, by: string, now: number): Promise<void> {
  const at = new Date(now);
  await tx.query(
    `insert into work_calendars (tenant_id, weekly_off) values ($1, '{0}') on conflict (tenant_id) do nothing`,
    [tenantId],
  );
  await tx.query(
    `insert into holidays (tenant_id, day, name)
     select $1, (extract(year from $2::timestamptz at time zone 'Asia/Kolkata') || d.day)::date, d.name
       from unnest(array['-01-26', '-08-15', '-10-02'], array['Republic Day', 'Independence Day', 'Gandhi Jayanti']) as d(day, name)`,
    [tenantId, at],
  );
  // A month's mean of what somebody did, a little more each month; somebody new starts with the least.
  await tx.query(
    `with zone as (select date_trunc('month', $2::timestamptz at time zone 'Asia/Kolkata') as this_month),
     months as (select m::date as month, back from zone cross join generate_series(0, $3::int) as back
                  cross join lateral (select this_month - back * interval '1 month' as m) as moved),
     did as (
       select 'amount' as metric, user_id, sum(amount_paise) / 6 as n from payments
        where tenant_id = $1 and user_id is not null and paid_at >= $2::timestamptz - interval '6 months' group by 2
       union all
       select 'ptp', user_id, count(*) / 6 from ptps
        where tenant_id = $1 and created_at >= $2::timestamptz - interval '6 months' group by 2
       union all
       select 'visits', user_id, count(*) / 6 from visits
        where tenant_id = $1 and visited_at >= $2::timestamptz - interval '6 months' group by 2),
     asked as (
       select u.id as user_id, w.metric, w.step, greatest(w.least, coalesce(d.n, 0)) * (1.05 + (ascii(right(u.id::text, 1)) % 5) * 0.04) as n
         from users u
         -- Money that borrowers pay by themselves after a call is nobody's: who phones has promises to get.
         join (values ('CRM_FIELDAGENT', 'amount', 1000000, 5000000), ('COLLECTOR', 'amount', 1000000, 5000000),
                      ('CRM_TELECALLER', 'ptp', 5, 20), ('CRM_FIELDAGENT', 'visits', 10, 40))
           as w(role, metric, step, least) on w.role = u.role
         left join did d on d.user_id = u.id and d.metric = w.metric
        where u.tenant_id = $1 and u.active)
     insert into targets (tenant_id, id, month, scope, scope_id, metric, target, created_by, created_at, locked_at, locked_by)
     select $1, gen_random_uuid(), month, 'user', user_id, metric, ceil(n * (1 - 0.03 * back) / step)::bigint * step, $4,
            month + time '10:00', case when back > 0 then month + interval '1 month' end, case when back > 0 then $4::uuid end
       from asked cross join months`,
    [tenantId, at, MONTHS_BACK, by],
  );
  await tx.query(
    `insert into targets (tenant_id, id, month, scope, scope_id, metric, target, created_by, created_at, locked_at, locked_by)
     select $1, gen_random_uuid(), t.month, 'team', u.id, t.metric, sum(t.target), $2, min(t.created_at), min(t.locked_at), $2
       from targets t
       join user_tree below on below.tenant_id = t.tenant_id and below.descendant_id = t.scope_id and below.depth > 0
       join users u on u.tenant_id = t.tenant_id and u.id = below.ancestor_id and u.role in ('CRM_MANAGER', 'MANAGER') and u.active
      where t.tenant_id = $1 and t.scope = 'user' and t.metric = 'amount' group by t.month, u.id, t.metric`,
    [tenantId, by],
  );
  await tx.query(
    `insert into targets (tenant_id, id, month, scope, scope_id, metric, target, created_by, created_at)
     select $1, gen_random_uuid(), date_trunc('month', $2::timestamptz at time zone 'Asia/Kolkata')::date, 'portfolio', p.id, w.metric,
            case w.metric when 'resolution' then 6000 + (ascii(right(p.id::text, 1)) % 8) * 250
              else ceil(greatest(10000000, coalesce(sum(m.amount_paise), 0) * 0.22) / 10000000)::bigint * 10000000 end,
            $3, date_trunc('month', $2::timestamptz at time zone 'Asia/Kolkata') + time '10:00'
       from portfolios p cross join (values ('amount'), ('resolution')) as w(metric)
       left join loans l on l.tenant_id = p.tenant_id and l.portfolio_id = p.id
       left join payments m on m.tenant_id = l.tenant_id and m.loan_id = l.id and m.paid_at >= $2::timestamptz - interval '6 months'
      where p.tenant_id = $1 group by p.id, w.metric`,
    [tenantId, at, by],
  );
  await tx.query(
    `update targets set locked_by = null where tenant_id = $1 and locked_at is null and locked_by is not null`,
    [tenantId],
  );
  await tx.query(
    `insert into target_log (tenant_id, id, target_id, at, by_user, action, after_value)
     select tenant_id, gen_random_uuid(), id, created_at, created_by, 'created', target from targets where tenant_id = $1`,
    [tenantId],
  );
}
