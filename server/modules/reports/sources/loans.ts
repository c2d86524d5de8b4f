/** Reports on how loans stand: what was retained, and what happened last. */
import { loanScope } from '../../loans';
import { LOAN, LOAN_FILTERS, LOAN_SEARCH, OF_LOAN, type Source } from './source';

/** Who works the loan `l`: field agent, then collector. */
const HOLDERS = `left join lateral (select string_agg(w.full_name, ', ' order by h.kind desc) as names, string_agg(distinct y.name, ', ') as agencies
  from loan_assignments h join users w on w.tenant_id = h.tenant_id and w.id = h.profile_id
  left join agencies y on y.tenant_id = w.tenant_id and y.id = w.agency_id
  where h.tenant_id = l.tenant_id and h.loan_id = l.id and h.ended_at is null and h.kind in ('field_agent', 'collector')) held on true`;

/** Months of the tenant: the one after that in which the loan was marked, and its end. */
const NEXT = "(date_trunc('month', r.marked_at at time zone :zone) + interval '1 month')";
const AFTER = "(date_trunc('month', r.marked_at at time zone :zone) + interval '2 months')";

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
    left join lateral (select sum(m.amount_paise)::bigint as paise from payments m
      where m.tenant_id = r.tenant_id and m.loan_id = r.loan_id and m.status <> 'reversed'
        and m.paid_at >= ${NEXT} at time zone :zone and m.paid_at < ${AFTER} at time zone :zone) paid on true`,
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
