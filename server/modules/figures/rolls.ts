/** How loans of a portfolio's bucket moved in the months that were counted to their end. */
import type { Bucket } from '../../../core/domain/buckets';
import type { Day } from '../../../core/domain/dates';
import { RESOLVED } from '../../../core/domain/dupont';
import { ROLL_MONTHS, type RollMonth } from '../../../core/domain/settlements/worth';
import type { Tx } from '../../db/database';
import { columnOf } from './count';

/** Of the months before that of `today`, the latest first; from the nightly counts alone, so that nothing goes through the book. */
export const rollMonths = (
  tx: Tx,
  of: { clientId: string; portfolioId: string; bucket: Bucket },
  today: Day,
): Promise<RollMonth[]> =>
  tx.query<RollMonth & Record<string, unknown>>(
    `select sum(s.opening_pos)::bigint as "openingPos", sum(${RESOLVED.map((name) => `s.${columnOf(name)}`).join(' + ')})::bigint as "resolvedPos"
       from dupont_runs r
       join dupont_sums s on s.tenant_id = r.tenant_id and s.month = r.month and s.before_day = r.before_day
        and s.client_id = $1 and s.portfolio_id = $2 and s.bucket = $3
      where r.tenant_id = current_tenant() and r.finished_at is not null and r.before_day = (r.month + interval '1 month')::date
        and r.month < date_trunc('month', $4::date) and r.month >= date_trunc('month', $4::date) - interval '${ROLL_MONTHS} months'
      group by r.month order by r.month desc`,
    [of.clientId, of.portfolioId, of.bucket, today],
  );
