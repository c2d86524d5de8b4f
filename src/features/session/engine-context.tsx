/**
 * The offline engine for React. It is loaded behind a dynamic import that starts with the app, so a screen first sees
 * `undefined`; stores become values with `useStore`.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { OfflineEngine, Store } from '../../offline/types';

export const EngineContext = createContext<OfflineEngine | undefined>(undefined);

/** The engine of the signed-in user; undefined while it is opening. Field pages render under it and use `useReadyEngine`. */
export const useEngine = (): OfflineEngine | undefined => useContext(EngineContext);

/** The engine where the layout has waited for it (every page in the field area). Throws elsewhere. */
export function useReadyEngine(): OfflineEngine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('This screen needs the offline engine and is shown outside the field layout');
  return engine;
}

const nothing = () => () => {};

/** The value of a store, rendered again when it changes; undefined while there is no store yet. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T>(store: Store<T> | undefined): T | undefined;
export function useStore<T>(store: Store<T> | undefined): T | undefined {
  return useSyncExternalStore(store ? (listener) => store.subscribe(listener) : nothing, () => store?.get());
}
