/** Records of this phone that follow another one, and what becomes of them when their user throws that one away. */
import { forgetCopyOf } from './second-copy';
import { type OutboxRow, recordTable, type SealedRecord, type UserDb } from './user-db';
import { openJson } from './vault';

/** Unsent later records that name this one as the one they follow. */
export async function followersOf(
  db: UserDb,
  deviceKey: CryptoKey,
  { key, loanId, seq }: OutboxRow,
): Promise<{ row: OutboxRow; content: SealedRecord }[]> {
  const later = await db.outbox.where({ loanId }).toArray();
  const found: { row: OutboxRow; content: SealedRecord }[] = [];
  for (const row of later) {
    if (row.seq <= seq) continue;
    const content = await openJson<SealedRecord>(deviceKey, row.sealed).catch(() => undefined);
    if (content?.record.afterId === key) found.push({ row, content });
  }
  return found;
}

/**
 * The user's own discard. A record in flight cannot be recalled: false, try again when it has been answered. What follows
 * it on this phone is told, so that it does not wait for what never comes.
 */
export async function discardRecord(db: UserDb, deviceKey: CryptoKey, recordId: string): Promise<boolean> {
  const found = await db.outbox.get(recordId);
  // Unsealed before the transaction, which would not wait for it.
  const following = found ? await followersOf(db, deviceKey, found) : [];
  const discarded = await db.transaction('rw', db.outbox, db.dispositions, db.visits, async () => {
    const row = await db.outbox.get(recordId);
    if (!row) return true;
    if (row.state === 'sending') return false;
    await db.outbox.delete(recordId);
    await recordTable(db, row.channel).delete(recordId);
    await db.outbox
      .where('key')
      .anyOf(following.map((later) => later.row.key))
      .modify((later) => {
        later.followsDiscarded = true;
        if (later.problem?.code === 'not-yet') later.nextAttemptAt = 0;
      });
    return true;
  });
  if (discarded) await forgetCopyOf(recordId);
  return discarded;
}
