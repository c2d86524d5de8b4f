-- Reports written to a file by a job: what was asked for, how far it is, what the file holds, and whose rows are in it (docs/reports.md).

create table report_exports (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  -- A client's format; null for the report as it is.
  format_id uuid,
  file_type text not null check (file_type in ('csv', 'xlsx')),
  file_name text not null,
  filters jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  rows_done integer not null default 0,
  rows_total integer,
  size bigint,
  sha256 text,
  -- Where the storage holds it: each try writes one of its own.
  file text,
  problem text,
  -- Role, agency, client and people by which the rows were chosen.
  scope jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index report_exports_own on report_exports (tenant_id, user_id, created_at desc, id desc);
create index report_exports_open on report_exports (tenant_id, created_at, id) where state in ('waiting', 'running');
create index report_exports_expiry on report_exports (tenant_id, expires_at);

alter table report_exports enable row level security;
alter table report_exports force row level security;
create policy tenant_only on report_exports using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
