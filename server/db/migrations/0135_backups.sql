-- Backups of a tenant (docs/backups.md): what was made, and the key they are encrypted with.

-- Sealed for the installation (keys.ts): neither a dump of this table nor a backup holds a key that opens anything.
create table backup_keys (
  tenant_id uuid not null,
  sealed text not null,
  created_at timestamptz not null,
  primary key (tenant_id)
);

create table backups (
  tenant_id uuid not null,
  id uuid not null,
  -- Null: by night.
  asked_by uuid,
  -- waiting, writing: a job makes it; verifying: it is there and another job restores it to see; done; failed: `problem` says why.
  state text not null check (state in ('waiting', 'writing', 'verifying', 'done', 'failed')),
  steps_done integer not null default 0,
  steps integer not null default 0,
  -- In the file store; null until it is whole.
  file text,
  size bigint,
  rows bigint,
  files integer,
  -- Of a backup that is done: verified, differs (`problem` says how), or too large to be tried.
  verdict text check (verdict in ('verified', 'differs', 'too-large')),
  verified_at timestamptz,
  problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index backups_newest on backups (tenant_id, created_at desc, id);
create index backups_verified on backups (tenant_id, verified_at desc) where verdict = 'verified';
-- One is made at a time.
create unique index backups_open on backups (tenant_id) where state in ('waiting', 'writing');

do $$
declare
  name text;
begin
  foreach name in array array['backup_keys', 'backups'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
  end loop;
end $$;
