-- What lenders pay for recovered money, who brought it, and partners who get a part of it (docs/revenue.md).

create table partners (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  contact_name text,
  contact_email text,
  contact_mobile text,
  gst text,
  pan text,
  address_line text,
  city text,
  state text,
  pincode text,
  account_name text,
  account_number text,
  ifsc text,
  agreed_on date,
  agreed_until date,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (tenant_id, id)
);
create unique index partners_name on partners (tenant_id, lower(name));

create table success_fees (
  tenant_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  -- Null: all of the client's.
  portfolio_id uuid,
  -- Empty: all.
  buckets text[] not null default '{}',
  percent numeric(6, 3) not null check (percent > 0 and percent <= 100),
  gst_percent numeric(6, 3) not null check (gst_percent >= 0 and gst_percent <= 100),
  partner_id uuid,
  partner_percent numeric(6, 3) not null default 0 check (partner_percent >= 0 and partner_percent <= 100),
  from_month date not null,
  to_month date,
  remarks text,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references clients (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id),
  foreign key (tenant_id, partner_id) references partners (tenant_id, id),
  check (to_month is null or from_month <= to_month)
);
create index success_fees_client on success_fees (tenant_id, client_id);
create index success_fees_partner on success_fees (tenant_id, partner_id);

-- A month's fee of a client for a portfolio, once somebody has approved it. Until then it is counted from what was collected.
create table client_fees (
  tenant_id uuid not null,
  id uuid not null,
  -- Its first day.
  month date not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  -- `open`: an approval that was taken back, or an invoice that was cancelled.
  status text not null check (status = any (array['open', 'approved', 'invoiced', 'received'])),
  payments integer not null,
  collected_paise bigint not null,
  fee_paise bigint not null,
  gst_paise bigint not null,
  partner_paise bigint not null,
  -- One entry a bucket (core/contract/client-revenue.ts, feeLineSchema).
  lines jsonb not null,
  invoice_number text,
  invoiced_on date,
  received_paise bigint,
  reference text,
  received_on date,
  version integer not null default 1,
  decided_at timestamptz not null,
  decided_by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references clients (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);
create unique index client_fees_one on client_fees (tenant_id, month, client_id, portfolio_id);
create unique index client_fees_invoice on client_fees (tenant_id, lower(invoice_number)) where status in ('invoiced', 'received');

-- What a person costs in a month, until the next row.
create table employee_costs (
  tenant_id uuid not null,
  user_id uuid not null,
  from_month date not null,
  cost_paise bigint not null check (cost_paise >= 0),
  set_at timestamptz not null,
  set_by uuid not null,
  primary key (tenant_id, user_id, from_month)
);

-- Revenue that somebody brought or did not bring beside what is counted. A row stays; another one takes it back.
create table revenue_corrections (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  month date not null,
  amount_paise bigint not null check (amount_paise <> 0),
  reason text not null,
  takes_back uuid,
  made_at timestamptz not null,
  made_by uuid not null,
  primary key (tenant_id, id)
);
create index revenue_corrections_month on revenue_corrections (tenant_id, month, user_id);
create unique index revenue_corrections_once on revenue_corrections (tenant_id, takes_back) where takes_back is not null;

do $$
declare name text;
begin
  foreach name in array array['partners', 'success_fees', 'client_fees', 'employee_costs', 'revenue_corrections'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
  end loop;
end $$;
