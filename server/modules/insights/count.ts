/** Counts what the last weeks say, at night: a few people's records at a time, then the loans, a part at a time; each step is one transaction. */
import { CONNECTED_CLASSES, RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import { addDays, type Day } from '../../../core/domain/dates';
import { COHORT_MONTHS, INSIGHT_DAYS } from '../../../core/domain/insights';
import { instantAt } from '../../../core/domain/local-time';
import { addMonths, monthOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { holderSql } from '../figures';

const PEOPLE = 25;
const LOANS = 2000;
/** Pincodes of one person that stand by themselves; they work in few. */
const PINCODES = 50;

export interface InsightRun extends Record<string, unknown> {
  on_day: Day;
  zone: string;
  after_user: string | null;
  after_loan: string;
  finished_at: string | null;
}

export async function newestRun(tx: Tx): Promise<InsightRun | undefined> {
  const [run] = await tx.query<InsightRun>(
    'select * from insight_runs where tenant_id = current_tenant() and finished_at is not null order by on_day desc limit 1',
  );
  return run;
}

/** Answers false once the night of `today` is counted. */
export async function countInsights(
  tx: Tx,
  today: Day,
  zone: string,
  now: Date,
  { people = PEOPLE, loans = LOANS }: { people?: number; loans?: number } = {},
): Promise<boolean> {
  await tx.query(
    'insert into insight_runs (tenant_id, on_day, zone, started_at) values (current_tenant(), $1, $2, $3) on conflict do nothing',
    [today, zone, now],
  );
  const [run] = await tx.query<InsightRun>(
    'select * from insight_runs where tenant_id = current_tenant() and on_day = $1 for update',
    [today],
  );
  if (!run || run.finished_at !== null) return false;
  if (run.after_user !== null) return countPeople(tx, run, run.after_user, people);
  return countLoans(tx, run, now, loans);
}

/** The words of a number's range, for `unions` of `[most, word]`. */
const ranged = (value: string, ranges: readonly (readonly [most: number, word: string])[], rest: string) =>
  `case ${ranges.map(([most, word]) => `when ${value} <= ${most} then '${word}'`).join(' ')} else '${rest}' end`;
const MONTHS_SINCE = `(extract(year from age($5::date, l.disbursed_on)) * 12 + extract(month from age($5::date, l.disbursed_on)))`;
const VINTAGE = `case when l.disbursed_on is null or l.disbursed_on > $5::date then '' else ${ranged(
  MONTHS_SINCE,
  [
    [6, '0-6'],
    [12, '7-12'],
    [24, '13-24'],
    [36, '25-36'],
  ],
  '37+',
)} end`;
const AGE = ranged(
  '(p.due_on - (p.created_at at time zone $4)::date)',
  [
    [1, '0-1'],
    [3, '2-3'],
    [7, '4-7'],
    [15, '8-15'],
  ],
  '16+',
);
/** A record without a number, or with one that is gone, has none. */
const PHONE = `coalesce((select least(f.rank, 4)::text from phones f
    where f.tenant_id = current_tenant() and f.id = case when d.record ->> 'phoneId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (d.record ->> 'phoneId')::uuid end), '')`;
const PINCODE = `coalesce((select a.pincode from addresses a
    where a.tenant_id = current_tenant() and a.borrower_id = l.borrower_id order by a.rank, a.id limit 1), '')`;

const KEYS = 'user_id, client_id, portfolio_id';
const ROW = `tenant_id, on_day, ${KEYS}, figure, key, at, base, first, second`;

/** Their own records alone, each found by who made it; a record counts by when it was made, however late a phone delivers it. */
async function countPeople(tx: Tx, run: InsightRun, after: string, most: number): Promise<boolean> {
  const people = await tx.query<{ id: string }>(
    'select id from users where tenant_id = current_tenant() and id > $1 order by id limit $2',
    [after, most],
  );
  const at = (day: Day) => new Date(instantAt(day, '00:00', run.zone)).toISOString();
  const first = addDays(run.on_day, -INSIGHT_DAYS);
  const cells = (figure: string, key: string, on: string, from = 'work') =>
    `select ${KEYS}, '${figure}' as figure, ${key} as key, ${on} as at, tried as base, connected as first, reached as second from ${from}`;
  if (people.length > 0)
    await tx.query(
      `with work as materialized (
         select d.user_id, l.client_id, l.portfolio_id, d.channel, 1 as tried, (d.class = any($6::text[]))::int as connected, (d.class = any($7::text[]))::int as reached,
                extract(isodow from d.recorded_at at time zone $4)::text as weekday, extract(hour from d.recorded_at at time zone $4)::int as hour,
                ${VINTAGE} as vintage, ${PINCODE} as pincode, case when d.channel = 'call' then ${PHONE} end as phone
           from dispositions d join loans l on l.tenant_id = current_tenant() and l.id = d.loan_id
          where d.tenant_id = current_tenant() and d.user_id = any($1::uuid[]) and d.received_at >= $2::timestamptz - interval '1 day'
            and d.recorded_at >= $2::timestamptz and d.recorded_at < $3::timestamptz and d.outcome = 'applied' and d.withdrawn_at is null),
       often as (
         select user_id, pincode, row_number() over (partition by user_id order by count(*) desc, pincode) <= ${PINCODES} as known from work group by 1, 2),
       places as (
         select w.*, case when o.known then w.pincode else 'other' end as place from work w join often o on o.user_id = w.user_id and o.pincode = w.pincode),
       cells as (
         ${cells('phone', 'phone', '0', `work where channel = 'call'`)}
         union all ${cells('hour', 'weekday', 'hour', `work where channel = 'call'`)}
         union all ${cells('vintage', 'vintage', '0')}
         union all ${cells('pincode', 'place', '0', 'places')}
         union all
         select p.user_id, l.client_id, l.portfolio_id, 'promise', ${AGE}, 0, 1, (p.status = 'kept')::int, (p.status = 'broken')::int
           from ptps p join loans l on l.tenant_id = current_tenant() and l.id = p.loan_id
          where p.tenant_id = current_tenant() and p.user_id = any($1::uuid[]) and p.due_on >= $8::date and p.due_on < $5::date and p.status <> 'replaced')
       insert into insight_people (${ROW})
       select current_tenant(), $5::date, ${KEYS}, figure, key, at, sum(base), sum(first), sum(second) from cells group by ${KEYS}, figure, key, at`,
      [
        ...[people.map(({ id }) => id), at(first), at(run.on_day), run.zone, run.on_day],
        ...[CONNECTED_CLASSES, RIGHT_PARTY_CLASSES, first],
      ],
    );
  const over = people.length < most;
  if (over)
    await tx.query(
      `insert into insight_people (${ROW})
       select current_tenant(), on_day, nobody(), client_id, portfolio_id, figure, key, at, sum(base), sum(first), sum(second) from insight_people
        where tenant_id = current_tenant() and on_day = $1 group by on_day, client_id, portfolio_id, figure, key, at`,
      [run.on_day],
    );
  await tx.query('update insight_runs set after_user = $2 where tenant_id = current_tenant() and on_day = $1', [
    run.on_day,
    over ? null : (people.at(-1)?.id ?? null),
  ]);
  return true;
}

const HOLDERS = ['manager', 'collector', 'field_agent', 'agency'];
const HELD = `client_id, portfolio_id, ${HOLDERS.map((kind) => `${kind}_id`).join(', ')}`;

async function countLoans(tx: Tx, run: InsightRun, now: Date, part: number): Promise<boolean> {
  const ids = await tx.query<{ id: string }>(
    'select id from loans where tenant_id = current_tenant() and id > $1 order by id limit $2',
    [run.after_loan, part],
  );
  const last = ids.at(-1)?.id;
  const month = monthOf(run.on_day);
  if (last !== undefined)
    await tx.query(
      `with held as materialized (
         select l.id, l.client_id, l.portfolio_id, ${HOLDERS.map((kind) => `${holderSql(kind)} as ${kind}_id`).join(', ')},
                l.state, l.pos_paise, l.overdue_paise, left(btrim(l.last_bounce_reason), 60) as reason
           from loans l where l.tenant_id = current_tenant() and l.id > $2::uuid and l.id <= $3::uuid),
       found as (
         select distinct on (o.loan_id) o.loan_id, o.month, o.pos_paise from loan_month_opens o
          where o.tenant_id = current_tenant() and o.month >= $5::date and o.month <= $6::date and o.loan_id > $2::uuid and o.loan_id <= $3::uuid
          order by o.loan_id, o.month),
       firsts as materialized (
         select f.* from found f where not exists (
           select 1 from loan_month_opens b where b.tenant_id = current_tenant() and b.month = (f.month - interval '1 month')::date and b.loan_id = f.loan_id)),
       paid as (
         select y.loan_id, date_trunc('month', y.paid_at at time zone $4)::date as month, sum(y.amount_paise) as paise
           from payments y where y.tenant_id = current_tenant() and y.loan_id > $2::uuid and y.loan_id <= $3::uuid and y.status <> 'reversed'
            and y.paid_at >= ($5::date::timestamp at time zone $4) and y.paid_at < ($1::date::timestamp at time zone $4) group by 1, 2),
       cells as (
         select ${HELD}, 'bounce' as figure, reason as key, 0 as at, 1::bigint as base, pos_paise as first, overdue_paise as second
           from held where state in ('active', 'suppressed') and reason <> ''
         union all
         select ${HELD}, 'cohort', f.month::text, k.at, f.pos_paise, coalesce(p.paise, 0)::bigint, 1
           from firsts f join held on held.id = f.loan_id
          cross join lateral (select k as at, (f.month + make_interval(months => k))::date as month from generate_series(0, ${COHORT_MONTHS - 1}) k) k
           left join paid p on p.loan_id = f.loan_id and p.month = k.month
          where k.month <= $6::date)
       insert into insight_loans as s (tenant_id, on_day, ${HELD}, figure, key, at, base, first, second)
       select current_tenant(), $1::date, ${HELD}, figure, key, at, sum(base), sum(first), sum(second) from cells group by ${HELD}, figure, key, at
       on conflict (tenant_id, on_day, ${HELD}, figure, key, at) do update
         set base = s.base + excluded.base, first = s.first + excluded.first, second = s.second + excluded.second`,
      [run.on_day, run.after_loan, last, run.zone, addMonths(month, 1 - COHORT_MONTHS), month],
    );
  const over = ids.length < part;
  await tx.query(
    `update insight_runs set after_loan = $2, finished_at = case when $3 then $4::timestamptz end where tenant_id = current_tenant() and on_day = $1`,
    [run.on_day, last ?? run.after_loan, over, now],
  );
  if (over)
    for (const table of ['insight_people', 'insight_loans', 'insight_runs'])
      await tx.query(`delete from ${table} where tenant_id = current_tenant() and on_day < $1`, [run.on_day]);
  return !over;
}
