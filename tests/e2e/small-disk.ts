/** A phone whose disk is nearly full: its origin gets room for the app and its data, and little more. */
import type { Page } from 'playwright-core';
import type { Stage } from './stage';

const QUOTA = 24 * 1024 * 1024;

export interface SmallDisk {
  /** Takes all the room that is left; answers how many bytes that were. */
  fill(): Promise<number>;
  /** Room again. What a database gives back is only counted after a while, so the quota itself is lifted. */
  free(): Promise<void>;
}

/** Chromium believes a quota for 30 s, so it is set before the origin's first write. The override ends with its session. */
export async function smallDisk({ phone, origin }: Pick<Stage, 'phone' | 'origin'>): Promise<SmallDisk> {
  const session = await phone.cdp();
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA });
  return {
    fill: () => fill(phone.page),
    free: () => session.send('Storage.overrideQuotaForOrigin', { origin }).then(() => undefined),
  };
}

/** In a database of its own, down to the last kilobyte. */
function fill(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('filler', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('noise', { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    let stored = 0;
    let size = 1024 * 1024;
    while (size >= 256) {
      const noise = new Uint8Array(size);
      for (let at = 0; at < size; at += 65536) crypto.getRandomValues(noise.subarray(at, Math.min(size, at + 65536)));
      const kept = await new Promise<boolean>((resolve) => {
        const writing = db.transaction('noise', 'readwrite', { durability: 'strict' });
        // In pieces, because a large value lies in a file of its own and is counted later.
        for (let at = 0; at < size; at += 32768) writing.objectStore('noise').add(noise.slice(at, at + 32768));
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => resolve(false);
      });
      if (kept) stored += size;
      else size /= 4;
    }
    db.close();
    return stored;
  });
}
