/**
 * What is on the device before it is needed: the shell and the chunks of every route that must work without a network.
 * The list is made at build time (vite.config.ts), from the routes registry.
 */
import { PrecacheController } from 'workbox-precaching';
import { catalogueOf } from './words';

declare const self: ServiceWorkerGlobalScope;

const controller = new PrecacheController();
const manifest = self.__WB_MANIFEST;
const urlOf = (entry: (typeof manifest)[number]) => (typeof entry === 'string' ? entry : entry.url);
controller.addToCacheList(manifest.filter((entry) => !catalogueOf(`/${urlOf(entry)}`)));

/** The chunks of words, one per language and area; words.ts keeps those of one language. */
export const CATALOGUES: readonly string[] = manifest
  .map((entry) => `/${urlOf(entry)}`)
  .filter((url) => catalogueOf(url));

/** The cache that holds them. */
export const PRECACHE: string = controller.strategy.cacheName;

/** Downloads what is missing. A single failure fails the install, so a worker that is active has all of it. */
export const install = (event: ExtendableEvent) => controller.install(event);

/** Removes files of former builds. Runs only when no page of the former build is open, or the user asked for the update. */
export const activate = (event: ExtendableEvent) => controller.activate(event);

/** The file as precached, or undefined when it is not in the list or was evicted. */
export async function precached(url: string): Promise<Response | undefined> {
  const key = controller.getCacheKeyForURL(url);
  if (!key) return undefined;
  const cache = await caches.open(PRECACHE);
  return cache.match(key);
}

export const isPrecached = (url: string): boolean => controller.getCacheKeyForURL(url) !== undefined;
