/** Five wrong passwords in a row lock a name for a minute, each further one doubling it up to fifteen (security.md). */
export const FREE_FAILURES = 5;
const FIRST_LOCK_SECONDS = 60;
const LONGEST_LOCK_SECONDS = 15 * 60;

/** Seconds a name is locked after so many failures in a row; 0 when it is not. */
export function lockSeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_LOCK_SECONDS * 2 ** (failures - FREE_FAILURES), LONGEST_LOCK_SECONDS);
}

const MAX_NAMES = 10_000;

/**
 * The same counting for names that nobody has, in memory: otherwise a lock would tell which names exist.
 * `attempt` answers the seconds still locked, 0 when the try may go on.
 */
export function unknownNames(): { attempt(name: string, now: number): number } {
  const names = new Map<string, { failures: number; lockedUntil: number }>();
  return {
    attempt(name, now) {
      const held = names.get(name) ?? { failures: 0, lockedUntil: 0 };
      if (held.lockedUntil > now) return (held.lockedUntil - now) / 1000;
      const failures = held.failures + 1;
      names.delete(name);
      names.set(name, { failures, lockedUntil: now + lockSeconds(failures) * 1000 });
      if (names.size > MAX_NAMES) names.delete(names.keys().next().value as string);
      return 0;
    },
  };
}
