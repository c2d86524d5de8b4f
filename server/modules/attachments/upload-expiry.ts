/** Uploads do not wait for ever: what nobody went on with is removed, bytes first, so that a row never outlives a clean-up. */
import type { Deps } from '../../platform/deps';
import { partsKey } from './places';
import { dropUploads, expiredUploads } from './upload-rows';

/** From its beginning; a phone that was away for longer begins anew. */
export const UNFINISHED_MS = 7 * 24 * 3_600_000;
/** How long a finished upload still answers that it is. */
const FINISHED_MS = 24 * 3_600_000;
const AT_ONCE = 200;

/** Removes what has expired, of all tenants. Safe to run at any time and several times at once. Answers how many. */
export async function removeExpiredUploads({
  db,
  storage,
  clock,
}: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<number> {
  const now = clock.now().getTime();
  const before = { unfinishedBefore: new Date(now - UNFINISHED_MS), finishedBefore: new Date(now - FINISHED_MS) };
  const tenants = await db.platform((tx) => tx.query<{ id: string }>('select id from tenants'));
  let removed = 0;
  for (const { id: tenantId } of tenants) {
    for (;;) {
      const ids = await db.transaction({ tenantId }, (tx) => expiredUploads(tx, tenantId, before, AT_ONCE));
      if (ids.length === 0) break;
      for (const id of ids) await storage.remove(partsKey(tenantId, id));
      await db.transaction({ tenantId }, (tx) => dropUploads(tx, tenantId, ids));
      removed += ids.length;
    }
  }
  return removed;
}
