-- Letters that the product draws for a settlement, and what a portfolio says in all of its letters.
alter table portfolios add column letter_facts jsonb;

-- AL: approval, NL: no dues.
alter table letter_templates drop constraint letter_templates_kind_check;
alter table letter_templates add constraint letter_templates_kind_check check (kind = any (array['SR', 'AL', 'NL', 'FR']));

create table settlement_letters (
  tenant_id uuid not null,
  id uuid not null,
  settlement_id uuid not null,
  kind text not null check (kind in ('SR', 'AL', 'NL')),
  number text not null,
  -- In the address of its page, which its QR code leads to.
  token text not null,
  language text not null,
  day date not null,
  amount_paise bigint not null,
  -- Of the offer it was drawn from.
  round integer not null,
  document_id uuid not null,
  sha256 text not null,
  -- Ed25519 by the installation over number, token and hash: `kid.signature`.
  signature text not null,
  drawn_by uuid not null,
  drawn_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant_id, id)
);
create unique index settlement_letters_token on settlement_letters (tenant_id, token);
create index settlement_letters_of on settlement_letters (tenant_id, settlement_id, drawn_at);
-- One of a kind waits to be sent; drawing it anew replaces it.
create unique index settlement_letters_draft on settlement_letters (tenant_id, settlement_id, kind) where sent_at is null;

alter table settlement_letters enable row level security;
alter table settlement_letters force row level security;
create policy tenant_only on settlement_letters using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
