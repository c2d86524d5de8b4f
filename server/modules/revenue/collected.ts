/** What was collected in a month, by who did it, for whom and in which bucket. */

import { NOBODY_AT_WORK } from '../../../core/contract/revenue';
import type { Day } from '../../../core/domain/dates';
import type { Collected } from '../../../core/domain/success-fees';
import { addMonths } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { daySums } from '../day-sums';

/** `byPerson`: one row a person too; otherwise everybody's together, with `userId` null. */
export async function collectedIn(tx: Tx, month: Day, zone: string, byPerson: boolean): Promise<Collected[]> {
  const { ctes, from } = daySums(
    { tenant: 'current_tenant()', zone: '$3', from: '$1::date', to: '$2::date' },
    { money: true, whole: !byPerson },
  );
  const who = byPerson ? 'd.user_id' : 'null::uuid';
  const rows = await tx.query<{
    user_id: string | null;
    client_id: string;
    portfolio_id: string;
    bucket: string;
    payments: number;
    paid: number;
  }>(
    `with ${ctes}
     select ${who} as user_id, d.client_id, d.portfolio_id, d.bucket, sum(d.payments)::bigint as payments, sum(d.paid)::bigint as paid
       from ${from} d where d.payments > 0 group by 1, 2, 3, 4 order by 2, 3, 4, 1`,
    [month, addMonths(month, 1), zone],
  );
  return rows.map((row) => ({
    userId: row.user_id === NOBODY_AT_WORK ? null : row.user_id,
    clientId: row.client_id,
    portfolioId: row.portfolio_id,
    bucket: row.bucket,
    payments: row.payments,
    collectedPaise: row.paid,
  }));
}

/** Names by id. */
export async function namesOf(tx: Tx, table: 'clients' | 'portfolios' | 'partners', ids: readonly string[]) {
  const rows = await tx.query<{ id: string; name: string }>(
    `select id, name from ${table} where tenant_id = current_tenant() and id = any ($1::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
