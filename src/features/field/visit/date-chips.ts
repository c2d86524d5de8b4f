/** Days a person names at a door: tomorrow, Friday, the 1st. Any other day is one native picker away. */
import { addDays, type Day, daysBetween, formatDay } from '../../../../core/domain/dates';

export interface DateChip {
  label: string;
  day: Day;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekday = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The next day with this weekday, at least two days away: tomorrow has its own chip. */
function nextWeekday(today: Day, wanted: number): Day {
  const from = addDays(today, 2);
  return addDays(from, (wanted - weekday(from) + 7) % 7);
}

/** The next day with this date in the month, after today. */
function nextDate(today: Day, date: number): Day {
  const month = today.slice(0, 8);
  const here = `${month}${String(date).padStart(2, '0')}`;
  if (here > today) return here;
  return `${addDays(`${month}28`, 4).slice(0, 8)}${String(date).padStart(2, '0')}`;
}

/** Chips for a day from `today` (its own chip only when `allowToday`) to at most `maxDays` ahead, earliest first. */
export function dateChips(today: Day, { maxDays, allowToday }: { maxDays: number; allowToday: boolean }): DateChip[] {
  const chips: DateChip[] = [
    ...(allowToday ? [{ label: 'Today', day: today }] : []),
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'Friday', day: nextWeekday(today, 5) },
    { label: 'Monday', day: nextWeekday(today, 1) },
    { label: '1st', day: nextDate(today, 1) },
    { label: '7th', day: nextDate(today, 7) },
  ];
  const seen = new Set<Day>();
  return chips
    .filter(({ day }) => daysBetween(today, day) <= maxDays && !seen.has(day) && seen.add(day))
    .sort((a, b) => a.day.localeCompare(b.day));
}

/** `Friday, 27/11/2026`: a chosen day in full, so that a chip's short name is never all there is. */
export function dayInWords(day: Day): string {
  return `${WEEKDAYS[weekday(day)]}, ${formatDay(day)}`;
}
