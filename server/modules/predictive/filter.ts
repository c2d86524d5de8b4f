/** Loans of a portfolio that a filter finds, for a list. */
import type { RequestOf } from '../../../core/contract/kit';
import { MAX_SHEET_ROWS, type makeDialList } from '../../../core/contract/predictive';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope } from '../loans';

type Filter = RequestOf<typeof makeDialList>['body']['filter'];

/** Numbers of active loans that the actor may see, the longest overdue first; as many as a sheet may have. */
export async function loansOfFilter(
  tx: Tx,
  actor: Actor,
  portfolioId: string,
  filter: Filter,
  now: Date,
): Promise<string[]> {
  const parameters: unknown[] = [portfolioId];
  const use = (value: unknown, type: string) => `$${parameters.push(value)}${type}`;
  const all = [loanScope(actor, parameters)];
  if (filter.buckets.length > 0) all.push(`l.bucket = any(${use(filter.buckets, '::text[]')})`);
  if (filter.dpdFrom !== null) all.push(`l.dpd >= ${use(filter.dpdFrom, '::int')}`);
  if (filter.dpdTo !== null) all.push(`l.dpd <= ${use(filter.dpdTo, '::int')}`);
  if (filter.brokenPromise) all.push("l.ptp_status = 'broken'");
  if (filter.restedDays !== null) {
    const since = use(new Date(now.getTime() - filter.restedDays * 86_400_000), '::timestamptz');
    all.push(`not exists (select 1 from contact_attempts a where a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id
      and a.channel = 'call' and a.at > ${since})`);
  }
  const rows = await tx.query<{ loan_number: string }>(
    `select l.loan_number from loans l
      where l.tenant_id = current_tenant() and l.portfolio_id = $1 and l.state = 'active' and ${all.join(' and ')}
      order by l.dpd desc, l.id limit ${MAX_SHEET_ROWS}`,
    parameters,
  );
  return rows.map(({ loan_number }) => loan_number);
}
