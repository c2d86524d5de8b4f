-- How far a job has looked, and what it found: at what an undo of an import would do, and at what became of a run's loans.
alter table loan_imports add column undo_look jsonb;
alter table allocation_runs add column outcomes_look jsonb;
