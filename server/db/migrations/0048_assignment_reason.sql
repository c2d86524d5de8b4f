-- Why a loan was given to somebody, in the words of who gave it.
alter table loan_assignments add column reason text;
alter table assignment_batches add column reason text;
