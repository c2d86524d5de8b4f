/**
 * Sends what waits on this device when the browser wakes the worker: the page's own code, with the device's signature
 * instead of a user's token (src/offline/worker-drain.ts). Waking up is all that Background Sync is trusted with.
 */
import { fetchTransport } from '../src/offline/transport';
import { drainAllUsers } from '../src/offline/worker-drain';

/** Registered by the page after each save (Background Sync) and, where the browser allows it, periodically. */
export const OUTBOX_TAG = 'recoup-outbox';

export const isDrainTag = (tag: string): boolean => tag === OUTBOX_TAG;

export const isDrainMessage = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'DRAIN';

let running: Promise<number> | undefined;

/** Two wake-ups at once share one run. Resolves to how many records are still here. */
export function replay(): Promise<number> {
  running ??= drainAllUsers({ transport: fetchTransport })
    .then(({ left }) => left)
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** For Background Sync: a rejection asks the browser to wake us again later. */
export async function replayOrAgain(): Promise<void> {
  const left = await replay();
  if (left > 0) throw new Error(`${left} records wait on this device`);
}
