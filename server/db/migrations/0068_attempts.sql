-- It counts every record that changed the loan, since the loan is here; those of 30 days are counted from the records.
alter table loans rename column attempts_30d to attempts;
