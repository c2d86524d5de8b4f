/** Five wrong passwords in a row lock a name for a minute, each further one doubling it up to fifteen (security.md). */
export const FREE_FAILURES = 5;
const FIRST_LOCK_SECONDS = 60;
const LONGEST_LOCK_SECONDS = 15 * 60;

/** Seconds a name is locked after so many failures in a row; 0 when it is not. */
export function lockSeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_LOCK_SECONDS * 2 ** (failures - FREE_FAILURES), LONGEST_LOCK_SECONDS);
}
