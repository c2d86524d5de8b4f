/** The models of Export CSV. */
import { RIGHT_PARTY_CLASSES } from '../../../../core/domain/call-stages';
import { loanScope } from '../../loans';
import { targetScope } from '../../targets';
import { LOAN_CELL_JOINS, loanCells } from './loan-cells';
import { calls } from './records';
import { LOAN, LOAN_FILTERS, OF_LOAN, type Source } from './source';

const OF_LOANS = {
  id: 'l.id',
  loanId: 'l.id',
  days: 'month',
  table: 'loans l',
  row: 'l',
  key: ['tenant_id', 'id'],
  scope: loanScope,
  joins: OF_LOAN,
  search: [],
  filters: LOAN_FILTERS,
} as const;

/** Loans by the day on which a file or a hand brought them; those of before that day was kept are in none. */
export const loan: Source<'loan'> = {
  ...OF_LOANS,
  always: ['l.entered_on >= :first::date', 'l.entered_on <= :last::date'],
  cellJoins: LOAN_CELL_JOINS,
  first: 'enteredOn',
  columns: { enteredOn: 'l.entered_on', ...loanCells('(:now at time zone :zone)') },
};

export const callDisposition: Source<'callDisposition'> = { ...calls, days: 'month' };

const MADE = `d.tenant_id = l.tenant_id and d.loan_id = l.id and d.withdrawn_at is null
  and d.received_at >= :from - interval '1 day' and d.recorded_at >= :from and d.recorded_at < :until`;
const RIGHT_PARTY = `d.class in (${RIGHT_PARTY_CLASSES.map((one) => `'${one}'`).join(', ')})`;
const HOUR = 'extract(hour from d.recorded_at at time zone :zone)::integer';

/** Of each loan that was worked: how often it was tried, how often its borrower answered, and at which hour most often. */
export const dataInsight: Source<'dataInsight'> = {
  ...OF_LOANS,
  always: [`exists (select 1 from dispositions d where ${MADE})`],
  cellJoins: `left join lateral (select a.city, a.pincode from addresses a where a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id
      order by a.rank, a.id limit 1) place on true
    left join lateral (select count(*)::integer as tries, count(*) filter (where d.channel = 'call')::integer as calls,
        count(*) filter (where d.channel = 'field')::integer as visits, count(*) filter (where ${RIGHT_PARTY})::integer as rpc,
        max(d.recorded_at) filter (where ${RIGHT_PARTY}) as reached_at from dispositions d where ${MADE}) work on true
    left join lateral (select ${HOUR} as hour from dispositions d where ${MADE} and ${RIGHT_PARTY}
      group by 1 order by count(*) desc, 1 limit 1) best on true`,
  first: 'loanNumber',
  columns: {
    ...LOAN,
    product: 'l.product',
    city: 'place.city',
    pincode: 'place.pincode',
    vintage: `case when l.disbursed_on <= (:now at time zone :zone)::date then (extract(year from age((:now at time zone :zone)::date, l.disbursed_on)) * 12
      + extract(month from age((:now at time zone :zone)::date, l.disbursed_on)))::integer end`,
    calls: 'work.calls',
    visits: 'work.visits',
    rpc: 'work.rpc',
    reached: 'round(100.0 * work.rpc / nullif(work.tries, 0), 1)::float8',
    reachedAt: 'work.reached_at',
    bestHour: "lpad(best.hour::text, 2, '0') || ':00–' || lpad((best.hour + 1)::text, 2, '0') || ':00'",
    bounce: 'l.last_bounce_reason',
  },
};

/** Targets of the months that have a day among those that are asked for. */
export const target: Source<'target'> = {
  id: 't.id',
  days: 'month',
  table: 'targets t',
  row: 't',
  key: ['tenant_id', 'id'],
  scope: targetScope,
  always: ["t.month >= date_trunc('month', :first::date)::date", 't.month <= :last::date'],
  joins: `left join users u on t.scope <> 'portfolio' and u.tenant_id = t.tenant_id and u.id = t.scope_id
    left join portfolios sp on t.scope = 'portfolio' and sp.tenant_id = t.tenant_id and sp.id = t.scope_id
    left join portfolios fp on fp.tenant_id = t.tenant_id and fp.id = t.portfolio_id
    left join users su on su.tenant_id = t.tenant_id and su.id = t.created_by`,
  search: [],
  filters: { portfolio: 'fp.id' },
  first: 'month',
  columns: {
    month: 't.month',
    scope: 't.scope',
    name: 'coalesce(u.full_name, sp.name)',
    role: 'u.role',
    portfolio: 'fp.name',
    bucket: "nullif(t.bucket, 'any')",
    metric: 't.metric',
    targetPaise: "case when t.metric = 'amount' then t.target end",
    // Percent, hours or a number, as the measure says.
    target: `case t.metric when 'amount' then null when 'resolution' then round(t.target / 100.0, 2)::float8
      when 'login' then round(t.target / 60.0, 2)::float8 else t.target::float8 end`,
    by: 'su.full_name',
    setAt: 't.created_at',
  },
};
