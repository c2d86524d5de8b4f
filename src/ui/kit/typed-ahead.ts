/**
 * Keys typed for a screen that is still on its way. `holdKeys(name)` says where the user goes, `useListens(name)` that this screen
 * is there; what was typed in between is replayed to it in order, one key after the other.
 *
 * Held: signs, Enter, Esc, Tab, Backspace, arrows, and the desk's own Ctrl+Enter, Ctrl+S and Ctrl+K. Every other key with Ctrl, Meta
 * or Alt is the browser's or the dialer's. A field or dialog that has the focus keeps its keys, unless the user just left it.
 * Dropped one by one: the repeats of a key that stays down, and a second Enter right behind the one that led here.
 * Dropped altogether: when the user presses somewhere or goes back, when another screen comes instead, when a screen refuses
 * (`dropKeys`), and after ten seconds. A key that is held or dropped reaches no screen that stood before.
 *
 * `data-listens` of the document names the screens that take keys now; it is empty while keys are held.
 */
import { useEffect } from 'react';

type HeldKeys = typeof import('./held-keys');

let loading: Promise<HeldKeys> | undefined;
/** In a chunk of its own, which the first screen that listens loads; a key that comes before it acts at once. */
const use = (work: (keys: HeldKeys) => void) => {
  loading ??= import('./held-keys').then((keys) => {
    keys.watchKeys(isTyping);
    return keys;
  });
  loading.then(work, () => {
    loading = undefined;
  });
};

/**
 * Keys are from now on for the screen `name`, and wait for it; without a name for one that is named soon. `again`: a key which that
 * screen, already there, cannot take yet.
 */
export const holdKeys = (name = '', again?: KeyboardEvent): void => use((keys) => keys.holdKeys(name, again));

/** What was typed so far is for nobody. `name`: only where it waits for this. */
export const dropKeys = (name?: string): void => use((keys) => keys.dropKeys(name));

/** Whether a key pressed here is text, or a dialog's. */
export function isTyping(at: EventTarget | null): boolean {
  if (!(at instanceof HTMLElement)) return false;
  if (at.isContentEditable || at.closest('textarea, select, dialog')) return true;
  const input = at.closest('input');
  return input !== null && !['checkbox', 'radio', 'button'].includes(input.type);
}

/** This screen takes keys, and those that were typed for it (while `on`). Call it below the `useShortcuts` of the screen. */
export function useListens(name: string, on = true, inDialog = false): void {
  useEffect(() => {
    if (!on) return;
    let leave: (() => void) | undefined;
    let gone = false;
    use(({ listen }) => {
      if (!gone) leave = listen(name, inDialog);
    });
    return () => {
      gone = true;
      leave?.();
    };
  }, [name, on, inDialog]);
}
