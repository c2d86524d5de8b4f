/**
 * What was achieved in a month, counted from payments, promises, visits, sessions and loans. Each metric is read once for all that is
 * asked for: facts by person, portfolio and bucket, which are then summed for each target. All SQL of it is here.
 */
import type { Day } from '../../../core/domain/dates';
import type { DaySum } from '../../../core/domain/measures';
import type { Metric, TargetScope } from '../../../core/domain/targets';
import { addMonths } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { daySums } from '../day-sums';
import { resolvedSql } from '../figures';

export interface Measured {
  /** Names it in the answer. */
  key: string;
  scope: TargetScope;
  scopeId: string;
  portfolioId: string | null;
  bucket: string;
  metric: Metric;
}

/** Buckets go by the DPD at the month's opening: a loan that is paid does not leave the bucket it was collected in. */
const BUCKET_AT_OPENING = `case when l.dpd_month_open <= 30 then '0-30' when l.dpd_month_open <= 60 then '31-60' when l.dpd_month_open <= 90 then '61-90'
  when l.dpd_month_open <= 180 then '91-180' when l.dpd_month_open <= 360 then '180-360' else '360+' end`;

/** What is added up day by day; `done` has the month's. */
const SUMMED = { amount: 'paid', ptp: 'promises', visits: 'visits' } as const satisfies Partial<Record<Metric, DaySum>>;
const isSummed = (metric: Metric): metric is keyof typeof SUMMED => metric in SUMMED;

/** What cannot be added up by days. `bounds` has the month as `from_at`, `to_at` and the time now. */
const FACTS: Record<Exclude<Metric, 'resolution' | keyof typeof SUMMED>, { facts: string; total: string }> = {
  count: {
    facts: `select p.user_id, l.portfolio_id, ${BUCKET_AT_OPENING} as bucket, 1 as n, p.loan_id
      from payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
     where p.tenant_id = current_tenant() and p.paid_at >= bounds.from_at and p.paid_at < bounds.to_at and p.status <> 'reversed'
     group by 1, 2, 3, p.loan_id`,
    total: 'count(distinct f.loan_id)',
  },
  login: {
    facts: `select s.user_id, null::uuid as portfolio_id, 'any' as bucket, null::uuid as loan_id,
         sum(greatest(0, extract(epoch from least(coalesce(s.ended_at, s.refreshed_at), bounds.to_at) - greatest(s.created_at, bounds.from_at)))) / 60 as n
       from sessions s where s.tenant_id = current_tenant() and s.created_at < bounds.to_at
        and coalesce(s.ended_at, s.refreshed_at) > bounds.from_at group by 1`,
    total: 'round(sum(f.n))',
  },
};

// Held by whom it is now.
const RESOLUTION = `select h.profile_id as user_id, l.portfolio_id, ${BUCKET_AT_OPENING} as bucket, l.id as loan_id, l.pos_paise as n,
    ${resolvedSql('l.dpd', 'l.dpd_month_open')} as good
  from loans l join portfolios f on f.tenant_id = l.tenant_id and f.id = l.portfolio_id
  left join loan_assignments h on h.tenant_id = l.tenant_id and h.loan_id = l.id and h.ended_at is null
    and h.kind in ('collector', 'field_agent')
 where l.tenant_id = current_tenant()`;

/**
 * By key, in the metric's unit; 0 where nothing was done, null where it cannot be known: what loans were like in a month that is over
 * is not kept.
 */
export async function achieved(
  tx: Tx,
  month: Day,
  zone: string,
  wanted: readonly Measured[],
  monthNow: Day,
): Promise<Map<string, number | null>> {
  const found = new Map<string, number | null>();
  for (const metric of new Set(wanted.map((one) => one.metric))) {
    const these = wanted.filter((one) => one.metric === metric);
    if (metric === 'resolution') {
      if (month !== monthNow) for (const { key } of these) found.set(key, null);
      else await resolution(tx, these, found);
      continue;
    }
    if (isSummed(metric)) {
      await summed(tx, SUMMED[metric], { month, zone }, these, found);
      continue;
    }
    const { facts, total } = FACTS[metric];
    const rows = await tx.query<{ key: string; n: number | null }>(
      `with bounds as (select $1::date::timestamp at time zone $3 as from_at, $2::date::timestamp at time zone $3 as to_at),
       facts as materialized (select f.* from bounds cross join lateral (${facts}) f),
       wanted as (select * from unnest($4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::text[]) as w(key, scope, scope_id, portfolio_id, bucket))
       select w.key, ${total} as n from wanted w left join facts f on ${WHO} group by w.key`,
      [month, addMonths(month, 1), zone, ...columns(these)],
    );
    for (const { key, n } of rows) found.set(key, n ?? 0);
  }
  return found;
}

/** Of people alone, their own days are read; a portfolio's are everybody's. */
const THEIRS = `select t.descendant_id from wanted w join user_tree t on t.tenant_id = current_tenant() and t.ancestor_id = w.scope_id
  where w.scope = 'team' or t.depth = 0`;

async function summed(
  tx: Tx,
  sum: DaySum,
  { month, zone }: { month: Day; zone: string },
  these: readonly Measured[],
  found: Map<string, number | null>,
): Promise<void> {
  const ofPeople = these.every(({ scope }) => scope !== 'portfolio');
  const { ctes, from } = daySums(
    { tenant: 'current_tenant()', zone: '$3', from: '$1::date', to: '$2::date' },
    ofPeople ? { people: THEIRS } : {},
  );
  const rows = await tx.query<{ key: string; n: number | null }>(
    `with wanted as materialized (select * from unnest($4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::text[]) as w(key, scope, scope_id, portfolio_id, bucket)),
       ${ctes},
       facts as materialized (select d.user_id, d.portfolio_id, d.bucket, sum(d.${sum}) as n from ${from} d group by 1, 2, 3)
     select w.key, sum(f.n)::bigint as n from wanted w left join facts f on ${WHO} group by w.key`,
    [month, addMonths(month, 1), zone, ...columns(these)],
  );
  for (const { key, n } of rows) found.set(key, n ?? 0);
}

/** Which facts count for a wanted row. */
const WHO = `(w.scope = 'user' and f.user_id = w.scope_id
   or w.scope = 'team' and f.user_id in (select t.descendant_id from user_tree t where t.tenant_id = current_tenant() and t.ancestor_id = w.scope_id)
   or w.scope = 'portfolio' and f.portfolio_id = w.scope_id)
  and (w.portfolio_id is null or f.portfolio_id = w.portfolio_id) and (w.bucket = 'any' or f.bucket = w.bucket)`;

const columns = (rows: readonly Measured[]) => [
  rows.map(({ key }) => key),
  rows.map(({ scope }) => scope),
  rows.map(({ scopeId }) => scopeId),
  rows.map(({ portfolioId }) => portfolioId),
  rows.map(({ bucket }) => bucket),
];

async function resolution(tx: Tx, these: readonly Measured[], found: Map<string, number | null>): Promise<void> {
  const rows = await tx.query<{ key: string; n: number | null }>(
    `with facts as materialized (${RESOLUTION}),
     wanted as (select * from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[]) as w(key, scope, scope_id, portfolio_id, bucket)),
     loans_of as (select distinct w.key, f.loan_id, f.n, f.good from wanted w join facts f on ${WHO})
     select w.key, round(10000.0 * coalesce(sum(l.n) filter (where l.good), 0) / nullif(sum(l.n), 0)) as n
       from wanted w left join loans_of l on l.key = w.key group by w.key`,
    columns(these),
  );
  for (const { key, n } of rows) found.set(key, n);
}
