-- Loans given by hand as one job: all that match a filter, or those of a list of numbers (docs/allocation.md). They share the runs of the rules.

-- To whom, which loans and why; null for the rules. A run by hand has no version of the rules, so its is 0.
alter table allocation_runs add column asked jsonb;
-- How many loans a commit left out, by reason.
alter table allocation_runs add column left_why jsonb not null default '{}';
create index allocation_runs_by_hand on allocation_runs (tenant_id, created_at desc, id desc) where asked is not null;

alter table allocation_run_loans alter column rule_id drop not null;
alter table allocation_run_loans drop constraint allocation_run_loans_kind_check;
alter table allocation_run_loans add constraint allocation_run_loans_kind_check
  check (kind in ('collector', 'field_agent', 'agency', 'manager'));

-- The numbers of a list in their order; those that name no loan of the sender stay with their reason.
create table allocation_run_numbers (
  tenant_id uuid not null,
  run_id uuid not null,
  line integer not null,
  loan_number text not null,
  problem text check (problem in ('unknown', 'double')),
  primary key (tenant_id, run_id, line)
);
create index allocation_run_numbers_problems on allocation_run_numbers (tenant_id, run_id, line) where problem is not null;
alter table allocation_run_numbers enable row level security;
alter table allocation_run_numbers force row level security;
create policy tenant_only on allocation_run_numbers using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
