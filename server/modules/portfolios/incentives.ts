/** The fourth tab, and what an agent has earned by it this month. */
import type { ROLE_TYPES } from '../../../core/contract/incentive-tiers';
import type { Incentives, saveIncentives } from '../../../core/contract/incentives';
import type { RequestOf } from '../../../core/contract/kit';
import { dayOf } from '../../../core/domain/dates';
import { measureOf, slabOf } from '../../../core/domain/incentives';
import { addMonths, monthOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { portfolioScope } from './scope';
import type { PortfolioService } from './service';
import type { TabService } from './tab-service';
import { memberCounts, readIncentives, type StoredIncentives, writeIncentives } from './tabs';

type Headers = RequestOf<typeof saveIncentives>['headers'];

/** What the caller collected this month in each portfolio, and what of their loans there is still overdue; paise. */
async function collectedBy(tx: Tx, userId: string, from: string, to: string, zone: string) {
  const rows = await tx.query<{ portfolio_id: string; collected: number; due: number }>(
    `with paid as (
       select l.portfolio_id, sum(p.amount_paise) as collected from payments p
         join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
        where p.tenant_id = current_tenant() and p.user_id = $1 and p.status <> 'reversed'
          and p.paid_at >= ($2::date::timestamp at time zone $4) and p.paid_at < ($3::date::timestamp at time zone $4)
        group by l.portfolio_id),
     held as (
       select l.portfolio_id, sum(l.overdue_paise) as due from loan_assignments h
         join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id
        where h.tenant_id = current_tenant() and h.profile_id = $1 and h.ended_at is null and l.state = 'active'
        group by l.portfolio_id)
     select coalesce(paid.portfolio_id, held.portfolio_id) as portfolio_id, coalesce(paid.collected, 0) as collected, coalesce(held.due, 0) as due
       from paid full join held on held.portfolio_id = paid.portfolio_id`,
    [userId, from, to, zone],
  );
  return new Map(rows.map((row) => [row.portfolio_id, row]));
}

const KIND_OF = { Collector: 'collector', Field_Agent: 'field_agent' } as const;

export function incentiveService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tabs: TabService,
  portfolios: PortfolioService,
) {
  const rulesOf = tenantRules(db);

  const content = async (tx: Tx, id: string): Promise<StoredIncentives> => {
    const found = (await readIncentives(tx, [id])).get(id);
    if (!found) throw new ApiError('not-found');
    return found;
  };
  const present = async (
    actor: Actor,
    id: string,
    stored: Omit<Incentives, 'portfolio' | 'telecallers' | 'fieldAgents'>,
  ): Promise<Incentives> =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
      const portfolio = await tabs.visible(tx, actor, id);
      const counts = await memberCounts(tx, id);
      return {
        ...stored,
        portfolio: { id, name: portfolio.name },
        telecallers: counts.collectors,
        fieldAgents: counts.fieldAgents,
      };
    });

  return {
    async get(actor: Actor, headers: Headers): Promise<Incentives> {
      await portfolios.refuseForeignClaims(actor, headers, 'incentives.get');
      const id = headers.portfolioid;
      return present(actor, id, await tabs.read(actor, id, 'incentive', (tx) => content(tx, id)));
    },

    async save(actor: Actor, headers: Headers, { version, ...body }: RequestOf<typeof saveIncentives>['body']) {
      await portfolios.refuseForeignClaims(actor, headers, 'incentives.save');
      const id = headers.portfolioid;
      // Past the contract's check every figure of a tier is a number.
      const numbers = (tiers: typeof body.taIncentives) =>
        tiers.map(({ min, max, amount }) => ({ min: min ?? 0, max: max ?? 0, amount: amount ?? 0 }));
      const saved = await tabs.save(actor, id, 'incentive', version, {
        content: (tx) => content(tx, id),
        write: (tx) =>
          writeIncentives(tx, id, {
            incentiveType: body.incentiveType,
            taIncentives: numbers(body.taIncentives),
            faIncentives: numbers(body.faIncentives),
          }),
      });
      return present(actor, id, saved);
    },

    async byRole(actor: Actor, roleType: (typeof ROLE_TYPES)[number]) {
      const { zone } = await rulesOf(actor.tenantId);
      const month = monthOf(dayOf(clock.now(), zone));
      return db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
        const parameters: unknown[] = [actor.userId, KIND_OF[roleType]];
        const scope = portfolioScope(actor, parameters);
        const rows = await tx.query<{ id: string; name: string; mine: boolean }>(
          `select p.id, p.name, exists (select 1 from portfolio_members m where m.tenant_id = p.tenant_id and m.portfolio_id = p.id
                    and m.kind = $2 and m.profile_id = $1) as mine
             from portfolios p where p.tenant_id = current_tenant() and p.active and ${scope} order by lower(p.name), p.id`,
          parameters,
        );
        const incentives = await readIncentives(
          tx,
          rows.map(({ id }) => id),
        );
        const collected = rows.some(({ mine }) => mine)
          ? await collectedBy(tx, actor.userId, month, addMonths(month, 1), zone)
          : new Map<string, { collected: number; due: number }>();
        return rows.flatMap(({ id, name, mine }) => {
          const stored = incentives.get(id);
          const tiers = stored?.[roleType === 'Collector' ? 'taIncentives' : 'faIncentives'] ?? [];
          if (!stored || tiers.length === 0) return [];
          const { collected: paid = 0, due = 0 } = collected.get(id) ?? {};
          const measure = measureOf(stored.incentiveType, paid, due);
          const slab = slabOf(tiers, measure);
          return [
            {
              portfolio: { id, name },
              incentiveType: stored.incentiveType,
              tiers,
              mine: mine
                ? {
                    measure,
                    amount: slab.amount,
                    next: slab.next && {
                      min: slab.next.tier.min,
                      amount: slab.next.tier.amount,
                      missing: slab.next.missing,
                    },
                  }
                : null,
            },
          ];
        });
      });
    },
  };
}
