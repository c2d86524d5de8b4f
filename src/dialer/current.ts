/** The one dialer of this page, made from what the browser has; the top bar of a telecaller starts and stops it. */
import { createDialer } from './client';
import { browserSeat } from './holder';
import { watchLocalAccess } from './local-access';
import type { DialerClient, DialerClock } from './types';

export const browserClock: DialerClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

let current: DialerClient | undefined;
const listeners = new Set<() => void>();

function put(next: DialerClient | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The dialer of the telecaller who is signed in; undefined for everybody else, and until their top bar has loaded. */
export const currentDialer = {
  get: (): DialerClient | undefined => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Connects as a telecaller; answers what disconnects. `onFailure` hears the error texts that show a toast. */
export function startDialer(options: {
  url: string;
  username: string;
  onFailure: (message: string) => void;
}): () => void {
  current?.stop();
  const dialer = createDialer({
    ...options,
    clock: browserClock,
    connect: (url) => new WebSocket(url) as unknown as ReturnType<Parameters<typeof createDialer>[0]['connect']>,
    storage: localStorage,
    seat: browserSeat(options.username),
    watchAccess: watchLocalAccess,
    log: (text) => console.warn(text),
  });
  put(dialer);
  return () => {
    dialer.stop();
    if (current === dialer) put(undefined);
  };
}
