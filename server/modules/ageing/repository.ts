/** A night's ageing of one tenant's loans, a part at a time; each part is one transaction that says how far it came. */
import type { Day } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';

/** Loans of one part: whoever saves on one of them waits a fraction of a second. */
export const PART = 2000;

const FIRST = '00000000-0000-0000-0000-000000000000';

interface AgeingRun {
  afterLoan: string;
  /** Where a night on which no month began has come to. */
  atPortfolio: string;
  /** First days of the months that began since the run before. */
  months: Day[];
}

/** First days of the months after `since`, up to `today`. */
export function monthsBegun(since: Day, today: Day): Day[] {
  const months: Day[] = [];
  const next = new Date(`${since.slice(0, 7)}-01T00:00:00Z`);
  for (;;) {
    next.setUTCMonth(next.getUTCMonth() + 1);
    const month = next.toISOString().slice(0, 10);
    if (month > today) return months;
    months.push(month);
  }
}

/** The run of `today`, begun where it is not; undefined when it is over. */
async function openRun(tx: Tx, today: Day, now: Date): Promise<AgeingRun | undefined> {
  await tx.query(
    `insert into ageing_runs (tenant_id, on_day, started_at) values (current_tenant(), $1, $2) on conflict do nothing`,
    [today, now],
  );
  const [run] = await tx.query<{
    after_loan: string;
    at_portfolio: string;
    finished_at: string | null;
    before: Day | null;
  }>(
    `select r.after_loan, r.at_portfolio, r.finished_at,
            (select max(b.on_day) from ageing_runs b where b.tenant_id = r.tenant_id and b.on_day < r.on_day and b.finished_at is not null) as before
       from ageing_runs r where r.tenant_id = current_tenant() and r.on_day = $1 for update of r`,
    [today],
  );
  if (!run || run.finished_at !== null) return undefined;
  // The first run of all knows no month's beginning but today's.
  const months = run.before ? monthsBegun(run.before, today) : today.endsWith('-01') ? [today] : [];
  return { afterLoan: run.after_loan, atPortfolio: run.at_portfolio, months };
}

/** What DPD were, or will be, on the day that the SQL expression `day` names; a file's own figure does not move. */
const dpdOn = (day: string) => `case when p.ageing = 'calendar' and l.overdue_paise > 0 and l.dpd_as_of < ${day}
  then l.dpd + (${day} - l.dpd_as_of) else l.dpd end`;

/** After the first id, up to the second: read in the order of the key, however many loans a statement names. */
type Range = readonly [after: string, last: string];
const within = (id: string, first: number) => `${id} > $${first}::uuid and ${id} <= $${first + 1}::uuid`;

const OPEN = `l.state in ('active', 'suppressed')`;

/** Keeps how the loans of a part stood when `month` began. What is kept already stays; only a lender's own figure corrects it (loan-imports/commit.ts). */
async function keepMonthOpens(tx: Tx, month: Day, [after, last]: Range, today: Day): Promise<number> {
  const kept = await tx.query(
    `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
     select l.tenant_id, $1::date, l.id, l.portfolio_id, d.dpd, bucket_of(d.dpd), l.pos_paise, l.overdue_paise, $4::date
       from loans l join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
            cross join lateral (select ${dpdOn('$1::date')} as dpd) d
      where l.tenant_id = current_tenant() and ${within('l.id', 2)} and ${OPEN} and (l.entered_on is null or l.entered_on < $1::date)
     on conflict do nothing returning 1`,
    [month, after, last, today],
  );
  return kept.length;
}

/** What a part did, and from where the next one goes on; `next` is undefined after the last one. */
interface Part {
  lookedAt: number;
  aged: number;
  snapshots: number;
  next: { atPortfolio: string; afterLoan: string } | undefined;
}

const MOVES = 'l.overdue_paise > 0 and l.dpd_as_of < $3::date';

/** Loans of one portfolio that goes by the calendar. Only those that move are locked and written. */
async function agePortfolio(tx: Tx, run: AgeingRun, today: Day, now: Date, part: number): Promise<Part> {
  const [portfolio, following] = await tx.query<{ id: string }>(
    `select id from portfolios where tenant_id = current_tenant() and ageing = 'calendar' and id >= $1 order by id limit 2`,
    [run.atPortfolio],
  );
  if (!portfolio) return { lookedAt: 0, aged: 0, snapshots: 0, next: undefined };
  const ids = (
    await tx.query<{ id: string }>(
      `select id from loans where tenant_id = current_tenant() and portfolio_id = $1 and id > $2 order by id limit $3`,
      // Another portfolio than the one under way was not begun: that one goes by its files since.
      [portfolio.id, portfolio.id === run.atPortfolio ? run.afterLoan : FIRST, part],
    )
  ).map(({ id }) => id);
  const open = `l.tenant_id = current_tenant() and l.id = any($1::uuid[]) and l.portfolio_id = $2 and ${OPEN} and ${MOVES}`;
  const moving = await tx.query<{ id: string }>(
    `select l.id from loans l where ${open} order by l.id for no key update`,
    [ids, portfolio.id, today],
  );
  const aged = await tx.query(
    `update loans l set dpd = l.dpd + ($3::date - l.dpd_as_of), bucket = bucket_of(l.dpd + ($3::date - l.dpd_as_of)), dpd_as_of = $3::date,
            version = l.version + 1, updated_at = $4
      where ${open} returning 1`,
    [moving.map(({ id }) => id), portfolio.id, today, now],
  );
  const last = ids.length === part ? ids.at(-1) : undefined;
  return {
    lookedAt: ids.length,
    aged: aged.length,
    snapshots: 0,
    next: last
      ? { atPortfolio: portfolio.id, afterLoan: last }
      : following && { atPortfolio: following.id, afterLoan: FIRST },
  };
}

/** Loans of all portfolios, locked in the order of their ids: each is kept as the months found it. */
async function openMonths(tx: Tx, run: AgeingRun, today: Day, now: Date, part: number): Promise<Part> {
  const rows = await tx.query<{ id: string }>(
    `select id from loans where tenant_id = current_tenant() and id > $1 order by id limit $2 for no key update`,
    [run.afterLoan, part],
  );
  const range: Range = [run.afterLoan, rows.at(-1)?.id ?? run.afterLoan];
  let snapshots = 0;
  for (const month of run.months) snapshots += await keepMonthOpens(tx, month, range, today);
  const opened = run.months.at(-1) ?? null;
  const aged = await tx.query(
    `update loans l
        set dpd = n.dpd, bucket = bucket_of(n.dpd), dpd_as_of = case when n.moved then $3::date else l.dpd_as_of end,
            dpd_month_open = coalesce(n.opened, l.dpd_month_open), version = l.version + 1, updated_at = $4
       from (select l.id, ${dpdOn('$3::date')} as dpd, p.ageing = 'calendar' and l.overdue_paise > 0 and l.dpd_as_of < $3::date as moved,
                    m.dpd as opened
               from loans l join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
               left join loan_month_opens m on m.tenant_id = l.tenant_id and m.month = $5::date and m.loan_id = l.id
                and ${within('m.loan_id', 1)}
              where l.tenant_id = current_tenant() and ${within('l.id', 1)} and ${OPEN}) n
      where l.tenant_id = current_tenant() and ${within('l.id', 1)} and l.id = n.id and (n.moved or n.opened is distinct from l.dpd_month_open and n.opened is not null)
      returning 1`,
    [...range, today, now, opened],
  );
  return {
    lookedAt: rows.length,
    aged: aged.length,
    snapshots,
    next: rows.length < part ? undefined : { atPortfolio: run.atPortfolio, afterLoan: range[1] },
  };
}

/** Answers false once every loan of the tenant that could move was looked at for `today`, and every one where a month began. */
export async function agePart(tx: Tx, today: Day, now: Date, part = PART): Promise<boolean> {
  const run = await openRun(tx, today, now);
  if (!run) return false;
  const { lookedAt, aged, snapshots, next } = await (run.months.length > 0 ? openMonths : agePortfolio)(
    tx,
    run,
    today,
    now,
    part,
  );
  const [done] = await tx.query<{ looked_at: number; aged: number; snapshots: number; finished_at: string | null }>(
    `update ageing_runs set after_loan = $2, at_portfolio = $8, looked_at = looked_at + $3, aged = aged + $4,
            snapshots = snapshots + $5, finished_at = case when $6 then $7::timestamptz end
      where tenant_id = current_tenant() and on_day = $1 returning looked_at, aged, snapshots, finished_at`,
    [today, (next ?? run).afterLoan, lookedAt, aged, snapshots, next === undefined, now, (next ?? run).atPortfolio],
  );
  if (!done?.finished_at) return true;
  const { looked_at: loans, aged: moved, snapshots: kept } = done;
  if (moved + kept > 0) {
    const detail = { day: today, loans, moved, monthOpens: kept };
    await appendAudit(tx, [{ action: 'loans.aged', subject: 'ageing', subjectId: today, actorId: null, detail }], now);
  }
  return false;
}
