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
