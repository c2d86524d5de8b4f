/** One page or worker at a time, for work that each of them may do alone. */
const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks);

/**
 * Runs `work` while no other page or worker runs work of that name; in turn. A page that stands still keeps its turn for
 * ever, so nobody waits longer than `patienceMs` for theirs: whatever is done here, the server takes it twice as well.
 * Where Web Locks are missing it runs at once.
 */
export async function inTurn<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (!manager) return work();
  let begun = false;
  const begin = () => {
    begun = true;
    return work();
  };
  try {
    return await manager.request(name, { signal: AbortSignal.timeout(patienceMs) }, begin);
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}
