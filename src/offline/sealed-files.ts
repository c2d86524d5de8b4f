/**
 * Where the sealed bytes of a file lie: in rows of the user's database, written in one transaction with the row that
 * names them, so that there is never the one without the other.
 */
import { atOnce } from './at-once';
import type { AttachmentRow, UserDb } from './user-db';

/**
 * Chromium moves a value over 64 KiB out of the database into a file of its own, with a journal for it: 3.8 ms for a
 * photo of 200 KB on the machine of docs/bench.md, against 1.9 in parts below that.
 */
const PART_BYTES = 60 * 1024;

const partsOf = (db: UserDb, sha256: string) =>
  db.fileParts.where('[sha256+part]').between([sha256, 0], [sha256, Number.POSITIVE_INFINITY]);

/** Stores a file with its bytes. One that is known stays as it is: its upload may be under way, under its own key. */
export async function addSealedFile(db: UserDb, row: AttachmentRow, sealed: Uint8Array<ArrayBuffer>): Promise<void> {
  let known = false;
  // Strict, though nothing was promised yet: the agent is still at the form, and the flush when the record is saved is
  // then that of a row. Relaxed bytes might also lie in a log that the database has left behind without flushing it.
  const storing = atOnce(db, ['attachments', 'fileParts'], ({ store }) => {
    const adding = store('attachments').add(row);
    adding.onerror = () => {
      known = adding.error?.name === 'ConstraintError';
    };
    for (let part = 0, at = 0; at < sealed.length; part += 1, at += PART_BYTES)
      store('fileParts').put({ sha256: row.sha256, part, bytes: sealed.slice(at, at + PART_BYTES) });
  });
  await storing.catch((error) => {
    if (!known) throw error;
  });
}

/** The sealed form, whole; undefined when it is gone. */
export async function openSealedFile(
  db: UserDb,
  row: Pick<AttachmentRow, 'sha256' | 'sealedSize'>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts = await partsOf(db, row.sha256).toArray();
  const sealed = new Uint8Array(row.sealedSize);
  let at = 0;
  for (const { bytes } of parts) {
    if (at + bytes.length > sealed.length) return undefined;
    sealed.set(bytes, at);
    at += bytes.length;
  }
  return at === sealed.length ? sealed : undefined;
}

/** Within the caller's transaction. */
export async function removeSealedFiles(db: UserDb, hashes: readonly string[]): Promise<void> {
  await db.attachments.bulkDelete([...hashes]);
  for (const sha256 of hashes) await partsOf(db, sha256).delete();
}
