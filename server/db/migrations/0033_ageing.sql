-- Days past due between two files of a lender, and how each month began.

alter table portfolios
  add column ageing text not null default 'file' check (ageing in ('file', 'calendar')),
  add column payment_effect text not null default 'clears' check (payment_effect in ('clears', 'instalments', 'none'));

alter table loans
  -- The day for which `dpd` is true. Ageing adds the days since, so a night that was missed is made up and none counts twice.
  add column dpd_as_of date not null default current_date,
  -- What the lender's newest file said, and for which day; null where no file did.
  add column dpd_reported integer,
  add column dpd_reported_on date,
  -- When it came into the book; null for loans from before this was kept.
  add column entered_on date;
alter table loans alter column entered_on set default current_date;

-- A night's work on one tenant's loans, in the order of their ids.
create table ageing_runs (
  tenant_id uuid not null,
  on_day date not null,
  after_loan uuid not null default '00000000-0000-0000-0000-000000000000',
  looked_at bigint not null default 0,
  aged bigint not null default 0,
  snapshots bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, on_day)
);

-- Every open loan as a month found it. A fact: written once.
create table loan_month_opens (
  tenant_id uuid not null,
  -- Its first day.
  month date not null,
  loan_id uuid not null,
  portfolio_id uuid not null,
  dpd integer not null,
  bucket text not null,
  pos_paise bigint not null,
  overdue_paise bigint not null,
  -- Later than `month` when the server was down over the month's end.
  taken_on date not null,
  primary key (tenant_id, month, loan_id)
) partition by range (month);

do $$
declare
  t text;
begin
  foreach t in array array['ageing_runs', 'loan_month_opens'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;

create or replace function ensure_partitions(first date, months integer) returns void language plpgsql as $$
declare
  parent text;
  month date;
  part text;
  bounds text;
begin
  foreach parent in array array['dispositions', 'audit_log', 'loan_month_opens'] loop
    for i in 0 .. months - 1 loop
      month := (date_trunc('month', first) + make_interval(months => i))::date;
      part := parent || '_' || to_char(month, 'YYYY_MM');
      if to_regclass(part) is null then
        bounds := case when parent = 'loan_month_opens'
          then format('from (%L) to (%L)', month, (month + interval '1 month')::date)
          else format('from (%L) to (%L)', month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC') end;
        begin
          execute format('create table %I partition of %I for values %s', part, parent, bounds);
          execute format('alter table %I enable row level security', part);
          execute format('alter table %I force row level security', part);
          execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', part);
        exception when check_violation then
          null;
        end;
      end if;
    end loop;
  end loop;
end $$;

-- As `bucketOf` of core/domain/buckets.ts; a test compares them.
create function bucket_of(dpd integer) returns text language sql immutable parallel safe as $$
  select case when dpd <= 30 then '0-30' when dpd <= 60 then '31-60' when dpd <= 90 then '61-90'
              when dpd <= 180 then '91-180' when dpd <= 360 then '180-360' else '360+' end
$$;
