/**
 * The call window's size: minimised by default, and the only state shared by the screens that is kept (specification 3
 * "Local storage"). Other tabs follow.
 */
export type CallWindow = 'minimized' | 'maximized';

const KEY = 'callWindow';
const listeners = new Set<() => void>();

const read = (): CallWindow => {
  try {
    return localStorage.getItem(KEY) === 'maximized' ? 'maximized' : 'minimized';
  } catch {
    return 'minimized';
  }
};

export const callWindow = {
  get: read,
  set(next: CallWindow): void {
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Not kept then; the window stays as it is.
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  },
};
