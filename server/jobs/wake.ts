/**
 * The queues that work in this process. Who enqueues within a transaction has none at hand: once the transaction may have been committed,
 * each of them looks. A queue of another process finds the job with its next look of its own.
 */
const queues = new Set<() => void>();
/** After the enqueueing, ms: the caller's commit is still to come, on a busy database later. */
const LOOKS_MS = [50, 200, 800];

/** Answers how to be left alone again. */
export function wakeWith(look: () => void): () => void {
  queues.add(look);
  return () => queues.delete(look);
}

export function wakeSoon(): void {
  for (const ms of LOOKS_MS)
    setTimeout(() => {
      for (const look of queues) look();
    }, ms).unref();
}
