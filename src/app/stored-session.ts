/**
 * What local storage says about the session, read before anything is loaded, so that a guard decides on the first
 * frame. The truth (the unwrapped key) is the device session's; see session-provider.tsx.
 */
import type { Profile } from '../../core/contract/auth';
import { parseRole } from '../../core/domain/roles';

/** Server minus device time in ms, measured at sign-in: a phone whose clock is a day off must still stay signed in. */
const CLOCK = 'recoup.clock';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Specification section 8: logged only. Never what stood there: it names a person, and a parser quotes it. */
const unreadable = (key: string) => console.error('Unreadable', key);

/**
 * The stored user, or undefined when there is none, it is damaged, or its role is none of ours. A damaged one is no
 * stored user: the guard's redirect (section 2.1) is all that is seen of it.
 */
export function storedUser(): Profile | undefined {
  const stored = read('user');
  if (stored === null) return undefined;
  try {
    const user = JSON.parse(stored) as Profile;
    if (typeof user.id === 'string' && typeof user.tenant.id === 'string' && parseRole(user.role)) {
      // Told here and not where it is read, which the page's first script does too: a phone pays for every byte of that.
      if (read('expiry') && msToExpiry() === undefined) unreadable('expiry');
      return user;
    }
  } catch {
    // Logged with the rest.
  }
  unreadable('user');
  return undefined;
}

const clockOffset = (): number => Number(read(CLOCK)) || 0;

/**
 * Milliseconds until the stored access token ends; undefined when none is stored (a sign-in made offline) or it cannot
 * be read: then the session goes on, and the server says what its token is worth.
 */
export function msToExpiry(now: number = Date.now()): number | undefined {
  const expiry = Date.parse(read('expiry') ?? '');
  return Number.isNaN(expiry) ? undefined : expiry - (now + clockOffset());
}

/** Section 4: an expiry already in the past on load counts as an expired session. */
export const isExpired = (now: number = Date.now()): boolean => (msToExpiry(now) ?? 1) <= 0;

/** When somebody last did something in any tab, device clock, ms. */
export const ACTIVITY = 'recoup.activity';
/** Section 9; it passes also while no page is open to count. */
export const IDLE_MS = 600_000;

/** Why the stored session is over before it has begun; undefined when it goes on. */
export function overAtStart(now: number = Date.now()): 'session-ended' | 'idle' | undefined {
  if (isExpired(now)) return 'session-ended';
  return now - Number(read(ACTIVITY) ?? now) > IDLE_MS ? 'idle' : undefined;
}

/** Called right after a sign-in, with the server's time of its answer. */
export function keepClockOffset(serverTime: string, now: number = Date.now()): void {
  localStorage.setItem(CLOCK, String(Date.parse(serverTime) - now));
}
