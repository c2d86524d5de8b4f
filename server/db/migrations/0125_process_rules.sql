-- Rules of allocation give loans to dialing processes too: as lists that belong to a run.

alter table allocation_run_loans drop constraint allocation_run_loans_kind_check;
alter table allocation_run_loans add constraint allocation_run_loans_kind_check
  check (kind in ('collector', 'field_agent', 'agency', 'manager', 'process'));
-- When a process got the loan, whose batch is its list; of everybody else that stands in the batch.
alter table allocation_run_loans add column given_at timestamptz;

alter table dial_lists drop constraint dial_lists_source_check;
alter table dial_lists add constraint dial_lists_source_check check (source in ('file', 'filter', 'rules'));
alter table dial_lists add column run_id uuid;
create index dial_lists_run on dial_lists (tenant_id, run_id, process_id, id) where run_id is not null;
