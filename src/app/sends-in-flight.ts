/** A page that is about to be loaded again lets what is on its way to the server be answered first. */
import type { OfflineEngine } from '../offline/types';

/** A request is given up after this long (src/offline/transport.ts); what is then still under way is safe to send again. */
const LONGEST_MS = 30_000;

/** Resolves when this phone has nothing under way, at the latest after `longestMs`. A queue that only waits is no reason. */
export function sendsAnswered(
  engine: Pick<OfflineEngine, 'status'> | undefined,
  longestMs: number = LONGEST_MS,
): Promise<void> {
  if (!engine || engine.status.get().sending === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = engine.status.subscribe(() => {
      if (engine.status.get().sending === 0) done();
    });
    const timer = setTimeout(done, longestMs);
  });
}
