/**
 * Dates. Storage and wire are UTC instants (ISO 8601) or plain calendar days (`YYYY-MM-DD`); screens show
 * DD/MM/YYYY and the tenant's zone (default Asia/Kolkata, decisions.md).
 */
export const DEFAULT_ZONE = 'Asia/Kolkata';

/** A calendar day, `YYYY-MM-DD`, with no time and no zone. */
export type Day = string;

const dayFormats = new Map<string, Intl.DateTimeFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function cached(cache: Map<string, Intl.DateTimeFormat>, zone: string, options: Intl.DateTimeFormatOptions) {
  let format = cache.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
    cache.set(zone, format);
  }
  return format;
}

/** Days that were asked for, by zone and quarter of an hour: lists ask for the same ones hundreds of times. */
const days = new Map<string, Day>();
const QUARTER_MS = 900_000;

/** The calendar day of an instant in a zone. */
export function dayOf(instant: Date | string | number, zone = DEFAULT_ZONE): Day {
  const at = new Date(instant);
  // Every zone has been whole quarters of an hour from UTC since 1972: within one the day does not change.
  const slot = `${zone} ${Math.floor(+at / QUARTER_MS)}`;
  const known = days.get(slot);
  if (known && +at > 1e11) return known;
  const parts = cached(dayFormats, zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  if (days.size > 5000) days.clear();
  days.set(slot, day);
  return day;
}

/** DD/MM/YYYY of a day or an instant. */
export function formatDay(value: Day | Date | number, zone = DEFAULT_ZONE): string {
  const day = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : dayOf(value, zone);
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** HH:mm of an instant in a zone, 24 hours. */
export function formatTime(instant: Date | string | number, zone = DEFAULT_ZONE): string {
  return cached(timeFormats, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** DD/MM/YYYY HH:mm. */
export function formatDateTime(instant: Date | string | number, zone = DEFAULT_ZONE): string {
  return `${formatDay(dayOf(instant, zone))} ${formatTime(instant, zone)}`;
}

/** A day moved by whole days; calendar arithmetic, free of daylight saving. */
export function addDays(day: Day, days: number): Day {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** True for a real calendar day (`2026-02-30` is not one). */
export function isCalendarDay(value: string): value is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

/** True for a day that somebody can mean: databases have no year 0, and the day after 9999-12-31 is no day any more. */
export const isDay = (value: string): value is Day =>
  isCalendarDay(value) && value >= '1900-01-01' && value <= '2199-12-31';

/** No clock that can be believed says anything outside these years; databases and calendars agree within them. */
export const FIRST_TIME = Date.UTC(2000, 0, 1);
export const LAST_TIME = Date.UTC(2100, 0, 1) - 1;

export const isSaneTime = (at: number): boolean => at >= FIRST_TIME && at <= LAST_TIME;

/** True for an instant (ISO 8601) that a database takes as it is written: of those years, and no zone is 16 hours away. */
export const isSaneInstant = (text: string): boolean =>
  isSaneTime(Date.parse(text)) && /(Z|[+-](0\d|1[0-5]):\d\d)$/.test(text);
