-- Outcomes of calls by file (docs/allocation.md): each file as a job with its counts, and the rows that need somebody's look.

create table disposition_files (
  tenant_id uuid not null,
  id uuid not null,
  state text not null check (state in ('working', 'done', 'failed', 'cancelled')),
  file_name text not null,
  sha256 text not null,
  made_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- As its header names them.
  columns jsonb not null,
  layout jsonb not null,
  -- The last line that is done.
  line integer not null default 0,
  rows_done integer not null default 0,
  taken integer not null default 0,
  repeated integer not null default 0,
  without_effect integer not null default 0,
  refused integer not null default 0,
  problem text,
  primary key (tenant_id, id)
);
create index disposition_files_newest on disposition_files (tenant_id, created_at desc, id desc);

-- What was refused or changed nothing; kept for 90 days.
create table disposition_file_rows (
  tenant_id uuid not null,
  file_id uuid not null,
  line integer not null,
  cells jsonb not null,
  reason text not null,
  primary key (tenant_id, file_id, line)
);

do $$
declare
  t text;
begin
  foreach t in array array['disposition_files', 'disposition_file_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
