import type { When } from './types';

const DAY_MS = 86_400_000;

/** The first moment after `now` that the schedule names. All processes compute the same. */
export function nextAfter(when: When, now: Date): Date {
  if ('everyMs' in when) return new Date((Math.floor(now.getTime() / when.everyMs) + 1) * when.everyMs);
  const [hours = 0, minutes = 0] = when.dailyAt.split(':').map(Number);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + (hours * 60 + minutes) * 60_000;
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}
