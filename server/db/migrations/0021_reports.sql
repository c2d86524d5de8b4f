-- Reports on what was recorded and given out, and the formats in which clients want them.

create index dispositions_recorded on dispositions (tenant_id, recorded_at desc);
create index loan_assignments_given on loan_assignments (tenant_id, assigned_at desc);

-- A client's own report: which columns, in which order, under which headings. Without a client it is for all of them.
create table report_formats (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  client_id uuid,
  kind text not null check (kind = any (array['calls', 'visits', 'best'])),
  -- [{id, label}]
  columns jsonb not null,
  day_style text not null check (day_style = any (array['DD-MM-YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'DD-MMM-YYYY'])),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references clients (tenant_id, id)
);
create unique index report_formats_name on report_formats (tenant_id, lower(name));

alter table report_formats enable row level security;
alter table report_formats force row level security;
create policy tenant_only on report_formats using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
