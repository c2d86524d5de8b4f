import { keepLanguage } from './language-choice';
import { LOADERS, type Loaders } from './load';

/**
 * Puts another language on this device and loads the page again in it: what is drawn already, and what was computed from
 * words, cannot change in place. Drafts are kept as they are typed. False, and nothing changed, when the words of the
 * language cannot be had now.
 */
export async function switchLanguage(
  tag: string,
  loaders: Loaders = LOADERS,
  reload: () => void = () => location.reload(),
): Promise<boolean> {
  try {
    await loaders[tag]?.field();
  } catch {
    return false;
  }
  keepLanguage(tag);
  // The next start says what it has loaded; English loads nothing.
  navigator.serviceWorker?.controller?.postMessage({ type: 'WORDS', loaded: [] });
  reload();
  return true;
}
