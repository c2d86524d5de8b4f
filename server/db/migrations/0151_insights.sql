-- What calls, promises and loans of the last weeks say (core/domain/insights), counted at night.

create table insight_runs (
  tenant_id uuid not null,
  on_day date not null,
  -- In which days begin.
  zone text not null,
  -- First the people, then the loans; null once that part is over.
  after_user uuid default '00000000-0000-0000-0000-000000000000',
  after_loan uuid not null default '00000000-0000-0000-0000-000000000000',
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, on_day)
);

-- By who recorded; the zero id stands for everybody together.
create table insight_people (
  tenant_id uuid not null,
  on_day date not null,
  user_id uuid not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  figure text not null,
  key text not null,
  at integer not null,
  base bigint not null,
  first bigint not null,
  second bigint not null,
  primary key (tenant_id, on_day, user_id, client_id, portfolio_id, figure, key, at)
);

-- By who holds the loan; the zero id stands for nobody.
create table insight_loans (
  tenant_id uuid not null,
  on_day date not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  manager_id uuid not null,
  collector_id uuid not null,
  field_agent_id uuid not null,
  agency_id uuid not null,
  figure text not null,
  key text not null,
  at integer not null,
  base bigint not null,
  first bigint not null,
  second bigint not null,
  primary key (tenant_id, on_day, client_id, portfolio_id, manager_id, collector_id, field_agent_id, agency_id, figure, key, at)
);

-- Figures that somebody chose to look at together; with `shared` everybody of the tenant finds them, each over what they see.
create table insight_views (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  shared boolean not null,
  figures text[] not null,
  portfolio_id uuid,
  version integer not null default 1,
  saved_at timestamptz not null,
  primary key (tenant_id, id)
);
create index insight_views_user on insight_views (tenant_id, user_id, lower(name));
create index insight_views_shared on insight_views (tenant_id, lower(name)) where shared;

-- Specification 9: which of the two screens of insights a tenant has.
alter table tenants add column subscription text not null default 'primary_explorar' check (subscription in ('primary_explorar', 'secondry'));

do $$
declare
  t text;
begin
  foreach t in array array['insight_runs', 'insight_people', 'insight_loans', 'insight_views'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
