-- What a phone judges contact by follows the borrower, not the loan: an attempt, a wish or a suppression on one loan sends the
-- borrower's other loans to the phones that hold them. Here, so that no writer can forget it. Ids are looked up first and given as
-- a list, because a planner whose statistics are behind would read all of the tenant's loans.
create or replace function feed_borrowers_loans(tenant uuid, borrowers uuid[]) returns void language plpgsql as $$
declare
  touched uuid[];
begin
  touched := array(select l.id from loans l where l.tenant_id = tenant and l.borrower_id = any(borrowers));
  update loan_feed f set changed_xid = pg_current_xact_id()
   where f.tenant_id = tenant and f.loan_id = any(touched) and f.state = 'assigned'
     and f.changed_xid <> pg_current_xact_id();
end $$;

create or replace function feed_after_contact() returns trigger language plpgsql as $$
begin
  perform feed_borrowers_loans(c.tenant_id, array_agg(distinct c.borrower_id)) from changed c group by c.tenant_id;
  return null;
end $$;
create trigger contact_attempts_feed after insert on contact_attempts
  referencing new table as changed for each statement execute function feed_after_contact();
create trigger contact_attempts_feed_again after update on contact_attempts
  referencing new table as changed for each statement execute function feed_after_contact();
create trigger contact_preferences_feed after insert on contact_preferences
  referencing new table as changed for each statement execute function feed_after_contact();
create trigger contact_preferences_feed_again after update on contact_preferences
  referencing new table as changed for each statement execute function feed_after_contact();

create or replace function feed_after_suppression() returns trigger language plpgsql as $$
declare
  tenant uuid := (select c.tenant_id from changed c limit 1);
  suppressed uuid[] := array(select distinct c.loan_id from changed c);
begin
  perform feed_borrowers_loans(tenant, array(
    select distinct l.borrower_id from loans l where l.tenant_id = tenant and l.id = any(suppressed)));
  return null;
end $$;
create trigger suppressions_feed after insert on suppressions
  referencing new table as changed for each statement execute function feed_after_suppression();
create trigger suppressions_feed_again after update on suppressions
  referencing new table as changed for each statement execute function feed_after_suppression();

-- An agent asks that somebody else works the loan.
alter table loan_requests drop constraint loan_requests_kind_check;
alter table loan_requests add constraint loan_requests_kind_check
  check (kind in ('field', 'escalation', 'letter', 'other-agent'));

-- Cash that an agent has handed over and a supervisor has seen, or not yet. Its payments name it.
create table cash_handovers (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  -- How many payments it is made of.
  payments integer not null,
  handed_on date not null,
  place text not null check (place in ('bank', 'branch', 'agency')),
  reference text not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'declined')),
  created_at timestamptz not null,
  answer text,
  decided_by uuid,
  decided_at timestamptz,
  -- Whoever made it does not confirm it.
  check (decided_by is distinct from user_id),
  primary key (tenant_id, id)
);
create index cash_handovers_user on cash_handovers (tenant_id, user_id, created_at desc, id desc);
create index cash_handovers_state on cash_handovers (tenant_id, state, created_at desc, id);
alter table cash_handovers enable row level security;
alter table cash_handovers force row level security;
create policy tenant_only on cash_handovers using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

alter table payments add column handover_id uuid;
create index payments_handover on payments (tenant_id, handover_id) where handover_id is not null;
-- What an agent has in hand is read from here, so it does not grow with what was paid before.
create index payments_cash_held on payments (tenant_id, user_id, paid_at) where mode = 'cash' and status = 'received';
