-- The allocation job that gave a loan; null where somebody gave it without one.
alter table loan_assignments add column run_id uuid;
