-- Allocation rules in versions, rehearsals of them, and what became of each loan of one (docs/allocation.md).

-- The newest version is in force; a row is never changed.
create table allocation_rule_sets (
  tenant_id uuid not null,
  version integer not null,
  rules jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (tenant_id, version)
);

create table allocation_runs (
  tenant_id uuid not null,
  id uuid not null,
  state text not null check (state in ('rehearsing', 'rehearsed', 'committing', 'committed', 'undoing', 'undone', 'failed', 'cancelled')),
  rules_version integer not null,
  made_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Of the step that runs: loans done, and of how many.
  done integer not null default 0,
  total integer,
  summary jsonb,
  given integer not null default 0,
  left_out integer not null default 0,
  restored integer not null default 0,
  problem text,
  primary key (tenant_id, id)
);
create index allocation_runs_newest on allocation_runs (tenant_id, created_at desc, id desc);

-- Loans that would change hands, and those for which a rule found nobody; what stays as it is has no row.
create table allocation_run_loans (
  tenant_id uuid not null,
  run_id uuid not null,
  kind text not null check (kind in ('collector', 'field_agent', 'agency')),
  loan_id uuid not null,
  from_id uuid,
  to_id uuid,
  rule_id uuid not null,
  stays text,
  -- What the commit made of it; null before.
  became text,
  batch_id uuid,
  primary key (tenant_id, run_id, kind, loan_id)
);
create index allocation_run_loans_open on allocation_run_loans (tenant_id, run_id, kind, to_id, loan_id)
  where to_id is not null and became is null;
create index allocation_run_loans_batch on allocation_run_loans (tenant_id, run_id, batch_id) where became = 'assigned';

do $$
declare
  t text;
begin
  foreach t in array array['allocation_rule_sets', 'allocation_runs', 'allocation_run_loans'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
