/** How the month of a demo's loans began, reckoned back from the loans and what was paid on them since. */
import type { Day } from '../../core/domain/dates';
import type { Tx } from '../db/database';

/** Months before this one whose openings are held too; of a large book, whose past nobody looks at, this one alone. */
const MONTHS_BACK = 5;
const LARGE = 20_000;

/**
 * In the transaction's tenant. `today` in its zone; the ageing of that day counts as done, so that the demo stands as it was made. Each
 * month further back a loan was 30 days less past due, but for months in which something was paid: they kept it where it was.
 */
export async function loadMonthOpens(
  tx: Tx,
  tenantId: string,
  { today, now, loans }: { today: Day; now: number; loans: number },
): Promise<void> {
  const at = new Date(now);
  await tx.query(
    `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
     select l.tenant_id, m.month, l.id, l.portfolio_id, o.dpd, bucket_of(o.dpd), l.pos_paise + coalesce(p.paid, 0),
            case when o.dpd = 0 then 0 else l.overdue_paise + coalesce(p.paid, 0) end, m.month
       from (select (date_trunc('month', $2::date) - back * interval '1 month')::date as month, back
               from generate_series(0, $3::int) back) m
       join loans l on l.tenant_id = $1
       left join lateral (select sum(y.amount_paise)::bigint as paid,
              count(distinct date_trunc('month', y.paid_at)) filter (where y.paid_at < date_trunc('month', $2::date)) as months
            from payments y where y.tenant_id = $1 and y.loan_id = l.id and y.status <> 'reversed' and y.paid_at >= m.month) p on true
      cross join lateral (select greatest(0, l.dpd_month_open - 30 * greatest(0, m.back - coalesce(p.months, 0)))::int as dpd) o
      where l.state in ('active', 'suppressed') or l.last_payment_on >= m.month`,
    [tenantId, today, loans > LARGE ? 0 : MONTHS_BACK],
  );
  await tx.query('insert into ageing_runs (tenant_id, on_day, started_at, finished_at) values ($1, $2, $3, $3)', [
    tenantId,
    today,
    at,
  ]);
}
