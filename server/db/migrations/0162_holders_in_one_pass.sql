-- The same sums as before (0028), by grouping what stands on each side instead of joining it: loans times holders of a statement was as
-- much work as it has loans, squared.
create or replace function move_holders(before held_loan[], after held_loan[]) returns void language plpgsql as $$
begin
  insert into held_totals as t (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state,
         loans, pos_paise, tos_paise, overdue_paise)
  with touched as materialized (select distinct b.tenant_id, b.loan_id from unnest(before || after) b),
  standing as (
    -- Each side of each loan, also one on which nobody holds it.
    select touched.tenant_id, touched.loan_id, sign.n, null::text as kind, null::uuid as profile_id
      from touched cross join (values (1), (-1)) as sign(n)
    union all
    select a.tenant_id, a.loan_id, 1, a.kind, a.profile_id
      from touched join loan_assignments a on a.tenant_id = touched.tenant_id and a.loan_id = touched.loan_id where a.ended_at is null
    union all
    select a.tenant_id, a.loan_id, -1, a.kind, a.profile_id
      from touched join loan_assignments a on a.tenant_id = touched.tenant_id and a.loan_id = touched.loan_id
      left join unnest(after) x on x.id = a.id
     where a.ended_at is null and x.id is null
    union all
    select b.tenant_id, b.loan_id, -1, b.kind, b.profile_id from unnest(before) b where b.ended_at is null),
  side as (
    select s.tenant_id, s.loan_id, s.n,
           coalesce((array_agg(s.profile_id) filter (where s.kind = 'manager'))[1], nobody()) as manager_id,
           coalesce((array_agg(s.profile_id) filter (where s.kind = 'collector'))[1], nobody()) as collector_id,
           coalesce((array_agg(s.profile_id) filter (where s.kind = 'field_agent'))[1], nobody()) as field_agent_id,
           coalesce((array_agg(s.profile_id) filter (where s.kind = 'agency'))[1], nobody()) as agency_id
      from standing s group by 1, 2, 3)
  select l.tenant_id, s.field_agent_id, s.collector_id, s.manager_id, s.agency_id, l.client_id, l.portfolio_id, l.bucket, l.state,
         sum(s.n), sum(s.n * l.pos_paise), sum(s.n * l.tos_paise), sum(s.n * l.overdue_paise)
    from side s join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(s.n) <> 0 or sum(s.n * l.pos_paise) <> 0 or sum(s.n * l.tos_paise) <> 0
       or sum(s.n * l.overdue_paise) <> 0
   order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state) do update
    set loans = t.loans + excluded.loans, pos_paise = t.pos_paise + excluded.pos_paise,
        tos_paise = t.tos_paise + excluded.tos_paise, overdue_paise = t.overdue_paise + excluded.overdue_paise;
end $$;
