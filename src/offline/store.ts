import type { Store } from './types';

export interface WritableStore<T> extends Store<T> {
  /** Listeners run only when the value differs by identity. */
  set(value: T): void;
}

/** A snapshot with subscribers, the shape of useSyncExternalStore. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
