/** Where the sealed bytes of a file lie. Written by a worker where the platform flushes files; readable from anywhere. */
import type { AttachmentRow, UserDb } from './user-db';

/** Stores the bytes durably, or answers `idb` to have them put into IndexedDB within the caller's transaction. */
export type SealedFileWriter = (db: UserDb, sha256: string, sealed: Uint8Array<ArrayBuffer>) => Promise<'opfs' | 'idb'>;

export const writeToIndexedDb: SealedFileWriter = async () => 'idb';

async function folder(db: UserDb): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(db.name, { create: true });
}

/** Written and flushed inside a dedicated worker; see `file-writer.worker.ts`. */
export interface FlushedWrite {
  folder: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A writer over a dedicated worker that owns synchronous file handles. Falls back to IndexedDB when it cannot. */
export function fileWriterOver(write: (file: FlushedWrite) => Promise<boolean>): SealedFileWriter {
  return async (db, sha256, sealed) =>
    (await write({ folder: db.name, name: sha256, bytes: sealed }).catch(() => false)) ? 'opfs' : 'idb';
}

/** The sealed form, whole; undefined when it is gone. */
export async function openSealedFile(db: UserDb, row: AttachmentRow): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (row.where === 'idb') return (await db.files.get(row.sha256))?.bytes;
  try {
    const file = await (await (await folder(db)).getFileHandle(row.sha256)).getFile();
    return file.size === row.sealedSize ? new Uint8Array(await file.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

export async function removeSealedFile(db: UserDb, sha256: string): Promise<void> {
  try {
    await (await folder(db)).removeEntry(sha256);
  } catch {
    // Gone already.
  }
}
