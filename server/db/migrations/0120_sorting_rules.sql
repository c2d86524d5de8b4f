-- Sorting rules in versions (core/domain/work-order.ts). The newest is in force; a row is never changed.
create table sorting_rule_sets (
  tenant_id uuid not null,
  version integer not null,
  rules jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (tenant_id, version)
);
alter table sorting_rule_sets enable row level security;
alter table sorting_rule_sets force row level security;
create policy tenant_only on sorting_rule_sets using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
