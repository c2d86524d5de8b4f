-- What lenders' files say of a loan and its borrower and the book did not hold: what was lent, and a second e-mail.
alter table loans add column financed_paise bigint;
alter table borrowers add column email2 text;
create index borrowers_email2 on borrowers (tenant_id, lower(email2)) where email2 is not null;
alter table loan_import_rows
  add column financed_amount bigint,
  add column email2 text;
