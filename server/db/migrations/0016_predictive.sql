-- Predictive dialing: processes (a portfolio's campaign), the lists they dial, and every number that a dialer was handed.

create table dial_processes (
  tenant_id uuid not null,
  id uuid not null,
  portfolio_id uuid not null,
  name text not null,
  mode text not null check (mode = any (array['progressive', 'predictive'])),
  -- Numbers that the borrower sees; the dialer takes them in turn.
  caller_ids text[] not null default '{}',
  -- Lines for each waiting agent at most, in tenths.
  level_tenths integer not null,
  -- Answered calls of a day that may find no agent, in tenths of a percent.
  drop_tenths integer not null,
  -- HH:MM in the tenant's zone. The contact gate may allow less, never more.
  from_time text not null,
  until_time text not null,
  max_attempts integer not null,
  -- Minutes until a number is tried again, by how the call before ended.
  retry jsonb not null,
  state text not null default 'draft' check (state = any (array['draft', 'running', 'paused', 'stopped'])),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- When it last came into its state.
  state_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index dial_processes_name on dial_processes (tenant_id, lower(name));
create index dial_processes_portfolio on dial_processes (tenant_id, portfolio_id);

-- An agent works one process at a time.
create table dial_process_agents (
  tenant_id uuid not null,
  user_id uuid not null,
  process_id uuid not null,
  primary key (tenant_id, user_id)
);
create index dial_process_agents_process on dial_process_agents (tenant_id, process_id);

create table dial_lists (
  tenant_id uuid not null,
  id uuid not null,
  process_id uuid not null,
  name text not null,
  source text not null check (source = any (array['file', 'filter'])),
  -- Of a file: its name, SHA-256 and columns. Of a filter: what was asked for.
  file_name text,
  file_hash text,
  columns text[] not null default '{}',
  filter jsonb,
  state text not null check (state = any (array['checking', 'ready', 'cancelled'])),
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create unique index dial_lists_checking on dial_lists (tenant_id, process_id, file_hash) where state = 'checking';
create index dial_lists_process on dial_lists (tenant_id, process_id, created_at desc);
create index dial_lists_created on dial_lists (tenant_id, created_at desc);

-- One line of a list, and what became of it.
create table dial_items (
  tenant_id uuid not null,
  list_id uuid not null,
  -- As in the file, whose header is line 1.
  line integer not null,
  process_id uuid not null,
  cells text[] not null default '{}',
  state text not null check (state = any (array['waiting', 'ready', 'dialing', 'done', 'exhausted', 'refused', 'cancelled'])),
  -- Of a refused line: why.
  reason text,
  loan_id uuid,
  phone_id uuid,
  attempts integer not null default 0,
  next_at timestamptz,
  last_result text,
  primary key (tenant_id, list_id, line)
);
-- A loan stands once in what a process still has to dial.
create unique index dial_items_open on dial_items (tenant_id, process_id, loan_id) where state = any (array['ready', 'dialing']);
create index dial_items_next on dial_items (tenant_id, process_id, next_at) where state = 'ready';
create index dial_items_loan on dial_items (tenant_id, loan_id);

-- A number that a dialer was handed, under the id by which it reports the call.
create table dial_calls (
  tenant_id uuid not null,
  call_id text not null,
  process_id uuid not null,
  list_id uuid not null,
  line integer not null,
  loan_id uuid not null,
  borrower_id uuid not null,
  user_id uuid not null,
  handed_at timestamptz not null,
  ended_at timestamptz,
  -- Null while the call is under way. `unused`: the dialer took the number and never reported a call.
  result text check (result = any (array['connected', 'dropped', 'no-answer', 'busy', 'error', 'unused'])),
  talk_seconds integer not null default 0,
  -- What the agent recorded of it.
  code text,
  class text,
  primary key (tenant_id, call_id)
);
-- Nobody is dialed twice at once.
create unique index dial_calls_under_way on dial_calls (tenant_id, borrower_id) where result is null;
create index dial_calls_handed on dial_calls (tenant_id, handed_at desc);
create index dial_calls_process on dial_calls (tenant_id, process_id, handed_at desc);
create index dial_calls_loan on dial_calls (tenant_id, loan_id);

-- The process whose call a record is about.
alter table dispositions add column process text;

-- What an agent records of a call of a process goes into that call, and the process into the record, however it comes in.
create function join_process() returns trigger language plpgsql as $$
declare
  of_process uuid;
begin
  update dial_calls set code = new.code, class = new.class
   where tenant_id = new.tenant_id and call_id = new.record->>'callId' and loan_id = new.loan_id
   returning process_id into of_process;
  if of_process is not null then
    select name into new.process from dial_processes where tenant_id = new.tenant_id and id = of_process;
  end if;
  return new;
end $$;
create trigger dispositions_process before insert on dispositions
  for each row when (new.channel = 'call' and new.record->>'callId' is not null) execute function join_process();

do $$
declare
  t text;
begin
  foreach t in array array['dial_processes', 'dial_process_agents', 'dial_lists', 'dial_items', 'dial_calls'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
  end loop;
end $$;
