-- Who may not be contacted: the contact gate reads it for every loan it is asked about.
create table suppression_list (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('loan', 'phone', 'pan', 'email')),
  -- Compared whole: loan number, ten digits, hash of a PAN, e-mail in lower case.
  key text not null,
  -- Shown: a PAN has its middle hidden.
  value text not null,
  portfolio_id uuid,
  channels text[],
  reason text not null,
  note text,
  from_on date not null,
  until_on date,
  import_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  released_at timestamptz,
  released_by uuid,
  release_reason text,
  primary key (tenant_id, id)
);
create index suppression_list_key on suppression_list (tenant_id, kind, key) where released_at is null;
create index suppression_list_latest on suppression_list (tenant_id, created_at desc, id desc);
create index suppression_list_import on suppression_list (tenant_id, import_id) where import_id is not null;
alter table suppression_list enable row level security;
alter table suppression_list force row level security;
create policy tenant_only on suppression_list using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
