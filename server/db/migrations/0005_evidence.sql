-- What proves a record: the signature made when it was saved, what the server found of it, and which keys a device had
-- when. Keys are never forgotten: a record must be checked by the key of its own day.

alter table dispositions
  add column signature text,
  add column signature_state text not null default 'none'
    check (signature_state in ('valid', 'none', 'unknown-key', 'invalid'));

create table device_keys (
  tenant_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  -- Raw P-256 point, base64url.
  public_key text not null,
  valid_from timestamptz not null,
  -- Since then the device shows another key, or has been withdrawn.
  valid_until timestamptz,
  primary key (tenant_id, device_id, user_id, public_key)
);
alter table device_keys enable row level security;
alter table device_keys force row level security;
create policy tenant_only on device_keys using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

-- The history follows the devices by itself, so that no writer can forget it.
create or replace function keep_device_key() returns trigger language plpgsql as $$
begin
  update device_keys set valid_until = new.last_seen_at
   where tenant_id = new.tenant_id and device_id = new.id and user_id = new.user_id
     and public_key <> new.public_key and valid_until is null;
  insert into device_keys (tenant_id, device_id, user_id, public_key, valid_from, valid_until)
  values (new.tenant_id, new.id, new.user_id, new.public_key, new.last_seen_at, new.revoked_at)
  on conflict (tenant_id, device_id, user_id, public_key) do update set valid_until = excluded.valid_until;
  return null;
end $$;
create trigger devices_keys_first after insert on devices for each row execute function keep_device_key();
create trigger devices_keys_after after update on devices for each row
  when (old.public_key is distinct from new.public_key or old.revoked_at is distinct from new.revoked_at)
  execute function keep_device_key();

-- Devices of before. Their owner's policies are lifted for this one statement: it concerns every tenant.
alter table devices no force row level security;
alter table device_keys no force row level security;
insert into device_keys (tenant_id, device_id, user_id, public_key, valid_from, valid_until)
select tenant_id, id, user_id, public_key, registered_at, revoked_at from devices;
alter table devices force row level security;
alter table device_keys force row level security;
