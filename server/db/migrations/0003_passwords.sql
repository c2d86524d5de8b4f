-- Links by which a forgotten password is replaced. Stored as SHA-256 only, good for half an hour and once.
create table password_resets (
  tenant_id uuid not null,
  token_hash text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index password_resets_user on password_resets (tenant_id, user_id, created_at);
alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy tenant_only on password_resets using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
