/** A moment of the last day at which calls are allowed, for tests that run at night as well. */
import { contactHours } from '../../core/domain/contact-hours';
import { DEFAULT_ZONE, dayOf, formatTime } from '../../core/domain/dates';

const STEP_MS = 15 * 60_000;

/** `YYYY-MM-DDTHH:mm` in India, as an input of day and time takes it. */
export function lawfulHour(now = Date.now()): string {
  let at = now - STEP_MS;
  while (!contactHours(at).lawful) at -= STEP_MS;
  return `${dayOf(at, DEFAULT_ZONE)}T${formatTime(at, DEFAULT_ZONE)}`;
}
