/**
 * One transaction whose requests all leave together. Each question that waits for its answer before the next one costs a
 * trip to another process; a save has no reason to make more than one.
 */
import type { UserDb } from './user-db';

export interface AtOnce {
  store(name: string): IDBObjectStore;
  /** Hands on what was read; the transaction is still undecided then. */
  look<T>(request: IDBRequest<T>, seen: (result: T) => void): void;
  /** Nothing of this transaction happens; `atOnce` rejects with `reason`. */
  stop(reason: unknown): void;
}

/**
 * Runs `ask`, which makes its requests without waiting, and resolves when all of it is on the disk.
 * Rejects with the reason of `stop` or the storage's own error; then nothing was stored.
 */
export function atOnce(db: UserDb, stores: readonly string[], ask: (transaction: AtOnce) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.backendDB().transaction([...stores], 'readwrite', { durability: 'strict' });
    let stopped: { reason: unknown } | undefined;
    // One more than is looked at, until `ask` is through.
    let undecided = 1;
    const decided = () => {
      undecided -= 1;
      // Left to itself, a transaction ends a trip later.
      if (undecided === 0 && !stopped) transaction.commit();
    };
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(stopped ? stopped.reason : transaction.error);
    ask({
      store: (name) => transaction.objectStore(name),
      look(request, seen) {
        undecided += 1;
        request.onsuccess = () => {
          if (stopped) return;
          seen(request.result);
          decided();
        };
      },
      stop(reason) {
        if (stopped) return;
        stopped = { reason };
        transaction.abort();
      },
    });
    decided();
  });
}
