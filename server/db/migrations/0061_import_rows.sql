-- What a row of a file of suppressions becomes: whom it names, and why, where and how long they are not contacted.
alter table loan_import_rows add column suppression jsonb;

-- How far the values of an import's rows are forgotten once it is long over, by line; null from then on that all are.
alter table loan_imports add column forgotten_to integer default 0;
create index loan_imports_to_forget on loan_imports (tenant_id, step_at) where forgotten_to is not null;
