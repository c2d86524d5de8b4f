/** What a desk shows of one loan beyond what travels to phones. */
import type { LoanFacts } from '../../../core/contract/loan-facts';
import { addDays, type Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';

interface Row {
  batch_no: string | null;
  entered_on: Day | null;
  sanctioned_on: Day | null;
  tenure_months: number | null;
  rate: number | null;
  nach_status: string | null;
  last_bounce_reason: string | null;
  dpd_month_open: number;
  foreclosure_paise: number | null;
  financed_paise: number | null;
  cibil: number | null;
  advocate: string | null;
  recall_on: Day | null;
  born_on: Day | null;
  employer: string | null;
  gst: string | null;
  email2: string | null;
  last_code: string | null;
  last_label: string | null;
  last_at: string | null;
  best_code: string | null;
  best_label: string | null;
  best_at: string | null;
  today: number;
  in_7_days: number;
  in_30_days: number;
}

const outcome = (code: string | null, label: string | null, at: string | null): LoanFacts['best'] =>
  code === null ? null : { code, label: label ?? code, at };

/** Of a loan that the caller may see; `today` is the tenant's day, `zone` its zone. */
export async function readFacts(tx: Tx, tenantId: string, loanId: string, today: Day, zone: string) {
  const since = (parameter: string) => `(${parameter}::date::timestamp at time zone $6)`;
  const [row] = await tx.query<Row & Record<string, unknown>>(
    `select l.batch_no, l.entered_on, l.sanctioned_on, l.tenure_months, l.rate::float8 as rate, l.nach_status, l.last_bounce_reason,
            l.dpd_month_open, l.foreclosure_paise, l.financed_paise, l.cibil, l.advocate, l.recall_on, b.born_on, b.employer, b.gst, b.email2,
            l.last_code, last_of.label as last_label, l.last_at, l.best_code, best_of.label as best_label, best.recorded_at as best_at,
            made.today, made.in_7_days, made.in_30_days
       from loans l
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       left join disposition_codes last_of on last_of.tenant_id = l.tenant_id and last_of.code = l.last_code
       left join disposition_codes best_of on best_of.tenant_id = l.tenant_id and best_of.code = l.best_code
       left join lateral (select d.recorded_at from dispositions d
                           where d.tenant_id = $1 and d.loan_id = $2::uuid and d.code = l.best_code
                             and d.withdrawn_at is null and d.outcome = 'applied'
                           order by d.received_at desc limit 1) best on true
      cross join lateral (select count(*)::int as in_30_days,
                                 (count(*) filter (where d.received_at >= ${since('$4')}))::int as in_7_days,
                                 (count(*) filter (where d.received_at >= ${since('$3')}))::int as today
                            from dispositions d
                           where d.tenant_id = $1 and d.loan_id = $2::uuid and d.withdrawn_at is null
                             and d.outcome = 'applied' and d.received_at >= ${since('$5')}) made
      where l.tenant_id = $1 and l.id = $2::uuid`,
    [tenantId, loanId, today, addDays(today, -6), addDays(today, -29), zone],
  );
  if (!row) return undefined;
  const holders = await tx.query<LoanFacts['holders'][number]>(
    `select h.kind, coalesce(u.full_name, a.name, '') as name, h.assigned_at as since
       from loan_assignments h
       left join users u on u.tenant_id = $1 and u.id = h.profile_id and h.kind <> 'agency'
       left join agencies a on a.tenant_id = $1 and a.id = h.profile_id and h.kind = 'agency'
      where h.tenant_id = $1 and h.loan_id = $2::uuid and h.ended_at is null
      order by h.kind`,
    [tenantId, loanId],
  );
  const facts: LoanFacts = {
    loanId,
    batchNo: row.batch_no,
    enteredOn: row.entered_on,
    sanctionedOn: row.sanctioned_on,
    tenureMonths: row.tenure_months,
    ratePercent: row.rate,
    nachStatus: row.nach_status,
    lastBounceReason: row.last_bounce_reason,
    dpdMonthOpen: row.dpd_month_open,
    foreclosurePaise: row.foreclosure_paise,
    financedPaise: row.financed_paise,
    cibil: row.cibil,
    advocate: row.advocate,
    recallOn: row.recall_on,
    bornOn: row.born_on,
    employer: row.employer,
    gst: row.gst,
    secondEmail: row.email2,
    holders,
    best: outcome(row.best_code, row.best_label, row.best_at),
    last: outcome(row.last_code, row.last_label, row.last_at),
    attempts: { today: row.today, in7Days: row.in_7_days, in30Days: row.in_30_days },
  };
  return facts;
}
