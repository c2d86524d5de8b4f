-- A dispute and a bereavement are recorded like any other wish of the borrower.
alter table contact_preferences drop constraint contact_preferences_kind_check;
alter table contact_preferences add constraint contact_preferences_kind_check
  check (kind in ('do-not-contact', 'complaint', 'not-at-this-time', 'only-at-this-time', 'not-at-this-place', 'dispute', 'bereavement'));
-- This wish set the loan's mark of a dispute, so its end takes the mark away.
alter table contact_preferences add column marked boolean not null default false;
