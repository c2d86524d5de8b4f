/**
 * One tab has the dialer, by a lock that the browser frees when the tab dies. The others wait for it in a queue, show
 * what the holder tells over a channel, and take it over when their user asks for it.
 */
import type { DialerView, HolderSeat } from './types';

export function browserSeat(username: string, locks: LockManager | undefined = navigator.locks): HolderSeat {
  const name = `recoup-dialer-${username}`;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  let free: (() => void) | undefined;
  let waiting: AbortController | undefined;
  let left = false;
  let onHeld = () => {};
  let onLost = () => {};
  let last: DialerView | undefined;
  let listener: (view: DialerView) => void = () => {};

  /** Asks for the lock; `onLost` runs only when it was granted and then stolen, not when a wait was given up. */
  function ask(options: LockOptions): void {
    if (!locks) return;
    let granted = false;
    locks
      .request(name, options, () => {
        granted = true;
        onHeld();
        return new Promise<void>((resolve) => {
          free = resolve;
        });
      })
      .catch(() => {
        if (left || !granted) return;
        free = undefined;
        onLost();
        wait();
      });
  }
  function wait(): void {
    waiting = new AbortController();
    ask({ signal: waiting.signal });
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<{ ask: true } | { view: DialerView }>) => {
    if ('view' in data) {
      if (!free) listener(data.view);
    } else if (free && last) {
      channel.postMessage({ view: last });
    }
  });

  return {
    sit(held, lost) {
      onHeld = held;
      onLost = lost;
      // Without locks every tab is its own holder, and the dialer itself keeps the newest.
      if (locks) wait();
      else held();
      channel?.postMessage({ ask: true });
    },
    takeOver() {
      if (!locks || free || left) return;
      waiting?.abort();
      ask({ steal: true });
    },
    tell(view) {
      // The line is hung up after the seat is left, and says so: there is nobody to tell any more.
      if (left) return;
      last = view;
      channel?.postMessage({ view });
    },
    hear(to) {
      listener = to;
    },
    leave() {
      left = true;
      waiting?.abort();
      free?.();
      free = undefined;
      channel?.close();
    },
  };
}
