-- What an outside agency is owed for a month's work on a portfolio, once somebody has approved it. Until then it is counted from payments.

-- Figures and lines are those that were approved; a payment that comes or is reversed later changes them no more.
create table agency_payouts (
  tenant_id uuid not null,
  id uuid not null,
  agency_id uuid not null,
  portfolio_id uuid not null,
  -- Its first day.
  month date not null,
  -- `open`: an approval that was taken back.
  status text not null check (status = any (array['open', 'approved', 'paid'])),
  incentive_type text not null check (incentive_type = any (array['Target', 'Efficiency'])),
  payments integer not null,
  collected_paise bigint not null,
  gross_paise bigint not null,
  -- One entry an agent (core/contract/payouts.ts, payoutLineSchema).
  lines jsonb not null,
  reference text,
  paid_on date,
  version integer not null default 1,
  approved_at timestamptz,
  approved_by uuid,
  settled_at timestamptz,
  settled_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, agency_id) references agencies (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id)
);
create unique index agency_payouts_one on agency_payouts (tenant_id, month, agency_id, portfolio_id);

alter table agency_payouts enable row level security;
alter table agency_payouts force row level security;
create policy tenant_only on agency_payouts using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
