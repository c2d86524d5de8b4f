import type { Database } from '../../db/database';
import type { Clock } from '../../platform/clock';
import { readActive } from './repository';

/** Whether a tenant is active now; for what must not wait until a belief has run out. */
export const isOpen = (db: Database, tenantId: string): Promise<boolean> =>
  db.platform((tx) => readActive(tx, tenantId));

/** A deactivated tenant's people are out within this time. */
export const ACTIVE_BELIEF_MS = 30_000;
const MAX_BELIEVED = 10_000;

/** Whether a tenant is active, looked up at most every half minute; false for one that does not exist. */
export function tenantActivity(db: Database, clock: Clock): (tenantId: string) => Promise<boolean> {
  const believed = new Map<string, { active: Promise<boolean>; until: number }>();
  return (tenantId) => {
    const now = clock.now().getTime();
    const known = believed.get(tenantId);
    // A clock that was set back must not make an old answer last.
    if (known && known.until > now && known.until <= now + ACTIVE_BELIEF_MS) return known.active;
    const active = db.platform((tx) => readActive(tx, tenantId));
    believed.delete(tenantId);
    believed.set(tenantId, { active, until: now + ACTIVE_BELIEF_MS });
    if (believed.size > MAX_BELIEVED) believed.delete(believed.keys().next().value as string);
    active.catch(() => believed.delete(tenantId));
    return active;
  };
}
