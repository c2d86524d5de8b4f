/**
 * The telecaller's dialer: the local socket and its state machine, and hooks for screens. `useDialer()` gives
 * `{ view, actions }` (types.ts) or null where there is no dialer. Import it from desk chunks only.
 */
export type { CallWindow } from './call-window';
export { CHECK_MS } from './connection';
export { startDialer } from './current';
export { DIALER_KEYS } from './memory';
export type { Connection, CurrentCall, DialerActions, DialerView, LocalAccess } from './types';
export { UNFREEZE } from './unfreeze';
export { useCallWindow, useDialer } from './use-dialer';
