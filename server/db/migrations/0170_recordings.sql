-- For how many days a tenant gives out the sound of its calls; afterwards the way to it is forgotten.
alter table tenants add column recording_days integer not null default 365 check (recording_days between 30 and 3650);
alter table dialer_calls add column recording_over boolean not null default false;
create index dialer_calls_recorded on dialer_calls (tenant_id, started_at) where recording is not null;

-- How loud a call was from its beginning to its end, so that it can be drawn before its sound is there.
create table call_waveforms (
  tenant_id uuid not null,
  call_id text not null,
  -- Two hex digits each, 00 for silence.
  peaks text not null,
  seconds integer not null,
  primary key (tenant_id, call_id)
);
alter table call_waveforms enable row level security;
alter table call_waveforms force row level security;
create policy tenant_only on call_waveforms using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
