-- An export that is ready is told to whoever asked for it: a notification about a file and no loan.
alter table notifications alter column loan_id drop not null;
alter table notifications add column export_id uuid;
