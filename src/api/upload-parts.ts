/** A file sent in parts: it goes on where the server stands, waits out a lost network by itself, and can be cancelled. */
import { ApiError } from './api-error';

/** Bytes of a part: small at first, so that the bar moves over a thin line, larger while parts go quickly. */
const PART = { least: 256 * 1024, most: 8 * 1024 * 1024 } as const;
/** A part that took less than `quick` ms is followed by a larger one, one of more than `slow` ms by a smaller. */
const PACE_MS = { quick: 1500, slow: 6000 } as const;
/** Between two tries without a network, in milliseconds: doubled each time. */
const PAUSE_MS = { first: 1000, most: 15_000 } as const;

export interface UploadTarget {
  /** How many bytes the server holds. */
  held: (signal: AbortSignal) => Promise<number>;
  /** Sends the bytes from `from` on; answers how many the server holds then. */
  put: (bytes: Blob, from: number, signal: AbortSignal) => Promise<number>;
}

export interface UploadWatch {
  /** Bytes that the server holds. */
  onProgress: (received: number) => void;
  /** True while there is no way to the server, false when it goes on. */
  onPause: (paused: boolean) => void;
}

/** Resolves after `ms`, or as soon as the browser says that there is a network again. Rejects when cancelled. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', cancelled);
    };
    const done = () => {
      stop();
      resolve();
    };
    const cancelled = () => {
      stop();
      reject(signal.reason);
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', cancelled);
    if (signal.aborted) cancelled();
  });
}

/**
 * Resolves when the server holds every byte of `file`. Rejects with the server's refusal, or with the signal's reason when
 * it was cancelled; a lost network or a busy server only pauses it.
 */
export async function uploadInParts(
  file: Blob,
  target: UploadTarget,
  { onProgress, onPause }: UploadWatch,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = rest,
): Promise<void> {
  let size: number = PART.least * 4;
  let pause: number = PAUSE_MS.first;
  /** Undefined while the server must be asked where it stands. */
  let from: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    try {
      from ??= await target.held(signal);
      onPause(false);
      onProgress(from);
      if (from >= file.size) return;
      const began = performance.now();
      from = await target.put(file.slice(from, from + size), from, signal);
      const took = performance.now() - began;
      pause = PAUSE_MS.first;
      if (took < PACE_MS.quick) size = Math.min(PART.most, size * 2);
      else if (took > PACE_MS.slow) size = Math.max(PART.least, size / 2);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || error.detail.class !== 'retry') throw error;
      // A part that was on its way may have arrived whole, in part or not at all.
      from = undefined;
      size = Math.max(PART.least, size / 2);
      onPause(true);
      await wait(pause, signal);
      pause = Math.min(PAUSE_MS.most, pause * 2);
    }
  }
}
