/**
 * Turns `work` into something that may be asked for at any time: never twice at once, and once more when it was asked
 * for while it ran. The promise resolves when a run that began after the call is over; it never rejects (`failed` hears).
 */
export function onceMore(
  work: () => Promise<void>,
  failed: (error: unknown) => void | Promise<void> = () => {},
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    running = work()
      .catch(failed)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  return () => {
    if (!running) return run();
    next ??= running.then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
}
