/**
 * Work that an answer does not wait for: a mail, for instance, so that the time of the answer tells nothing. Bounded,
 * tried again a few times, and finished (or given up) before the server closes its database.
 */
import type { Logger } from './logger';

const PAUSES_MS = [1000, 5000];
const MOST_AT_ONCE = 200;

export interface Background {
  /** Starts `work` soon; a failure is logged under `name` and tried again. Dropped, and logged, when too much waits. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when nothing runs any more; pauses between tries are cut short, and no new try begins. */
  settle(): Promise<void>;
}

export function createBackground(logger: Logger, pausesMs: readonly number[] = PAUSES_MS): Background {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      closing.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        const wait = pausesMs[tries];
        logger.error(`${name} failed`, { error, count: tries + 1 });
        if (wait === undefined || closing.signal.aborted) return;
        await pause(wait);
        if (closing.signal.aborted) return;
      }
    }
  }

  return {
    run(name, work) {
      if (closing.signal.aborted || running.size >= MOST_AT_ONCE) {
        logger.error(`${name} was dropped: too much waits`, { count: running.size });
        return;
      }
      const task = attempt(name, work).finally(() => running.delete(task));
      running.add(task);
    },
    async settle() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
