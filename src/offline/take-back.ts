import { type OutboxRow, recordTable, type UserDb } from './user-db';

/**
 * Puts records back that this phone, or another one, had not sent. Those that are here already, or have their receipt, stay as
 * they are. Answers how many were put back. `once` names where they come from: what came from there before is not put
 * back again, as it may have been discarded since.
 */
export function takeBack(db: UserDb, rows: readonly OutboxRow[], once?: string): Promise<number> {
  return db.transaction('rw', [db.outbox, db.receipts, db.dispositions, db.visits, db.meta], async () => {
    if (once) {
      const key = `tookBack:${once}`;
      if (await db.meta.get(key)) return 0;
      await db.meta.put({ key, value: 1 });
    }
    let count = 0;
    for (const row of rows) {
      if ((await db.outbox.get(row.key)) || (await db.receipts.get(row.key))) continue;
      await db.outbox.add(row);
      await recordTable(db, row.channel).put({
        id: row.key,
        loanId: row.loanId,
        at: row.createdAt,
        sealed: row.sealed,
      });
      const seq = `seq:${row.loanId}`;
      // The next record on this loan comes after all that either phone has made.
      const last = Number((await db.meta.get(seq))?.value ?? 0);
      if (row.seq > last) await db.meta.put({ key: seq, value: row.seq });
      count += 1;
    }
    return count;
  });
}
