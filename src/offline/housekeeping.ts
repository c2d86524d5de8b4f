/** What an open engine does beside its work, once the first rows have long been shown: reporting, tidying up, the second copy. */
import { sweepOrphans } from './attachments';
import { startReports } from './device-report';
import type { EngineInner } from './engine-inner';
import { KEPT_MS } from './journal';
import { keepSecondCopy } from './second-copy';
import { recordTable, type UserDb } from './user-db';

/** Removes accepted records that are older than the ledger shows. */
export async function pruneReceipts(db: UserDb, now: number): Promise<void> {
  await db.transaction('rw', db.receipts, db.dispositions, db.visits, async () => {
    const old = await db.receipts
      .where('at')
      .belowOrEqual(now - KEPT_MS)
      .toArray();
    for (const row of old) {
      await recordTable(db, row.channel).delete(row.key);
      await db.receipts.delete(row.key);
    }
  });
}

/** Answers the way to stop. */
export function keepHouse(inner: EngineInner): () => void {
  const { db, now } = inner;
  // What cannot be tidied today is tidied at the next start.
  void pruneReceipts(db, now()).catch(() => undefined);
  void sweepOrphans(db, now()).catch(() => undefined);
  const stops = [startReports(inner), keepSecondCopy(inner)];
  return () => {
    for (const stop of stops) stop();
  };
}
