/** Which catalogue a page speaks: one chunk per language and area, fetched when its area is first shown. */
import { addWords, type Catalogue, currentLanguage, speak } from './index';
import { storedLanguage } from './language-choice';

/** `field` is what every screen before and beside the desk says, and the field agent's own; `desk` is the rest. */
export type Area = 'field' | 'desk';
export type Loaders = Readonly<Record<string, Record<Area, () => Promise<{ default: Catalogue }>>>>;

/** The service worker knows these chunks by their names (sw/words.ts). */
export const LOADERS: Loaders = {
  hi: { field: () => import('./hi.field'), desk: () => import('./hi.desk') },
};

/** What this page has loaded: `hi.field`. */
const loaded: string[] = [];

/**
 * Puts the device's language on the page and fetches the words of `area`; answers nothing to wait for in English. Words that
 * cannot come (no network, never fetched before) leave the page in English rather than not start it.
 */
export function loadWords(
  area: Area,
  tag: string = area === 'field' ? storedLanguage() : currentLanguage(),
  loaders: Loaders = LOADERS,
): Promise<void> | undefined {
  return loaders[tag]?.[area]().then(
    ({ default: words }) => {
      if (area === 'field') speak(tag, words);
      else addWords(words);
      document.documentElement.lang = `${tag}-IN`;
      loaded.push(`${tag}.${area}`);
      // The worker keeps them for a start without a network; those of other languages take no space on this device.
      void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ type: 'WORDS', loaded }));
    },
    () => undefined,
  );
}
