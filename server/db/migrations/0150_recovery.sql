-- What loans may be expected to pay within a month (core/domain/prediction), counted at night from the tenant's own months that are over.

-- Months that were counted from their openings and payments, each once.
create table recovery_months (
  tenant_id uuid not null,
  -- Its first day.
  month date not null,
  after_loan uuid not null default '00000000-0000-0000-0000-000000000000',
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, month)
);

-- Loans of a portfolio, bucket and paying habit as a month found them, and what came of them.
create table recovery_history (
  tenant_id uuid not null,
  month date not null,
  portfolio_id uuid not null,
  bucket text not null,
  -- In how many of the three months before it they paid.
  paid_months integer not null,
  loans bigint not null,
  pos_paise bigint not null,
  -- Of the principal, what was paid; and what its loans went into a higher bucket with.
  paid_paise bigint not null,
  forward_paise bigint not null,
  -- Sums of paid ÷ principal of each loan, 1 at most, and of its square.
  shares double precision not null,
  squares double precision not null,
  primary key (tenant_id, month, portfolio_id, bucket, paid_months)
);

-- A night's count; the newest finished one is read, and it takes the earlier ones away.
create table recovery_runs (
  tenant_id uuid not null,
  on_day date not null,
  -- First the rates, a few portfolios at a time, then the loans; null once that part is over.
  after_portfolio uuid default '00000000-0000-0000-0000-000000000000',
  after_loan uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Months that the rates are from.
  months date[] not null,
  -- The least share of each grade.
  cuts double precision[] not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, on_day)
);

-- What a portfolio's loans of a bucket and habit paid of their principal in a month, from the nearest group with enough loans.
create table recovery_rates (
  tenant_id uuid not null,
  on_day date not null,
  portfolio_id uuid not null,
  bucket text not null,
  paid_months integer not null,
  month date not null,
  share double precision not null,
  variance double precision not null,
  primary key (tenant_id, on_day, portfolio_id, bucket, paid_months, month)
);

-- Those months together, where there are enough of them.
create table recovery_groups (
  tenant_id uuid not null,
  on_day date not null,
  portfolio_id uuid not null,
  bucket text not null,
  paid_months integer not null,
  share double precision not null,
  grade text not null,
  primary key (tenant_id, on_day, portfolio_id, bucket, paid_months)
);

-- Open loans by who holds them; each stands in one row, the zero id stands for nobody.
create table recovery_sums (
  tenant_id uuid not null,
  on_day date not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  bucket text not null,
  paid_months integer not null,
  manager_id uuid not null,
  collector_id uuid not null,
  field_agent_id uuid not null,
  agency_id uuid not null,
  loans bigint not null,
  pos_paise bigint not null,
  -- Sum of the squares of principal.
  squares double precision not null,
  primary key (tenant_id, on_day, client_id, portfolio_id, bucket, paid_months, manager_id, collector_id, field_agent_id, agency_id)
);

-- An open loan as the newest night found it.
create table recovery_loans (
  tenant_id uuid not null,
  loan_id uuid not null,
  portfolio_id uuid not null,
  bucket text not null,
  paid_months integer not null,
  pos_paise bigint not null,
  -- Null where the history is too short.
  grade text,
  expected_paise bigint,
  primary key (tenant_id, loan_id)
);
create index recovery_loans_expected on recovery_loans (tenant_id, expected_paise desc nulls last, loan_id);
create index recovery_loans_graded on recovery_loans (tenant_id, grade, expected_paise desc nulls last, loan_id);
create index recovery_loans_portfolio on recovery_loans (tenant_id, portfolio_id, expected_paise desc nulls last, loan_id);

-- Loans that somebody listed, to see what may be expected of them.
create table recovery_lists (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  made_at timestamptz not null,
  -- Numbers of the file, those that name no loan that the caller sees, and some of them.
  numbers integer not null,
  unknown integer not null,
  examples text[] not null,
  primary key (tenant_id, id)
);
create index recovery_lists_user on recovery_lists (tenant_id, user_id, made_at desc);

create table recovery_list_loans (
  tenant_id uuid not null,
  list_id uuid not null,
  loan_id uuid not null,
  primary key (tenant_id, list_id, loan_id)
);

do $$
declare
  t text;
begin
  foreach t in array array['recovery_months', 'recovery_history', 'recovery_runs', 'recovery_rates', 'recovery_groups', 'recovery_sums', 'recovery_loans',
                           'recovery_lists', 'recovery_list_loans'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
