-- The orders of reports on sign-ins and retained loans, and what an agent was promised and paid in some days.
create index sessions_begun on sessions (tenant_id, created_at desc, id);
create index retained_loans_marked on retained_loans (tenant_id, marked_at desc, loan_id);
create index ptps_user on ptps (tenant_id, user_id, due_on);
create index payments_user on payments (tenant_id, user_id, paid_at);
