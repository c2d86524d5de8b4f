-- The borrower's own page of an offer: its address, the codes that open it, and what they asked for.
create table settlement_links (
  tenant_id uuid not null,
  settlement_id uuid not null,
  -- In the address.
  token text not null,
  url text not null,
  created_at timestamptz not null,
  primary key (tenant_id, settlement_id)
);
create unique index settlement_links_token on settlement_links (tenant_id, token);

-- Those of a day; what is older goes with the next one. A code itself is kept nowhere.
create table settlement_codes (
  tenant_id uuid not null,
  id uuid not null,
  settlement_id uuid not null,
  created_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  -- SHA-256 of what the page carries after the code was entered.
  grant_hash text,
  primary key (tenant_id, id)
);
create index settlement_codes_of on settlement_codes (tenant_id, settlement_id, created_at);

do $$
declare
  name text;
begin
  foreach name in array array['settlement_links', 'settlement_codes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
  end loop;
end $$;

-- Of a step that the borrower took: from, to, notAt, language.
alter table settlement_steps add column asked jsonb;
-- A wish that the borrower set on that page, to be replaced by the next one.
alter table contact_preferences add column settlement_id uuid;
