/** A loan in a file: every column of the list of loans, as SQL. */
import type { LoanColumnId } from '../../../../core/domain/export-kinds';
import { attemptsIn30Days } from '../../loans';

/** Of the loan `l`; `today` is the tenant's day as SQL. */
export const loanCells = (today: string): Record<LoanColumnId, string> => ({
  loanNumber: 'l.loan_number',
  borrower: 'b.name',
  client: 'c.name',
  portfolio: 'p.name',
  product: 'l.product',
  state: 'l.state',
  bucket: 'l.bucket',
  dpd: 'l.dpd',
  overduePaise: 'l.overdue_paise',
  posPaise: 'l.pos_paise',
  tosPaise: 'l.tos_paise',
  emiPaise: 'l.emi_paise',
  city: 'place.city',
  pincode: 'place.pincode',
  heldBy: 'held.names',
  lastLabel: 'coalesce(k.label, l.last_code)',
  lastAt: 'l.last_at',
  ptpOn: 'l.ptp_due_on',
  ptpPaise: 'l.ptp_paise',
  attempts: attemptsIn30Days(today),
});

/** What `loanCells` needs beside the borrower, the client and the portfolio. */
export const LOAN_CELL_JOINS = `left join disposition_codes k on k.tenant_id = l.tenant_id and k.code = l.last_code
    left join lateral (select a.city, a.pincode from addresses a where a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id
                        order by a.rank, a.id limit 1) place on true
    left join lateral (select string_agg(u.full_name, ', ' order by h.kind desc) as names from loan_assignments h
                         join users u on u.tenant_id = h.tenant_id and u.id = h.profile_id
                        where h.tenant_id = l.tenant_id and h.loan_id = l.id and h.ended_at is null
                          and h.kind in ('field_agent', 'collector')) held on true`;
