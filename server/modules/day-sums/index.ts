/**
 * What was done day by day (core/domain/measures). Days that were counted are read from their sums; the others, today among them, are
 * counted from their records by the very statement that counts them for good, so that both say the same.
 */
import { CONNECTED_CLASSES, RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import type { Day } from '../../../core/domain/dates';
import type { DispositionClass } from '../../../core/domain/dispositions';
import { DAY_SUM_NAMES, type DaySum } from '../../../core/domain/measures';
import { addMonths, monthOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';

const KEYS = ['client_id', 'portfolio_id', 'bucket', 'channel'] as const;
/** This month and the last are counted, and again when something of them changes. */
export const firstCounted = (today: Day): Day => addMonths(monthOf(today), -1);

const oneOf = (column: string, classes: readonly DispositionClass[]) =>
  `${column} in (${classes.map((name) => `'${name}'`).join(', ')})`;
const none = (names: readonly DaySum[]) => names.map((name) => `0::bigint as ${name}`).join(', ');
const visited = (row: string) =>
  `exists (select 1 from visits v where v.tenant_id = ${row}.tenant_id and v.disposition_id = ${row}.disposition_id)`;

/** SQL of parameters or columns; `people` is a condition's right side that lists user ids. */
interface Bounds {
  tenant: string;
  zone: string;
  people?: string;
  /** Payments alone: the other sums are 0. */
  money?: boolean;
}

/**
 * Records, promises and payments of the days in the relation `days` (day, from_at, to_at), each once, with all that they count for.
 * A record may be received a while before it was made, where a phone's clock ran ahead.
 */
function eventsOf({ tenant, people, money: paidOnly = false }: Bounds): string {
  const by = (column: string) => (people ? ` and ${column} in (${people})` : '');
  const applied = `(d.outcome = 'applied' and d.withdrawn_at is null)`;
  const promised = ['promises', 'promised'] as const;
  const due = ['kept', 'kept_amount', 'broken', 'broken_amount'] as const;
  const money = ['payments', 'paid', 'cash'] as const;
  const worked = `
    select days.day, d.user_id, d.loan_id, d.channel, ${applied}::int::bigint as attempts,
           (${applied} and ${oneOf('d.class', CONNECTED_CLASSES)})::int::bigint as connected,
           (${applied} and ${oneOf('d.class', RIGHT_PARTY_CLASSES)})::int::bigint as reached,
           (v.id is not null)::int::bigint as visits, (p.id is not null)::int::bigint as promises,
           coalesce(p.amount_paise, 0) as promised, ${none([...due, ...money])}
      from days
     cross join lateral (select d.* from dispositions d where d.tenant_id = ${tenant} and d.recorded_at >= days.from_at
       and d.recorded_at < days.to_at and d.received_at >= days.from_at - interval '1 day'${by('d.user_id')} offset 0) d
      left join visits v on v.tenant_id = d.tenant_id and v.disposition_id = d.id
      left join ptps p on p.tenant_id = d.tenant_id and p.disposition_id = d.id
    union all
    select days.day, p.user_id, p.loan_id, case when ${visited('p')} then 'field' else 'call' end,
           ${none(['attempts', 'connected', 'reached', 'visits', ...promised])},
           (p.status = 'kept')::int::bigint, case when p.status = 'kept' then p.amount_paise else 0 end,
           (p.status = 'broken')::int::bigint, case when p.status = 'broken' then p.amount_paise else 0 end, ${none(money)}
      from days
     cross join lateral (select p.* from ptps p where p.tenant_id = ${tenant} and p.due_on = days.day
       and p.status in ('kept', 'broken')${by('p.user_id')} offset 0) p
    union all`;
  return `${paidOnly ? '' : worked}
    select days.day, coalesce(y.user_id, nobody()) as user_id, y.loan_id,
           case when y.disposition_id is null then 'self' when ${visited('y')} then 'field' else 'call' end as channel,
           ${none(['attempts', 'connected', 'reached', 'visits', ...promised, ...due])}, 1::bigint as payments,
           y.amount_paise as paid, case when y.mode = 'cash' then y.amount_paise else 0 end as cash
      from days
     cross join lateral (select y.* from payments y where y.tenant_id = ${tenant} and y.paid_at >= days.from_at
       and y.paid_at < days.to_at and y.status <> 'reversed'${by('y.user_id')} offset 0) y`;
}

/** The events of `days` with the loan's client, portfolio and bucket at the opening of the day's month. */
const factsOf = (bounds: Bounds): string => `
  select e.day, e.user_id, l.client_id, l.portfolio_id, coalesce(o.bucket, bucket_of(l.dpd_month_open)) as bucket, e.channel,
         ${DAY_SUM_NAMES.map((name) => `e.${name}`).join(', ')}
    from (${eventsOf(bounds)}) e
    join loans l on l.tenant_id = ${bounds.tenant} and l.id = e.loan_id
    left join loan_month_opens o on o.tenant_id = l.tenant_id and o.month = date_trunc('month', e.day)::date and o.loan_id = l.id`;

const daysOf = (days: string, zone: string) =>
  `select d.day, d.day::timestamp at time zone ${zone} as from_at, (d.day + 1)::timestamp at time zone ${zone} as to_at from (${days}) d(day)`;
const sumsOf = (names: readonly string[]) =>
  names.map((name) => `coalesce(sum(f.${name}), 0)::bigint as ${name}`).join(', ');

/** The sums of `days` as they should stand in `day_sums`. */
const counted = (bounds: Bounds): string =>
  `select f.day, f.user_id, ${KEYS.map((key) => `f.${key}`).join(', ')}, ${sumsOf(DAY_SUM_NAMES)}
     from (${factsOf(bounds)}) f group by f.day, f.user_id, ${KEYS.map((key) => `f.${key}`).join(', ')}`;

/**
 * What was done from a day up to another (without it), for a statement: `ctes` go into its WITH and `from` names a relation with day,
 * user_id, client_id, portfolio_id, bucket, channel and the sums. `people` (a select of user ids) leaves out everybody else's; without it
 * `whole` leaves user_id out and reads fewer rows. With `money` only payments, paid and cash hold, and days that are not counted read
 * nothing else. Parameters are SQL: names of the statement's own.
 */
export function daySums(
  { tenant, zone, from, to }: Record<'tenant' | 'zone' | 'from' | 'to', string>,
  { people, whole = false, money = false }: { people?: string; whole?: boolean; money?: boolean } = {},
): { ctes: string; from: string } {
  const [table, keys] = whole ? ['day_totals', ['day', ...KEYS]] : ['day_sums', ['day', 'user_id', ...KEYS]];
  const columns = (row: string) => [...keys, ...DAY_SUM_NAMES].map((name) => `${row}.${name}`).join(', ');
  return {
    ctes: `fresh as materialized (
        select c.day from day_counts c where c.tenant_id = ${tenant} and c.day >= ${from} and c.day < ${to} and c.zone = ${zone}
           and not exists (select 1 from day_marks m where m.tenant_id = c.tenant_id and m.day = c.day)),
      days as materialized (${daysOf(`select d::date from generate_series(${from}::timestamp, ${to}::timestamp - interval '1 day', interval '1 day') d where d::date not in (select day from fresh)`, zone)}),
      done as (
        select ${columns('s')} from ${table} s where s.tenant_id = ${tenant} and s.day >= ${from} and s.day < ${to} and s.day in (select day from fresh)
          ${people ? `and s.user_id in (${people})` : ''}
        union all
        select ${columns('f')} from (${factsOf({ tenant, zone, money, ...(people && { people }) })}) f)`,
    from: 'done',
  };
}

/** Counts one day anew. What is marked meanwhile stays marked: marks go first, and a record comes with its mark. */
async function countDay(tx: Tx, day: Day, zone: string, now: Date): Promise<void> {
  const bounds = { tenant: 'current_tenant()', zone: '$2' };
  for (const table of ['day_marks', 'day_sums', 'day_totals'])
    await tx.query(`delete from ${table} where tenant_id = current_tenant() and day = $1`, [day]);
  const sums = DAY_SUM_NAMES.join(', ');
  await tx.query(
    `with days as materialized (${daysOf('select $1::date', '$2')})
     insert into day_sums (tenant_id, day, user_id, ${KEYS.join(', ')}, ${sums}) select current_tenant(), c.* from (${counted(bounds)}) c`,
    [day, zone],
  );
  await tx.query(
    `insert into day_totals (tenant_id, day, ${KEYS.join(', ')}, ${sums})
     select current_tenant(), f.day, ${KEYS.map((key) => `f.${key}`).join(', ')}, ${sumsOf(DAY_SUM_NAMES)}
       from day_sums f where f.tenant_id = current_tenant() and f.day = $1 group by f.day, ${KEYS.map((key) => `f.${key}`).join(', ')}`,
    [day],
  );
  await tx.query(
    `insert into day_counts (tenant_id, day, zone, counted_at) values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id, day) do update set zone = excluded.zone, counted_at = excluded.counted_at, checked_at = null`,
    [day, zone, now],
  );
}

/** Counts the first day before `today` of this month and the last that is not counted, or that something changed. Answers whether there was one. */
export async function countNextDay(tx: Tx, today: Day, zone: string, now: Date): Promise<boolean> {
  const [next] = await tx.query<{ day: Day }>(
    `select d::date::text as day from generate_series($1::timestamp, $2::timestamp - interval '1 day', interval '1 day') d
      where not exists (select 1 from day_counts c where c.tenant_id = current_tenant() and c.day = d::date and c.zone = $3)
         or exists (select 1 from day_marks m where m.tenant_id = current_tenant() and m.day = d::date)
      order by d desc limit 1`,
    [firstCounted(today), today, zone],
  );
  if (!next) return false;
  await countDay(tx, next.day, zone, now);
  return true;
}

/**
 * Compares the counted day that was longest not looked at with its rows, one a day; what differs is named and counted anew. Answers
 * whether there was a day to compare.
 */
export async function checkOldestDay(tx: Tx, today: Day, zone: string, now: Date, id: string): Promise<boolean> {
  const [oldest] = await tx.query<{ day: Day }>(
    `select c.day::text as day from day_counts c
      where c.tenant_id = current_tenant() and c.zone = $1 and c.day >= $3::date
        and not exists (select 1 from day_counts t where t.tenant_id = c.tenant_id and t.checked_at >= $2::date::timestamp at time zone $1)
        and not exists (select 1 from day_marks m where m.tenant_id = c.tenant_id and m.day = c.day)
      order by c.checked_at nulls first, c.day limit 1`,
    [zone, today, firstCounted(today)],
  );
  if (!oldest) return false;
  const columns = ['user_id', ...KEYS, ...DAY_SUM_NAMES].join(', ');
  const [found] = await tx.query<{ wrong: number }>(
    `with days as materialized (${daysOf('select $1::date', '$2')}),
          right_ones as materialized (select ${columns} from (${counted({ tenant: 'current_tenant()', zone: '$2' })}) c),
          stored as materialized (select ${columns} from day_sums where tenant_id = current_tenant() and day = $1::date)
     select ((select count(*) from (select * from right_ones except select * from stored) a)
           + (select count(*) from (select * from stored except select * from right_ones) b))::int as wrong`,
    [oldest.day, zone],
  );
  if (found && found.wrong > 0) {
    await countDay(tx, oldest.day, zone, now);
    await tx.query(
      `insert into day_differences (tenant_id, id, day, found_at, wrong) values (current_tenant(), $1, $2, $3, $4)`,
      [id, oldest.day, now, found.wrong],
    );
  }
  await tx.query(`update day_counts set checked_at = $2 where tenant_id = current_tenant() and day = $1`, [
    oldest.day,
    now,
  ]);
  return true;
}

export interface DayState {
  day: Day;
  state: 'counted' | 'changed' | 'waiting';
  countedAt: string | null;
  checkedAt: string | null;
}

/** Of the days that are counted, the newest first. */
export const dayStates = (tx: Tx, today: Day, zone: string): Promise<DayState[]> =>
  tx.query<DayState & Record<string, unknown>>(
    `select d::date::text as day, c.counted_at as "countedAt", c.checked_at as "checkedAt",
            case when c.day is null then 'waiting'
                 when exists (select 1 from day_marks m where m.tenant_id = current_tenant() and m.day = d::date) then 'changed'
                 else 'counted' end as state
       from generate_series($1::timestamp, $2::timestamp - interval '1 day', interval '1 day') d
       left join day_counts c on c.tenant_id = current_tenant() and c.day = d::date and c.zone = $3
      order by d desc`,
    [firstCounted(today), today, zone],
  );
