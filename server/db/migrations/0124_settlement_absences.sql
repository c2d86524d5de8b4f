-- Who decides about settlements while somebody is away, and for whom a step was taken.
create table settlement_absences (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  deputy_id uuid not null,
  -- Both ends included, in the tenant's zone.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  created_at timestamptz not null,
  -- Whoever was away came back before.
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index settlement_absences_of on settlement_absences (tenant_id, user_id, to_day);
create index settlement_absences_deputy on settlement_absences (tenant_id, deputy_id, to_day);

alter table settlement_absences enable row level security;
alter table settlement_absences force row level security;
create policy tenant_only on settlement_absences using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

alter table settlement_steps add column for_id uuid;
