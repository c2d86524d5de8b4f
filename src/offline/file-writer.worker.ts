/**
 * A dedicated worker, because only there a file can be written and flushed synchronously: when it answers true the bytes
 * are on the disk. Written under another name first, so that a killed write never looks like a file.
 */
import type { FlushedWrite } from './sealed-files';

interface SyncHandle {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

type FileHandle = FileSystemFileHandle & {
  createSyncAccessHandle?: () => Promise<SyncHandle>;
  move?: (name: string) => Promise<void>;
};

async function write({ folder, name, bytes }: FlushedWrite): Promise<boolean> {
  const root = await navigator.storage.getDirectory();
  const place = await root.getDirectoryHandle(folder, { create: true });
  const file: FileHandle = await place.getFileHandle(`${name}.part`, { create: true });
  if (!file.createSyncAccessHandle || !file.move) return false;
  const handle = await file.createSyncAccessHandle();
  try {
    handle.truncate(0);
    if (handle.write(bytes, { at: 0 }) !== bytes.length) return false;
    handle.flush();
  } finally {
    handle.close();
  }
  await file.move(name);
  return true;
}

addEventListener('message', (event: MessageEvent<{ id: number; file: FlushedWrite }>) => {
  const { id, file } = event.data;
  write(file).then(
    (done) => postMessage({ id, done }),
    () => postMessage({ id, done: false }),
  );
});
