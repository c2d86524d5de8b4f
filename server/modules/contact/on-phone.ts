/** What a phone needs to judge contact as the server does when there is no network: facts with each loan, rules by themselves. */
import type { PhoneRules } from '../../../core/contract/contact';
import type { ContactFacts } from '../../../core/contract/contact-parts';
import { policyRules } from '../../../core/domain/contact-gate';
import { dayOf } from '../../../core/domain/dates';
import type { ContactPolicy } from '../../../core/domain/portfolio-rules';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { readAgents, readFacts, readPacks } from './facts';

/** By loan id; of loans that the caller may see. `zone` is the tenant's. */
export async function contactFacts(
  tx: Tx,
  tenantId: string,
  loanIds: readonly string[],
  now: Date,
  zone: string,
): Promise<Map<string, ContactFacts>> {
  if (loanIds.length === 0) return new Map();
  const at = now.getTime();
  const loans = await readFacts(tx, tenantId, loanIds, zone, { from: at, to: at });
  return new Map(
    [...loans].map(([id, { facts, attempts }]) => [
      id,
      {
        zone: facts.zone,
        holds: facts.holds,
        windows: facts.windows,
        places: facts.places,
        attempts: attempts.map(({ onRequest, ...one }) => ({ ...one, ...(onRequest && { onRequest }) })),
      },
    ]),
  );
}

export async function phoneRules(tx: Tx, { tenantId, userId }: Actor, now: Date, zone: string): Promise<PhoneRules> {
  const [packs, agents, policies] = await Promise.all([
    readPacks(tx, tenantId, dayOf(now, zone)),
    readAgents(tx, tenantId, [userId]),
    tx.query<{ name: string; policy: ContactPolicy }>(
      `select p.name, p.contact_policy as policy from portfolios p
        where p.tenant_id = $1 and p.contact_policy is not null and p.id in (
          select l.portfolio_id from loan_feed f join loans l on l.tenant_id = f.tenant_id and l.id = f.loan_id
           where f.tenant_id = $1 and f.user_id = $2 and f.state = 'assigned')`,
      [tenantId, userId],
    ),
  ]);
  return {
    zone,
    packs,
    agent: agents.get(userId) ?? null,
    portfolios: policies.map(({ name, policy }) => ({ name, rules: policyRules(name, policy) })),
  };
}
