-- Loans by file: one row an import, its mapping, its rows as they were read, and what each changed (docs/loan-imports.md).

create table loan_mappings (
  tenant_id uuid not null,
  id uuid not null,
  -- Null for what belongs to no client: suppressions.
  client_id uuid,
  kind text not null,
  version integer not null,
  mapping jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  used_on date,
  primary key (tenant_id, id)
);
create unique index loan_mappings_version on loan_mappings
  (tenant_id, coalesce(client_id, '00000000-0000-0000-0000-000000000000'), kind, version);

create table loan_imports (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('loans', 'changes', 'suppressions')),
  state text not null check (state in ('uploading', 'reading', 'mapping', 'verifying', 'verified', 'committing', 'done',
    'cancelled', 'failed', 'undoing', 'undone')),
  file_name text not null,
  size bigint not null,
  received bigint not null default 0,
  sha256 text,
  batch_no text,
  client_id uuid,
  portfolio_id uuid,
  mapping_version integer,
  look jsonb,
  mapping jsonb,
  verification jsonb,
  counts jsonb not null default '{}',
  problem jsonb,
  progress_done integer not null default 0,
  progress_total integer not null default 0,
  -- Of the running step: when it was asked for, by whom, and where it goes on after a crash.
  step_at timestamptz,
  step_by uuid,
  step_work jsonb not null default '{}',
  failures integer not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  committed_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index loan_imports_latest on loan_imports (tenant_id, created_at desc, id desc);
create index loan_imports_client on loan_imports (tenant_id, client_id, created_at desc);
create index loan_imports_running on loan_imports (tenant_id, step_at, id) where state in ('verifying', 'committing', 'undoing');
create index loan_imports_content on loan_imports (tenant_id, sha256) where sha256 is not null;

-- Rows of a verified file in its order, a column for each field of core/domain/loan-import/fields.ts (a test compares them).
create table loan_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  -- Ids that a new loan and its borrower get, so that a repeated chunk makes the same rows.
  loan_id uuid not null,
  borrower_id uuid not null,
  -- Why the row is not taken.
  refusal text,
  loan_number text,
  client text,
  portfolio text,
  batch_no text,
  product text,
  state text,
  sanctioned_on date,
  disbursed_on date,
  tenure_months integer,
  rate numeric(7, 4),
  emi bigint,
  due_day integer,
  recall_on date,
  dpd integer,
  dpd_month_open integer,
  bucket text,
  due_on date,
  pos bigint,
  tos bigint,
  overdue bigint,
  principal_overdue bigint,
  interest_overdue bigint,
  penal bigint,
  charges bigint,
  foreclosure_amount bigint,
  last_payment_on date,
  last_payment bigint,
  nach_status text,
  last_bounce_reason text,
  borrower_name text,
  language text,
  born_on date,
  email text,
  pan text,
  gst text,
  cibil integer,
  employer text,
  phone1 text,
  phone1_owner text,
  phone2 text,
  phone2_owner text,
  phone3 text,
  phone3_owner text,
  phone4 text,
  phone4_owner text,
  phone5 text,
  phone5_owner text,
  address1_line text,
  address1_city text,
  address1_state text,
  address1_pincode text,
  address1_kind text,
  address2_line text,
  address2_city text,
  address2_state text,
  address2_pincode text,
  address2_kind text,
  address3_line text,
  address3_city text,
  address3_state text,
  address3_pincode text,
  address3_kind text,
  person1_name text,
  person1_relation text,
  person1_phone text,
  person2_name text,
  person2_relation text,
  person2_phone text,
  person3_name text,
  person3_relation text,
  person3_phone text,
  person4_name text,
  person4_relation text,
  person4_phone text,
  advocate text,
  legal smallint,
  dispute smallint,
  deceased smallint,
  do_not_contact smallint,
  vulnerable smallint,
  primary key (tenant_id, import_id, line)
);
create index loan_import_rows_number on loan_import_rows (tenant_id, import_id, loan_number, line);

-- What an import changed in a loan that was there before, by column: undo restores what still stands as it left it.
create table loan_import_changes (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  loan_id uuid not null,
  borrower_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  -- Rows that were added to the borrower and the loan.
  added uuid[] not null default '{}',
  at timestamptz not null,
  primary key (tenant_id, import_id, line)
);
create index loan_import_changes_loan on loan_import_changes (tenant_id, loan_id, at);

do $$
declare
  t text;
begin
  foreach t in array array['loan_mappings', 'loan_imports', 'loan_import_rows', 'loan_import_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;

-- A statement that changes ten thousand loans touches their feeds once, and not in ten thousand calls.
drop trigger loans_feed on loans;
create or replace function feed_after_loans() returns trigger language plpgsql as $$
begin
  update loan_feed f
     set changed_xid = pg_current_xact_id(),
         state = case when n.state = 'active' and exists (
                   select 1 from loan_assignments a
                    where a.tenant_id = f.tenant_id and a.loan_id = f.loan_id and a.profile_id = f.user_id
                      and a.ended_at is null) then 'assigned' else 'revoked' end,
         reason = case when n.state in ('closed', 'settled') then 'closed'
                       when n.state = 'suppressed' then 'suppressed'
                       when not exists (
                         select 1 from loan_assignments a
                          where a.tenant_id = f.tenant_id and a.loan_id = f.loan_id and a.profile_id = f.user_id
                            and a.ended_at is null) then 'unassigned' end
    from changed_loans n
    join former_loans o on o.tenant_id = n.tenant_id and o.id = n.id
   where f.tenant_id = n.tenant_id and f.loan_id = n.id
     and (o.version is distinct from n.version or o.state is distinct from n.state);
  return null;
end $$;
create trigger loans_feed after update on loans
  referencing old table as former_loans new table as changed_loans
  for each statement execute function feed_after_loans();
drop function feed_after_loan();
