/** Reports on what was recorded and what was given out. */
import { breadthOf, CALL_OF_RECORD, loanScope, peopleScope, RECORDING, TALK_SECONDS } from '../../loans';
import { LOAN, LOAN_FILTERS, LOAN_SEARCH, OF_LOAN, type Scope, type Source } from './source';

/** Whoever looks after people sees what they did; a client sees what was done on its loans. */
const byPeople =
  (of: Scope): Scope =>
  (actor, parameters) =>
    breadthOf(actor) === 'client' ? loanScope(actor, parameters) : of(actor, parameters);
const byMaker = byPeople((actor, parameters) => peopleScope(actor, parameters, 'd.tenant_id', 'd.user_id'));
/** An allocation belongs to whom the loan was given. */
const byReceiver = byPeople((actor, parameters) => {
  const people = peopleScope(actor, parameters, 'a.tenant_id', 'a.profile_id');
  if (breadthOf(actor) !== 'agency') return people;
  return `(${people} or (a.kind = 'agency' and a.profile_id = $${parameters.push(actor.agencyId)}::uuid))`;
});

const OF_RECORD = `left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
  left join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
  left join agencies g on g.tenant_id = u.tenant_id and g.id = u.agency_id`;

const DISPOSITION = { class: 'd.class', codeLabel: 'coalesce(k.label, d.code)', code: 'd.code' };
const PROMISE = {
  ptpOn: "d.record -> 'ptp' ->> 'dueOn'",
  ptpPaise: "(d.record -> 'ptp' ->> 'amountPaise')::bigint",
};
const REMARKS = "case when d.corrected ? 'remarks' then d.corrected ->> 'remarks' else d.remarks end";
const RECORDS = {
  id: 'd.id',
  loanId: 'd.loan_id',
  at: 'd.recorded_at',
  days: 'month',
  table: 'dispositions d',
  row: 'd',
  key: ['tenant_id', 'id', 'received_at'],
  scope: byMaker,
  always: ['d.withdrawn_at is null'],
  // Records lie by the month of their receipt, which no clock of a phone puts a day before the call or visit.
  pieces: 'd.received_at',
  joins: `left join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id ${OF_LOAN} ${OF_RECORD}`,
  search: [...LOAN_SEARCH, 'u.full_name'],
  filters: { ...LOAN_FILTERS, agent: 'd.user_id', class: 'd.class', code: 'd.code' },
  first: 'at',
} as const;

/** The other records of the same loan that match what was asked for. */
const SAME_LOAN = `from dispositions e left join users eu on eu.tenant_id = e.tenant_id and eu.id = e.user_id
  where e.tenant_id = d.tenant_id and e.loan_id = d.loan_id and :matching`;

const gps = (part: string) => `(d.record -> 'gps' ->> '${part}')::float8`;
/** Metres on a sphere to the nearest address of the borrower that has a position; null where either is unknown. */
const METRES = `(select round(min(12742000 * asin(sqrt(least(1,
    power(sin(radians(x.lat - ${gps('lat')}) / 2), 2) +
    cos(radians(${gps('lat')})) * cos(radians(x.lat)) * power(sin(radians(x.lng - ${gps('lng')}) / 2), 2))))))::integer
  from addresses x where x.tenant_id = l.tenant_id and x.borrower_id = l.borrower_id and x.lat is not null and x.lng is not null
    and ${gps('lat')} is not null)`;

export const calls: Source<'calls'> = {
  ...RECORDS,
  days: 'today',
  only: "d.channel = 'call'",
  cellJoins: CALL_OF_RECORD,
  columns: {
    at: 'd.recorded_at',
    ...LOAN,
    phone: `(select ph.number from phones ph where ph.tenant_id = d.tenant_id 
      and ph.id = case when d.record ->> 'phoneId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (d.record ->> 'phoneId')::uuid end)`,
    agent: 'u.full_name',
    agency: 'g.name',
    process: 'd.process',
    // Without a call of its own it was made elsewhere, as whoever recorded it says.
    mode: `case when d.record ->> 'isPredictive' = 'true' or d.process is not null then 'predictive'
      when d.record ->> 'callId' is null then 'other-phone' else 'manual' end`,
    callStatus: `case when dc.id is null then null when dc.answered_at is not null then 'answered' when dc.ended_at is null then 'under-way'
      when dc.reason in ('busy', 'no-answer', 'dropped', 'failed') then dc.reason else 'not-answered' end`,
    talkSeconds: TALK_SECONDS,
    holdSeconds: 'case when dc.ended_at is not null then dc.hold_seconds end',
    wrapSeconds: 'dc.wrap_seconds',
    formSeconds: "coalesce(d.corrected ->> 'duration', d.record ->> 'durationSeconds')::integer",
    ...DISPOSITION,
    subCode: "d.record ->> 'subCode'",
    ...PROMISE,
    // Rows of before the bound: a year or a zone that no time of the database has.
    callbackAt: `case when d.record ->> 'callbackAt' ~ '^20.*(Z|[+-](0[0-9]|1[0-5]):[0-9]{2})$'
      then (d.record ->> 'callbackAt')::timestamptz end`,
    remarks: REMARKS,
    recording: RECORDING,
    outcome: 'd.outcome',
  },
};

const PHOTOS =
  "case when jsonb_typeof(d.record -> 'attachments') = 'array' then jsonb_array_length(d.record -> 'attachments') else 0 end";

/**
 * Of five: a position that no app invented, within 200 metres of an address, a photo, two minutes on site, and the phone's signature. What is
 * not known proves nothing.
 */
const PROOFS = `((${gps('lat')} is not null and d.record -> 'gps' ->> 'mock' is distinct from 'true')::integer + coalesce(${METRES} <= 200, false)::integer
  + (${PHOTOS} > 0)::integer + coalesce((d.record ->> 'onSiteSeconds')::integer >= 120, false)::integer + (d.signature_state = 'valid')::integer)`;

export const visits: Source<'visits'> = {
  ...RECORDS,
  only: "d.channel = 'field'",
  columns: {
    at: 'd.recorded_at',
    ...LOAN,
    agent: 'u.full_name',
    agency: 'g.name',
    place: "d.record ->> 'place'",
    position: `case when ${gps('lat')} is not null then round(${gps('lat')}::numeric, 5) || ', ' || round(${gps('lng')}::numeric, 5) end`,
    metres: METRES,
    accuracy: `round(${gps('accuracyM')})::integer`,
    siteSeconds: "(d.record ->> 'onSiteSeconds')::integer",
    met: "d.record -> 'personMet' ->> 'relation'",
    ...DISPOSITION,
    ...PROMISE,
    collectedPaise: "(d.record -> 'payment' ->> 'amountPaise')::bigint",
    paymentMode: "d.record -> 'payment' ->> 'mode'",
    receipt: "'R-' || lpad(d.receipt_no::text, greatest(6, length(d.receipt_no::text)), '0')",
    photos: PHOTOS,
    proofs: PROOFS,
    signature: 'd.signature_state',
    remarks: REMARKS,
    syncedAt: 'd.received_at',
    outcome: 'd.outcome',
  },
};

const { position: _, ...SEEN } = visits.columns;

export const field: Source<'field'> = { ...visits, first: 'at', columns: SEEN };

export const allocations: Source<'allocations'> = {
  id: 'a.id',
  loanId: 'a.loan_id',
  at: 'a.assigned_at',
  days: 'month',
  table: 'loan_assignments a',
  row: 'a',
  key: ['tenant_id', 'id'],
  scope: byReceiver,
  joins: `left join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id ${OF_LOAN}
     left join users u on u.tenant_id = a.tenant_id and u.id = a.profile_id and a.kind <> 'agency'
     left join agencies g on g.tenant_id = a.tenant_id and g.id = case when a.kind = 'agency' then a.profile_id else u.agency_id end
     left join users giver on giver.tenant_id = a.tenant_id and giver.id = a.assigned_by`,
  cellJoins: `left join lateral (select e.profile_id from loan_assignments e
        where e.tenant_id = a.tenant_id and e.loan_id = a.loan_id and e.kind = a.kind and e.ended_at = a.assigned_at and e.id <> a.id
        order by e.assigned_at desc limit 1) before on true
    left join allocation_runs ar on ar.tenant_id = a.tenant_id and ar.id = a.run_id
    left join allocation_run_loans al on al.tenant_id = a.tenant_id and al.run_id = a.run_id and al.kind = a.kind and al.loan_id = a.loan_id
    left join allocation_rule_sets rs on rs.tenant_id = a.tenant_id and rs.version = ar.rules_version`,
  search: [...LOAN_SEARCH, "coalesce(u.full_name, g.name, '')"],
  filters: { ...LOAN_FILTERS, agent: 'a.profile_id', holder: 'a.kind' },
  first: 'at',
  columns: {
    at: 'a.assigned_at',
    kind: 'a.kind',
    ...LOAN,
    from: `case when a.kind = 'agency'
      then (select was.name from agencies was where was.tenant_id = a.tenant_id and was.id = before.profile_id)
      else (select was.full_name from users was where was.tenant_id = a.tenant_id and was.id = before.profile_id) end`,
    to: "case when a.kind = 'agency' then g.name else u.full_name end",
    agency: 'g.name',
    by: 'giver.full_name',
    job: "case when ar.id is null then null when ar.asked is null then 'rules' else ar.asked ->> 'source' end",
    rule: `case when ar.asked is not null then ar.asked ->> 'fileName'
      else (select r ->> 'name' from jsonb_array_elements(rs.rules) r where r ->> 'id' = al.rule_id::text limit 1) end`,
    reason: 'a.reason',
    endedAt: 'a.ended_at',
  },
};

export const best: Source<'best'> = {
  ...RECORDS,
  id: 'd.loan_id',
  oneOf: 'd.loan_id',
  // The best of its loan: no other has a better rank, or the same and is newer.
  only: `not exists (select 1 ${SAME_LOAN}
    and (e.rank < d.rank or e.rank = d.rank and (e.recorded_at > d.recorded_at or e.recorded_at = d.recorded_at and e.id < d.id)))`,
  cellJoins: `left join lateral (select count(*) as attempts ${SAME_LOAN}) tried on true
    left join lateral (select e.code as last_code, e.recorded_at as last_at ${SAME_LOAN} order by e.recorded_at desc, e.id desc limit 1) newest on true
    left join disposition_codes lk on lk.tenant_id = d.tenant_id and lk.code = newest.last_code`,
  columns: {
    ...LOAN,
    ...DISPOSITION,
    at: 'd.recorded_at',
    agent: 'u.full_name',
    attempts: 'tried.attempts',
    lastLabel: 'coalesce(lk.label, newest.last_code)',
    lastAt: 'newest.last_at',
  },
};
