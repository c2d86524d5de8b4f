-- What phones report about themselves, what happened to them, and alerts about them; decisions on quarantined records.

-- The last report of each device. Counts are of records by their state on the phone.
create table device_reports (
  tenant_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  reported_at timestamptz not null,
  -- Told by the device's signature while its user was locked out.
  locked boolean not null default false,
  queued integer not null default 0,
  sending integer not null default 0,
  retry_later integer not null default 0,
  waiting_for_login integer not null default 0,
  needs_you integer not null default 0,
  quarantined integer not null default 0,
  oldest_unsent_at timestamptz,
  last_sync_at timestamptz,
  last_contact_at timestamptz,
  storage_used bigint,
  storage_quota bigint,
  storage_persisted boolean,
  primary key (tenant_id, device_id, user_id),
  foreign key (tenant_id, device_id, user_id) references devices (tenant_id, id, user_id) on delete cascade
);
create index device_reports_oldest on device_reports (tenant_id, oldest_unsent_at) where oldest_unsent_at is not null;

-- A phone's history. Kept a year and at most the newest 200 of a device (server/modules/devices/events.ts).
create table device_events (
  tenant_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('registered', 'app-updated', 'evicted', 'revoked', 'allowed', 'erased', 'queue-uploaded')),
  at timestamptz not null,
  actor_id uuid,
  detail jsonb not null default '{}',
  primary key (tenant_id, id)
);
create index device_events_device on device_events (tenant_id, device_id, user_id, at desc);

-- At most one open row of a kind for a device; closed when what it says is over.
create table device_alerts (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind = any (array['unsent-over-a-day'])),
  device_id uuid not null,
  user_id uuid not null,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  primary key (tenant_id, id)
);
create unique index device_alerts_open on device_alerts (tenant_id, kind, device_id, user_id) where cleared_at is null;

-- The record's own signature travels with it.
alter table quarantine add column signature text;
alter table quarantine add column decision_reason text;
alter table quarantine add constraint quarantine_decision
  check (decision in ('accepted', 'refused', 'returned') and decided_at is not null and decided_by is not null
         or decision is null and decided_at is null);
create index quarantine_open on quarantine (tenant_id, received_at) where decided_at is null;

-- Registration and updates write themselves into the history, whoever makes them.
create or replace function note_device() returns trigger language plpgsql as $$
begin
  insert into device_events (tenant_id, id, device_id, user_id, kind, at, detail)
  values (new.tenant_id, gen_random_uuid(), new.id, new.user_id,
          case when tg_op = 'INSERT' then 'registered' else 'app-updated' end,
          case when tg_op = 'INSERT' then new.registered_at else new.last_seen_at end,
          jsonb_build_object('appVersion', new.app_version)
            || case when tg_op = 'INSERT' then jsonb_build_object('name', new.name)
                    else jsonb_build_object('from', old.app_version) end);
  return null;
end $$;
create trigger devices_registered after insert on devices for each row execute function note_device();
create trigger devices_updated after update on devices
  for each row when (old.app_version is distinct from new.app_version) execute function note_device();

do $$
declare
  t text;
begin
  foreach t in array array['device_reports', 'device_events', 'device_alerts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
