/**
 * The user's choice of language, kept on the device and the same in all tabs. No React and no catalogue: the first screen
 * uses it too. A language stands here only when its catalogue is complete; `npm test` fails on a missing sentence.
 */

export interface Language {
  /** BCP 47, without a region. */
  tag: string;
  /** Its own name in its own script. */
  name: string;
}

export const LANGUAGES: readonly Language[] = [
  { tag: 'en', name: 'English' },
  { tag: 'hi', name: 'हिन्दी' },
];

const KEY = 'recoup.language';

const complete = (tag: string | null | undefined) => LANGUAGES.find((language) => language.tag === tag)?.tag;

/** What was chosen on this device, or undefined: nothing yet, storage is blocked, or a language that is no longer whole. */
export function chosenLanguage(): string | undefined {
  try {
    return complete(localStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}

/** The choice, else the first of the browser's languages that is complete here, else English. */
export function storedLanguage(wished: readonly string[] = navigator.languages): string {
  return chosenLanguage() ?? wished.map((tag) => complete(tag.split('-')[0])).find(Boolean) ?? 'en';
}

/** Keeps a choice for the next start. A blocked storage keeps nothing: the browser's own language stays. */
export function keepLanguage(tag: string): void {
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // Blocked storage.
  }
}
