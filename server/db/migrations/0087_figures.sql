-- A month's work on the loans, counted at night by who holds them: what the DuPont dashboard reads instead of the book.

create table dupont_runs (
  tenant_id uuid not null,
  month date not null,
  -- Counted up to the beginning of this day.
  before_day date not null,
  after_loan uuid not null default '00000000-0000-0000-0000-000000000000',
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, month, before_day)
);

-- Each loan stands in one row; the zero id stands for nobody. The names are those of core/domain/dupont.ts.
create table dupont_sums (
  tenant_id uuid not null,
  month date not null,
  before_day date not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  -- The bucket at the month's opening.
  bucket text not null,
  manager_id uuid not null,
  collector_id uuid not null,
  field_agent_id uuid not null,
  agency_id uuid not null,
  allocated bigint not null,
  workable bigint not null,
  called bigint not null,
  call_connected bigint not null,
  call_reached bigint not null,
  call_promised bigint not null,
  call_kept bigint not null,
  assigned bigint not null,
  visited bigint not null,
  met bigint not null,
  paid_on_spot bigint not null,
  field_promised bigint not null,
  field_kept bigint not null,
  opening_pos bigint not null,
  resolved_calls bigint not null,
  resolved_field bigint not null,
  resolved_settlement bigint not null,
  resolved_self bigint not null,
  call_kept_paise bigint not null,
  call_other_paise bigint not null,
  spot_paise bigint not null,
  field_kept_paise bigint not null,
  field_other_paise bigint not null,
  settlement_paise bigint not null,
  self_paise bigint not null,
  primary key (tenant_id, month, before_day, client_id, portfolio_id, bucket, manager_id, collector_id, field_agent_id, agency_id)
);

do $$
declare
  t text;
begin
  foreach t in array array['dupont_runs', 'dupont_sums'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
