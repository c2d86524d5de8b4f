/**
 * A dedicated worker, because only there a file can be written and flushed synchronously: when it answers a name, the
 * bytes are on the disk. The next file is made and opened ahead, while nobody waits. A file counts only once a row names
 * it, so one that a killed write left half done is never taken for a photo.
 */
import type { FlushedWrite } from './sealed-files';

interface SyncHandle {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  flush(): void;
  close(): void;
}
type FileHandle = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncHandle> };

interface OpenFile {
  name: string;
  handle: SyncHandle;
}

const ahead = new Map<string, Promise<OpenFile | undefined>>();

async function openFile(folder: string): Promise<OpenFile | undefined> {
  const root = await navigator.storage.getDirectory();
  const place = await root.getDirectoryHandle(folder, { create: true });
  const name = crypto.randomUUID();
  const file: FileHandle = await place.getFileHandle(name, { create: true });
  const handle = await file.createSyncAccessHandle?.();
  return handle && { name, handle };
}

async function write({ folder, bytes }: FlushedWrite, answer: (name: string | undefined) => void): Promise<void> {
  const file = await (ahead.get(folder) ?? openFile(folder));
  ahead.delete(folder);
  if (!file) return answer(undefined);
  try {
    const whole = file.handle.write(bytes, { at: 0 }) === bytes.length;
    file.handle.flush();
    answer(whole ? file.name : undefined);
  } finally {
    file.handle.close();
    ahead.set(
      folder,
      openFile(folder).catch(() => undefined),
    );
  }
}

addEventListener('message', (event: MessageEvent<{ id: number; file: FlushedWrite }>) => {
  const { id, file } = event.data;
  write(file, (name) => postMessage({ id, name })).catch(() => postMessage({ id, name: undefined }));
});
