/** Working days of a month by a tenant's calendar: weekly days off and holidays. A month is named by its first day. */
import { addDays, type Day } from './dates';

export interface WorkCalendar {
  /** Days of the week that nobody works, 0 = Sunday. */
  weeklyOff: readonly number[];
  /** Single days off. */
  holidays: readonly Day[];
}

/** Sundays off, no holidays: what a tenant has before anybody sets a calendar. */
export const DEFAULT_CALENDAR: WorkCalendar = { weeklyOff: [0], holidays: [] };

/** The first day of the month that a day is in. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** A month moved by whole months. */
export function addMonths(month: Day, months: number): Day {
  const at = new Date(`${monthOf(month)}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
}

export const lastDayOf = (month: Day): Day => addDays(addMonths(month, 1), -1);

export function isWorkingDay(day: Day, calendar: WorkCalendar): boolean {
  return !calendar.weeklyOff.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !calendar.holidays.includes(day);
}

export interface MonthDays {
  /** Working days of the whole month. */
  total: number;
  /** Those up to and including today. */
  elapsed: number;
  /** Those from today on, today included: what is still to be used. */
  left: number;
}

/** A month that is over has none left; one that has not begun has none elapsed. */
export function workingDays(month: Day, today: Day, calendar: WorkCalendar): MonthDays {
  const days: MonthDays = { total: 0, elapsed: 0, left: 0 };
  const end = addMonths(month, 1);
  for (let day = monthOf(month); day < end; day = addDays(day, 1)) {
    if (!isWorkingDay(day, calendar)) continue;
    days.total += 1;
    if (day <= today) days.elapsed += 1;
    if (day >= today) days.left += 1;
  }
  return days;
}
