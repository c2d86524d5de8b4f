/**
 * Makes room on a phone that is full, without touching what the server does not hold: unsent records, drafts and the
 * photos of both stay. In the order of what it costs the agent: the second copy, photos that have arrived, then the list of loans, which
 * the next sync brings back.
 */
import { ORPHAN_AGE_MS } from './attachments';
import { openChanges } from './coordination';
import { innerOf } from './engine-inner';
import { storageError } from './errors';
import { LoanShelf, sealChange } from './loan-chunks';
import { removeSealedFiles } from './sealed-files';
import { dropSecondCopy } from './second-copy';
import type { OfflineEngine } from './types';
import { recordTable, type SealedRecord, type UserDb } from './user-db';
import { openJson } from './vault';

/** A file that nothing names is spared for so long: the form it belongs to may be open in another window. */
const OPEN_FORM_MS = ORPHAN_AGE_MS / 48;

/** Photos of records that have their receipt. */
async function delivered(db: UserDb, deviceKey: CryptoKey): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const { key, channel, photos } of await db.receipts.toArray()) {
    const sealed = photos > 0 ? (await recordTable(db, channel).get(key))?.sealed : undefined;
    const content = sealed && (await openJson<SealedRecord>(deviceKey, sealed).catch(() => undefined));
    for (const { sha256 } of content?.record.attachments ?? []) hashes.add(sha256);
  }
  return hashes;
}

/** Removes files that nothing needs any more; `keep` are those of the open form. Answers how many. Throws `StorageError`. */
export async function freeFiles(engine: OfflineEngine, keep: readonly string[]): Promise<number> {
  const { db, deviceKey, now } = innerOf(engine);
  await dropSecondCopy(innerOf(engine));
  try {
    const arrived = await delivered(db, deviceKey);
    return await db.transaction('rw', [db.attachments, db.fileParts, db.outbox, db.drafts], async () => {
      const named = new Set(keep);
      await db.outbox.each(({ attachments }) => {
        for (const sha256 of attachments) named.add(sha256);
      });
      await db.drafts.each(({ files }) => {
        for (const sha256 of files) named.add(sha256);
      });
      const free: string[] = [];
      await db.attachments.each(({ sha256, createdAt }) => {
        if (!named.has(sha256) && (arrived.has(sha256) || createdAt < now() - OPEN_FORM_MS)) free.push(sha256);
      });
      await removeSealedFiles(db, free);
      return free.length;
    });
  } catch (error) {
    throw storageError(error);
  }
}

/** Loans that unsent work or a draft needs, and `keep`. */
async function neededBy(db: UserDb, keep: readonly string[]): Promise<Set<string>> {
  const [unsent, drafts] = await Promise.all([
    db.outbox.orderBy('loanId').uniqueKeys(),
    db.drafts.toCollection().primaryKeys(),
  ]);
  return new Set([...keep, ...unsent.map(String), ...drafts]);
}

/**
 * Removes the loans that are kept here for working without a network, but for those with unsent work or a
 * draft, and `keep`. The next sync brings them back. Answers how many. Throws `StorageError`.
 */
export async function freeLoans(engine: OfflineEngine, keep: readonly string[]): Promise<number> {
  const { db, deviceKey, owner } = innerOf(engine);
  try {
    const [keyId] = [...(await db.loanChunks.limit(1).toArray()), ...(await db.loanChanges.limit(1).toArray())].map(
      (row) => row.keyId,
    );
    if (keyId === undefined) return 0;
    const shelf = new LoanShelf(db, { key: deviceKey, keyId });
    await shelf.load();
    // Sealing comes first: a transaction would commit itself while it is awaited.
    const before = await neededBy(db, keep);
    const rows = await Promise.all(
      [...shelf.held.values()]
        .filter(({ loan }) => before.has(loan.id))
        .map(({ loan, retired }) => sealChange(shelf.sealing, loan, retired)),
    );
    const freed = await db.transaction(
      'rw',
      [db.loanChunks, db.loanChanges, db.sync, db.outbox, db.drafts],
      async () => {
        // Work begun since the look above: nothing is removed, and the agent may press again.
        for (const id of await neededBy(db, keep)) if (!before.has(id)) return 0;
        const sync = await db.sync.get('loans');
        await db.loanChunks.clear();
        await db.loanChanges.clear();
        await db.loanChanges.bulkPut(rows);
        // How fresh they are is still told; without a cursor all of them are fetched anew.
        if (sync) await db.sync.put({ ...sync, cursor: null, progress: null });
        return shelf.held.size - rows.length;
      },
    );
    const changes = openChanges(owner, () => {});
    changes.announce('loans');
    changes.close();
    return freed;
  } catch (error) {
    throw storageError(error);
  }
}

/**
 * Sending broke off by itself. Where the phone is full, `full` hears it, and what nobody needs any more makes way; the next
 * round may go through.
 */
export async function makeWay(engine: OfflineEngine, error: unknown, full: () => void): Promise<void> {
  if (storageError(error).reason !== 'storage-full') return;
  full();
  await freeFiles(engine, []);
}
