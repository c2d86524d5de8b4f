/**
 * The build before this one, kept for tabs that still run it: they load parts of themselves late (to save a record, to
 * send it), and the server has only the new build's. Gone when the next version takes over.
 */
const FORMER = 'recoup-former-build';

declare const self: ServiceWorkerGlobalScope;

/**
 * Puts by the files of `caches` under /assets that `stays` does not know. Runs before the former build is removed; a device
 * with at most one window open keeps nothing, because that window is the one that is loaded anew.
 */
export async function keepFormer(cacheNames: readonly string[], stays: (url: string) => boolean): Promise<void> {
  await caches.delete(FORMER);
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length < 2) return;
  const former = await caches.open(FORMER);
  for (const name of cacheNames) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!new URL(request.url).pathname.startsWith('/assets/') || stays(request.url)) continue;
      const file = await cache.match(request);
      if (file) await former.put(request, file);
    }
  }
}

/** The file as the former build had it. */
export const ofFormer = (request: Request): Promise<Response | undefined> =>
  caches.match(request, { cacheName: FORMER });
