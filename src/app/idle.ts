/**
 * Section 9: 600 s without mouse move, scroll, key press or touch ends the session; checked every second, activity
 * debounced by 300 ms. All tabs of the browser count as one: activity in any keeps the session.
 */
export const IDLE_MS = 600_000;
export const WARN_MS = 60_000;
const CHECK_MS = 1000;
const DEBOUNCE_MS = 300;
const SHARE_MS = 5000;
const KEY = 'recoup.activity';
const EVENTS = ['mousemove', 'scroll', 'keydown', 'touchstart', 'pointerdown'] as const;

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
  now?: () => number;
}): IdleWatch {
  const now = options.now ?? Date.now;
  let last = now();
  let shared = 0;
  let debounce: ReturnType<typeof setTimeout> | undefined;

  function touch() {
    last = now();
    if (last - shared < SHARE_MS) return;
    shared = last;
    try {
      localStorage.setItem(KEY, String(last));
    } catch {
      // Blocked storage: this tab counts for itself.
    }
  }
  function onEvent() {
    clearTimeout(debounce);
    debounce = setTimeout(touch, DEBOUNCE_MS);
  }
  function check() {
    let elsewhere = 0;
    try {
      elsewhere = Number(localStorage.getItem(KEY)) || 0;
    } catch {
      // As above.
    }
    const left = Math.max(last, Math.min(elsewhere, now())) + IDLE_MS - now();
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

  touch();
  const timer = setInterval(check, CHECK_MS);
  for (const event of EVENTS) addEventListener(event, onEvent, { capture: true, passive: true });
  return {
    stay() {
      touch();
      options.onRemaining(undefined);
    },
    stop,
  };
}
