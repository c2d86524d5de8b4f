/** Storage in words. Numbers come from the browser's estimate, which is rounded on purpose. */
import type { SyncStatus } from '../../../offline/types';

export function megabytes(bytes: number): string {
  const mb = bytes / 1_048_576;
  if (mb >= 1024) return `${(mb / 1024).toFixed(1)} GB`;
  return mb >= 10 ? `${Math.round(mb)} MB` : `${mb.toFixed(1)} MB`;
}

/** Below this much free space a day of photos may not fit. */
const LOW_BYTES = 50 * 1_048_576;

/** A warning while there is still time to act on it; undefined when there is room. */
export function storageWords({ usedBytes, quotaBytes }: NonNullable<SyncStatus['storage']>): string | undefined {
  const free = quotaBytes - usedBytes;
  if (quotaBytes === 0 || free >= LOW_BYTES) return undefined;
  return `${megabytes(Math.max(0, free))} are left for this app. Delete photos or apps you do not need; nothing recorded here is lost.`;
}
