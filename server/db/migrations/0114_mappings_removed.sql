-- A version that nobody wants offered any more: imports that were mapped by it go on naming it.
alter table loan_mappings add column removed_at timestamptz;
