-- Files of what a bank or a lender says was paid, their lines, and to which payments each line belongs (domain 1.8).

create table bank_files (
  tenant_id uuid not null,
  id uuid not null,
  file_name text not null,
  size integer not null,
  sha256 text not null,
  -- mapping: its columns are to be chosen; reading and matching: a job works; done; failed: `problem` says why.
  state text not null check (state in ('mapping', 'reading', 'matching', 'done', 'failed')),
  look jsonb not null,
  columns jsonb not null,
  date_order text not null default 'dmy' check (date_order in ('dmy', 'mdy', 'ymd')),
  client_id uuid,
  -- The last line of the file that is staged, and the last that is matched.
  read_to integer not null default 0,
  matched_to integer not null default 0,
  lines integer not null default 0,
  matched integer not null default 0,
  compared integer not null default 0,
  skipped integer not null default 0,
  -- The first rows that could not be read, each with its line and why.
  refused jsonb not null default '[]',
  refused_lines integer not null default 0,
  amount_paise bigint not null default 0,
  problem text,
  uploaded_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index bank_files_newest on bank_files (tenant_id, created_at desc, id);
create index bank_files_same on bank_files (tenant_id, sha256);

create table bank_lines (
  tenant_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  line integer not null,
  client_id uuid not null,
  reference text,
  reference_key text,
  -- The bank's day.
  paid_on date not null,
  amount_paise bigint not null check (amount_paise > 0),
  narration text not null,
  payer text not null,
  loan_number text,
  -- staged: not looked at yet; accepted: a person said so; the others as core/domain/reconciliation found it.
  status text not null default 'staged' check (status in ('staged', 'matched', 'partial', 'excess', 'duplicate',
    'bank-without-receipt', 'unidentified', 'accepted')),
  -- What it was found to be, for figures and for when an answer is taken back.
  found text,
  score integer not null default 0,
  reasons text[] not null default '{}',
  candidates jsonb not null default '[]',
  -- The loan of its first part.
  loan_id uuid,
  version integer not null default 1,
  decided_by uuid,
  decided_at timestamptz,
  -- A question about it, to whom, and the answer.
  asked_of uuid,
  asked_by uuid,
  question text,
  asked_at timestamptz,
  answer text,
  answered_at timestamptz,
  primary key (tenant_id, id)
);
create unique index bank_lines_file on bank_lines (tenant_id, file_id, line);
create index bank_lines_reference on bank_lines (tenant_id, reference_key) where reference_key is not null;
create index bank_lines_status on bank_lines (tenant_id, status, paid_on desc, id);
create index bank_lines_client on bank_lines (tenant_id, client_id, status, paid_on desc, id);
create index bank_lines_newest on bank_lines (tenant_id, paid_on desc, id);
create index bank_lines_open on bank_lines (tenant_id, paid_on desc, id) where status not in ('staged', 'duplicate', 'accepted');
create index bank_lines_loan on bank_lines (tenant_id, loan_id) where loan_id is not null;
create index bank_lines_asked on bank_lines (tenant_id, asked_of) where asked_of is not null;

-- Money of a line for a loan; proposed until its line is accepted.
create table bank_parts (
  tenant_id uuid not null,
  line_id uuid not null,
  place integer not null,
  loan_id uuid not null,
  -- Null: there is no receipt, accepting it posts one.
  payment_id uuid,
  amount_paise bigint not null check (amount_paise > 0),
  accepted boolean not null default false,
  -- This part made the payment, or confirmed it; `undo` is what the loan was before (loans/payments.ts).
  posted boolean not null default false,
  undo jsonb,
  primary key (tenant_id, line_id, place)
);
create index bank_parts_payment on bank_parts (tenant_id, payment_id) where payment_id is not null;

-- What stands above the list, so that no page counts the lines: kept by the writes.
create table bank_line_sums (
  tenant_id uuid not null,
  client_id uuid not null,
  paid_on date not null,
  status text not null,
  -- What it was found to be when it came.
  found text not null,
  lines bigint not null,
  amount_paise bigint not null,
  primary key (tenant_id, client_id, paid_on, status, found)
);

-- `found` is a variable of plpgsql too; the column is meant.
create function count_bank_lines() returns trigger language plpgsql as $$
#variable_conflict use_column
begin
  insert into bank_line_sums as s (tenant_id, client_id, paid_on, status, found, lines, amount_paise)
  select c.tenant_id, c.client_id, c.paid_on, c.status, c.was, sum(c.n), sum(c.n * c.amount_paise) from (
    select n.tenant_id, n.client_id, n.paid_on, n.status, coalesce(n.found, '') as was, 1 as n, n.amount_paise from stored n
    union all
    select o.tenant_id, o.client_id, o.paid_on, o.status, coalesce(o.found, ''), -1, o.amount_paise from gone o
  ) c group by 1, 2, 3, 4, 5 having sum(c.n) <> 0 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, client_id, paid_on, status, found) do update
    set lines = s.lines + excluded.lines, amount_paise = s.amount_paise + excluded.amount_paise;
  return null;
end $$;
create function count_new_bank_lines() returns trigger language plpgsql as $$
#variable_conflict use_column
begin
  insert into bank_line_sums as s (tenant_id, client_id, paid_on, status, found, lines, amount_paise)
  select n.tenant_id, n.client_id, n.paid_on, n.status, coalesce(n.found, ''), count(*), sum(n.amount_paise) from stored n
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, client_id, paid_on, status, found) do update
    set lines = s.lines + excluded.lines, amount_paise = s.amount_paise + excluded.amount_paise;
  return null;
end $$;
create trigger bank_lines_counted after insert on bank_lines
  referencing new table as stored for each statement execute function count_new_bank_lines();
create trigger bank_lines_counted_again after update on bank_lines
  referencing old table as gone new table as stored for each statement execute function count_bank_lines();

-- Receipts that no bank has confirmed, the newest first, and those of one amount.
create index payments_unbanked on payments (tenant_id, paid_at desc, id) where status in ('received', 'deposited');
create index payments_amount on payments (tenant_id, amount_paise, paid_at) where status in ('received', 'deposited', 'verified');

do $$
declare
  name text;
begin
  foreach name in array array['bank_files', 'bank_lines', 'bank_parts', 'bank_line_sums'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
  end loop;
end $$;
