/**
 * Keys of the desk. Each screen names its own while it is shown; the sheet under `?` lists what works right now, so a
 * key that is listed works and one that is not does nothing.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isTyping } from './typed-ahead';

export interface Shortcut {
  /** `/`, `?`, `Escape`, `$mod+k` (Ctrl, or Cmd on a Mac), `$alt+h`, or two after each other: `g l`. */
  keys: string;
  /** What it does, for the sheet. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Also while a field has the focus; otherwise typing is typing. */
  whileTyping?: boolean;
}

let active: readonly (readonly Shortcut[])[] = [];
const listeners = new Set<() => void>();
const set = (next: typeof active) => {
  active = next;
  for (const listener of listeners) listener();
};

/** Milliseconds within which the second key of a pair must follow. */
const PAIR_MS = 1000;
let first: { key: string; at: number } | undefined;

function fits(keys: string, event: KeyboardEvent): boolean {
  const [lead, last = lead] = keys.includes(' ') ? keys.split(' ') : [undefined, keys];
  if (lead !== undefined && lead !== last && (first?.key !== lead || event.timeStamp - first.at > PAIR_MS))
    return false;
  const wanted = last ?? keys;
  const mod = wanted.startsWith('$mod+');
  const alt = wanted.startsWith('$alt+');
  if (mod !== (event.ctrlKey || event.metaKey) || alt !== event.altKey) return false;
  // With Alt some keyboards write another sign; the key itself is the same.
  if (alt && event.code === `Key${wanted.slice(5).toUpperCase()}`) return true;
  return event.key.toLowerCase() === wanted.replace(/^\$(mod|alt)\+/, '').toLowerCase();
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return;
  const dialog = document.querySelector('dialog[open]') !== null;
  // A dialog closes by Esc itself, unless the key is taken from it; the form behind it must not go back a step meanwhile.
  if (dialog && event.key === 'Escape') return;
  const typing = isTyping(event.target) || dialog;
  // The newest first: a panel's Escape comes before its page's.
  for (const shortcut of [...active].reverse().flat()) {
    if ((typing && !shortcut.whileTyping) || !fits(shortcut.keys, event)) continue;
    event.preventDefault();
    first = undefined;
    shortcut.run(event);
    return;
  }
  first = { key: event.key.toLowerCase(), at: event.timeStamp };
}

/** The keys of this screen, while it is shown (and `on`). */
export function useShortcuts(shortcuts: readonly Shortcut[], on = true): void {
  const held = useRef(shortcuts);
  useEffect(() => {
    held.current = shortcuts;
  });
  const names = shortcuts.map(({ keys, label }) => `${keys}\t${label}`).join('\n');
  useEffect(() => {
    // No keys are no row of the sheet.
    if (!on || names === '') return;
    const own = names.split('\n').map((name, index): Shortcut => {
      const [keys = '', label = ''] = name.split('\t');
      const current = () => held.current[index];
      return {
        keys,
        label,
        whileTyping: current()?.whileTyping ?? false,
        run: (event) => current()?.run(event),
      };
    });
    if (active.length === 0) addEventListener('keydown', onKeyDown);
    set([...active, own]);
    return () => {
      set(active.filter((list) => list !== own));
      if (active.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, [names, on]);
}

/** What works right now, the newest screen's keys first; each key once. */
export function useActiveShortcuts(): Shortcut[] {
  const lists = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => active,
  );
  const seen = new Set<string>();
  return [...lists]
    .reverse()
    .flat()
    .filter(({ keys }) => !seen.has(keys) && seen.add(keys));
}
