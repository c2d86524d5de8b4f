/** The list of loans as a file: what its screen filters by and orders by, every column, the rows of the one who asks. */

import { type Day, dayOf } from '../../../core/domain/dates';
import type { Actor } from '../../http/implement';
import { filtered, type LoanListQuery, orderOf } from '../loans';
import type { Question } from './question';
import { LOAN_CELL_JOINS, loanCells } from './sources/loan-cells';

export type LoanFilters = Omit<LoanListQuery, 'page' | 'pageSize'>;

/** Throws `identity-mismatch` for another tenant, as the list does. */
export function loanListQuestion(
  actor: Actor,
  query: LoanFilters,
  zone: string,
  now: Date,
): Pick<Question, 'source' | 'all'> {
  const today: Day = dayOf(now, zone);
  const { source } = filtered(actor, { page: 1, pageSize: 1, ...query }, zone, today);
  const cells = Object.entries(loanCells(`'${today}'`)).map(([id, sql]) => `${sql} as "${id}"`);
  const { by, dir, id } = orderOf(query);
  const all = `select l.id::text as id, ${cells.join(', ')}
    from loans l
    join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
    join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
    join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
    ${LOAN_CELL_JOINS}
    where ${source.where} order by ${by} ${dir} nulls last, ${id}`;
  return { source, all };
}
