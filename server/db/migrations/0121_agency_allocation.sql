-- Loans given to agencies by percentages, as a run that is rehearsed first (docs/allocation.md): the rule it is made of, how and until when.
alter table allocation_runs add column plan jsonb;

-- Until when an agency has a loan: on the day after it goes back, and so do its people. Another date than the lender's (loans.recall_on).
alter table loan_assignments add column recall_on date;
create index loan_assignments_recall on loan_assignments (tenant_id, profile_id, recall_on, loan_id)
  where ended_at is null and recall_on is not null;
