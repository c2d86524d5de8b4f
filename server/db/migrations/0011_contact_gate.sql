-- The contact gate: what was asked for by borrowers, what was tried, what was held back, and by which rules.

-- Where the borrower lives; null is the tenant's zone.
alter table borrowers add column zone text;
-- The class of the record that a suppression came of; null for one that was entered.
alter table suppressions add column class text;

-- What is asked of a borrower concerns all of their loans.
create index contact_loans_borrower on loans (tenant_id, borrower_id);

-- The tenant's rules by date. Nothing is ever changed: what is to count differently is a later version.
create table contact_rule_packs (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- The pack of the product that it was made from, or null.
  base text,
  effective_from date not null,
  microfinance text[] not null default '{}',
  rules jsonb not null default '[]',
  reason text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index contact_rule_packs_version on contact_rule_packs (tenant_id, version);

create or replace function rule_packs_are_insert_only() returns trigger language plpgsql as $$
begin
  raise exception 'versions of contact rules are never rewritten' using errcode = 'insufficient_privilege';
end $$;
create trigger contact_rule_packs_insert_only before update or delete on contact_rule_packs
  for each row execute function rule_packs_are_insert_only();

-- Every attempt to reach a borrower, whatever the channel, one row each. Counted by borrower, because a person with three
-- loans is still one person. The id is that of the call, record or message.
create table contact_attempts (
  tenant_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  loan_id uuid not null,
  channel text not null check (channel in ('call', 'sms', 'whatsapp', 'visit', 'letter')),
  phone_id uuid,
  user_id uuid,
  at timestamptz not null,
  -- Null until it is known.
  connected boolean,
  on_request boolean not null default false,
  -- The rule that it was made against, for what the server learns of afterwards (a visit without a network).
  outside_rule text,
  primary key (tenant_id, id)
);
create index contact_attempts_borrower on contact_attempts (tenant_id, borrower_id, at desc);
create index contact_attempts_at on contact_attempts (tenant_id, at desc);

-- What the gate held back (`refused`) and what was done against it (`outside`), counted. A row a day, rule, channel, user and loan,
-- so that every number of the report opens its rows and a hammering client does not fill a table.
create table contact_blocks (
  tenant_id uuid not null,
  day date not null,
  rule text not null,
  channel text not null,
  -- All zeros: nobody in person.
  user_id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('refused', 'outside')),
  times integer not null default 1,
  last_at timestamptz not null,
  next_lawful_at timestamptz,
  primary key (tenant_id, day, rule, channel, user_id, loan_id, kind)
);
create index contact_blocks_loan on contact_blocks (tenant_id, loan_id, day desc);

-- What borrowers asked for, and what a record's class asks for them (do not contact, complaint).
create table contact_preferences (
  tenant_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('do-not-contact', 'complaint', 'not-at-this-time', 'only-at-this-time', 'not-at-this-place')),
  -- Null: all channels; null: all phones.
  channels text[],
  phone_id uuid,
  -- 1 Monday … 7 Sunday; null: every day.
  days integer[],
  from_time text,
  to_time text,
  place text,
  until_on date,
  note text,
  disposition_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by uuid,
  end_reason text,
  primary key (tenant_id, id)
);
create index contact_preferences_borrower on contact_preferences (tenant_id, borrower_id) where ended_at is null;

do $$
declare
  t text;
begin
  foreach t in array array['contact_rule_packs', 'contact_attempts', 'contact_blocks', 'contact_preferences'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
