/**
 * The words of the language that this device speaks, kept beside the precache: a phone stores one language, not all. Which
 * one it is, the page says with each start; a new version of the app fetches its own words before it takes over.
 */
const CHOICE = 'recoup-words';
const CHOICE_KEY = '/words';
const CATALOGUE = /\/assets\/([a-z]{2,3}\.(?:field|desk))-[\w-]+\.js$/;

/** `hi.field` for the chunk that holds those words; undefined for every other file. */
export const catalogueOf = (url: string): string | undefined => CATALOGUE.exec(url)?.[1];

export const isWordsMessage = (data: unknown): data is { type: 'WORDS'; loaded: string[] } =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'WORDS' && 'loaded' in data;

async function chosen(): Promise<string[]> {
  const held = await (await caches.open(CHOICE)).match(CHOICE_KEY);
  return held ? ((await held.json()) as string[]) : [];
}

async function fetchInto(cacheName: string, names: readonly string[], files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const wanted = files.filter((file) => names.includes(catalogueOf(file) ?? ''));
  await Promise.all(wanted.map(async (file) => (await cache.match(file)) ?? cache.add(file)));
}

/** The page has loaded these; they are put by, and remembered for the next version. */
export async function keepWords(loaded: string[], cacheName: string, files: readonly string[]): Promise<void> {
  await (await caches.open(CHOICE)).put(CHOICE_KEY, new Response(JSON.stringify(loaded)));
  await fetchInto(cacheName, loaded, files);
}

/** At the installation of a version: its own words of the language that was spoken last. */
export const installWords = async (cacheName: string, files: readonly string[]): Promise<void> =>
  fetchInto(cacheName, await chosen(), files);
