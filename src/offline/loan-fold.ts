/** Folding: what changed since the chunks were written becomes a chunk; apart, because most starts need none of it. */
import { CHUNK_SIZE, isWasteful, type LoanShelf, sealChunks } from './loan-chunks';
import type { LoanChangeRow, LoanChunkRow } from './user-db';

/**
 * Moves the overlay into a chunk, or writes all chunks anew when much of them is out of date. Only the leader folds;
 * others notice the new chunks at their next load.
 */
export async function fold(shelf: LoanShelf): Promise<void> {
  const { db, sealing } = shelf;
  const [changes, ids] = await db.transaction('r', db.loanChanges, db.loanChunks, () =>
    Promise.all([db.loanChanges.toArray(), db.loanChunks.toCollection().primaryKeys()]),
  );
  // What is written comes from memory, which is brought up to this reading or a later one; a later one makes it void below.
  await shelf.load();
  const whole = isWasteful(shelf);
  /** What is folded leaves the overlay; work that a server took away stays there, and in part so do tombstones. */
  const leaving = changes.filter((row) => row.retired === null && (whole || row.sealed !== null));
  const moving = whole
    ? [...shelf.held.values()].filter(({ retired }) => retired === null)
    : leaving.flatMap((row) => shelf.held.get(row.id) ?? []);
  if (!whole && moving.length !== leaving.length) return;
  const rows: LoanChunkRow[] = [];
  for (let at = 0; at < moving.length; at += CHUNK_SIZE)
    rows.push(
      // One by one: a list of tens of thousands must not stop the page while it is written down.
      ...(await sealChunks(
        sealing,
        moving.slice(at, at + CHUNK_SIZE).map(({ loan }) => loan),
      )),
    );
  // Two sealings of one loan never share an iv.
  const stamp = ({ sealed }: LoanChangeRow) => sealed?.subarray(0, 12).join();
  const stamps = new Map(changes.map((row) => [row.id, stamp(row)]));
  const added = await db.transaction('rw', db.loanChunks, db.loanChanges, async () => {
    // Another tab may have written since: then this fold is void.
    const [nowChanges, nowIds] = await Promise.all([
      db.loanChanges.toArray(),
      db.loanChunks.toCollection().primaryKeys(),
    ]);
    const same =
      nowIds.length === ids.length &&
      nowIds.every((id, at) => id === ids[at]) &&
      nowChanges.length === changes.length &&
      nowChanges.every((row) => stamps.has(row.id) && stamps.get(row.id) === stamp(row));
    if (!same) return undefined;
    if (whole) await db.loanChunks.clear();
    await db.loanChanges.bulkDelete(leaving.map((row) => row.id));
    const newIds: number[] = [];
    for (const row of rows) newIds.push(await db.loanChunks.add(row));
    return newIds;
  });
  if (!added) return;
  if (whole) shelf.chunks.clear();
  added.forEach((id, at) => {
    shelf.chunks.set(id, Math.min(CHUNK_SIZE, moving.length - at * CHUNK_SIZE));
  });
  moving.forEach((held, at) => {
    held.chunk = added[Math.floor(at / CHUNK_SIZE)] ?? 0;
  });
  shelf.overlay = changes.length - leaving.length;
  shelf.tombstones = changes.filter((row) => row.sealed === null).length * (whole ? 0 : 1);
}
