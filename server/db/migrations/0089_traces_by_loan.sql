-- What was done on a loan is looked for by the loan, and what a borrower asked for by the borrower, ended or not.
create index dialer_calls_loan on dialer_calls (tenant_id, loan_id) where loan_id is not null;
create index contact_preferences_all on contact_preferences (tenant_id, borrower_id);
drop index contact_preferences_borrower;
