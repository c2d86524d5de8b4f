-- One field record as the server takes it: the same tables, triggers, policies and indexes, the same rows written.
-- Loan locked and checked against its assignment, loan update (whose trigger moves the phone's feed), visit, receipt
-- number and chain head from the tenant's counters, idempotency key with its receipt, disposition, audit row; the attempt
-- that the contact gate counts, judged by the borrower's attempts of the week and read by the server's way to them, and the
-- count of what was outside the rules. The counters come as late as they can, because from there on other writers of the tenant wait. `bench_loans` numbers the loans.
\set n random(1, :loans)
begin;
select loan_id as loan, loan_number as number, user_id as agent, borrower_id as borrower, gen_random_uuid() as key, gen_random_uuid() as visit
  from bench_loans where n = :n \gset
select l.state from loans l
  join loan_assignments a on a.tenant_id = l.tenant_id and a.loan_id = l.id and a.profile_id = :agent and a.ended_at is null
 where l.tenant_id = current_tenant() and l.id = :loan and l.state = 'active' for no key update of l \gset
update loans set version = version + 1, updated_at = now(), attempts = attempts + 1, last_code = 'FANF',
       last_at = now(), last_by = :agent, last_visit_code = 'FANF', last_visit_at = now(),
       best_code = case when best_rank is null or 9 < best_rank then 'FANF' else best_code end, best_rank = least(best_rank, 9)
 where tenant_id = current_tenant() and id = :loan;
insert into visits (tenant_id, id, disposition_id, loan_id, user_id, visited_at, place, lat, lng, accuracy_m, on_site_seconds)
  values (current_tenant(), :visit, :key, :loan, :agent, now(), 'residence', 18.5204, 73.8567, 12, 240);
select count(*) filter (where a.at > now() - interval '1 day') as today, count(*) as week from contact_attempts a
 where a.tenant_id = current_tenant() and a.borrower_id = :borrower and a.at + interval '0' > now() - interval '9 days' \gset
insert into contact_attempts (tenant_id, id, borrower_id, loan_id, channel, user_id, at, connected)
  values (current_tenant(), :key, :borrower, :loan, 'visit', :agent, now(), false);
insert into contact_blocks as kept (tenant_id, day, rule, channel, user_id, loan_id, kind, last_at)
  select current_tenant(), current_date, 'attempts', 'visit', :agent, :loan, 'outside', now()
   where :today::int >= 3 or :week::int >= 10
      or (now() at time zone 'Asia/Kolkata')::time not between '08:00' and '19:00'
  on conflict (tenant_id, day, rule, channel, user_id, loan_id, kind) do update
     set times = kept.times + 1, last_at = greatest(kept.last_at, excluded.last_at);
update tenant_counters set value = value + 1 where tenant_id = current_tenant() and name = 'receipt'
  returning value as receipt \gset
update tenant_counters set value = value + 1 where tenant_id = current_tenant() and name = 'audit'
  returning value as seq, coalesce(hash, repeat('0', 64)) as previous \gset
with entry as (
  select encode(sha256(convert_to(:previous::text || '|' || :seq::text || now()::text || :agent::text || :key::text, 'UTF8')), 'hex') as hash
), head as (
  update tenant_counters set hash = entry.hash from entry where tenant_id = current_tenant() and name = 'audit'
)
insert into audit_log (tenant_id, seq, at, actor_id, action, subject, subject_id, detail, previous_hash, hash)
  select current_tenant(), :seq, now(), :agent, 'dispositions.recorded', 'disposition', :key::text,
         jsonb_build_object('loanId', :loan::text, 'code', 'FANF', 'outcome', 'applied', 'hash',
           repeat('0123456789abcdef', 4), 'via', 'session'),
         :previous::text, entry.hash from entry;
insert into idempotency_keys (tenant_id, user_id, key, payload_hash, receipt, created_at)
  values (current_tenant(), :agent, :key, repeat('0123456789abcdef', 4),
          jsonb_build_object('key', :key::text, 'hash', repeat('0123456789abcdef', 4), 'recordId', :key::text, 'receiptNo',
            'R-' || lpad(:receipt::text, 6, '0'), 'outcome', 'applied', 'receivedAt', now()::text, 'chain',
            jsonb_build_object('seq', :seq::bigint, 'hash', :previous::text)), now());
insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at,
                          receipt_no, remarks, record, payload_hash)
  values (current_tenant(), :key, now(), :loan, :agent, 'field', 'FANF', 'TRACE', 9, 'applied', now(), :receipt,
          'No house of this number in the lane; the shop at the corner does not know the name',
          jsonb_build_object('id', :key::text, 'payloadVersion', 1, 'channel', 'field', 'loanId', :loan::text, 'loanNumber',
            :number::text, 'loanSeq', 1, 'code', 'FANF', 'recordedAt', now()::text, 'clockOffsetMs', 0, 'appVersion', 'bench',
            'gps', '{"lat": 18.5204, "lng": 73.8567, "accuracyM": 12, "at": "2026-11-21T05:00:00.000Z", "mock": null}'::jsonb,
            'photoMissing', 'unsafe', 'place', 'residence', 'onSiteSeconds', 240, 'remarks',
            'No house of this number in the lane; the shop at the corner does not know the name', 'attachments', '[]'::jsonb),
          repeat('0123456789abcdef', 4));
end;
