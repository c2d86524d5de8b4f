-- The leaderboard: how people who work loans stand, by month, role and bucket (core/domain/leaderboard), counted by a job.

-- One count of a month; the newest finished one is read, and it takes the earlier ones away.
create table leaderboard_runs (
  tenant_id uuid not null,
  id uuid not null,
  month date not null,
  -- The loans are as the night counted them (dupont_runs) up to the beginning of this day.
  before_day date not null,
  -- In which days begin.
  zone text not null,
  -- Null: by itself, at night.
  asked_by uuid,
  -- Weights and what else the tenant said then.
  settings jsonb not null,
  after_user uuid not null default '00000000-0000-0000-0000-000000000000',
  done integer not null default 0,
  total integer not null,
  -- Of each cohort its median and how many are ranked; as far as it was ranked.
  cohorts jsonb not null default '[]',
  started_at timestamptz not null,
  finished_at timestamptz,
  failed_at timestamptz,
  primary key (tenant_id, id)
);
-- A month is counted once at a time.
create unique index leaderboard_runs_open on leaderboard_runs (tenant_id, month) where finished_at is null and failed_at is null;
create index leaderboard_runs_month on leaderboard_runs (tenant_id, month, finished_at desc);

create table leaderboard_rows (
  tenant_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  -- That of their loans at the month's opening.
  bucket text not null,
  role text not null,
  accounts bigint not null,
  opening_paise bigint not null,
  collected_paise bigint not null,
  resolved_paise bigint not null,
  reached bigint not null,
  promised bigint not null,
  due_paise bigint not null,
  kept_paise bigint not null,
  calls bigint not null,
  visits bigint not null,
  complaints bigint not null,
  breaches bigint not null,
  present_days bigint not null,
  work_days bigint not null,
  -- Promises that have a sign of not having been made, of all that were taken.
  doubtful bigint not null,
  promises bigint not null,
  -- Null until the cohort was ranked, with too few loans, and where nothing is known.
  rank integer,
  score integer,
  primary key (tenant_id, run_id, user_id, bucket)
);
create index leaderboard_rows_cohort on leaderboard_rows (tenant_id, run_id, role, bucket, rank);

-- Weights and settings in versions; the newest is in force, a row is never changed.
create table leaderboard_settings (
  tenant_id uuid not null,
  version integer not null,
  rules jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (tenant_id, version)
);

-- What somebody was asked about their month, and what they said. Neither changes.
create table leaderboard_questions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  month date not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  question text not null,
  answered_at timestamptz,
  answer text,
  primary key (tenant_id, id),
  check ((answered_at is null) = (answer is null))
);
create index leaderboard_questions_user on leaderboard_questions (tenant_id, user_id, month, asked_at);

-- What is read of one person: by whom and when a rule was broken. Complaints of a month are few, and are read at once.
create index contact_blocks_outside on contact_blocks (tenant_id, user_id, day) where kind = 'outside';
create index contact_preferences_complaints on contact_preferences (tenant_id, created_at) where kind = 'complaint';
create index dupont_sums_collector on dupont_sums (tenant_id, month, before_day, collector_id);
create index dupont_sums_field_agent on dupont_sums (tenant_id, month, before_day, field_agent_id);

do $$
declare
  t text;
begin
  foreach t in array array['leaderboard_runs', 'leaderboard_rows', 'leaderboard_settings', 'leaderboard_questions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
