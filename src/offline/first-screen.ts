/**
 * The last screen, kept as sealed HTML so that a cold start paints before the app is loaded. Its key comes from the
 * secret that local storage holds while somebody is signed in and unlocked: a lock or another user makes it unreadable.
 * No library here; this file is inlined into the page.
 */
import { fromBase64url } from '../../core/contract/base64url';

export interface FirstScreen {
  /** The page's path. */
  route: string;
  /** The app version and the language that drew it; another one never shows it. */
  build: string;
  html: string;
  css: string;
  /** `class` and `style` of the root element (theme, text size). */
  htmlClass: string;
  htmlStyle: string;
}

const DATABASE = 'recoup-first-screen';
const STORE = 'screens';
const LABEL = new TextEncoder().encode('recoup first screen v1');

async function key(): Promise<CryptoKey | undefined> {
  const secret = localStorage.getItem('recoup.unlock');
  if (!secret) return undefined;
  const bytes = fromBase64url(secret);
  const labelled = new Uint8Array(LABEL.length + bytes.length);
  labelled.set(LABEL);
  labelled.set(bytes, LABEL.length);
  const digest = await crypto.subtle.digest('SHA-256', labelled);
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const db = await done(opening);
  try {
    return await done(work(db.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    db.close();
  }
}

/** Keeps the newest drawing of a route. Does nothing while nobody is unlocked. */
export async function saveFirstScreen(screen: FirstScreen): Promise<void> {
  const sealing = await key();
  if (!sealing) return;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(screen));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, sealing, plain);
  await withStore('readwrite', (store) => store.put({ iv, data }, screen.route));
}

/** The drawing of a route by this build, or undefined: none, another session's, or another version's. */
export async function readFirstScreen(route: string, build: string): Promise<FirstScreen | undefined> {
  const sealing = await key();
  if (!sealing) return undefined;
  const kept = (await withStore('readonly', (store) => store.get(route))) as
    | { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
    | undefined;
  if (!kept) return undefined;
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, sealing, kept.data);
    const screen = JSON.parse(new TextDecoder().decode(plain)) as FirstScreen;
    return screen.build === build && screen.route === route ? screen : undefined;
  } catch {
    return undefined;
  }
}

/** Removes every kept drawing; at logout. */
export const forgetFirstScreens = (): Promise<undefined> => withStore('readwrite', (store) => store.clear());
