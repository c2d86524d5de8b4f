-- Everybody's profile: the fields of specification section 3 by kind of user (core/domain/profile-fields.ts says which
-- kind has which), the password of a first sign-in, attendance, and people that come by file.

alter table users
  -- Set with a password that somebody else chose or saw: no session begins before the owner has chosen one.
  add column must_change_password boolean not null default false,
  add column dialer_location text,
  -- Years, to half a year.
  add column collection_experience numeric(4, 1),
  add column total_experience numeric(4, 1),
  -- Which clients, buckets, products and agencies somebody works for, beside the one in client_id and agency_id.
  add column client_ids uuid[] not null default '{}',
  add column buckets text[] not null default '{}',
  add column products text[] not null default '{}',
  add column agency_ids uuid[] not null default '{}',
  add column ldap_id text,
  add column model_no text,
  add column imei text,
  add column android_version text,
  add column brake_id text,
  -- Of two who change one profile at once, the second is told.
  add column version integer not null default 1,
  add column deactivated_at timestamptz,
  add column deactivated_reason text;

create index users_manager on users (tenant_id, manager_id);
create index users_name on users (tenant_id, lower(full_name) text_pattern_ops);
create unique index users_username on users (tenant_id, lower(username));

-- One row a person and day of the tenant's zone. What sessions tell (first sign-in, last sign of life) is not stored: it
-- is read from `sessions`.
create table attendance (
  tenant_id uuid not null,
  user_id uuid not null,
  day date not null,
  clock_in_at timestamptz,
  clock_in_lat double precision,
  clock_in_lng double precision,
  clock_in_accuracy_m double precision,
  clock_in_battery integer,
  clock_out_at timestamptz,
  clock_out_lat double precision,
  clock_out_lng double precision,
  clock_out_accuracy_m double precision,
  clock_out_battery integer,
  primary key (tenant_id, user_id, day)
);
create index sessions_user_time on sessions (tenant_id, user_id, created_at);

-- A file of people: its rows lie here until each is a person or has its reason.
create table people_imports (
  tenant_id uuid not null,
  id uuid not null,
  file_name text not null,
  file_hash text not null,
  columns text[] not null,
  -- `running` until the job is through.
  state text not null check (state in ('running', 'done')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
-- The same file twice at once is one import.
create unique index people_imports_running on people_imports (tenant_id, file_hash) where state = 'running';
create index people_imports_latest on people_imports (tenant_id, created_at desc);

create table people_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  -- As in the file; its header is line 1.
  line integer not null,
  cells text[] not null,
  state text not null check (state in ('waiting', 'created', 'already', 'wrong')),
  -- What is to be created; null for a line that is not.
  person jsonb,
  -- Only until the person exists.
  initial_password text,
  reason text,
  user_id uuid,
  -- The first password goes out by mail; when it did.
  by_mail boolean not null default false,
  mailed_at timestamptz,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references people_imports (tenant_id, id) on delete cascade
);

do $$
declare
  t text;
begin
  foreach t in array array['attendance', 'people_imports', 'people_import_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
