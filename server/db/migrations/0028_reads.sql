-- Reads that do not grow with the book: words to search by, totals kept with the writes, and the orders of lists.

-- Words of a loan's number and its borrower's name, one row each. Under row-level security only comparisons of plain columns use an
-- index (LIKE, trigrams and lower() might leak), so a search is a range of this key: from what was typed to its last continuation.
create table loan_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  loan_id uuid not null,
  primary key (tenant_id, word, loan_id)
);
create index loan_words_loan on loan_words (tenant_id, loan_id);

create or replace function search_words(line text) returns setof text language sql immutable as
  $$ select distinct left(w, 60) from regexp_split_to_table(lower(line), '\s+') w where w <> '' $$;

create or replace function index_new_loans() returns trigger language plpgsql as $$
begin
  insert into loan_words (tenant_id, word, loan_id)
  select n.tenant_id, w, n.id from stored n
    join borrowers b on b.tenant_id = n.tenant_id and b.id = n.borrower_id
    cross join lateral search_words(n.loan_number || ' ' || b.name) w
  on conflict do nothing;
  return null;
end $$;
create trigger loans_words_made after insert on loans
  referencing new table as stored for each statement execute function index_new_loans();

create or replace function index_loan_again() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  changed := case when tg_table_name = 'loans' then array[new.id]
    else array(select l.id from loans l where l.tenant_id = new.tenant_id and l.borrower_id = new.id) end;
  delete from loan_words where tenant_id = new.tenant_id and loan_id = any(changed);
  insert into loan_words (tenant_id, word, loan_id)
  select l.tenant_id, w, l.id from loans l
    join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
    cross join lateral search_words(l.loan_number || ' ' || b.name) w
   where l.tenant_id = new.tenant_id and l.id = any(changed)
  on conflict do nothing;
  return null;
end $$;
create trigger loans_words_changed after update on loans for each row
  when (old.loan_number is distinct from new.loan_number or old.borrower_id is distinct from new.borrower_id)
  execute function index_loan_again();
create trigger borrowers_words_changed after update on borrowers for each row
  when (old.name is distinct from new.name) execute function index_loan_again();

create or replace function forget_loan_words() returns trigger language plpgsql as $$
begin
  delete from loan_words w using gone g where w.tenant_id = g.tenant_id and w.loan_id = g.id;
  return null;
end $$;
create trigger loans_words_gone after delete on loans
  referencing old table as gone for each statement execute function forget_loan_words();

drop index borrowers_name;
drop index loans_number_lower;
drop index phones_last_four;
alter table phones add column last_four text generated always as (right(number, 4)) stored;
create index phones_last_four on phones (tenant_id, last_four);

-- The orders of lists; loans_by_dpd, loans_by_pos and loans_by_last are there.
create index loans_by_tos on loans (tenant_id, tos_paise desc, id);
create index loans_by_overdue on loans (tenant_id, overdue_paise desc, id);
create index loans_by_ptp on loans (tenant_id, ptp_due_on, id);
create index borrowers_by_name on borrowers (tenant_id, lower(name), id);

-- How many loans there are and what they owe, by what they are: the totals of a list and of a home are sums of these few rows.
create table loan_totals (
  tenant_id uuid not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  product text not null,
  bucket text not null,
  state text not null,
  loans bigint not null,
  pos_paise bigint not null,
  tos_paise bigint not null,
  overdue_paise bigint not null,
  primary key (tenant_id, client_id, portfolio_id, product, bucket, state)
);

-- The same by who holds them; the zero id stands for nobody. A loan counts once, under all its holders together, so that any set of
-- holders adds up without counting a loan twice.
create table held_totals (
  tenant_id uuid not null,
  client_id uuid not null,
  portfolio_id uuid not null,
  bucket text not null,
  state text not null,
  manager_id uuid not null,
  collector_id uuid not null,
  field_agent_id uuid not null,
  agency_id uuid not null,
  loans bigint not null,
  pos_paise bigint not null,
  tos_paise bigint not null,
  overdue_paise bigint not null,
  primary key (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state)
);
create index held_totals_collector on held_totals (tenant_id, collector_id);
create index held_totals_manager on held_totals (tenant_id, manager_id);
create index held_totals_agency on held_totals (tenant_id, agency_id);

-- A loan as the totals count it: `n` is 1 for what came and -1 for what went.
create type counted_loan as (
  tenant_id uuid, id uuid, client_id uuid, portfolio_id uuid, product text, bucket text, state text,
  pos_paise bigint, tos_paise bigint, overdue_paise bigint, n integer
);

create or replace function nobody() returns uuid language sql immutable as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

create or replace function count_loans(changes counted_loan[]) returns void language plpgsql as $$
begin
  insert into loan_totals as t (tenant_id, client_id, portfolio_id, product, bucket, state, loans, pos_paise, tos_paise, overdue_paise)
  select c.tenant_id, c.client_id, c.portfolio_id, c.product, c.bucket, c.state,
         sum(c.n), sum(c.n * c.pos_paise), sum(c.n * c.tos_paise), sum(c.n * c.overdue_paise)
    from unnest(changes) c group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (tenant_id, client_id, portfolio_id, product, bucket, state) do update
    set loans = t.loans + excluded.loans, pos_paise = t.pos_paise + excluded.pos_paise,
        tos_paise = t.tos_paise + excluded.tos_paise, overdue_paise = t.overdue_paise + excluded.overdue_paise;
  insert into held_totals as t (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state,
         loans, pos_paise, tos_paise, overdue_paise)
  select c.tenant_id, h.field_agent_id, h.collector_id, h.manager_id, h.agency_id, c.client_id, c.portfolio_id, c.bucket, c.state,
         sum(c.n), sum(c.n * c.pos_paise), sum(c.n * c.tos_paise), sum(c.n * c.overdue_paise)
    from unnest(changes) c
    cross join lateral (
      select coalesce((array_agg(a.profile_id) filter (where a.kind = 'manager'))[1], nobody()) as manager_id,
             coalesce((array_agg(a.profile_id) filter (where a.kind = 'collector'))[1], nobody()) as collector_id,
             coalesce((array_agg(a.profile_id) filter (where a.kind = 'field_agent'))[1], nobody()) as field_agent_id,
             coalesce((array_agg(a.profile_id) filter (where a.kind = 'agency'))[1], nobody()) as agency_id
        from loan_assignments a where a.tenant_id = c.tenant_id and a.loan_id = c.id and a.ended_at is null) h
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state) do update
    set loans = t.loans + excluded.loans, pos_paise = t.pos_paise + excluded.pos_paise,
        tos_paise = t.tos_paise + excluded.tos_paise, overdue_paise = t.overdue_paise + excluded.overdue_paise;
end $$;

create or replace function total_new_loans() returns trigger language plpgsql as $$
begin
  perform count_loans(array(select (n.tenant_id, n.id, n.client_id, n.portfolio_id, n.product, n.bucket, n.state,
    n.pos_paise, n.tos_paise, n.overdue_paise, 1)::counted_loan from stored n));
  return null;
end $$;
create trigger loans_totals_made after insert on loans
  referencing new table as stored for each statement execute function total_new_loans();

create or replace function total_gone_loans() returns trigger language plpgsql as $$
begin
  perform count_loans(array(select (g.tenant_id, g.id, g.client_id, g.portfolio_id, g.product, g.bucket, g.state,
    g.pos_paise, g.tos_paise, g.overdue_paise, -1)::counted_loan from gone g));
  return null;
end $$;
create trigger loans_totals_gone after delete on loans
  referencing old table as gone for each statement execute function total_gone_loans();

create or replace function total_changed_loans() returns trigger language plpgsql as $$
declare
  changes counted_loan[];
begin
  changes := array(
    select c from stored n join gone g on g.tenant_id = n.tenant_id and g.id = n.id
      cross join lateral (values
        ((n.tenant_id, n.id, n.client_id, n.portfolio_id, n.product, n.bucket, n.state, n.pos_paise, n.tos_paise, n.overdue_paise, 1)::counted_loan),
        ((g.tenant_id, g.id, g.client_id, g.portfolio_id, g.product, g.bucket, g.state, g.pos_paise, g.tos_paise, g.overdue_paise, -1)::counted_loan)) v(c)
     where (n.client_id, n.portfolio_id, n.product, n.bucket, n.state, n.pos_paise, n.tos_paise, n.overdue_paise)
       is distinct from (g.client_id, g.portfolio_id, g.product, g.bucket, g.state, g.pos_paise, g.tos_paise, g.overdue_paise));
  -- A record of a contact changes none of it.
  if cardinality(changes) > 0 then perform count_loans(changes); end if;
  return null;
end $$;
create trigger loans_totals_changed after update on loans
  referencing old table as gone new table as stored for each statement execute function total_changed_loans();

-- From the holders of before a statement to those of now, for the loans that it touched.
create type held_loan as (id uuid, tenant_id uuid, loan_id uuid, kind text, profile_id uuid, ended_at timestamptz);
create or replace function move_holders(before held_loan[], after held_loan[]) returns void language plpgsql as $$
begin
  insert into held_totals as t (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state,
         loans, pos_paise, tos_paise, overdue_paise)
  with touched as materialized (select distinct b.tenant_id, b.loan_id from unnest(before || after) b),
  held as (
    select a.loan_id, a.kind, a.profile_id, 1 as n
      from touched join loan_assignments a on a.tenant_id = touched.tenant_id and a.loan_id = touched.loan_id where a.ended_at is null
    union all
    select a.loan_id, a.kind, a.profile_id, -1
      from touched join loan_assignments a on a.tenant_id = touched.tenant_id and a.loan_id = touched.loan_id
     where a.ended_at is null and a.id not in (select x.id from unnest(after) x)
    union all
    select b.loan_id, b.kind, b.profile_id, -1 from unnest(before) b where b.ended_at is null),
  side as (
    select touched.tenant_id, touched.loan_id, sign.n,
           coalesce((array_agg(h.profile_id) filter (where h.kind = 'manager'))[1], nobody()) as manager_id,
           coalesce((array_agg(h.profile_id) filter (where h.kind = 'collector'))[1], nobody()) as collector_id,
           coalesce((array_agg(h.profile_id) filter (where h.kind = 'field_agent'))[1], nobody()) as field_agent_id,
           coalesce((array_agg(h.profile_id) filter (where h.kind = 'agency'))[1], nobody()) as agency_id
      from touched cross join (values (1), (-1)) as sign(n)
      left join held h on h.loan_id = touched.loan_id and h.n = sign.n
     group by 1, 2, 3)
  select l.tenant_id, s.field_agent_id, s.collector_id, s.manager_id, s.agency_id, l.client_id, l.portfolio_id, l.bucket, l.state,
         sum(s.n), sum(s.n * l.pos_paise), sum(s.n * l.tos_paise), sum(s.n * l.overdue_paise)
    from side s join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(s.n) <> 0 or sum(s.n * l.pos_paise) <> 0 or sum(s.n * l.tos_paise) <> 0
       or sum(s.n * l.overdue_paise) <> 0
   order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state) do update
    set loans = t.loans + excluded.loans, pos_paise = t.pos_paise + excluded.pos_paise,
        tos_paise = t.tos_paise + excluded.tos_paise, overdue_paise = t.overdue_paise + excluded.overdue_paise;
end $$;

create or replace function total_new_holders() returns trigger language plpgsql as $$
begin
  perform move_holders('{}', array(select (n.id, n.tenant_id, n.loan_id, n.kind, n.profile_id, n.ended_at)::held_loan from stored n));
  return null;
end $$;
create trigger loan_assignments_totals_made after insert on loan_assignments
  referencing new table as stored for each statement execute function total_new_holders();

create or replace function total_changed_holders() returns trigger language plpgsql as $$
begin
  perform move_holders(array(select (g.id, g.tenant_id, g.loan_id, g.kind, g.profile_id, g.ended_at)::held_loan from gone g), array(select (n.id, n.tenant_id, n.loan_id, n.kind, n.profile_id, n.ended_at)::held_loan from stored n));
  return null;
end $$;
create trigger loan_assignments_totals_changed after update on loan_assignments
  referencing old table as gone new table as stored for each statement execute function total_changed_holders();

create or replace function total_gone_holders() returns trigger language plpgsql as $$
begin
  perform move_holders(array(select (g.id, g.tenant_id, g.loan_id, g.kind, g.profile_id, g.ended_at)::held_loan from gone g), '{}');
  return null;
end $$;
create trigger loan_assignments_totals_gone after delete on loan_assignments
  referencing old table as gone for each statement execute function total_gone_holders();

-- Words and totals of a tenant from its loans as they are: for books that came before these tables, and after a bulk load that
-- kept the triggers out.
create or replace function read_book(tenant uuid) returns void language plpgsql as $$
begin
  delete from loan_words where tenant_id = tenant;
  insert into loan_words (tenant_id, word, loan_id)
  select l.tenant_id, w, l.id from loans l
    join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
    cross join lateral search_words(l.loan_number || ' ' || b.name) w
   where l.tenant_id = tenant;
  delete from loan_totals where tenant_id = tenant;
  insert into loan_totals (tenant_id, client_id, portfolio_id, product, bucket, state, loans, pos_paise, tos_paise, overdue_paise)
  select tenant_id, client_id, portfolio_id, product, bucket, state, count(*), sum(pos_paise), sum(tos_paise), sum(overdue_paise)
    from loans where tenant_id = tenant group by 1, 2, 3, 4, 5, 6;
  delete from held_totals where tenant_id = tenant;
  insert into held_totals (tenant_id, field_agent_id, collector_id, manager_id, agency_id, client_id, portfolio_id, bucket, state,
         loans, pos_paise, tos_paise, overdue_paise)
  with held as materialized (
    select a.loan_id, coalesce((array_agg(a.profile_id) filter (where a.kind = 'manager'))[1], nobody()) as manager_id,
           coalesce((array_agg(a.profile_id) filter (where a.kind = 'collector'))[1], nobody()) as collector_id,
           coalesce((array_agg(a.profile_id) filter (where a.kind = 'field_agent'))[1], nobody()) as field_agent_id,
           coalesce((array_agg(a.profile_id) filter (where a.kind = 'agency'))[1], nobody()) as agency_id
      from loan_assignments a where a.tenant_id = tenant and a.ended_at is null group by a.loan_id)
  select l.tenant_id, coalesce(h.field_agent_id, nobody()), coalesce(h.collector_id, nobody()), coalesce(h.manager_id, nobody()),
         coalesce(h.agency_id, nobody()), l.client_id, l.portfolio_id, l.bucket, l.state, count(*), sum(l.pos_paise), sum(l.tos_paise),
         sum(l.overdue_paise)
    from loans l left join held h on h.loan_id = l.id where l.tenant_id = tenant group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
end $$;

do $$
declare
  t text;
  tenant uuid;
begin
  perform set_config('app.platform', 'on', true);
  for tenant in select id from tenants loop
    perform set_config('app.tenant', tenant::text, true);
    perform read_book(tenant);
  end loop;
  perform set_config('app.platform', '', true), set_config('app.tenant', '', true);
  foreach t in array array['loan_words', 'loan_totals', 'held_totals'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
