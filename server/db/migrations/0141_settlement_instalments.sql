-- What became of each instalment of the settlements whose letter went out; written where they are judged.
create table settlement_instalments (
  tenant_id uuid not null,
  id uuid not null,
  settlement_id uuid not null,
  -- From 1.
  place integer not null,
  due_on date not null,
  amount_paise bigint not null,
  -- Confirmed; `received_paise` came in and waits for that.
  paid_paise bigint not null,
  received_paise bigint not null,
  state text not null check (state in ('open', 'to-confirm', 'paid', 'fallen')),
  primary key (tenant_id, id)
);
create unique index settlement_instalments_of on settlement_instalments (tenant_id, settlement_id, place);
create index settlement_instalments_due on settlement_instalments (tenant_id, due_on, id);
create index settlement_instalments_state on settlement_instalments (tenant_id, state, due_on, id);
-- Of what was paid on a settlement and then taken back.
alter table settlements add column taken_back_paise bigint not null default 0;
create index settlements_taken_back on settlements (tenant_id, id) where taken_back_paise > 0;

alter table settlement_instalments enable row level security;
alter table settlement_instalments force row level security;
create policy tenant_only on settlement_instalments using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

do $$
declare
  tenant uuid;
begin
  perform set_config('app.platform', 'on', true);
  for tenant in select t.id from tenants t loop
    perform set_config('app.tenant', tenant::text, true);
    -- Those whose letter is out are looked at anew, which writes their instalments.
    update settlements s set to_judge = true where s.tenant_id = tenant and s.letter_id is not null;
  end loop;
  perform set_config('app.platform', '', true), set_config('app.tenant', '', true);
end $$;
