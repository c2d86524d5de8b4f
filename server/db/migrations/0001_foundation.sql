-- The foundation. Stay within PostgreSQL 15: the same file runs on PGlite.
--
-- Two kinds of tables:
--   platform tables  (tenants, logins, server_keys): no tenant in the key; reachable only inside db.platform().
--   tenant tables    every other one: tenant_id first in the primary key, foreign keys only within the tenant, row-level
--                    security forced with one policy (0001 ends with a loop that sets it, and a test finds any table
--                    without it). So the schema can be distributed by tenant_id without change.
--
-- Money is bigint paise, times are timestamptz, calendar days are date. Ids are UUIDv7 made by the application or device.

create table tenants (
  id uuid primary key,
  name text not null,
  zone text not null default 'Asia/Kolkata',
  active boolean not null default true,
  max_ptp_days integer not null default 30,
  created_at timestamptz not null default now()
);
create unique index tenants_name on tenants (lower(name));

-- A sign-in name is unique over the whole installation, because a person signs in with nothing else.
create table logins (
  login text primary key check (login = lower(login)),
  tenant_id uuid not null,
  user_id uuid not null,
  -- Wrong passwords in a row, and until when the account refuses to be tried (security.md: 1 minute doubling to 15).
  failures integer not null default 0,
  locked_until timestamptz
);
create index logins_user on logins (tenant_id, user_id);

-- Keys of the installation: 'jwt' (Ed25519), 'sealing' (P-256). The newest of a kind signs, older ones still verify.
create table server_keys (
  id text primary key,
  kind text not null check (kind in ('jwt', 'sealing')),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

-- Facts of the installation itself: sync epoch, demo mark.
create table installation (
  name text primary key,
  value text not null
);

create table clients (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  institution text not null check (institution in ('BANK', 'NBFC', 'FINTECH', 'ARC')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index clients_name on clients (tenant_id, lower(name));

create table agencies (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  active boolean not null default true,
  in_house boolean not null default false,
  locked boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index agencies_code on agencies (tenant_id, code);

create table portfolios (
  tenant_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  name text not null,
  product text not null,
  secured boolean not null default false,
  region text not null check (region in ('North', 'South', 'East', 'West')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references clients (tenant_id, id)
);
create unique index portfolios_name on portfolios (tenant_id, lower(name));

create table users (
  tenant_id uuid not null,
  id uuid not null,
  role text not null,
  sub_role text check (sub_role in ('ACM', 'RCM', 'ZCM', 'NCM')),
  username text not null,
  email text,
  mobile text,
  full_name text not null,
  password_hash text not null,
  active boolean not null default true,
  manager_id uuid,
  agency_id uuid,
  client_id uuid,
  location text,
  dialer_username text,
  languages text[] not null default '{}',
  pincodes text[] not null default '{}',
  dra_certificate text,
  dra_valid_until date,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, agency_id) references agencies (tenant_id, id),
  foreign key (tenant_id, client_id) references clients (tenant_id, id)
);
create index users_role on users (tenant_id, role);

-- Everybody below everybody, so that a parent sees all below it with one join. Every user is below themselves (depth 0).
create table user_tree (
  tenant_id uuid not null,
  ancestor_id uuid not null,
  descendant_id uuid not null,
  depth integer not null,
  primary key (tenant_id, ancestor_id, descendant_id)
);
create index user_tree_up on user_tree (tenant_id, descendant_id);

create table devices (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  app_version text not null,
  public_key text not null,
  registered_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- One phone serves several people, each with a key of their own.
  primary key (tenant_id, id, user_id)
);
create index devices_user on devices (tenant_id, user_id);

-- A session is a family of refresh tokens.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  device_id uuid,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text,
  primary key (tenant_id, id)
);
create index sessions_user on sessions (tenant_id, user_id);

-- Tokens are stored as SHA-256 only. `live`: not used yet. `used`: has children, none of them used yet, so it may be
-- used again (a lost answer must not log a phone out). `dead`: a child of it, or of its parent, was used since; whoever
-- shows it again holds a copy, and the session ends.
create table refresh_tokens (
  tenant_id uuid not null,
  token_hash text not null,
  session_id uuid not null,
  parent_hash text,
  state text not null default 'live' check (state in ('live', 'used', 'dead')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index refresh_tokens_session on refresh_tokens (tenant_id, session_id);

create table borrowers (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  language text not null default 'hi',
  born_on date,
  pan_masked text,
  employer text,
  primary key (tenant_id, id)
);
create index borrowers_name on borrowers (tenant_id, lower(name) text_pattern_ops);

create table loans (
  tenant_id uuid not null,
  id uuid not null,
  loan_number text not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  borrower_id uuid not null,
  batch_no text,
  product text not null,
  state text not null default 'active' check (state in ('active', 'closed', 'settled', 'suppressed')),
  version integer not null default 1,
  dpd integer not null,
  dpd_month_open integer not null,
  bucket text not null check (bucket in ('0-30', '31-60', '61-90', '91-180', '180-360', '360+')),
  pos_paise bigint not null,
  tos_paise bigint not null,
  overdue_paise bigint not null,
  principal_overdue_paise bigint not null,
  interest_overdue_paise bigint not null,
  penal_paise bigint not null default 0,
  charges_paise bigint not null default 0,
  emi_paise bigint not null,
  due_day integer not null,
  tenure_months integer,
  disbursed_on date,
  last_payment_on date,
  last_payment_paise bigint,
  flag_dispute boolean not null default false,
  flag_deceased boolean not null default false,
  flag_legal boolean not null default false,
  flag_do_not_contact boolean not null default false,
  flag_vulnerable boolean not null default false,
  pause_reason text,
  pause_until date,
  last_code text,
  last_at timestamptz,
  last_by uuid,
  last_visit_code text,
  last_visit_at timestamptz,
  best_code text,
  best_rank integer,
  ptp_due_on date,
  ptp_paise bigint,
  ptp_status text check (ptp_status in ('open', 'kept', 'broken')),
  next_visit_on date,
  attempts_30d integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references clients (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id),
  foreign key (tenant_id, borrower_id) references borrowers (tenant_id, id)
);
create unique index loans_number on loans (tenant_id, loan_number);
create index loans_bucket on loans (tenant_id, bucket);
create index loans_client on loans (tenant_id, client_id);

create table loan_people (
  tenant_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  name text not null,
  relation text not null,
  primary key (tenant_id, id)
);
create index loan_people_loan on loan_people (tenant_id, loan_id);

create table phones (
  tenant_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  number text not null,
  owner text not null default 'borrower',
  rank integer not null default 1,
  last_result text,
  invalid boolean not null default false,
  source text not null default 'import',
  primary key (tenant_id, id)
);
create index phones_borrower on phones (tenant_id, borrower_id, rank);
create index phones_number on phones (tenant_id, number);

create table addresses (
  tenant_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  kind text not null default 'residence',
  line text not null,
  city text not null,
  state text not null,
  pincode text not null,
  lat double precision,
  lng double precision,
  rank integer not null default 1,
  source text not null default 'import',
  primary key (tenant_id, id)
);
create index addresses_borrower on addresses (tenant_id, borrower_id, rank);
create index addresses_pincode on addresses (tenant_id, pincode);

create table suppressions (
  tenant_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  reason text not null,
  from_on date not null,
  until_on date,
  created_by uuid,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (tenant_id, id)
);
create index suppressions_loan on suppressions (tenant_id, loan_id);

-- Who works a loan, narrow on purpose: reallocating a million loans must not rewrite a million wide rows.
-- At most one open row for a loan and kind. `kind` says in which capacity the profile holds the loan.
create table loan_assignments (
  tenant_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('manager', 'collector', 'field_agent', 'agency')),
  profile_id uuid not null,
  visit_on timestamptz,
  assigned_by uuid,
  assigned_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create unique index loan_assignments_open on loan_assignments (tenant_id, loan_id, kind) where ended_at is null;
create index loan_assignments_profile on loan_assignments (tenant_id, profile_id, loan_id) where ended_at is null;
create index loan_assignments_loan on loan_assignments (tenant_id, loan_id);

-- What each phone must know about each loan, one row a pair, touched by the triggers below. `changed_xid` is the
-- writing transaction: a cursor that stops below the oldest running transaction (pg_snapshot_xmin) can never skip a
-- row whose commit becomes visible late, which a cursor by time or by sequence would.
create table loan_feed (
  tenant_id uuid not null,
  user_id uuid not null,
  loan_id uuid not null,
  state text not null check (state in ('assigned', 'revoked')),
  reason text,
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, user_id, loan_id)
);
create index loan_feed_cursor on loan_feed (tenant_id, user_id, changed_xid, loan_id);
create index loan_feed_loan on loan_feed (tenant_id, loan_id);

create table disposition_codes (
  tenant_id uuid not null,
  code text not null,
  channel text not null check (channel in ('call', 'field')),
  label text not null,
  class text not null,
  rank integer not null,
  requires text[] not null default '{}',
  selectable boolean not null default true,
  active boolean not null default true,
  position integer not null default 0,
  primary key (tenant_id, code)
);

create table calls (
  tenant_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  user_id uuid not null,
  phone_id uuid,
  status text not null default 'CALL_STARTED',
  predictive boolean not null default false,
  started_at timestamptz not null,
  disposition_id uuid,
  primary key (tenant_id, id)
);
create index calls_loan on calls (tenant_id, loan_id, started_at desc);

-- Every record, by phone or in the field, as it was received. Partitioned by the server's time of receipt.
create table dispositions (
  tenant_id uuid not null,
  id uuid not null,
  received_at timestamptz not null default now(),
  loan_id uuid not null,
  user_id uuid not null,
  device_id uuid,
  channel text not null check (channel in ('call', 'field')),
  code text not null,
  class text not null,
  rank integer not null,
  outcome text not null,
  recorded_at timestamptz not null,
  receipt_no bigint not null,
  remarks text,
  -- The whole record as sent (core/contract/records.ts): the evidence. The columns above are what lists filter by.
  record jsonb not null,
  payload_hash text not null,
  primary key (tenant_id, id, received_at)
) partition by range (received_at);
create index dispositions_loan on dispositions (tenant_id, loan_id, received_at desc);
create index dispositions_user on dispositions (tenant_id, user_id, received_at desc);
create index dispositions_received on dispositions (tenant_id, received_at desc);
create table dispositions_default partition of dispositions default;

create table visits (
  tenant_id uuid not null,
  id uuid not null,
  disposition_id uuid not null,
  loan_id uuid not null,
  user_id uuid not null,
  visited_at timestamptz not null,
  place text,
  person_met text,
  lat double precision,
  lng double precision,
  accuracy_m double precision,
  mock boolean,
  gps_missing text,
  on_site_seconds integer,
  primary key (tenant_id, id)
);
create unique index visits_disposition on visits (tenant_id, disposition_id);
create index visits_user on visits (tenant_id, user_id, visited_at desc);

create table ptps (
  tenant_id uuid not null,
  id uuid not null,
  disposition_id uuid not null,
  loan_id uuid not null,
  user_id uuid not null,
  amount_paise bigint not null,
  due_on date not null,
  mode text not null,
  status text not null default 'open' check (status in ('open', 'kept', 'broken', 'replaced')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index ptps_disposition on ptps (tenant_id, disposition_id);
create index ptps_due on ptps (tenant_id, due_on) where status = 'open';
create index ptps_loan on ptps (tenant_id, loan_id);

create table payments (
  tenant_id uuid not null,
  id uuid not null,
  disposition_id uuid,
  loan_id uuid not null,
  user_id uuid,
  amount_paise bigint not null,
  mode text not null,
  reference text,
  paid_at timestamptz not null,
  status text not null default 'received' check (status in ('received', 'deposited', 'verified', 'reversed')),
  detail jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index payments_disposition on payments (tenant_id, disposition_id) where disposition_id is not null;
create index payments_loan on payments (tenant_id, loan_id);
create index payments_paid on payments (tenant_id, paid_at desc);

-- One row a file and uploader; records name files by hash, so the same photo is stored and sent once.
create table attachments (
  tenant_id uuid not null,
  user_id uuid not null,
  sha256 text not null,
  size integer,
  mime text,
  sealed_total integer not null,
  received integer not null default 0,
  complete boolean not null default false,
  storage_key text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, sha256)
);

create table disposition_attachments (
  tenant_id uuid not null,
  disposition_id uuid not null,
  sha256 text not null,
  user_id uuid not null,
  loan_id uuid not null,
  kind text not null,
  position integer not null,
  primary key (tenant_id, disposition_id, sha256)
);
create index disposition_attachments_hash on disposition_attachments (tenant_id, sha256);

-- Inserted in the same transaction as what the key stands for; a repeat answers with the stored receipt.
create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  key uuid not null,
  payload_hash text not null,
  -- Where the key stands for a record: its id. A partitioned table cannot keep it unique, this one can.
  record_id uuid,
  receipt jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create unique index idempotency_keys_record on idempotency_keys (tenant_id, record_id) where record_id is not null;

-- Records that a device could not get accepted: kept for a manager to decide.
create table quarantine (
  tenant_id uuid not null,
  user_id uuid not null,
  key uuid not null,
  device_id uuid,
  payload_hash text not null,
  record jsonb,
  reason_code text not null,
  reason text not null,
  received_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  decision text,
  primary key (tenant_id, user_id, key)
);

-- Numbers that run through a tenant without gaps that matter: receipt numbers and the audit chain's head.
create table tenant_counters (
  tenant_id uuid not null,
  name text not null,
  value bigint not null default 0,
  hash text,
  primary key (tenant_id, name)
);

-- Insert-only chain: hash = sha256(previous hash | canonical entry).
create table audit_log (
  tenant_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject text not null,
  subject_id text not null,
  detail jsonb not null,
  previous_hash text not null,
  hash text not null,
  primary key (tenant_id, seq, at)
) partition by range (at);
create index audit_log_subject on audit_log (tenant_id, subject, subject_id);
create table audit_log_default partition of audit_log default;

create or replace function audit_is_insert_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is insert-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_insert_only before update or delete on audit_log
  for each row execute function audit_is_insert_only();

-- The tenant a transaction works for, set by the server for that transaction only.
create or replace function current_tenant() returns uuid language sql stable as
  $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;

-- Monthly partitions of the large tables from `first` on; called at every start and by the daily job.
-- A month whose rows already sit in the default partition stays there: the engine refuses the new partition
-- (row-level security would hide those rows from a query that looked for them first).
create or replace function ensure_partitions(first date, months integer) returns void language plpgsql as $$
declare
  parent text;
  month date;
  part text;
begin
  foreach parent in array array['dispositions', 'audit_log'] loop
    for i in 0 .. months - 1 loop
      month := (date_trunc('month', first) + make_interval(months => i))::date;
      part := parent || '_' || to_char(month, 'YYYY_MM');
      if to_regclass(part) is null then
        begin
          execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent,
            month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
          execute format('alter table %I enable row level security', part);
          execute format('alter table %I force row level security', part);
          execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', part);
        exception when check_violation then
          null;
        end;
      end if;
    end loop;
  end loop;
end $$;

-- The feed follows assignments and loans by itself, so that no writer can forget it.
create or replace function feed_after_assignment() returns trigger language plpgsql as $$
begin
  if new.kind in ('field_agent', 'collector') then
    insert into loan_feed (tenant_id, user_id, loan_id, state, reason)
    select new.tenant_id, new.profile_id, new.loan_id,
           case when new.ended_at is null and l.state in ('active') then 'assigned' else 'revoked' end,
           case when new.ended_at is not null then 'unassigned'
                when l.state in ('closed', 'settled') then 'closed'
                when l.state = 'suppressed' then 'suppressed' end
      from loans l where l.tenant_id = new.tenant_id and l.id = new.loan_id
    on conflict (tenant_id, user_id, loan_id) do update
      set state = excluded.state, reason = excluded.reason, changed_xid = pg_current_xact_id();
  end if;
  return null;
end $$;
create trigger loan_assignments_feed after insert or update on loan_assignments
  for each row execute function feed_after_assignment();

create or replace function feed_after_loan() returns trigger language plpgsql as $$
begin
  update loan_feed f
     set changed_xid = pg_current_xact_id(),
         state = case when new.state = 'active' and exists (
                   select 1 from loan_assignments a
                    where a.tenant_id = f.tenant_id and a.loan_id = f.loan_id and a.profile_id = f.user_id
                      and a.ended_at is null) then 'assigned' else 'revoked' end,
         reason = case when new.state in ('closed', 'settled') then 'closed'
                       when new.state = 'suppressed' then 'suppressed'
                       when not exists (
                         select 1 from loan_assignments a
                          where a.tenant_id = f.tenant_id and a.loan_id = f.loan_id and a.profile_id = f.user_id
                            and a.ended_at is null) then 'unassigned' end
   where f.tenant_id = new.tenant_id and f.loan_id = new.id;
  return null;
end $$;
create trigger loans_feed after update on loans
  for each row when (old.version is distinct from new.version or old.state is distinct from new.state)
  execute function feed_after_loan();

-- Row-level security: forced on every table. Tenant tables see their tenant; platform tables only open inside
-- db.platform(), which sets app.platform for its transaction.
do $$
declare
  t text;
begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations' loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    if exists (select 1 from information_schema.columns where table_schema = 'public' and table_name = t and column_name = 'tenant_id')
       and t <> 'logins' then
      execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
    else
      execute format('create policy platform_only on %I using (current_setting(''app.platform'', true) = ''on'') with check (current_setting(''app.platform'', true) = ''on'')', t);
    end if;
  end loop;
end $$;
