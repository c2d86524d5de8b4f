/**
 * Section 9: 600 s without mouse move, scroll, key press or touch ends the session; checked every second, activity
 * debounced by 300 ms; a call that goes on counts as one. All tabs of the browser count as one: activity in any keeps the session.
 */
import { CALL_GOES_ON } from '../features/session';
import { ACTIVITY, IDLE_MS } from './stored-session';

export const WARN_MS = 60_000;
const CHECK_MS = 1000;
const DEBOUNCE_MS = 300;
const SHARE_MS = 5000;
const EVENTS = ['mousemove', 'scroll', 'keydown', 'touchstart', 'pointerdown', CALL_GOES_ON] as const;

export interface IdleWatch {
  /** "Stay signed in". */
  stay(): void;
  stop(): void;
}

/**
 * Calls `onRemaining` every second with the seconds left once fewer than 60 are, undefined before, and `onIdle` once
 * when the time is up. Time is measured by the clock, so that a phone that slept through it is locked on waking.
 */
export function watchIdle(options: {
  onRemaining: (seconds: number | undefined) => void;
  onIdle: () => void;
  /** When the time began to count, ms; now when left out. */
  since?: number;
  now?: () => number;
}): IdleWatch {
  const now = options.now ?? Date.now;
  let last = options.since ?? now();
  let shared = last;
  let debounce: ReturnType<typeof setTimeout> | undefined;
  /** When something happened that the debounce may still hold back, ms. */
  let pending = 0;
  const seen = () => Math.max(last, pending);

  function touch() {
    last = now();
  }
  function share() {
    shared = seen();
    try {
      localStorage.setItem(ACTIVITY, String(shared));
    } catch {
      // Blocked storage: this tab counts for itself.
    }
  }
  /** The other tabs hear of the first key after a silence at once, and of the last one before the next within seconds. */
  function shareWhenDue() {
    if (seen() > shared && now() - shared >= SHARE_MS) share();
  }
  function onEvent() {
    pending = now();
    shareWhenDue();
    clearTimeout(debounce);
    debounce = setTimeout(touch, DEBOUNCE_MS);
  }
  /** When something last happened in any tab; another clock's time in the future counts for nothing. */
  function elsewhere(): number {
    try {
      const at = Number(localStorage.getItem(ACTIVITY)) || 0;
      return at <= now() ? at : 0;
    } catch {
      return 0;
    }
  }
  function check() {
    shareWhenDue();
    // What the debounce holds back was in time as well.
    const left = Math.max(seen(), elsewhere()) + IDLE_MS - now();
    if (left <= 0) {
      stop();
      options.onIdle();
    } else options.onRemaining(left <= WARN_MS ? Math.ceil(left / 1000) : undefined);
  }
  function stop() {
    clearInterval(timer);
    clearTimeout(debounce);
    for (const event of EVENTS) removeEventListener(event, onEvent, true);
  }

  if (last > elsewhere()) share();
  const timer = setInterval(check, CHECK_MS);
  for (const event of EVENTS) addEventListener(event, onEvent, { capture: true, passive: true });
  return {
    stay() {
      last = now();
      // At once, so that the question goes away in every tab.
      share();
      options.onRemaining(undefined);
    },
    stop,
  };
}
