-- What was found in letters that somebody uploaded: pages, whether their text could be read, and what of the approval they do not say.
create table settlement_letter_checks (
  tenant_id uuid not null,
  document_id uuid not null,
  settlement_id uuid not null,
  -- Null where it is a picture or cannot be opened.
  pages integer,
  read boolean not null,
  -- loanNumber, amounts in paise.
  missing jsonb not null,
  primary key (tenant_id, document_id)
);
create index settlement_letter_checks_of on settlement_letter_checks (tenant_id, settlement_id);

alter table settlement_letter_checks enable row level security;
alter table settlement_letter_checks force row level security;
create policy tenant_only on settlement_letter_checks using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
