-- What a dialer says of a call besides its start and end, and what a telecaller asks of others at a call.

-- Seconds on hold, and of the wrap-up behind it; null until the agent has left it, or where no dialer said.
alter table dialer_calls add column hold_seconds integer not null default 0;
alter table dialer_calls add column wrap_seconds integer;

-- The newest moment that a dialer told of the agent: what it tells of an earlier one came late.
alter table dialer_agents add column dialer_since timestamptz;

-- The dialer's own id of a call that the page had begun under another one.
alter table calls add column dialer_id text;
create index calls_disposition on calls (tenant_id, disposition_id) where disposition_id is not null;

-- What is asked for at a call and somebody else does: a visit, a manager's look, a letter.
create table loan_requests (
  tenant_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('field', 'escalation', 'letter')),
  note text not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'done', 'declined')),
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  primary key (tenant_id, id)
);
-- Asked for twice it is one request.
create unique index loan_requests_open on loan_requests (tenant_id, loan_id, kind) where state = 'open';
create index loan_requests_asked on loan_requests (tenant_id, state, asked_at desc);
create index loan_requests_loan on loan_requests (tenant_id, loan_id, asked_at desc);

alter table loan_requests enable row level security;
alter table loan_requests force row level security;
create policy tenant_only on loan_requests using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
