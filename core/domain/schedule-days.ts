/** On which days a scheduled report is due, and which days its mail covers (specification sections 2.9 and 9). */
import { addDays, type Day } from './dates';
import { instantAt } from './local-time';
import { type Frequency, WEEKDAYS, type Weekday } from './validators/scheduled-report';

export interface Rhythm {
  frequency: Frequency;
  daysOfWeek: readonly Weekday[];
  /** 1 to 28, for monthly ones. */
  dateOfMonth: number | null;
}

/** No rhythm pauses longer: from the 28th of one month to that of the next are 31 days at most. */
const LONGEST = 31;

const weekdayOf = (day: Day): Weekday => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'Sunday';

export function isDue({ frequency, daysOfWeek, dateOfMonth }: Rhythm, day: Day): boolean {
  if (frequency === 'daily') return true;
  return frequency === 'weekly' ? daysOfWeek.includes(weekdayOf(day)) : Number(day.slice(8)) === dateOfMonth;
}

/** The nearest due day from `day` on, in steps of `step` days. Throws `RangeError` for a rhythm without days. */
function nearest(rhythm: Rhythm, day: Day, step: 1 | -1): Day {
  for (let ahead = 0; ahead <= LONGEST; ahead += 1) {
    const tried = addDays(day, step * ahead);
    if (isDue(rhythm, tried)) return tried;
  }
  throw new RangeError('This report is never due');
}

/** The first due day that is `day` or later. */
export const dueFrom = (rhythm: Rhythm, day: Day): Day => nearest(rhythm, day, 1);

/** What the mail of a day covers: the days since the one before it was due, so that mails add up to the whole. */
export const coveredDays = (rhythm: Rhythm, day: Day): { from: Day; to: Day } => ({
  from: addDays(nearest(rhythm, addDays(day, -1), -1), 1),
  to: day,
});

/** The first due day whose `timing` (`HH:mm` in the zone) is still to come. `today` is the zone's. */
export const nextSending = (rhythm: Rhythm, timing: string, now: Date, today: Day, zone: string): Day =>
  dueFrom(rhythm, instantAt(today, timing, zone) > now ? today : addDays(today, 1));
