/** Storage in words. Numbers come from the browser's estimate, which is rounded on purpose. */

import { t } from '../../i18n';
import type { SyncStatus } from '../../offline/types';

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
  return t('{free} are left for this app. Delete photos or apps you do not need; nothing recorded here is lost.', {
    free: megabytes(Math.max(0, free)),
  });
}

/** Used, free and whether the browser promised to keep it: what it said, and no more. */
export function storageLine({ usedBytes, quotaBytes, persisted }: NonNullable<SyncStatus['storage']>): string {
  const free = Math.max(0, quotaBytes - usedBytes);
  const room =
    quotaBytes > 0
      ? t('{usedBytes} used on this device, about {free} free', {
          usedBytes: megabytes(usedBytes),
          free: megabytes(free),
        })
      : t('{usedBytes} used on this device', { usedBytes: megabytes(usedBytes) });
  return persisted
    ? t('{room}. The browser has promised to keep it.', { room })
    : t('{room}. The browser has not promised to keep it: it may clear this app when space runs low.', { room });
}
