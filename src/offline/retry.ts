/** When to try again: full jitter under a doubling cap, so that phones that lost the network together do not return together. */
export const RETRY_BASE_MS = 2_000;
export const RETRY_CAP_MS = 5 * 60_000;
const RETRY_AFTER_MOST_MS = 3_600_000;
/** Nothing is ever put off for longer than this: for rows that do not tell their own wait. */
const WAIT_MOST_MS = RETRY_CAP_MS + RETRY_AFTER_MOST_MS;
/** Never at once: a lucky draw must not turn the sender into a tight loop. */
const RETRY_LEAST_MS = 100;

export interface PutOff {
  /** Device clock, ms; 0 when due at once. */
  nextAttemptAt: number;
  /** How long it is put off at most, ms: a time farther away than that was told by another clock. */
  waitMs?: number;
}

/** Delay in ms before attempt `attempts + 1`. `retryAfterMs` is a floor the server set. `random` is in [0, 1). */
export function retryDelay(attempts: number, retryAfterMs = 0, random: () => number = Math.random): number {
  const ceiling = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts, 20));
  return Math.round(retryAfterMs + Math.max(RETRY_LEAST_MS, random() * ceiling));
}

/** `Retry-After` in ms: seconds or an HTTP date; 0 when absent or nonsense, at most an hour. */
export function retryAfterMs(header: string | null, now: number): number {
  if (!header) return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), RETRY_AFTER_MOST_MS) : 0;
}

/** When an attempt that is put off is due, ms: at once where that was reckoned by a clock that has been set back since. */
export const dueAt = ({ nextAttemptAt, waitMs }: PutOff, now: number): number =>
  nextAttemptAt > now + (waitMs ?? WAIT_MOST_MS) ? now : nextAttemptAt;
