/** The demo's clock: everything lies before one injected `now`, in Indian working hours (UTC+5:30, no daylight saving). */
import type { Random } from '../../core/domain/random';

const IST = 5.5 * 3_600_000;
export const DAY = 86_400_000;
const MINUTE = 60_000;

/** The Indian calendar day of an instant, `YYYY-MM-DD`. */
export const dayIn = (millis: number): string => new Date(millis + IST).toISOString().slice(0, 10);

/** Midnight in India of the day that holds the instant, ms UTC. */
const midnight = (millis: number): number => Math.floor((millis + IST) / DAY) * DAY - IST;

/** Days on which hardly anybody is called: the three national ones, and Dussehra, Diwali and Holi of the years of the demo. */
const HOLIDAYS = /-(?:01-26|08-15|10-02)$|^(?:2026-(?:03-04|10-20|11-08)|2027-(?:03-22|10-09|10-29))$/;
const SUNDAY = 0;

function rests(random: Random, now: number, daysAgo: number): boolean {
  const day = dayIn(now - daysAgo * DAY);
  return HOLIDAYS.test(day) || (new Date(`${day}T00:00:00Z`).getUTCDay() === SUNDAY && random.chance(0.85));
}

/** An instant `daysAgo` days before `now`, or on the working day before, between 08:05 and 18:50 in India and at least two minutes before `now`. */
export function workingTime(random: Random, now: number, daysAgo: number): number {
  const opens = midnight(now - daysAgo * DAY) + (8 * 60 + 5) * MINUTE;
  const closes = Math.min(opens + 645 * MINUTE, now - 2 * MINUTE);
  if (closes <= opens || rests(random, now, daysAgo)) return workingTime(random, now, daysAgo + 1);
  return random.between(opens, closes);
}

/** A later day at a whole quarter of an hour in working time, for call-backs. */
export const appointment = (random: Random, millis: number, daysAhead: number): number =>
  midnight(millis + daysAhead * DAY) + (9 * 60 + random.between(0, 36) * 15) * MINUTE;
