/**
 * What the desk keeps for its user between visits: columns, density, saved views, drafts. The app provides a store that
 * seals it on the device; without one (tests, sign-in) it lives as long as the page.
 */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

export interface KeptStore {
  get(key: string): unknown;
  /** Undefined takes it away. */
  set(key: string, value: unknown): void;
  subscribe(listener: () => void): () => void;
}

export function memoryStore(
  initial: Iterable<readonly [string, unknown]> = [],
): KeptStore & { entries: Map<string, unknown> } {
  const entries = new Map(initial);
  const listeners = new Set<() => void>();
  return {
    entries,
    get: (key) => entries.get(key),
    set(key, value) {
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const KeptContext = createContext<KeptStore>(memoryStore());

/** A kept value, the same in every part of the page; `initial` while nothing is kept. `set(undefined)` forgets it. */
export function useKept<T>(key: string, initial: T): [value: T, set: (next: T | undefined) => void] {
  const store = useContext(KeptContext);
  const held = useSyncExternalStore(store.subscribe, () => store.get(key));
  const set = useCallback((next: T | undefined) => store.set(key, next), [store, key]);
  // Only this key's own users write it.
  return [held === undefined ? initial : (held as T), set];
}
