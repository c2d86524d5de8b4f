-- What was done on each day, counted once for every figure that looks back (core/domain/measures).

-- A day that is counted. It is read from the sums while nothing of it changed since (day_marks) and the tenant's zone is the same.
create table day_counts (
  tenant_id uuid not null,
  day date not null,
  zone text not null,
  counted_at timestamptz not null,
  -- When its sums were last compared with the rows.
  checked_at timestamptz,
  primary key (tenant_id, day)
);
create index day_counts_checked on day_counts (tenant_id, checked_at nulls first);

-- Something of this day came, changed or went after it: it is counted again. Rows are only added and taken away, so that no two wait for each other.
create table day_marks (
  tenant_id uuid not null,
  day date not null,
  id bigint generated always as identity,
  primary key (tenant_id, day, id)
);

-- By who did it; the zero id stands for nobody.
create table day_sums (
  tenant_id uuid not null,
  day date not null,
  user_id uuid not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  -- At the opening of the day's month.
  bucket text not null,
  channel text not null,
  attempts bigint not null,
  connected bigint not null,
  reached bigint not null,
  visits bigint not null,
  promises bigint not null,
  promised bigint not null,
  kept bigint not null,
  kept_amount bigint not null,
  broken bigint not null,
  broken_amount bigint not null,
  payments bigint not null,
  paid bigint not null,
  cash bigint not null,
  primary key (tenant_id, user_id, day, client_id, portfolio_id, bucket, channel)
);
create index day_sums_day on day_sums (tenant_id, day);

-- The same by whoever did it together: what the whole of a tenant or of a client reads.
create table day_totals (
  tenant_id uuid not null,
  day date not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  bucket text not null,
  channel text not null,
  attempts bigint not null,
  connected bigint not null,
  reached bigint not null,
  visits bigint not null,
  promises bigint not null,
  promised bigint not null,
  kept bigint not null,
  kept_amount bigint not null,
  broken bigint not null,
  broken_amount bigint not null,
  payments bigint not null,
  paid bigint not null,
  cash bigint not null,
  primary key (tenant_id, day, client_id, portfolio_id, bucket, channel)
);

-- Where sums were not what the rows say, and were put right.
create table day_differences (
  tenant_id uuid not null,
  id uuid not null,
  day date not null,
  found_at timestamptz not null,
  -- Rows of sums that were not as they should be.
  wrong integer not null,
  primary key (tenant_id, id)
);
create index day_differences_found on day_differences (tenant_id, found_at desc);

create index ptps_due_all on ptps (tenant_id, due_on);
drop index ptps_due;

-- A tenant's zone, where the tenant itself is not to be seen.
create or replace function zone_of(tenant uuid) returns text language plpgsql as $$
declare
  was text := coalesce(current_setting('app.platform', true), '');
  found text;
begin
  perform set_config('app.platform', 'on', true);
  select zone into found from tenants where id = tenant;
  perform set_config('app.platform', was, true);
  return found;
end $$;

-- Marks days that are over, or were counted already by a clock that is ahead. The moments and days of one tenant's rows.
create or replace function mark_days(owner uuid, moments timestamptz[], days date[]) returns void language plpgsql as $$
declare
  zone text;
begin
  if owner is null then return; end if;
  zone := zone_of(owner);
  insert into day_marks (tenant_id, day)
  select owner, d.day
    from (select (m at time zone zone)::date as day from unnest(moments) m union select m from unnest(days) m) d
   where d.day < (now() at time zone zone)::date
      or exists (select 1 from day_counts c where c.tenant_id = owner and c.day = d.day);
end $$;

create or replace function mark_dispositions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_days(s.tenant_id, array_agg(s.recorded_at), null) from stored s group by s.tenant_id;
  elsif tg_op = 'DELETE' then
    perform mark_days(g.tenant_id, array_agg(g.recorded_at), null) from gone g group by g.tenant_id;
  else
    perform mark_days(s.tenant_id, array_agg(s.recorded_at) || array_agg(g.recorded_at), null)
       from stored s join gone g on g.tenant_id = s.tenant_id and g.id = s.id
      where (s.outcome, s.withdrawn_at, s.class, s.channel, s.user_id, s.loan_id, s.recorded_at)
        is distinct from (g.outcome, g.withdrawn_at, g.class, g.channel, g.user_id, g.loan_id, g.recorded_at)
      group by s.tenant_id;
  end if;
  return null;
end $$;
create trigger dispositions_marked after insert on dispositions
  referencing new table as stored for each statement execute function mark_dispositions();
create trigger dispositions_marked_changed after update on dispositions
  referencing old table as gone new table as stored for each statement execute function mark_dispositions();
create trigger dispositions_marked_gone after delete on dispositions
  referencing old table as gone for each statement execute function mark_dispositions();

create or replace function mark_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_days(s.tenant_id, array_agg(s.paid_at), null) from stored s group by s.tenant_id;
  elsif tg_op = 'DELETE' then
    perform mark_days(g.tenant_id, array_agg(g.paid_at), null) from gone g group by g.tenant_id;
  else
    perform mark_days(s.tenant_id, array_agg(s.paid_at) || array_agg(g.paid_at), null)
       from stored s join gone g on g.tenant_id = s.tenant_id and g.id = s.id
      where (s.status = 'reversed', s.amount_paise, s.mode, s.user_id, s.loan_id, s.paid_at)
        is distinct from (g.status = 'reversed', g.amount_paise, g.mode, g.user_id, g.loan_id, g.paid_at)
      group by s.tenant_id;
  end if;
  return null;
end $$;
create trigger payments_marked after insert on payments
  referencing new table as stored for each statement execute function mark_payments();
create trigger payments_marked_changed after update on payments
  referencing old table as gone new table as stored for each statement execute function mark_payments();
create trigger payments_marked_gone after delete on payments
  referencing old table as gone for each statement execute function mark_payments();

-- A promise counts on the day of its record, which marks that day, and on the day on which it is due once it is kept or broken.
create or replace function mark_ptps() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_days(s.tenant_id, null, array_agg(s.due_on)) from stored s group by s.tenant_id;
  elsif tg_op = 'DELETE' then
    perform mark_days(g.tenant_id, null, array_agg(g.due_on)) from gone g group by g.tenant_id;
  else
    perform mark_days(s.tenant_id, null, array_agg(s.due_on) || array_agg(g.due_on))
       from stored s join gone g on g.tenant_id = s.tenant_id and g.id = s.id
      where (s.status, s.amount_paise, s.due_on) is distinct from (g.status, g.amount_paise, g.due_on)
      group by s.tenant_id;
  end if;
  return null;
end $$;
create trigger ptps_marked after insert on ptps
  referencing new table as stored for each statement execute function mark_ptps();
create trigger ptps_marked_changed after update on ptps
  referencing old table as gone new table as stored for each statement execute function mark_ptps();
create trigger ptps_marked_gone after delete on ptps
  referencing old table as gone for each statement execute function mark_ptps();

do $$
declare
  t text;
begin
  foreach t in array array['day_counts', 'day_marks', 'day_sums', 'day_totals', 'day_differences'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
