-- The advanced predictor (core/domain/predictor): samples of months that are over, what was learned of them, and each open loan's chance to pay.

create table predictor_months (
  tenant_id uuid not null,
  month date not null,
  after_loan uuid not null default '00000000-0000-0000-0000-000000000000',
  -- One loan in so many is looked at.
  one_in integer not null,
  finished_at timestamptz,
  primary key (tenant_id, month)
);

-- A loan as a month found it, in numbers, and whether it paid in that month. A fact: written once.
create table predictor_samples (
  tenant_id uuid not null,
  month date not null,
  loan_id uuid not null,
  features double precision[] not null,
  paid boolean not null,
  primary key (tenant_id, month, loan_id)
);

-- What was learned, once a month; the newest scores.
create table predictor_models (
  tenant_id uuid not null,
  -- The month that it was judged on.
  month date not null,
  made_at timestamptz not null,
  learned jsonb not null,
  primary key (tenant_id, month)
);

create table predictor_runs (
  tenant_id uuid not null,
  on_day date not null,
  -- Null: no model yet, nothing is scored.
  model_month date,
  after_loan uuid not null default '00000000-0000-0000-0000-000000000000',
  -- How the scores of this night lie.
  counts bigint[] not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, on_day)
);

create table predictor_loans (
  tenant_id uuid not null,
  loan_id uuid not null,
  -- In thousandths.
  chance integer not null,
  primary key (tenant_id, loan_id)
);
create index predictor_loans_chance on predictor_loans (tenant_id, chance desc, loan_id);

-- Where somebody knew better. It changes no chance, and neither does anybody change it.
create table predictor_overrides (
  tenant_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  user_id uuid not null,
  made_at timestamptz not null,
  -- What was said then, in thousandths.
  chance integer not null,
  verdict text not null check (verdict in ('higher', 'lower')),
  reason text not null,
  primary key (tenant_id, id)
);
create index predictor_overrides_loan on predictor_overrides (tenant_id, loan_id, made_at desc);

do $$
declare
  t text;
begin
  foreach t in array array['predictor_months', 'predictor_samples', 'predictor_models', 'predictor_runs', 'predictor_loans', 'predictor_overrides'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
