/**
 * Files of records on the device. The bytes are copied and sealed at capture, under a key of their own, before anything
 * names them; that key is sealed twice, for the server and for this device.
 */

import type { AttachmentRef } from '../../core/contract/records';
import { seal } from '../../core/contract/sealing';
import { sha256Hex } from '../../core/domain/canonical';
import { storageError } from './errors';
import { addSealedFile, openSealedFile, removeSealedFiles } from './sealed-files';
import type { AttachmentRow, UserDb } from './user-db';
import { importDeviceKey, newDeviceKey, openBytes, sealBytes } from './vault';

const MIMES: ReadonlySet<string> = new Set<AttachmentRef['mime']>([
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
]);
const isMime = (type: string): type is AttachmentRef['mime'] => MIMES.has(type);

/** Stores a file that nothing names yet. The same bytes twice are one file. Throws `StorageError`. */
export async function keepAttachment(
  db: UserDb,
  file: { blob: Blob; kind: AttachmentRef['kind']; takenAt: string; name?: string },
  keys: { device: CryptoKey; serverPublicKey: string },
  now: number,
): Promise<AttachmentRef> {
  const mime = file.blob.type;
  if (!isMime(mime)) throw storageError(new TypeError(`not a kind of file that is kept: ${mime || 'unknown'}`));
  const raw = newDeviceKey();
  // What does not need the bytes is under way before they are read. A failure is met below.
  const fileKeys = Promise.all([importDeviceKey(raw), seal(keys.serverPublicKey, raw), sealBytes(keys.device, raw)]);
  fileKeys.catch(() => undefined);
  let plain: Uint8Array<ArrayBuffer>;
  try {
    // A file chosen from the gallery can vanish before it is read; then nothing may claim to hold it.
    plain = new Uint8Array(await file.blob.arrayBuffer());
  } catch (error) {
    throw storageError(error);
  }
  try {
    const [key, keyForServer, keyForDevice] = await fileKeys;
    raw.fill(0);
    const [sha256, sealed] = await Promise.all([sha256Hex(plain), sealBytes(key, plain)]);
    const ref: AttachmentRef = {
      sha256,
      size: plain.length,
      mime,
      kind: file.kind,
      takenAt: file.takenAt,
      ...(file.name && { name: file.name.slice(0, 120) }),
    };
    const row: AttachmentRow = {
      sha256,
      mime,
      size: plain.length,
      sealedSize: sealed.length,
      keyForServer,
      keyForDevice,
      received: 0,
      complete: false,
      createdAt: now,
    };
    await addSealedFile(db, row, sealed);
    return ref;
  } catch (error) {
    throw storageError(error);
  }
}

/** The original bytes; undefined once removed, or when an older device key sealed them. */
export async function readAttachment(db: UserDb, sha256: string, deviceKey: CryptoKey): Promise<Blob | undefined> {
  const row = await db.attachments.get(sha256);
  const sealed = row && (await openSealedFile(db, row));
  if (!row || !sealed) return undefined;
  try {
    const raw = await openBytes(deviceKey, row.keyForDevice);
    const plain = await openBytes(await importDeviceKey(raw), sealed);
    raw.fill(0);
    return new Blob([plain], { type: row.mime });
  } catch {
    return undefined;
  }
}

/** How long a file that nothing names is spared: a form may still be open. */
export const ORPHAN_AGE_MS = 48 * 3_600_000;

/** Removes old files that neither an unsent record nor a draft names. Answers how many. */
export async function sweepOrphans(db: UserDb, now: number): Promise<number> {
  return db.transaction('rw', [db.attachments, db.fileParts, db.outbox, db.drafts], async () => {
    const named = new Set<string>();
    await db.outbox.each((row) => {
      for (const sha256 of row.attachments) named.add(sha256);
    });
    await db.drafts.each((row) => {
      for (const sha256 of row.files) named.add(sha256);
    });
    const orphans: string[] = [];
    await db.attachments.each((row) => {
      if (!named.has(row.sha256) && row.createdAt < now - ORPHAN_AGE_MS) orphans.push(row.sha256);
    });
    await removeSealedFiles(db, orphans);
    return orphans.length;
  });
}
