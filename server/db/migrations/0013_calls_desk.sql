-- The telecaller's desk: callbacks, corrections and withdrawals of records, retained loans, assignments that can be undone.

alter table borrowers add column email text;

-- When the borrower asked to be called again; the next applied call answers it.
alter table loans add column callback_at timestamptz;
create index loans_callback on loans (tenant_id, callback_at) where callback_at is not null;
create index loans_fresh on loans (tenant_id, dpd desc) where last_at is null;

-- A record stays as it was received. What was said of it later lies beside it.
alter table dispositions add column corrected jsonb;
alter table dispositions add column withdrawn_at timestamptz;

create table retained_loans (
  tenant_id uuid not null,
  loan_id uuid not null,
  reason text,
  marked_by uuid not null,
  marked_at timestamptz not null,
  primary key (tenant_id, loan_id)
);

-- Which loans one act gave to whom, and who had them before: what an undo needs.
create table assignment_batches (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('manager', 'collector', 'field_agent', 'agency')),
  profile_id uuid not null,
  assigned_by uuid not null,
  assigned_at timestamptz not null,
  undone_at timestamptz,
  -- [{loanId, before: profile id or null}]
  loans jsonb not null,
  primary key (tenant_id, id)
);

do $$
declare
  t text;
begin
  foreach t in array array['retained_loans', 'assignment_batches'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
