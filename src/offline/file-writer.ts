/** The page's writer of sealed files: a dedicated worker over the origin private file system, IndexedDB where that is missing. */
import { type FlushedWrite, fileWriterOver, type SealedFileWriter, writeToIndexedDb } from './sealed-files';

const ANSWER_MS = 10_000;

/** One worker a page, started at the first file. */
export function createFileWriter(): SealedFileWriter {
  if (typeof Worker === 'undefined' || typeof navigator === 'undefined' || !navigator.storage?.getDirectory)
    return writeToIndexedDb;
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, (name: string | undefined) => void>();
  const answer = (id: number, name: string | undefined) => {
    waiting.get(id)?.(name);
    waiting.delete(id);
  };

  function started(): Worker {
    if (worker) return worker;
    worker = new Worker(new URL('./file-writer.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<{ id: number; name: string | undefined }>) =>
      answer(event.data.id, event.data.name);
    // It could not be loaded (an old cache, a strict policy): the bytes go to IndexedDB instead.
    worker.onerror = () => {
      for (const id of [...waiting.keys()]) answer(id, undefined);
    };
    return worker;
  }

  const write = (file: FlushedWrite): Promise<string | undefined> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      waiting.set(id, resolve);
      setTimeout(() => answer(id, undefined), ANSWER_MS);
      started().postMessage({ id, file });
    });
  return fileWriterOver(write);
}
