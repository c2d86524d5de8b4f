-- What a row of a file of suppressions becomes: whom it names, and why, where and how long they are not contacted.
alter table loan_import_rows add column suppression jsonb;
