/**
 * Uploads under way in this tab. They belong to no screen, so that one may walk through the desk meanwhile; after a reload the browser
 * has lost the file, and the person chooses it again.
 */
import { useSyncExternalStore } from 'react';
import { type UploadTarget, uploadInParts } from '../../api';

export interface Upload {
  received: number;
  size: number;
  /** There is no way to the server; it goes on by itself. */
  paused: boolean;
  error: Error | undefined;
}
interface Running extends Upload {
  stop: AbortController;
}

const running = new Map<string, Running>();
const listeners = new Set<() => void>();
function change(id: string, part: Partial<Running>): void {
  const held = running.get(id);
  if (!held) return;
  running.set(id, { ...held, ...part });
  for (const listener of listeners) listener();
}
const forget = (id: string): void => {
  running.delete(id);
  for (const listener of listeners) listener();
};

/** Sends `file` as the file of import `id`; `onDone` once the server has every byte. An upload that runs already goes on. */
export function startUpload(id: string, file: Blob, target: UploadTarget, onDone: () => void): void {
  if (running.has(id) && !running.get(id)?.error) return;
  const stop = new AbortController();
  running.set(id, { received: 0, size: file.size, paused: false, error: undefined, stop });
  const watch = {
    onProgress: (received: number) => change(id, { received }),
    onPause: (paused: boolean) => change(id, { paused }),
  };
  uploadInParts(file, target, watch, stop.signal)
    .then(() => {
      forget(id);
      onDone();
    })
    .catch((error: unknown) => {
      if (!stop.signal.aborted) change(id, { error: error instanceof Error ? error : new Error(String(error)) });
    });
}

export function stopUpload(id: string): void {
  running.get(id)?.stop.abort();
  forget(id);
}

/** The upload of an import, while this tab sends it. */
export function useUpload(id: string): Upload | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running.get(id),
  );
}
