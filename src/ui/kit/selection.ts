/** Which rows of a list are chosen: some by hand, or everything that matches less a few. Pure but for the hook. */
import { useCallback, useState } from 'react';

export type Selection =
  | { kind: 'some'; ids: ReadonlySet<string> }
  /** Everything that matches, on every page; `except` was taken out by hand. */
  | { kind: 'all'; except: ReadonlySet<string> };

export const NOTHING: Selection = { kind: 'some', ids: new Set() };

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.ids.has(id);

/** `total` is how many match. */
export const selectedCount = (selection: Selection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.ids.size;

function flipped(set: ReadonlySet<string>, id: string, into: boolean): Set<string> {
  const next = new Set(set);
  if (into) next.add(id);
  else next.delete(id);
  return next;
}

export function toggled(selection: Selection, id: string): Selection {
  const now = isSelected(selection, id);
  return selection.kind === 'all'
    ? { kind: 'all', except: flipped(selection.except, id, now) }
    : { kind: 'some', ids: flipped(selection.ids, id, !now) };
}

/** The box in the head: all rows of the page in, or all of them out. */
export function pageToggled(selection: Selection, ids: readonly string[]): Selection {
  const into = !ids.every((id) => isSelected(selection, id));
  return ids.reduce((held, id) => (isSelected(held, id) === into ? held : toggled(held, id)), selection);
}

/** A selection that empties itself when what matches (`of`: the filters, written out) changes. */
export function useSelection(of: string) {
  const [held, setHeld] = useState<{ of: string; selection: Selection }>({ of, selection: NOTHING });
  const selection = held.of === of ? held.selection : NOTHING;
  const set = useCallback((next: Selection) => setHeld({ of, selection: next }), [of]);
  return { selection, set, clear: useCallback(() => set(NOTHING), [set]) };
}
