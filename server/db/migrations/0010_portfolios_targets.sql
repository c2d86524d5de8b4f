-- Portfolios with their four tabs, incentive structures, targets.

-- First tab. Who belongs to a portfolio is portfolio_members.
alter table portfolios add column institution text check (institution in ('BANK', 'NBFC', 'FINTECH', 'ARC'));
alter table portfolios add column products text[] not null default '{}';
alter table portfolios add column buckets text[] not null default '{}';
alter table portfolios add column languages text[] not null default '{}';
alter table portfolios add column starts_on date;
alter table portfolios add column ends_on date;
alter table portfolios add column created_by uuid;
-- Second tab, with portfolio_scripts and message_templates. No codes: all of the tenant's may be used.
alter table portfolios add column disposition_codes text[] not null default '{}';
alter table portfolios add column contact_policy jsonb;
alter table portfolios add column recording_notice text not null default '';
-- Third tab, with settlement_matrix; its letters are saved one by one.
alter table portfolios add column foreclosure jsonb;
-- Fourth tab, with incentive_tiers.
alter table portfolios add column incentive_type text not null default 'Target' check (incentive_type in ('Target', 'Efficiency'));
create index portfolios_client on portfolios (tenant_id, client_id);
create index loans_portfolio on loans (tenant_id, portfolio_id);

-- One row a tab that was saved; `version` is stepped by each save and must be named by the next one.
create table portfolio_tabs (
  tenant_id uuid not null,
  portfolio_id uuid not null,
  tab text not null check (tab = any (array['details', 'script', 'foreclosure', 'incentive'])),
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  saved_by uuid,
  primary key (tenant_id, portfolio_id, tab),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);

-- `profile_id` is a user, for `agency` an agency.
create table portfolio_members (
  tenant_id uuid not null,
  portfolio_id uuid not null,
  kind text not null check (kind = any (array['manager', 'collector', 'field_agent', 'agency'])),
  profile_id uuid not null,
  primary key (tenant_id, portfolio_id, kind, profile_id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);
create index portfolio_members_profile on portfolio_members (tenant_id, profile_id, portfolio_id);

create table portfolio_scripts (
  tenant_id uuid not null,
  id uuid not null,
  portfolio_id uuid not null,
  position integer not null,
  -- A bucket, or `any`.
  bucket text not null,
  language text not null,
  body text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);
create index portfolio_scripts_portfolio on portfolio_scripts (tenant_id, portfolio_id, position);

create table portfolio_templates (
  tenant_id uuid not null,
  id uuid not null,
  portfolio_id uuid not null,
  position integer not null,
  channel text not null check (channel = any (array['sms', 'whatsapp'])),
  name text not null,
  language text not null,
  -- As registered with the operators; empty where a channel has none.
  dlt_template_id text not null default '',
  header text not null default '',
  body text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);
create index portfolio_templates_portfolio on portfolio_templates (tenant_id, portfolio_id, position);

create table settlement_matrix (
  tenant_id uuid not null,
  portfolio_id uuid not null,
  position integer not null,
  bucket text not null,
  -- Days past due, both ends included.
  min_age integer not null,
  max_age integer not null,
  max_waiver_percent double precision not null,
  max_instalments integer not null,
  -- The lowest role that may approve.
  approver text not null,
  primary key (tenant_id, portfolio_id, position),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);

-- SR: settlement, FR: foreclosure.
create table letter_templates (
  tenant_id uuid not null,
  id uuid not null,
  portfolio_id uuid not null,
  kind text not null check (kind = any (array['SR', 'FR'])),
  name text not null,
  language text not null,
  body text not null,
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  saved_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);
create unique index letter_templates_name on letter_templates (tenant_id, portfolio_id, kind, lower(name), language);

-- `audience`: ta for telecallers, fa for field agents, as in the specification. Rupees, or percent for the range of an efficiency.
create table incentive_tiers (
  tenant_id uuid not null,
  portfolio_id uuid not null,
  audience text not null check (audience = any (array['ta', 'fa'])),
  position integer not null,
  min_value double precision not null,
  max_value double precision not null,
  amount double precision not null,
  primary key (tenant_id, portfolio_id, audience, position),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);

-- `target` is in the metric's unit: paise, basis points, minutes or a count. A month is its first day.
create table targets (
  tenant_id uuid not null,
  id uuid not null,
  month date not null,
  scope text not null check (scope = any (array['user', 'team', 'portfolio'])),
  scope_id uuid not null,
  -- Only this portfolio's loans count.
  portfolio_id uuid,
  bucket text not null default 'any',
  metric text not null check (metric = any (array['amount', 'resolution', 'count', 'ptp', 'visits', 'login'])),
  target bigint not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  locked_at timestamptz,
  locked_by uuid,
  primary key (tenant_id, id)
);
create unique index targets_one on targets (tenant_id, month, scope, scope_id, coalesce(portfolio_id, '00000000-0000-0000-0000-000000000000'), bucket, metric);
create index targets_scope on targets (tenant_id, scope_id, month);

-- Stays when its target is gone.
create table target_log (
  tenant_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  at timestamptz not null default now(),
  by_user uuid,
  action text not null check (action = any (array['created', 'changed', 'deleted', 'locked', 'unlocked', 'copied', 'cascaded'])),
  before_value bigint,
  after_value bigint,
  primary key (tenant_id, id)
);
create index target_log_target on target_log (tenant_id, target_id, at desc);

-- One row a tenant: days of the week that nobody works (0 = Sunday). Without a row Sundays are off.
create table work_calendars (
  tenant_id uuid primary key,
  version integer not null default 1,
  weekly_off integer[] not null default '{0}'
);
create table holidays (
  tenant_id uuid not null,
  day date not null,
  name text not null,
  primary key (tenant_id, day)
);

do $$
declare
  t text;
begin
  foreach t in array array['portfolio_tabs', 'portfolio_members', 'portfolio_scripts', 'portfolio_templates', 'settlement_matrix',
                           'letter_templates', 'incentive_tiers', 'targets', 'target_log', 'work_calendars', 'holidays'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
