/** What part of their principal loans paid in a month, by portfolio and bucket, from what the night counted. */
import type { Day } from '../../../core/domain/dates';
import { BRANCH_NAMES, BRANCHES, OTHER_MONEY } from '../../../core/domain/dupont';
import type { Tx } from '../../db/database';
import { columnOf } from './count';

export interface PaidShares {
  /** The month that was counted (its first day), up to the beginning of a day. */
  month: Day;
  before: Day;
  /** Paise that a loan may be expected to pay in such a month; null where no loan like it was there. */
  expected(loan: { portfolioId: string; bucket: string; pos: number }): number | null;
}

const COLLECTED = [...BRANCH_NAMES.map((branch) => BRANCHES[branch].paise), ...OTHER_MONEY].map(columnOf).join(' + ');

/** Of the tenant's newest whole month; until there is one, of the month that runs. Undefined before the first night. */
export async function paidShares(tx: Tx): Promise<PaidShares | undefined> {
  const [run] = await tx.query<{ month: Day; before_day: Day }>(
    `select month, before_day from dupont_runs where tenant_id = current_tenant() and finished_at is not null
      order by before_day >= month + interval '1 month' desc, month desc, before_day desc limit 1`,
  );
  if (!run) return undefined;
  const rows = await tx.query<{ portfolio: string; bucket: string; opened: number; paid: number }>(
    `select portfolio_id as portfolio, bucket, sum(opening_pos)::bigint as opened, sum(${COLLECTED})::bigint as paid
       from dupont_sums where tenant_id = current_tenant() and month = $1 and before_day = $2 group by 1, 2`,
    [run.month, run.before_day],
  );
  const sums = new Map<string, { opened: number; paid: number }>();
  // A portfolio without such loans pays as all others do.
  for (const { portfolio, bucket, opened, paid } of rows)
    for (const key of [`${portfolio} ${bucket}`, bucket]) {
      const sum = sums.get(key) ?? { opened: 0, paid: 0 };
      sums.set(key, { opened: sum.opened + opened, paid: sum.paid + paid });
    }
  return {
    month: run.month,
    before: run.before_day,
    expected({ portfolioId, bucket, pos }) {
      const known = [`${portfolioId} ${bucket}`, bucket]
        .map((key) => sums.get(key))
        .find((sum) => sum && sum.opened > 0);
      return known ? Math.round(pos * Math.min(1, known.paid / known.opened)) : null;
    },
  };
}
