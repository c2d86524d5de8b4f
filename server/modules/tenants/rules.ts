import type { Database } from '../../db/database';
import { readRules, type TenantRules } from './repository';

/** How long a change of a tenant's settings may take to be seen. */
const BELIEF_MS = 5000;

/** A tenant's settings, looked up at most every few seconds; throws when there is no such tenant. */
export function tenantRules(db: Database): (tenantId: string) => Promise<TenantRules> {
  const believed = new Map<string, { rules: Promise<TenantRules>; until: number }>();
  return (tenantId) => {
    const known = believed.get(tenantId);
    if (known && known.until > performance.now()) return known.rules;
    const rules = db
      .platform((tx) => readRules(tx, tenantId))
      .then((found) => {
        if (!found) throw new Error('The tenant is gone');
        return found;
      });
    believed.set(tenantId, { rules, until: performance.now() + BELIEF_MS });
    rules.catch(() => believed.delete(tenantId));
    return rules;
  };
}
