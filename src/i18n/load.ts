/** Which catalogue a page speaks: one chunk per language and area, fetched when its area is first shown. */
import { addWords, type Catalogue, currentLanguage, speak } from './index';
import { storedLanguage } from './language-choice';

/** `field` is what every screen before and beside the desk says, and the field agent's own; `desk` is the rest. */
export type Area = 'field' | 'desk';
export type Loaders = Readonly<Record<string, Record<Area, () => Promise<{ default: Catalogue }>>>>;

const LOADERS: Loaders = {
  hi: { field: () => import('./hi.field'), desk: () => import('./hi.desk') },
};

/** What this page has loaded, as the service worker keeps it for a start without a network: `hi.field`. */
const loaded: string[] = [];

/** Tells the worker which catalogues to keep on this device; the ones of other languages need no space on it. */
export function keepWords(): void {
  navigator.serviceWorker?.ready.then(
    ({ active }) => active?.postMessage({ type: 'WORDS', loaded }),
    () => undefined,
  );
}

/**
 * Puts the device's language on the page and fetches the words of `area`. Answers nothing to wait for in English. Words that
 * cannot come (offline, never fetched before) leave the page in English rather than not start it.
 */
export function loadWords(
  area: Area,
  tag: string = area === 'field' ? storedLanguage() : currentLanguage(),
  loaders: Loaders = LOADERS,
): Promise<void> | undefined {
  const load = loaders[tag]?.[area];
  if (!load) return undefined;
  return load().then(
    ({ default: words }) => {
      if (area === 'field') speak(tag, words);
      else addWords(words);
      document.documentElement.lang = `${tag}-IN`;
      loaded.push(`${tag}.${area}`);
      keepWords();
    },
    () => undefined,
  );
}

/** Fetches a language before the page is loaded again in it; false when its words cannot be had now. */
export async function canSpeak(tag: string): Promise<boolean> {
  try {
    await LOADERS[tag]?.field();
    return true;
  } catch {
    return false;
  }
}
