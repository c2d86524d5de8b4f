/** The usual outbox: Workbox's background-sync queue, which keeps whole requests and repeats them one after the other. */
import type { Queue } from 'workbox-background-sync/Queue';

let queue: Promise<Queue> | undefined;

/** Its queue asks the service worker's registration for Background Sync; without one it is its own documented fallback. */
function open(): Promise<Queue> {
  queue ??= (async () => {
    Object.defineProperty(globalThis, 'registration', { value: {}, configurable: true });
    const { Queue: Constructor } = await import('workbox-background-sync/Queue');
    return new Constructor('bench', { forceSyncFallback: true });
  })();
  return queue;
}

/** ms until the queue is empty and every request was answered; filling it is not counted. */
export async function replayWithWorkbox(requests: readonly { url: string; init: RequestInit }[]): Promise<number> {
  const waiting = await open();
  for (const { url, init } of requests) await waiting.pushRequest({ request: new Request(url, init) });
  const began = performance.now();
  await waiting.replayRequests();
  const took = performance.now() - began;
  const left = await waiting.size();
  if (left > 0) throw new Error(`Workbox kept ${left} requests`);
  return took;
}
