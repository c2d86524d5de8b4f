import { useCallback, useSyncExternalStore } from 'react';
import { type CallWindow, callWindow } from './call-window';
import { currentDialer } from './current';
import type { DialerActions, DialerView } from './types';

const nothing = () => () => {};

/**
 * The dialer for a screen: how it stands and what can be done. Null where there is none: other roles, and the first
 * moments before the telecaller's top bar has loaded.
 */
export function useDialer(): { view: DialerView; actions: DialerActions } | null {
  const dialer = useSyncExternalStore(currentDialer.subscribe, currentDialer.get);
  const subscribe = useCallback((listener: () => void) => dialer?.subscribe(listener) ?? (() => {}), [dialer]);
  const view = useSyncExternalStore<DialerView | undefined>(dialer ? subscribe : nothing, () => dialer?.get());
  return dialer && view ? { view, actions: dialer } : null;
}

/** The call window's size and how to change it. */
export function useCallWindow(): [CallWindow, (next: CallWindow) => void] {
  return [useSyncExternalStore(callWindow.subscribe, callWindow.get), callWindow.set];
}
