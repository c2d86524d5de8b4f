-- Messages to borrowers, payment links, alerts, notifications and push subscriptions.

-- The installation's push key (VAPID) is kept like its other keys.
alter table server_keys drop constraint server_keys_kind_check;
alter table server_keys add constraint server_keys_kind_check check (kind in ('jwt', 'sealing', 'vapid'));

-- What may be said to a borrower: a name has one text for each channel and language. TRAI's rules for commercial
-- messages (TCCCPR 2018) want a registered header and template for an SMS, and only registered addresses of the web in it.
create table message_templates (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  channel text not null check (channel in ('sms', 'whatsapp', 'email')),
  language text not null,
  subject text,
  body text not null,
  dlt_template_id text,
  dlt_header text,
  allowed_urls text[] not null default '{}',
  active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index message_templates_name on message_templates (tenant_id, lower(name), channel, language);

-- The outbox, and afterwards what became of each message. `id` is also the idempotency key that a gateway gets; `key` is
-- the sender's own, so that a double click is one message.
create table messages (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key uuid not null,
  fingerprint text not null,
  loan_id uuid not null,
  template_id uuid,
  payment_link_id uuid,
  channel text not null check (channel in ('sms', 'whatsapp', 'email')),
  recipient text not null,
  language text not null,
  subject text,
  body text not null,
  dlt_template_id text,
  dlt_header text,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'blocked')),
  reason text,
  attempts integer not null default 0,
  gateway_ref text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create unique index messages_key on messages (tenant_id, user_id, key);
create index messages_loan on messages (tenant_id, loan_id, created_at desc);

-- Each event of the gateway counts once, by its own id.
create table message_events (
  tenant_id uuid not null,
  event_id text not null,
  message_id uuid not null,
  status text not null,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, event_id)
);

-- Where the money of a lender's borrowers goes.
create table payees (
  tenant_id uuid not null,
  client_id uuid not null,
  vpa text not null,
  name text not null,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, client_id)
);

create table payment_links (
  tenant_id uuid not null,
  id uuid not null,
  -- As it was sent: a server that moves keeps the old address alive.
  url text not null,
  -- Stands in the message to the borrower as well, so a hash of it would protect nothing.
  token text not null,
  -- What the UPI request and the gateway's event call it.
  reference text not null,
  loan_id uuid not null,
  amount_paise bigint not null,
  vpa text not null,
  payee text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'cancelled')),
  expires_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  payment_id uuid,
  primary key (tenant_id, id)
);
create unique index payment_links_token on payment_links (tenant_id, token);
create unique index payment_links_reference on payment_links (tenant_id, reference);
create index payment_links_loan on payment_links (tenant_id, loan_id, created_at desc);

-- What the payment gateway told, once by its reference; `posted` became a payment, the rest waits for a person.
create table payment_events (
  tenant_id uuid not null,
  gateway_ref text not null,
  link_id uuid not null,
  amount_paise bigint not null,
  paid_at timestamptz not null,
  outcome text not null check (outcome in ('posted', 'wrong-amount', 'link-closed')),
  payment_id uuid,
  received_at timestamptz not null default now(),
  primary key (tenant_id, gateway_ref)
);
create index payment_events_link on payment_events (tenant_id, link_id);

-- Calls that were promised, written by the database itself whoever stores the record.
create table callbacks_due (
  tenant_id uuid not null,
  disposition_id uuid not null,
  loan_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  raised_at timestamptz,
  primary key (tenant_id, disposition_id)
);
create index callbacks_due_open on callbacks_due (tenant_id, due_at) where raised_at is null;

-- One alert for a person and a cause. `changed_xid` is the writing transaction, as in loan_feed: whoever reads from the
-- oldest running transaction on never skips a row that becomes visible late.
create table alerts (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('Callback', 'PTP', 'BrokenPTP', 'FieldDisposition')),
  cause text not null,
  alert_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deactivated_at timestamptz,
  pushed_at timestamptz,
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create unique index alerts_cause on alerts (tenant_id, user_id, cause);
create index alerts_open on alerts (tenant_id, user_id, alert_at desc) where deactivated_at is null;
create index alerts_changed on alerts (tenant_id, changed_xid);
create index alerts_to_push on alerts (tenant_id, created_at) where pushed_at is null;
create index alerts_loan on alerts (tenant_id, loan_id) where deactivated_at is null;

create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('payment-received', 'payment-review', 'promise-broken', 'message-failed')),
  cause text not null,
  amount_paise bigint,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index notifications_cause on notifications (tenant_id, user_id, cause);
create index notifications_open on notifications (tenant_id, user_id, created_at desc) where is_active;

-- A browser that may be woken. Bound to the person and the device they signed in on.
create table push_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  device_id uuid,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index push_subscriptions_endpoint on push_subscriptions (tenant_id, endpoint);
create index push_subscriptions_user on push_subscriptions (tenant_id, user_id);

-- A call back that was promised comes back by itself.
create or replace function note_callback() returns trigger language plpgsql as $$
begin
  insert into callbacks_due (tenant_id, disposition_id, loan_id, user_id, due_at)
  values (new.tenant_id, new.id, new.loan_id, new.user_id, (new.record ->> 'callbackAt')::timestamptz)
  on conflict do nothing;
  return null;
end $$;
create trigger dispositions_callback after insert on dispositions
  for each row when (new.outcome = 'applied' and new.record ->> 'callbackAt' is not null)
  execute function note_callback();

-- A visit on a loan that a telecaller holds: they hear of it at once. What is loaded from the past (an import, a demo)
-- is no news.
create or replace function note_field_disposition() returns trigger language plpgsql as $$
begin
  insert into alerts (tenant_id, id, user_id, loan_id, kind, cause, alert_at, created_at, updated_at)
  select new.tenant_id, gen_random_uuid(), a.profile_id, new.loan_id, 'FieldDisposition', 'field:' || new.id,
         new.recorded_at, new.received_at, new.received_at
    from loan_assignments a
    join users u on u.tenant_id = a.tenant_id and u.id = a.profile_id
   where a.tenant_id = new.tenant_id and a.loan_id = new.loan_id and a.kind = 'collector' and a.ended_at is null
     and u.active and upper(u.role) = 'CRM_TELECALLER' and a.profile_id <> new.user_id
  on conflict do nothing;
  return null;
end $$;
create trigger dispositions_field after insert on dispositions
  for each row when (new.channel = 'field' and new.outcome = 'applied' and new.received_at > now() - interval '1 hour')
  execute function note_field_disposition();

-- Server processes that wait for alerts are told by the commit which tenant has some (PostgreSQL; the embedded database
-- has one process, which looks by itself).
create or replace function tell_alert() returns trigger language plpgsql as $$
begin
  perform pg_notify('recoup_alerts', new.tenant_id::text);
  return null;
end $$;
create trigger alerts_told after insert on alerts for each row execute function tell_alert();

-- What the jobs and the timeline look for.
create index payments_reference on payments (tenant_id, reference) where reference is not null;

do $$
declare
  t text;
begin
  foreach t in array array['message_templates', 'messages', 'message_events', 'payees', 'payment_links',
      'payment_events', 'callbacks_due', 'alerts', 'notifications', 'push_subscriptions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
