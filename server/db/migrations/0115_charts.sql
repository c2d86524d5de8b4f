-- Charts over the reports, made by administrators and shown to roles.
create table charts (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- Roles whose home shows it.
  categories text[] not null,
  -- Kind, report, measure, columns, days (core/domain/charts.ts).
  shape jsonb not null,
  version integer not null default 1,
  changed_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index charts_name on charts (tenant_id, lower(name));

alter table charts enable row level security;
alter table charts force row level security;
create policy tenant_only on charts using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
