-- Whom people of a tenant ask for help; one row a tenant, kept by its administrator.
create table tenant_support (
  tenant_id uuid primary key,
  version integer not null,
  name text not null,
  phone text,
  email text,
  hours text,
  note text,
  updated_by uuid not null,
  updated_at timestamptz not null
);

alter table tenant_support enable row level security;
alter table tenant_support force row level security;
create policy tenant_only on tenant_support using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
