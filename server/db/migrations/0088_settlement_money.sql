-- Only confirmed money completes a settlement; what came late or was taken back is decided and told.
alter table settlements
  add column received_paise bigint not null default 0,
  add column counterer_ids uuid[] not null default '{}',
  -- A no-dues letter that went out before a payment was taken back.
  add column void_letter_id uuid;

-- A payment made before the offer in force and posted after it: whether it counts.
create table settlement_payments (
  tenant_id uuid not null,
  settlement_id uuid not null,
  payment_id uuid not null,
  counts boolean not null,
  by_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, settlement_id, payment_id)
);
alter table settlement_payments enable row level security;
alter table settlement_payments force row level security;
create policy tenant_only on settlement_payments using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

create or replace function judge_settlements() returns trigger language plpgsql as $$
begin
  update settlements s set to_judge = true
    from (select distinct tenant_id, loan_id from stored) p
   where s.tenant_id = p.tenant_id and s.loan_id = p.loan_id and (s.ended_at is null or s.stage = 'no-dues') and not s.to_judge;
  return null;
end $$;

do $$
declare
  tenant uuid;
begin
  perform set_config('app.platform', 'on', true);
  for tenant in select id from tenants loop
    perform set_config('app.tenant', tenant::text, true);
    update settlements s set counterer_ids = c.ids
      from (select settlement_id, array_agg(distinct by_id) as ids from settlement_steps
             where tenant_id = tenant and step = 'counter' and by_id is not null group by 1) c
     where s.tenant_id = tenant and s.id = c.settlement_id;
    -- What was counted without a confirmation is looked at again.
    update settlements set to_judge = true where tenant_id = tenant and paid_paise > 0 and (ended_at is null or stage = 'no-dues');
  end loop;
  perform set_config('app.platform', '', true), set_config('app.tenant', '', true);
end $$;
