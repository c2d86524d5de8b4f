/** What of the server's secrets lies readable in a browser's profile on the disk, and a plant to know that it would be found. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** What a careless app would leave behind: a record in IndexedDB and an answer in a cache, not sealed. */
export async function plant({ record, cached }: { record: string; cached: string }): Promise<void> {
  await (await caches.open('planted')).put('/planted', new Response(cached));
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('planted', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
      writing.objectStore('rows').put({ name: record }, 1);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

/** Where in a browser's profile texts stand readable, in either encoding that Chromium writes. */
export function readable(profile: string, secrets: string[]): { secret: string; file: string }[] {
  const found: { secret: string; file: string }[] = [];
  let files = 0;
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const secret of secrets)
      for (const encoding of ['utf8', 'utf16le'] as const)
        if (bytes.includes(Buffer.from(secret, encoding)))
          found.push({ secret, file: join(entry.parentPath, entry.name) });
  }
  // Not a search over nothing.
  expect(files).toBeGreaterThan(20);
  return found;
}
