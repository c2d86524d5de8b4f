/**
 * One request at a time works on an upload, within this process. The protocol library's own lock waits in a loop that
 * takes a whole core; this one is a queue.
 *
 * A phone that comes back asks on a new connection while the server still waits for bytes on the dead one: whoever
 * waits asks the holder to let go. Between processes there is no lock, and none is needed for the bytes: writing the
 * same bytes at the same place twice changes nothing, and a file never shrinks.
 */
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { ApiError } from '../../http/implement';

const PATIENCE_MS = 20_000;

interface Held {
  askToLetGo: RequestRelease;
  waiting: (() => void)[];
}

export function createUploadLocks(patienceMs = PATIENCE_MS): Locker {
  const held = new Map<string, Held>();

  const release = (id: string): void => {
    const next = held.get(id)?.waiting.shift();
    if (next) next();
    else held.delete(id);
  };

  return {
    newLock(id): Lock {
      return {
        async lock(signal, askToLetGo) {
          const now = held.get(id);
          if (!now) {
            held.set(id, { askToLetGo, waiting: [] });
            return;
          }
          void now.askToLetGo();
          await new Promise<void>((resolve, reject) => {
            const settle = (outcome: () => void) => {
              clearTimeout(timer);
              signal.removeEventListener('abort', giveUp);
              outcome();
            };
            const mine = () =>
              settle(() => {
                now.askToLetGo = askToLetGo;
                // Others wait behind: they have asked the former holder, not this one.
                if (now.waiting.length > 0) void askToLetGo();
                resolve();
              });
            const giveUp = () =>
              settle(() => {
                now.waiting = now.waiting.filter((other) => other !== mine);
                reject(new ApiError('busy', { retryAfterSeconds: 2 }));
              });
            const timer = setTimeout(giveUp, patienceMs);
            signal.addEventListener('abort', giveUp);
            now.waiting.push(mine);
          });
        },
        async unlock() {
          release(id);
        },
      };
    },
  };
}
