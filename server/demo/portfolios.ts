/** Who works the demo's portfolios and what they earn by them: told by the loans they hold, after these are loaded. */
import type { Tx } from '../db/database';

/** Rupees collected in a month, and the rupees it earns. */
const TIERS = [
  [0, 100_000, 0],
  [100_000, 300_000, 1_500],
  [300_000, 600_000, 4_000],
  [600_000, 1_200_000, 9_000],
] as const;

export async function loadPortfolioParts(tx: Tx, tenantId: string, by: string, at: string): Promise<void> {
  await tx.query(
    `insert into portfolio_members (tenant_id, portfolio_id, kind, profile_id)
     select distinct l.tenant_id, l.portfolio_id, a.kind, a.profile_id
       from loan_assignments a join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id
      where a.tenant_id = $1 and a.ended_at is null`,
    [tenantId],
  );
  await tx.query(
    `insert into incentive_tiers (tenant_id, portfolio_id, audience, position, min_value, max_value, amount)
     select p.tenant_id, p.id, who.audience, tier.position - 1, tier.min_value, tier.max_value, tier.amount
       from portfolios p cross join unnest(array['ta', 'fa']) as who(audience)
       cross join unnest($2::double precision[], $3::double precision[], $4::double precision[]) with ordinality
         as tier(min_value, max_value, amount, position)
      where p.tenant_id = $1`,
    [tenantId, TIERS.map(([min]) => min), TIERS.map(([, max]) => max), TIERS.map(([, , amount]) => amount)],
  );
  await tx.query(
    `insert into portfolio_tabs (tenant_id, portfolio_id, tab, saved_at, saved_by)
     select p.tenant_id, p.id, t.tab, $2, $3 from portfolios p cross join unnest(array['details', 'incentive']) as t(tab)
      where p.tenant_id = $1`,
    [tenantId, at, by],
  );
}
