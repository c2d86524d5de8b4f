/** How the month of a demo's loans began, reckoned back from the loans and what was paid on them since. */
import type { Day } from '../../core/domain/dates';
import type { Tx } from '../db/database';

/** In the transaction's tenant. `today` in its zone; the ageing of that day counts as done, so that the demo stands as it was made. */
export async function loadMonthOpens(tx: Tx, tenantId: string, today: Day, now: number): Promise<void> {
  const at = new Date(now);
  await tx.query(
    `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
     select l.tenant_id, m.month, l.id, l.portfolio_id, l.dpd_month_open, bucket_of(l.dpd_month_open), l.pos_paise + coalesce(p.paid, 0),
            l.overdue_paise + coalesce(p.paid, 0), m.month
       from loans l cross join (select date_trunc('month', $2::date)::date as month) m
       left join (select loan_id, sum(amount_paise)::bigint as paid from payments
                   where tenant_id = $1 and status <> 'reversed' and paid_at >= date_trunc('month', $2::date) group by loan_id) p on p.loan_id = l.id
      where l.tenant_id = $1 and (l.state in ('active', 'suppressed') or l.last_payment_on >= m.month)`,
    [tenantId, today],
  );
  await tx.query('insert into ageing_runs (tenant_id, on_day, started_at, finished_at) values ($1, $2, $3, $3)', [
    tenantId,
    today,
    at,
  ]);
}
