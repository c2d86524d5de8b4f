-- Work that happens by itself. Platform tables, because a worker looks for work over all tenants; a job's effects happen
-- inside its tenant, in the same transaction that removes the job.
create table jobs (
  id uuid primary key,
  name text not null,
  -- Whose work it is; null for the installation's own.
  for_tenant uuid,
  -- Of one name, tenant and key only one waits at a time.
  key text,
  data jsonb not null default '{}',
  run_at timestamptz not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  -- The run that holds it, and until when it is believed to be alive. Another run takes over afterwards.
  claim uuid,
  claimed_until timestamptz,
  last_error text,
  -- Given up; kept for a person to look at.
  failed_at timestamptz,
  created_at timestamptz not null
);
create unique index jobs_waiting_key on jobs (name, coalesce(for_tenant, '00000000-0000-0000-0000-000000000000'), key)
  where key is not null and claim is null and failed_at is null;
create index jobs_due on jobs (run_at) where failed_at is null;

create table job_schedules (
  name text primary key,
  next_at timestamptz not null
);

do $$
declare
  t text;
begin
  foreach t in array array['jobs', 'job_schedules'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy platform_only on %I using (current_setting(''app.platform'', true) = ''on'') with check (current_setting(''app.platform'', true) = ''on'')', t);
  end loop;
end $$;

-- What the jobs look for.
create index suppressions_open on suppressions (tenant_id, until_on) where released_at is null and until_on is not null;
create index sessions_ends on sessions (tenant_id, expires_at);
create index idempotency_keys_without_record on idempotency_keys (tenant_id, created_at) where record_id is null;
