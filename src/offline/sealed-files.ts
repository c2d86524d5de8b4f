/** Where the sealed bytes of a file lie. Written by a worker where the platform flushes files; readable from anywhere. */
import type { AttachmentRow, UserDb } from './user-db';

/**
 * Stores the bytes durably and answers the name of the file, or undefined to have them put into IndexedDB within the
 * caller's transaction.
 */
export type SealedFileWriter = (db: UserDb, sealed: Uint8Array<ArrayBuffer>) => Promise<string | undefined>;

export const writeToIndexedDb: SealedFileWriter = async () => undefined;

async function folder(db: UserDb): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(db.name, { create: true });
}

/** Older rows have no name of their own: their file is called by its hash. */
const nameOf = (row: Pick<AttachmentRow, 'sha256' | 'file'>): string => row.file ?? row.sha256;

/** Written and flushed inside a dedicated worker; see `file-writer.worker.ts`. */
export interface FlushedWrite {
  folder: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A writer over a dedicated worker that owns synchronous file handles. Falls back to IndexedDB when it cannot. */
export function fileWriterOver(write: (file: FlushedWrite) => Promise<string | undefined>): SealedFileWriter {
  return (db, sealed) => write({ folder: db.name, bytes: sealed }).catch(() => undefined);
}

/** The sealed form, whole; undefined when it is gone. */
export async function openSealedFile(db: UserDb, row: AttachmentRow): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (row.where === 'idb') return (await db.files.get(row.sha256))?.bytes;
  try {
    const file = await (await (await folder(db)).getFileHandle(nameOf(row))).getFile();
    return file.size === row.sealedSize ? new Uint8Array(await file.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

export async function removeSealedFile(db: UserDb, row: Pick<AttachmentRow, 'sha256' | 'file'>): Promise<void> {
  try {
    await (await folder(db)).removeEntry(nameOf(row));
  } catch {
    // Gone already.
  }
}

/**
 * Removes files that no row names and that have not changed since `before` (ms): a photo whose row a killed page did not
 * get to write, one that was taken twice, a file made ahead. One that a worker holds open stays.
 */
export async function removeStrayFiles(db: UserDb, rows: readonly AttachmentRow[], before: number): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.storage?.getDirectory) return;
  const named = new Set(rows.map(nameOf));
  const place = await folder(db);
  const handles = (place as FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> }).values();
  for await (const handle of handles) {
    if (handle.kind !== 'file' || named.has(handle.name)) continue;
    const file = await (handle as FileSystemFileHandle).getFile();
    if (file.lastModified < before) await place.removeEntry(handle.name).catch(() => undefined);
  }
}
