-- A spreadsheet takes zeros from the front of a loan number, people add spaces and hyphens: by what is left a loan is found again.
create function loan_key_of(number text) returns text language sql immutable parallel safe as $$
  select ltrim(regexp_replace(lower(number), '[^[:alnum:]]', '', 'g'), '0')
$$;
alter table loans add column loan_key text generated always as (loan_key_of(loan_number)) stored;
create index loans_by_key on loans (tenant_id, loan_key);
