/** Calendar days as people type and name them: day before month, as India writes it. */
import { addDays, type Day, isDay } from './dates';
import { addMonths, lastDayOf, monthOf } from './working-days';

const FORMS = [
  /^(?<day>\d{1,2})[/. -](?<month>\d{1,2})[/. -](?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
];

export interface TypedDay {
  day: Day;
  /** The year has four digits: nothing that may still be typed makes it another day. */
  whole: boolean;
}

/**
 * The day that `05/03/2026`, `5/3/26`, `5-3-26`, `05032026`, `050326` or `2026-03-05` stands for, in Latin or Devanagari digits;
 * undefined for everything else. Two digits of a year are those of 2000 to 2099.
 */
export function readDay(text: string): TypedDay | undefined {
  const plain = text.trim().replace(/[०-९]/g, (digit) => `${digit.charCodeAt(0) - 0x966}`);
  for (const form of FORMS) {
    const { day = '', month = '', year = '' } = form.exec(plain)?.groups ?? {};
    if (!day) continue;
    const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDay(iso) ? { day: iso, whole: year.length === 4 } : undefined;
  }
  return undefined;
}

/** A day moved by whole months; in a shorter month its last day. */
export function sameDayOf(day: Day, months: number): Day {
  const month = addMonths(day, months);
  const last = lastDayOf(month);
  const wanted = `${month.slice(0, 8)}${day.slice(8)}`;
  return wanted < last ? wanted : last;
}

/** The Monday on or before a day. */
export const weekOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The day itself, or the nearest one of `min`…`max`. */
export const dayWithin = (day: Day, min?: Day, max?: Day): Day =>
  min && day < min ? min : max && day > max ? max : day;

export interface NamedRange {
  name: 'today' | 'yesterday' | 'week' | 'month' | 'last-month';
  from: Day;
  to: Day;
}

/** Ranges that people ask for by name, whole weeks (from Monday) and months, as far as they lie in `min`…`max`. */
export function namedRanges(today: Day, min?: Day, max?: Day): NamedRange[] {
  const yesterday = addDays(today, -1);
  const monday = weekOf(today);
  const before = addMonths(today, -1);
  const all: NamedRange[] = [
    { name: 'today', from: today, to: today },
    { name: 'yesterday', from: yesterday, to: yesterday },
    { name: 'week', from: monday, to: addDays(monday, 6) },
    { name: 'month', from: monthOf(today), to: lastDayOf(today) },
    { name: 'last-month', from: before, to: lastDayOf(before) },
  ];
  return all
    .filter(({ from, to }) => (!min || to >= min) && (!max || from <= max))
    .map((range) => ({ ...range, from: dayWithin(range.from, min), to: dayWithin(range.to, undefined, max) }));
}
