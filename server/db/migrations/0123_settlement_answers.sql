-- By when whoever has the word is to answer an offer: days that a portfolio gives (null: three), and the day of each offer that waits.
alter table portfolios add column answer_days integer check (answer_days between 1 and 30);
alter table settlements add column answer_by date;

do $$
declare
  tenant uuid;
  zone text;
begin
  perform set_config('app.platform', 'on', true);
  for tenant, zone in select t.id, t.zone from tenants t loop
    perform set_config('app.tenant', tenant::text, true);
    -- Those that are overdue already are told of by the next look.
    update settlements s set answer_by = (s.stage_at at time zone zone)::date + 3, to_judge = true
     where s.tenant_id = tenant and s.stage in ('manager', 'super-manager', 'client', 'board');
  end loop;
  perform set_config('app.platform', '', true), set_config('app.tenant', '', true);
end $$;
