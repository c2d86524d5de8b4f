-- Letters of many settlements drawn by one job, one after the other.
create table letter_runs (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  settlement_ids uuid[] not null,
  -- How many of them were looked at, and of how many a letter was drawn.
  done integer not null default 0,
  drawn integer not null default 0,
  -- [{settlementId, number, problem}], the first ones.
  problems jsonb not null default '[]',
  state text not null default 'waiting' check (state in ('waiting', 'drawing', 'done', 'cancelled', 'failed')),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index letter_runs_of on letter_runs (tenant_id, user_id, created_at desc);
alter table letter_runs enable row level security;
alter table letter_runs force row level security;
create policy tenant_only on letter_runs using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
