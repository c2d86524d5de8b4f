-- What a run has to do is counted while it is planned and done: no step counts its loans anew.
alter table allocation_runs
  -- Loans that it would give.
  add column planned integer not null default 0,
  -- Of those given, the ones that its undo has come to.
  add column undone integer not null default 0,
  -- Numbers of its list that name no loan, or name one again.
  add column unknown integer not null default 0;

do $$
declare
  tenant uuid;
begin
  perform set_config('app.platform', 'on', true);
  for tenant in select id from tenants loop
    perform set_config('app.tenant', tenant::text, true);
    update allocation_runs r set planned = l.planned, undone = l.undone
      from (select run_id, count(*) filter (where to_id is not null) as planned, count(*) filter (where became = 'undone') as undone
              from allocation_run_loans where tenant_id = tenant group by run_id) l
     where r.tenant_id = tenant and r.id = l.run_id;
    update allocation_runs r set unknown = n.unknown
      from (select run_id, count(*) as unknown from allocation_run_numbers where tenant_id = tenant and problem is not null group by run_id) n
     where r.tenant_id = tenant and r.id = n.run_id;
  end loop;
  perform set_config('app.platform', '', true), set_config('app.tenant', '', true);
end $$;
