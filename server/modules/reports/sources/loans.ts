/** Reports on how loans stand: what was retained, and what happened last. */
import { loanScope, peopleScope } from '../../loans';
import { LOAN, LOAN_FILTERS, LOAN_SEARCH, OF_LOAN, type Source } from './source';

/** Who works the loan `l`: field agent, then collector. */
const HOLDERS = `left join lateral (select string_agg(w.full_name, ', ' order by h.kind desc) as names, string_agg(distinct y.name, ', ') as agencies
  from loan_assignments h join users w on w.tenant_id = h.tenant_id and w.id = h.profile_id
  left join agencies y on y.tenant_id = w.tenant_id and y.id = w.agency_id
  where h.tenant_id = l.tenant_id and h.loan_id = l.id and h.ended_at is null and h.kind in ('field_agent', 'collector')) held on true`;

/** Months of the tenant: the one after that in which the loan was marked, and its end. */
const NEXT = "(date_trunc('month', r.marked_at at time zone :zone) + interval '1 month')";
const AFTER = "(date_trunc('month', r.marked_at at time zone :zone) + interval '2 months')";

export const PAID_NEXT_MONTH = `m.tenant_id = r.tenant_id and m.loan_id = r.loan_id and m.status <> 'reversed'
  and m.paid_at >= ${NEXT} at time zone :zone and m.paid_at < ${AFTER} at time zone :zone`;

export const retained: Source<'retained'> = {
  id: 'r.loan_id',
  loanId: 'r.loan_id',
  at: 'r.marked_at',
  days: 'month',
  table: 'retained_loans r',
  row: 'r',
  key: ['tenant_id', 'loan_id'],
  scope: loanScope,
  joins: `left join loans l on l.tenant_id = r.tenant_id and l.id = r.loan_id ${OF_LOAN}
    left join users u on u.tenant_id = r.tenant_id and u.id = r.marked_by`,
  cellJoins: `${HOLDERS}
    left join lateral (select coalesce(k.label, d.code) as label from dispositions d
      left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
      where d.tenant_id = r.tenant_id and d.loan_id = r.loan_id and d.withdrawn_at is null
        and d.recorded_at >= ${NEXT} at time zone :zone and d.recorded_at < ${AFTER} at time zone :zone
      order by d.rank, d.recorded_at desc limit 1) later on true
    left join lateral (select sum(m.amount_paise)::bigint as paise from payments m where ${PAID_NEXT_MONTH}) paid on true`,
  search: LOAN_SEARCH,
  filters: { ...LOAN_FILTERS, agent: 'r.marked_by' },
  first: 'markedAt',
  columns: {
    ...LOAN,
    heldBy: 'held.names',
    agency: 'held.agencies',
    reason: 'r.reason',
    markedAt: 'r.marked_at',
    by: 'u.full_name',
    validTill: `(${AFTER} - interval '1 day')::date`,
    nextLabel: 'later.label',
    nextPaise: 'paid.paise',
  },
};

const lastRecord = (name: string, channel: string) =>
  `left join lateral (select d.recorded_at as at, coalesce(k.label, d.code) as label from dispositions d
    left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
    where d.tenant_id = l.tenant_id and d.loan_id = l.id and d.channel = '${channel}' and d.withdrawn_at is null
    order by d.received_at desc limit 1) ${name} on true`;

export const last: Source<'last'> = {
  id: 'l.id',
  loanId: 'l.id',
  days: 'none',
  table: 'loans l',
  row: 'l',
  key: ['tenant_id', 'id'],
  scope: loanScope,
  always: ["l.state = 'active'"],
  joins: OF_LOAN,
  cellJoins: `${HOLDERS} ${lastRecord('call', 'call')} ${lastRecord('visit', 'field')}
    left join lateral (select s.created_at as at, s.channel, s.status from messages s where s.tenant_id = l.tenant_id and s.loan_id = l.id
      order by s.created_at desc limit 1) message on true
    left join lateral (select m.paid_at as at, m.amount_paise as paise from payments m where m.tenant_id = l.tenant_id and m.loan_id = l.id
      and m.status <> 'reversed' order by m.paid_at desc limit 1) paid on true`,
  search: [],
  exact: 'l.loan_number',
  filters: LOAN_FILTERS,
  first: 'lastAt',
  columns: {
    ...LOAN,
    lastAt: 'l.last_at',
    daysSince: '((:now at time zone :zone)::date - (l.last_at at time zone :zone)::date)',
    callAt: 'call.at',
    callLabel: 'call.label',
    visitAt: 'visit.at',
    visitLabel: 'visit.label',
    messageAt: 'message.at',
    message: 'message.channel',
    messageState: 'message.status',
    paidAt: 'paid.at',
    paidPaise: 'paid.paise',
    heldBy: 'held.names',
  },
};

const MONTH = "date_trunc('month', :now at time zone :zone)";
/** The first that holds of a loan, so that the figures add up to its opening. */
export const STANDING = `case when l.state = 'closed' then 'paid' when l.state = 'settled' then 'settled' when l.state = 'suppressed' then 'suppressed'
  when l.flag_deceased then 'deceased' when l.flag_legal then 'legal'
  when not exists (select 1 from phones f where f.tenant_id = l.tenant_id and f.borrower_id = l.borrower_id and not f.invalid) then 'invalid'
  else 'workable' end`;
const stands = (name: string) => `count(*) filter (where x.stands = '${name}')::integer as ${name}`;

export const TRIED = `exists (select 1 from dispositions d where d.tenant_id = l.tenant_id and d.loan_id = l.id and d.withdrawn_at is null
  and d.received_at >= ${MONTH} at time zone :zone and d.recorded_at >= ${MONTH} at time zone :zone)`;
/** Loans with this month's opening, and whether they are counted with the holder `a` of a bucket. */
export const OPENED = `loan_assignments h join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id
  join loan_month_opens o on o.tenant_id = l.tenant_id and o.month = ${MONTH}::date and o.loan_id = l.id`;
export const OF_HOLDER = `h.tenant_id = a.tenant_id and h.profile_id = a.user_id and h.ended_at is null and l.portfolio_id = a.portfolio_id
  and l.bucket = a.bucket and (h.kind = 'collector' or h.kind = 'field_agent' and not exists (select 1 from loan_assignments n
    where n.tenant_id = h.tenant_id and n.loan_id = h.loan_id and n.kind = 'collector' and n.ended_at is null))`;

/** Loans that are held, by the person who works them; what is counted for a page are the loans of its own rows alone. */
export const workable: Source<'workable'> = {
  counted: true,
  id: "a.user_id || ' ' || a.portfolio_id || ' ' || a.bucket",
  days: 'none',
  table: `(select distinct h.tenant_id, coalesce(nullif(h.collector_id, nobody()), h.field_agent_id) as user_id, h.portfolio_id, h.client_id, h.bucket
    from held_totals h where h.tenant_id = current_tenant() and h.loans > 0
     and (h.collector_id <> nobody() or h.field_agent_id <> nobody())) a`,
  row: 'a',
  key: ['tenant_id', 'user_id', 'portfolio_id', 'bucket'],
  scope: (actor, parameters) => peopleScope(actor, parameters, 'a.tenant_id', 'a.user_id'),
  joins: `left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
    left join agencies g on g.tenant_id = u.tenant_id and g.id = u.agency_id
    left join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
    left join portfolios p on p.tenant_id = a.tenant_id and p.id = a.portfolio_id`,
  cellJoins: `left join lateral (select count(*)::integer as opening, ${['paid', 'settled', 'suppressed', 'deceased', 'legal', 'invalid', 'workable'].map(stands).join(', ')},
        coalesce(sum(x.pos_paise) filter (where x.stands = 'workable'), 0)::bigint as pos_paise,
        count(*) filter (where x.stands = 'workable' and x.tried)::integer as attempted
      from (select l.pos_paise, ${STANDING} as stands, ${TRIED} as tried from ${OPENED} where ${OF_HOLDER}) x) held on true`,
  search: ['u.full_name', 'p.name'],
  filters: {
    client: 'c.name',
    clientId: 'a.client_id',
    portfolio: 'a.portfolio_id',
    bucket: 'a.bucket',
    agent: 'a.user_id',
  },
  first: 'agent',
  columns: {
    agent: 'u.full_name',
    portfolio: 'p.name',
    bucket: 'a.bucket',
    agency: 'g.name',
    opening: 'held.opening',
    paid: 'held.paid',
    settled: 'held.settled',
    suppressed: 'held.suppressed',
    deceased: 'held.deceased',
    legal: 'held.legal',
    invalid: 'held.invalid',
    workable: 'held.workable',
    workablePaise: 'held.pos_paise',
    attempted: 'held.attempted',
    untouched: 'held.workable - held.attempted',
    penetration: 'case when held.workable > 0 then round(100.0 * held.attempted / held.workable, 1)::float8 end',
  },
};
