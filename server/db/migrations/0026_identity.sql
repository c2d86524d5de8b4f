-- Who somebody is: tries counted once for every process, and changes of an e-mail address or mobile that wait for their owner.

-- Tries by a name, an address or a person, under a hash: what is typed as a name may be a password.
create table attempts (
  key text primary key,
  count integer not null,
  -- Until then this count holds, or the name is locked.
  until timestamptz not null,
  touched_at timestamptz not null
);
create index attempts_touched on attempts (touched_at);
alter table attempts enable row level security;
alter table attempts force row level security;
create policy platform_only on attempts using (current_setting('app.platform', true) = 'on') with check (current_setting('app.platform', true) = 'on');

-- Their memory is `attempts` now.
alter table logins drop column failures, drop column locked_until;

-- A new e-mail address or mobile counts once its owner has shown that it is theirs; the old one can be taken back for a while.
create table contact_changes (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('email', 'mobile')),
  old_value text,
  new_value text not null,
  -- SHA-256 of the link's token or of the message's code.
  confirm_hash text not null,
  undo_hash text not null,
  wrong_codes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  undo_until timestamptz,
  -- Taken back, or replaced by a later request.
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index contact_changes_user on contact_changes (tenant_id, user_id, created_at desc);
create index contact_changes_confirm on contact_changes (tenant_id, confirm_hash);
create index contact_changes_undo on contact_changes (tenant_id, undo_hash);
alter table contact_changes enable row level security;
alter table contact_changes force row level security;
create policy tenant_only on contact_changes using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

-- Sessions that are open now, for their owner and for whoever looks after them.
create index sessions_open on sessions (tenant_id, user_id, expires_at) where ended_at is null;
