-- Days off of people who collect: a manager keeps them, allocation leaves who is away out (docs/people.md).

create table leaves (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Days in the tenant's zone, both off.
  from_on date not null,
  until_on date not null,
  reason text not null,
  made_by uuid not null,
  made_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  check (from_on <= until_on)
);
create index leaves_person on leaves (tenant_id, user_id, until_on desc, id);
create index leaves_newest on leaves (tenant_id, until_on desc, id);
alter table leaves enable row level security;
alter table leaves force row level security;
create policy tenant_only on leaves using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
