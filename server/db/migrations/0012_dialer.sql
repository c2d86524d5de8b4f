-- The dialer as the server knows it: how agents stand, their time by state, calls, what a dialer still has to be told, and
-- codes that hand a signed-in user over to another application.

-- A dialer of the tenant and the secret by which it reports; stored as SHA-256.
create table dialer_services (
  tenant_id uuid not null,
  name text not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  primary key (tenant_id, name)
);

-- How each agent stands now, one row an agent. `present`: their page is connected to the dialer.
create table dialer_agents (
  tenant_id uuid not null,
  user_id uuid not null,
  status text not null,
  state text not null check (state = any (array['idle', 'talk', 'hold', 'wrap-up', 'ringing', 'dialing', 'break'])),
  since timestamptz not null,
  present boolean not null default false,
  -- 'manual' or the predictive process that the agent works.
  process text not null default 'manual',
  call_id text,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id)
);

-- An agent's time in the seven states, one row a stay; what reports are built from. The open row is the present.
create table dialer_times (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  state text not null check (state = any (array['idle', 'talk', 'hold', 'wrap-up', 'ringing', 'dialing', 'break'])),
  -- Of a break: which one.
  reason text,
  process text not null default 'manual',
  from_at timestamptz not null,
  until_at timestamptz,
  primary key (tenant_id, id)
);
create unique index dialer_times_open on dialer_times (tenant_id, user_id) where until_at is null;
create index dialer_times_user on dialer_times (tenant_id, user_id, from_at desc);
create index dialer_times_from on dialer_times (tenant_id, from_at desc);

-- Calls as the dialer reported them; the id is the dialer's. What came of a call is its disposition.
create table dialer_calls (
  tenant_id uuid not null,
  id text not null,
  user_id uuid,
  loan_id uuid,
  mode text not null check (mode = any (array['manual', 'predictive', 'inbound'])),
  number text not null,
  phase text not null,
  reason text,
  started_at timestamptz not null,
  ringing_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  recording text,
  -- The call that an agent's screen shows; false once it was worked or put away.
  active boolean not null default true,
  primary key (tenant_id, id)
);
create index dialer_calls_user on dialer_calls (tenant_id, user_id, started_at desc);
create index dialer_calls_started on dialer_calls (tenant_id, started_at desc);
create index dialer_calls_number on dialer_calls (tenant_id, number, started_at desc);

-- What the tenant's dialer is to do; told with its next report, and forgotten when it is too late for it.
create table dialer_commands (
  tenant_id uuid not null,
  id uuid not null,
  detail jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);

-- A code that is good once and for a minute, stored as SHA-256: for the dialer application, and for business intelligence.
create table handover_codes (
  tenant_id uuid not null,
  code_hash text not null,
  kind text not null check (kind = any (array['dialer', 'bi'])),
  user_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, code_hash)
);
create index handover_codes_expires on handover_codes (tenant_id, expires_at);

create index users_dialer on users (tenant_id, lower(coalesce(dialer_username, username)));

do $$
declare
  t text;
begin
  foreach t in array array['dialer_services', 'dialer_agents', 'dialer_times', 'dialer_calls', 'dialer_commands', 'handover_codes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
