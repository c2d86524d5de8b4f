-- Files of the desk, what refers to them, months of targets that are locked, and codes of agencies without regard to case.

-- A file that somebody uploaded at a desk: found by its id, or by the path its owner gave it.
create table documents (
  tenant_id uuid not null,
  id uuid not null,
  path text,
  name text not null,
  mime text not null,
  size integer not null,
  sha256 text not null,
  storage_key text not null,
  uploaded_by uuid not null,
  uploaded_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index documents_path on documents (tenant_id, uploaded_by, path) where path is not null;

-- The DRA certificate itself; its number and last day stand beside it.
alter table users add column dra_document_id uuid;

-- What a lender sent about settlements of a portfolio. A file counts once.
create table settlement_reports (
  tenant_id uuid not null,
  id uuid not null,
  portfolio_id uuid not null,
  document_id uuid not null,
  sha256 text not null,
  -- Lines of a CSV, and how many of them name a loan of the portfolio; null for a file that is kept as it is.
  lines integer,
  matched integer,
  -- At most fifty numbers that are no loan of the portfolio.
  unknown text[] not null default '{}',
  uploaded_by uuid not null,
  uploaded_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create unique index settlement_reports_once on settlement_reports (tenant_id, portfolio_id, sha256);
create index settlement_reports_latest on settlement_reports (tenant_id, portfolio_id, uploaded_at desc);

-- A locked month takes no new target for whom the one who locked it sets targets.
create table target_month_locks (
  tenant_id uuid not null,
  month date not null,
  locked_by uuid not null,
  locked_at timestamptz not null,
  primary key (tenant_id, month, locked_by)
);
insert into target_month_locks (tenant_id, month, locked_by, locked_at)
select tenant_id, month, locked_by, max(locked_at) from targets
 where locked_at is not null and locked_by is not null group by 1, 2, 3;

-- Two codes that differ in case only: the later one is told apart by the end of its id.
update agencies a set code = a.code || '-' || right(a.id::text, 4)
 where exists (select 1 from agencies o where o.tenant_id = a.tenant_id and lower(o.code) = lower(a.code)
                  and (o.created_at, o.id) < (a.created_at, a.id));
drop index agencies_code;
create unique index agencies_code on agencies (tenant_id, lower(code));

do $$
declare
  t text;
begin
  foreach t in array array['documents', 'settlement_reports', 'target_month_locks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
