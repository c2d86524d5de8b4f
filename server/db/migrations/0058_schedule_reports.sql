-- Reports that are mailed by themselves: what to whom and when, each sending, and each of its mails (docs/reports.md).

create table schedule_reports (
  tenant_id uuid not null,
  id uuid not null,
  -- Of the catalogue of reports.
  report_name text not null,
  portfolio_ids uuid[] not null,
  emails text[] not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  days_of_week text[] not null default '{}',
  date_of_month integer check (date_of_month between 1 and 28),
  timing text not null,
  active boolean not null default true,
  -- In whose sight the files are written.
  owner_id uuid not null,
  -- The first day, in the tenant's zone, that nothing was made for yet.
  next_on date not null,
  -- Sendings in a row that reached nobody, and why the last one did not.
  failures integer not null default 0,
  problem text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid,
  primary key (tenant_id, id)
);
create index schedule_reports_due on schedule_reports (tenant_id, next_on) where active;

create table report_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  -- The day it was due; null where somebody sent it by hand.
  day date,
  asked_by uuid,
  report_name text not null,
  from_day date not null,
  to_day date not null,
  export_id uuid not null,
  state text not null check (state in ('building', 'sending', 'sent', 'failed')),
  -- The file was too large for a mail, which links to it.
  linked boolean not null default false,
  problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
-- A schedule's day is sent once, whichever process makes it.
create unique index report_deliveries_once on report_deliveries (tenant_id, schedule_id, day);
create index report_deliveries_newest on report_deliveries (tenant_id, schedule_id, created_at desc, id desc);

create table report_mails (
  tenant_id uuid not null,
  delivery_id uuid not null,
  -- With the delivery it makes the Message-ID.
  position integer not null,
  address text not null,
  mailbox text generated always as (lower(address)) stored,
  state text not null check (state in ('waiting', 'sent', 'refused')),
  attempts integer not null default 0,
  problem text,
  sent_at timestamptz,
  primary key (tenant_id, delivery_id, position)
);
create index report_mails_mailbox on report_mails (tenant_id, mailbox, delivery_id);

-- Written for a sending: not one of those that its owner asked for.
alter table report_exports add column delivery_id uuid;

alter table schedule_reports enable row level security;
alter table schedule_reports force row level security;
create policy tenant_only on schedule_reports using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table report_deliveries enable row level security;
alter table report_deliveries force row level security;
create policy tenant_only on report_deliveries using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table report_mails enable row level security;
alter table report_mails force row level security;
create policy tenant_only on report_mails using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
