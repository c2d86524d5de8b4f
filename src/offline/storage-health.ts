/** How much room there is, and whether the browser promised to keep what is stored. */
import type { SyncStatus } from './types';

export async function storageHealth(): Promise<SyncStatus['storage']> {
  const storage = typeof navigator === 'undefined' ? undefined : navigator.storage;
  if (!storage?.estimate) return null;
  try {
    const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([storage.estimate(), storage.persisted()]);
    return { usedBytes: usage, quotaBytes: quota, persisted };
  } catch {
    return null;
  }
}

/** Asks once a start that the origin be spared from eviction; the browser may decide alone. */
export async function askToPersist(): Promise<void> {
  const storage = typeof navigator === 'undefined' ? undefined : navigator.storage;
  try {
    if (storage?.persist && !(await storage.persisted())) await storage.persist();
  } catch {
    // Refused: shown in the status as not persisted.
  }
}
