/** The list of loans as a file: what its screen filters by and orders by, every column, the rows of the one who asks. */

import { type Day, dayOf } from '../../../core/domain/dates';
import type { LoanColumnId } from '../../../core/domain/report-kinds';
import type { Actor } from '../../http/implement';
import { attemptsIn30Days, filtered, type LoanListQuery, orderOf } from '../loans';
import type { Question } from './question';

export type LoanFilters = Omit<LoanListQuery, 'page' | 'pageSize'>;

const columns = (today: string): Record<LoanColumnId, string> => ({
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

/** Throws `identity-mismatch` for another tenant, as the list does. */
export function loanListQuestion(
  actor: Actor,
  query: LoanFilters,
  zone: string,
  now: Date,
): Pick<Question, 'source' | 'all'> {
  const today: Day = dayOf(now, zone);
  const { source } = filtered(actor, { page: 1, pageSize: 1, ...query }, zone, today);
  const cells = Object.entries(columns(`'${today}'`)).map(([id, sql]) => `${sql} as "${id}"`);
  const { by, dir, id } = orderOf(query);
  const all = `select l.id::text as id, ${cells.join(', ')}
    from loans l
    join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
    join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
    join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
    left join disposition_codes k on k.tenant_id = l.tenant_id and k.code = l.last_code
    left join lateral (select a.city, a.pincode from addresses a where a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id
                        order by a.rank, a.id limit 1) place on true
    left join lateral (select string_agg(u.full_name, ', ' order by h.kind desc) as names from loan_assignments h
                         join users u on u.tenant_id = h.tenant_id and u.id = h.profile_id
                        where h.tenant_id = l.tenant_id and h.loan_id = l.id and h.ended_at is null
                          and h.kind in ('field_agent', 'collector')) held on true
    where ${source.where} order by ${by} ${dir} nulls last, ${id}`;
  return { source, all };
}
