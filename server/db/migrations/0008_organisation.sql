-- The organisation: what tenants, clients and agencies are asked for when they are set up, and each tenant's own
-- products and buckets.

-- Not active and never activated: a draft. `operator_id`: the tenant whose super admins set this one up and see it; null
-- for a tenant that stands on its own.
alter table tenants
  add column operator_id uuid,
  add column institution text check (institution in ('BANK', 'NBFC', 'FINTECH', 'ARC')),
  add column contact_name text,
  add column contact_email text,
  add column contact_mobile text,
  add column gst text,
  add column pan text,
  add column address_line text,
  add column city text,
  add column state text,
  add column pincode text,
  add column languages text[] not null default '{}',
  add column regions text[] not null default '{}',
  add column activated_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  -- A name: whoever set it up may belong to another tenant.
  add column updated_by text;
update tenants set activated_at = created_at where active;
create index tenants_operator on tenants (operator_id, lower(name));

alter table clients
  add column categories text[] not null default '{}',
  add column contact_name text,
  add column contact_email text,
  add column contact_mobile text,
  add column gst text,
  add column pan text,
  add column address_line text,
  add column city text,
  add column state text,
  add column pincode text,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid;

alter table agencies
  add column contact_name text,
  add column contact_email text,
  add column contact_mobile text,
  add column gst text,
  add column pan text,
  add column dra_licence text,
  add column dra_licence_until date,
  add column address_line text,
  add column city text,
  add column state text,
  add column pincode text,
  -- Where it works: names of states, and pincodes where it does not serve a whole state.
  add column states text[] not null default '{}',
  add column pincodes text[] not null default '{}',
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid;
create unique index agencies_name on agencies (tenant_id, lower(name));

create table products (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  category text not null check (category in ('secured', 'unsecured')),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index products_name on products (tenant_id, lower(name));

-- `standard`: one of the six of the specification, into which every loan is sorted by its DPD; a tenant may stop using
-- one but not rename it. `to_dpd` null: no end.
create table buckets (
  tenant_id uuid not null,
  id uuid not null,
  label text not null,
  from_dpd integer not null,
  to_dpd integer,
  standard boolean not null default false,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index buckets_label on buckets (tenant_id, lower(label));

do $$
declare
  t text;
begin
  foreach t in array array['products', 'buckets'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
