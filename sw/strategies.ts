/**
 * Which requests the worker answers, and how. Everything else, the API above all, goes to the network untouched and is
 * never kept: personal data lives sealed in IndexedDB; in the caches lies only its sealed second copy (src/offline/second-copy.ts).
 */
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { keepFormer, ofFormer } from './former';
import { isAppNavigation } from './navigation';
import { isPrecached, PRECACHE, precached } from './precache';

declare const self: ServiceWorkerGlobalScope;

const ASSET = /^\/(assets|icons)\//;
export const ASSET_CACHE = `recoup-assets-${__APP_VERSION__}`;
const CONFIG_CACHE = 'recoup-config';

/** Desk chunks and icons: their names carry a hash, so the first copy is the right one for ever. */
const assets = new CacheFirst({ cacheName: ASSET_CACHE });
/** Three seconds: with one bar of network the last configuration is better than a wait. */
const config = new NetworkFirst({ cacheName: CONFIG_CACHE, networkTimeoutSeconds: 3 });

async function shell(request: Request): Promise<Response> {
  return (await precached('/index.html')) ?? fetch(request);
}

async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  return (await precached(request.url)) ?? (await ofFormer(request)) ?? assets.handle({ event, request });
}

/** The configuration was asked for before this worker existed; a start without a network needs it as well. */
export async function keepConfig(): Promise<void> {
  const cache = await caches.open(CONFIG_CACHE);
  // Without it the worker is as good: the app keeps its own copy, and the next start with a network fills the cache.
  if (!(await cache.match('/config.json'))) await cache.add('/config.json').catch(() => undefined);
}

/**
 * What `respond` would leave to the network anyway need not wake the worker: the API above all. A call that wakes the old
 * version while it makes room for a new one would also keep it alive, for minutes, in Chromium.
 */
export async function routePastWorker(event: InstallEvent): Promise<void> {
  if (!import.meta.env.PROD) return;
  const ours: RouterCondition[] = [
    { requestMode: 'navigate' },
    { urlPattern: { pathname: '/assets/*' } },
    { urlPattern: { pathname: '/icons/*' } },
    // Files beside the shell: manifest, configuration, the shell itself.
    { urlPattern: { pathname: '/:file.:ending' } },
  ];
  // A browser that knows other conditions than these still has the fetch event.
  await event.addRoutes?.([{ condition: { not: { or: ours } }, source: 'network' }]).catch(() => undefined);
}

/** The answer to a request, or undefined to leave it to the browser. */
export function respond(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || request.method !== 'GET') return undefined;
  // In development Vite serves modules itself; a cached copy would hide an edit.
  if (!import.meta.env.PROD) return undefined;
  if (isAppNavigation(request, url, self.location.origin)) return shell(request);
  if (url.pathname === '/config.json') return config.handle({ event, request });
  if (ASSET.test(url.pathname) || isPrecached(request.url)) return asset(event);
  return undefined;
}

const oldAssetCaches = async () =>
  (await caches.keys()).filter((name) => name.startsWith('recoup-assets-') && name !== ASSET_CACHE);

/** Before anything of the former build is dropped: what its open tabs may still need. */
export const keepForOpenTabs = async (): Promise<void> =>
  keepFormer([PRECACHE, ...(await oldAssetCaches())], isPrecached)
    // No room: the old tab says which screen it lacks, and loads the new version.
    .catch(() => undefined);

/** Chunks that only a former build used. */
export async function dropOldAssets(): Promise<void> {
  for (const name of await oldAssetCaches()) await caches.delete(name);
}
