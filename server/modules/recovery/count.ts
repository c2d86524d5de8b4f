/**
 * Counts what loans may be expected to pay: each month that is over once, from its openings and payments; then every night the rates, a few
 * portfolios at a time, and the loans, a part at a time. Each step is one transaction that says how far it came.
 */
import type { Bucket } from '../../../core/domain/buckets';
import { addDays, type Day } from '../../../core/domain/dates';
import {
  expectedShare,
  GROUPS,
  gradeCuts,
  gradeOf,
  type HistoryCell,
  MOST_MONTHS,
  monthRate,
  type Rate,
} from '../../../core/domain/prediction';
import { addMonths, monthOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { holderSql } from '../figures';

/** Loans and portfolios of one step. */
const LOANS = 2000;
const PORTFOLIOS = 25;
/** Days after a month's end on which phones still bring what was paid in it. */
const LATE_DAYS = 3;
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface RecoveryRun extends Record<string, unknown> {
  on_day: Day;
  after_portfolio: string | null;
  after_loan: string;
  months: Day[];
  cuts: number[];
  finished_at: string | null;
  tenant_id: string;
}

/** Without `finished_at` asked for, the newest that is whole. */
export async function newestRun(tx: Tx): Promise<RecoveryRun | undefined> {
  const [run] = await tx.query<RecoveryRun>(
    'select * from recovery_runs where tenant_id = current_tenant() and finished_at is not null order by on_day desc limit 1',
  );
  return run;
}

/** Answers false once the night of `today` is counted. */
export async function countRecovery(tx: Tx, today: Day, zone: string, now: Date, part = LOANS): Promise<boolean> {
  const [run] = await tx.query<RecoveryRun>(
    'select * from recovery_runs where tenant_id = current_tenant() and on_day = $1 for update',
    [today],
  );
  if (!run) return (await countMonth(tx, today, zone, now, part)) || (await beginRun(tx, today, now));
  if (run.finished_at !== null) return false;
  if (run.after_portfolio !== null) return countRates(tx, run, run.after_portfolio);
  return countLoans(tx, run, zone, now, part);
}

/** In how many of the three months before the day `at` (a parameter) a payment `y` was made; `zone` is one too. */
const monthsBefore = (at: string, zone: string) => {
  const start = (months: number) => `((${at}::date - interval '${months} months')::timestamp at time zone ${zone})`;
  return {
    first: start(3),
    start: start(0),
    count: `count(distinct case when y.paid_at < ${start(0)} then case when y.paid_at >= ${start(1)} then 1 when y.paid_at >= ${start(2)} then 2 else 3 end end)`,
  };
};
const range = (id: string) => `${id} > $2::uuid and ${id} <= $3::uuid`;

/** The oldest month that is over and was not counted, a part of its loans; false when there is none. */
async function countMonth(tx: Tx, today: Day, zone: string, now: Date, part: number): Promise<boolean> {
  const over = monthOf(addDays(today, -LATE_DAYS));
  const [open] = await tx.query<{ month: Day; after_loan: string | null }>(
    `select m.month::date as month, r.after_loan
       from generate_series($1::date - interval '${MOST_MONTHS} months', $1::date - interval '1 month', interval '1 month') m(month)
       left join recovery_months r on r.tenant_id = current_tenant() and r.month = m.month::date
      where r.finished_at is null
        and exists (select 1 from loan_month_opens o where o.tenant_id = current_tenant() and o.month = m.month::date)
        and exists (select 1 from loan_month_opens o where o.tenant_id = current_tenant() and o.month = (m.month + interval '1 month')::date)
      order by m.month limit 1`,
    [over],
  );
  if (!open) return false;
  const { month, after_loan: after } = open;
  if (after === null)
    await tx.query(`insert into recovery_months (tenant_id, month, started_at) values (current_tenant(), $1, $2)`, [
      month,
      now,
    ]);
  const from = after ?? '00000000-0000-0000-0000-000000000000';
  const ids = await tx.query<{ id: string }>(
    `select loan_id as id from loan_month_opens where tenant_id = current_tenant() and month = $1 and loan_id > $2 order by loan_id limit $3`,
    [month, from, part],
  );
  const last = ids.at(-1)?.id;
  if (last !== undefined) {
    const habit = monthsBefore('$1', '$4');
    const paid = `least(coalesce(p.paise, 0), o.pos_paise)`;
    await tx.query(
      `with paid as (
         select y.loan_id, sum(y.amount_paise) filter (where y.paid_at >= ${habit.start}) as paise, ${habit.count} as months
           from payments y
          where y.tenant_id = current_tenant() and ${range('y.loan_id')} and y.status <> 'reversed'
            and y.paid_at >= ${habit.first} and y.paid_at < ($5::date::timestamp at time zone $4)
          group by 1)
       insert into recovery_history as h (tenant_id, month, portfolio_id, bucket, paid_months, loans, pos_paise, paid_paise, forward_paise, shares, squares)
       select current_tenant(), $1::date, o.portfolio_id, o.bucket, coalesce(p.months, 0), count(*), sum(o.pos_paise), sum(${paid}),
              coalesce(sum(o.pos_paise) filter (where n.dpd > o.dpd and n.bucket <> o.bucket), 0),
              sum(${paid}::double precision / o.pos_paise), sum((${paid}::double precision / o.pos_paise) ^ 2)
         from loan_month_opens o
         left join paid p on p.loan_id = o.loan_id
         left join loan_month_opens n on n.tenant_id = current_tenant() and n.month = $5::date and n.loan_id = o.loan_id
        where o.tenant_id = current_tenant() and o.month = $1::date and ${range('o.loan_id')} and o.pos_paise > 0
        group by 3, 4, 5
       on conflict (tenant_id, month, portfolio_id, bucket, paid_months) do update set
         ${['loans', 'pos_paise', 'paid_paise', 'forward_paise', 'shares', 'squares'].map((name) => `${name} = h.${name} + excluded.${name}`).join(', ')}`,
      [month, from, last, zone, addMonths(month, 1)],
    );
  }
  await tx.query(
    `update recovery_months set after_loan = $2, finished_at = case when $3 then $4::timestamptz end where tenant_id = current_tenant() and month = $1`,
    [month, last ?? from, ids.length < part, now],
  );
  return true;
}

interface CellRow extends Omit<HistoryCell, 'bucket'>, Record<string, unknown> {
  month: Day;
  portfolio: string;
  bucket: Bucket;
}
const CELLS = ['loans', 'pos_paise', 'paid_paise', 'shares', 'squares'];
const CELL = (value: (column: string) => string) =>
  `bucket, paid_months as "paidMonths", ${CELLS.map((name) => `${value(name)} as "${name.replace('_paise', '')}"`).join(', ')}`;
const tenantCells = (tx: Tx, months: readonly Day[]) =>
  tx.query<CellRow>(
    `select month, ${CELL((name) => (name.startsWith('s') ? `sum(${name})` : `sum(${name})::bigint`))}
       from recovery_history where tenant_id = current_tenant() and month = any($1::date[]) group by month, bucket, paid_months`,
    [months],
  );

/** The rates of a group in the months that know it. */
function ratesOf(
  months: readonly Day[],
  own: readonly CellRow[],
  all: readonly CellRow[],
  { bucket, paidMonths }: { bucket: Bucket; paidMonths: number },
): { month: Day; rate: Rate }[] {
  return months.flatMap((month) => {
    const of = (cells: readonly CellRow[]) => cells.filter((cell) => cell.month === month);
    const rate = monthRate(of(own), of(all), bucket, paidMonths);
    return rate ? [{ month, rate }] : [];
  });
}

/** Grades go by the loans of the newest month. */
async function beginRun(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const months = (
    await tx.query<{ month: Day }>(
      `select month from recovery_months where tenant_id = current_tenant() and finished_at is not null order by month desc limit ${MOST_MONTHS}`,
    )
  )
    .map(({ month }) => month)
    .reverse();
  const all = await tenantCells(tx, months);
  const groups = all
    .filter(({ month }) => month === months.at(-1))
    .flatMap(({ loans, ...group }) => {
      const share = expectedShare(ratesOf(months, [], all, group).map(({ rate }) => rate));
      return share === undefined ? [] : [{ share, loans }];
    });
  await tx.query(
    `insert into recovery_runs (tenant_id, on_day, months, cuts, started_at) values (current_tenant(), $1, $2, $3, $4) on conflict do nothing`,
    [today, months, gradeCuts(groups), now],
  );
  const [oldest] = months;
  if (oldest)
    for (const table of ['recovery_history', 'recovery_months'])
      await tx.query(`delete from ${table} where tenant_id = current_tenant() and month < $1`, [oldest]);
  return true;
}

async function countRates(tx: Tx, run: RecoveryRun, after: string): Promise<boolean> {
  const { months, cuts, on_day: day, tenant_id: tenant } = run;
  const portfolios = await tx.query<{ id: string }>(
    'select id from portfolios where tenant_id = current_tenant() and id > $1 order by id limit $2',
    [after, PORTFOLIOS],
  );
  const all = await tenantCells(tx, months);
  const own = await tx.query<CellRow>(
    `select month, portfolio_id as portfolio, ${CELL((name) => name)} from recovery_history
      where tenant_id = current_tenant() and month = any($1::date[]) and portfolio_id = any($2::uuid[])`,
    [months, portfolios.map(({ id }) => id)],
  );
  const rates: unknown[][] = [];
  const groups: unknown[][] = [];
  for (const { id } of portfolios) {
    const cells = own.filter(({ portfolio }) => portfolio === id);
    for (const group of GROUPS) {
      const key = [tenant, day, id, group.bucket, group.paidMonths];
      const known = ratesOf(months, cells, all, group);
      rates.push(...known.map(({ month, rate }) => [...key, month, rate.share, rate.variance]));
      const share = expectedShare(known.map(({ rate }) => rate));
      if (share !== undefined) groups.push([...key, share, gradeOf(share, cuts)]);
    }
  }
  const KEY = ['tenant_id', 'on_day', 'portfolio_id', 'bucket', 'paid_months'];
  if (rates.length > 0) await tx.copyFrom('recovery_rates', [...KEY, 'month', 'share', 'variance'], rates);
  if (groups.length > 0) await tx.copyFrom('recovery_groups', [...KEY, 'share', 'grade'], groups);
  await tx.query('update recovery_runs set after_portfolio = $2 where tenant_id = current_tenant() and on_day = $1', [
    day,
    portfolios.length < PORTFOLIOS ? null : (portfolios.at(-1)?.id ?? null),
  ]);
  return true;
}

const HOLDERS = ['manager', 'collector', 'field_agent', 'agency'];
const HOLDER_IDS = HOLDERS.map((kind) => `${kind}_id`).join(', ');
const LOAN = ['portfolio_id', 'bucket', 'paid_months', 'pos_paise', 'grade', 'expected_paise'];

async function countLoans(tx: Tx, run: RecoveryRun, zone: string, now: Date, part: number): Promise<boolean> {
  const day = run.on_day;
  const ids = await tx.query<{ id: string }>(
    'select id from loans where tenant_id = current_tenant() and id > $1 order by id limit $2',
    [run.after_loan, part],
  );
  const over = ids.length < part;
  // The last part takes what stands behind the last loan along: rows of loans that are gone.
  const last = over ? LAST : (ids.at(-1)?.id ?? LAST);
  const habit = monthsBefore('$1', '$4');
  const key = `client_id, portfolio_id, bucket, paid_months, ${HOLDER_IDS}`;
  await tx.query(
    `with paid as (
       select y.loan_id, ${habit.count} as months from payments y
        where y.tenant_id = current_tenant() and ${range('y.loan_id')} and y.status <> 'reversed' and y.paid_at >= ${habit.first} and y.paid_at < ${habit.start}
        group by 1),
     found as materialized (
       select l.id, l.client_id, l.portfolio_id, l.bucket, coalesce(p.months, 0)::integer as paid_months, l.pos_paise, g.grade,
              round(l.pos_paise * g.share)::bigint as expected_paise, ${HOLDERS.map((kind) => `${holderSql(kind)} as ${kind}_id`).join(', ')}
         from loans l
         left join paid p on p.loan_id = l.id
         left join recovery_groups g on g.tenant_id = current_tenant() and g.on_day = $1::date and g.portfolio_id = l.portfolio_id
          and g.bucket = l.bucket and g.paid_months = coalesce(p.months, 0)
        where l.tenant_id = current_tenant() and ${range('l.id')} and l.state in ('active', 'suppressed') and l.pos_paise > 0),
     gone as (
       delete from recovery_loans r where r.tenant_id = current_tenant() and ${range('r.loan_id')}
          and not exists (select 1 from found f where f.id = r.loan_id)),
     summed as (
       insert into recovery_sums as s (tenant_id, on_day, ${key}, loans, pos_paise, squares)
       select current_tenant(), $1::date, ${key}, count(*), sum(pos_paise), sum(pos_paise::double precision ^ 2) from found group by ${key}
       on conflict (tenant_id, on_day, ${key}) do update
         set loans = s.loans + excluded.loans, pos_paise = s.pos_paise + excluded.pos_paise, squares = s.squares + excluded.squares)
     insert into recovery_loans as r (tenant_id, loan_id, ${LOAN.join(', ')})
     select current_tenant(), id, ${LOAN.join(', ')} from found
     on conflict (tenant_id, loan_id) do update set ${LOAN.map((name) => `${name} = excluded.${name}`).join(', ')}
      where (${LOAN.map((name) => `r.${name}`).join(', ')}) is distinct from (${LOAN.map((name) => `excluded.${name}`).join(', ')})`,
    [day, run.after_loan, last, zone],
  );
  await tx.query(
    `update recovery_runs set after_loan = $2, finished_at = case when $3 then $4::timestamptz end where tenant_id = current_tenant() and on_day = $1`,
    [day, last, over, now],
  );
  if (over)
    for (const table of ['recovery_sums', 'recovery_rates', 'recovery_groups', 'recovery_runs'])
      await tx.query(`delete from ${table} where tenant_id = current_tenant() and on_day < $1`, [day]);
  return !over;
}
