-- Settlements (docs/settlements.md): one row each with the offer in force, every offer side by side, every step with who took it.
create table settlements (
  tenant_id uuid not null,
  id uuid not null,
  number text not null,
  loan_id uuid not null,
  borrower_id uuid not null,
  stage text not null check (stage in ('draft', 'manager', 'super-manager', 'client', 'board', 'countered', 'approved', 'letter-out',
    'acknowledged', 'running', 'completed', 'no-dues', 'rejected', 'lapsed', 'breached', 'withdrawn')),
  stage_at timestamptz not null,
  -- Those that the offer in force passes, and who has approved it so far.
  reviews text[] not null,
  approver_ids uuid[] not null default '{}',
  -- Whom the matrix asks; null beyond it.
  authority text,
  maker_id uuid not null,
  maker_role text not null,
  hardship text not null,
  staff_or_fraud boolean not null,
  restructuring boolean not null,
  round integer not null,
  outstanding_paise bigint not null,
  waived_paise bigint not null,
  payable_paise bigint not null,
  instalments integer not null,
  valid_till date not null,
  paid_paise bigint not null default 0,
  next_due_on date,
  settled_on date,
  letter_id uuid,
  no_dues_letter_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- A payment on the loan came or went, or the calendar asks for a look on this day.
  to_judge boolean not null default false,
  wake_on date,
  primary key (tenant_id, id)
);
create unique index settlements_number on settlements (tenant_id, number);
create unique index settlements_open_loan on settlements (tenant_id, loan_id) where ended_at is null;
create index settlements_loan on settlements (tenant_id, loan_id, created_at desc);
create index settlements_borrower on settlements (tenant_id, borrower_id, settled_on) where settled_on is not null;
create index settlements_open on settlements (tenant_id, valid_till, id) where ended_at is null;
create index settlements_newest on settlements (tenant_id, created_at desc, id);
create index settlements_stage on settlements (tenant_id, stage, valid_till, id);
create index settlements_paid on settlements (tenant_id) where to_judge;
create index settlements_wake on settlements (tenant_id, wake_on) where wake_on is not null;

create table settlement_offers (
  tenant_id uuid not null,
  settlement_id uuid not null,
  round integer not null,
  by_id uuid not null,
  by_role text not null,
  -- Paise by head: principal, interest, penal, charges.
  dues jsonb not null,
  waiver jsonb not null,
  -- Day and paise of each part.
  instalments jsonb not null,
  valid_till date not null,
  created_at timestamptz not null,
  primary key (tenant_id, settlement_id, round)
);

create table settlement_steps (
  tenant_id uuid not null,
  settlement_id uuid not null,
  place integer not null,
  step text not null,
  from_stage text not null,
  to_stage text not null,
  round integer not null,
  -- Null: the server's own work.
  by_id uuid,
  by_role text,
  remarks text not null,
  at timestamptz not null,
  primary key (tenant_id, settlement_id, place)
);

do $$
declare
  name text;
begin
  foreach name in array array['settlements', 'settlement_offers', 'settlement_steps'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
  end loop;
end $$;

-- Whatever posts or takes back a payment, the settlement of its loan is looked at.
create function judge_settlements() returns trigger language plpgsql as $$
begin
  update settlements s set to_judge = true
    from (select distinct tenant_id, loan_id from stored) p
   where s.tenant_id = p.tenant_id and s.loan_id = p.loan_id and s.ended_at is null and not s.to_judge;
  return null;
end $$;
create trigger payments_judge_new after insert on payments
  referencing new table as stored for each statement execute function judge_settlements();
create trigger payments_judge_changed after update on payments
  referencing new table as stored for each statement execute function judge_settlements();
