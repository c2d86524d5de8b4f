-- What lenders' files say of a loan and its borrower and the book did not hold.

alter table loans
  add column sanctioned_on date,
  -- Percent a year.
  add column rate numeric(7, 4),
  add column nach_status text,
  add column last_bounce_reason text,
  -- Until when it is worked here; then it goes back to the lender.
  add column recall_on date,
  add column foreclosure_paise bigint,
  add column cibil integer check (cibil between 300 and 900),
  add column advocate text;

alter table borrowers
  add column gst text,
  -- SHA-256 of tenant and PAN: the suppression list compares it, and nobody reads the PAN from it by looking.
  add column pan_hash text;
create index borrowers_email on borrowers (tenant_id, lower(email)) where email is not null;
create index borrowers_pan on borrowers (tenant_id, pan_hash) where pan_hash is not null;
