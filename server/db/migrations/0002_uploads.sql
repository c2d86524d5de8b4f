-- Resumable uploads under way. Their bytes lie in the file store, and how far one has come is the size of its file
-- there, never a number in here: a server that is killed between the two cannot promise a byte it does not hold.
create table attachment_uploads (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- The device that began it; only that one goes on with it.
  device_id uuid,
  -- Of the original.
  sha256 text not null,
  -- Bytes that are sent: of the sealed form, where there is one.
  length integer not null,
  -- The file's own key, sealed to the server; null when the bytes come as they are.
  sealed_key text,
  created_at timestamptz not null,
  -- Kept a while, so that a phone that never heard the last answer learns it.
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index attachment_uploads_user on attachment_uploads (tenant_id, user_id, sha256);
create index attachment_uploads_age on attachment_uploads (tenant_id, created_at);
alter table attachment_uploads enable row level security;
alter table attachment_uploads force row level security;
create policy tenant_only on attachment_uploads using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

-- A file is in this table once it is whole.
delete from attachments where not complete;
alter table attachments drop column sealed_total, drop column received;
