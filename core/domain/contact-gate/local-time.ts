/**
 * What a zone's clock shows, and when it next shows something: instants are milliseconds UTC, wall times are minutes
 * since midnight. Where a clock is put back a wall time happens twice, where it is put forward it may not happen at all;
 * both are decided here and nowhere else.
 */
import { addDays, type Day } from '../dates';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** No clock changes within a quarter of an hour, and none changes twice within a day. */
const QUARTER = 15 * MINUTE;
const REMEMBERED = 20_000;

interface Clock {
  format: Intl.DateTimeFormat;
  /** By the quarters since 1970 that were looked at. */
  offsets: Map<number, number>;
}
const clocks = new Map<string, Clock>();

function clockOf(zone: string): Clock {
  let clock = clocks.get(zone);
  if (!clock) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clock = { format, offsets: new Map() };
    clocks.set(zone, clock);
  }
  return clock;
}

function look({ format, offsets }: Clock, quarter: number): number {
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const at = quarter * QUARTER;
  const shown: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - at;
  if (offsets.size >= REMEMBERED) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
}

/**
 * Milliseconds by which the zone's clock is ahead of UTC. A look at a calendar costs far more than all the rest here, so a
 * day between whose ends nothing changes is looked at once. Throws RangeError for a zone that nobody knows.
 */
export function offsetAt(instant: number, zone: string): number {
  const clock = clockOf(zone);
  const day = Math.floor(instant / DAY);
  const [start, end] = [look(clock, day * 96), look(clock, (day + 1) * 96)];
  return start === end ? start : look(clock, Math.floor(instant / QUARTER));
}

/** What the clock on the wall shows at an instant. */
export interface WallTime {
  day: Day;
  /** Minutes since midnight, with the part of a minute: 07:59:59 is 479.98…, still before 480. */
  minutes: number;
  /** 1 Monday … 7 Sunday. */
  weekday: number;
}

export function wallTime(instant: number, zone: string): WallTime {
  const shifted = instant + offsetAt(instant, zone);
  const days = Math.floor(shifted / DAY);
  return {
    day: new Date(days * DAY).toISOString().slice(0, 10),
    minutes: (shifted - days * DAY) / MINUTE,
    // 1 January 1970 was a Thursday.
    weekday: ((((days + 3) % 7) + 7) % 7) + 1,
  };
}

/** `HH:mm` as minutes; `24:00` is the end of the day. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * The instants at which the clock shows this wall time on this day, earliest first: usually one, two where the clock was
 * put back over it. Where it was put forward over it, the instant of the change.
 */
export function instantsOf(day: Day, minutes: number, zone: string): number[] {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE;
  const offsets = [...new Set([offsetAt(wall - DAY, zone), offsetAt(wall + DAY, zone)])];
  const shown = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(at, zone) === wall);
  if (shown.length > 0) return shown.sort((a, b) => a - b);
  let before = wall - Math.max(...offsets);
  let after = wall - Math.min(...offsets);
  while (after - before > MINUTE) {
    const middle = Math.floor((before + after) / 2 / MINUTE) * MINUTE;
    if (middle + offsetAt(middle, zone) >= wall) after = middle;
    else before = middle;
  }
  return [after];
}

/** The first instant of a calendar day. */
export const startOfDay = (day: Day, zone: string): number => instantsOf(day, 0, zone)[0] ?? Number.NaN;

/** The first instant after `instant` at which the clock shows this wall time. */
export function nextWall(instant: number, minutes: number, zone: string): number {
  const today = wallTime(instant, zone).day;
  for (let ahead = 0; ahead <= 2; ahead += 1) {
    for (const at of instantsOf(addDays(today, ahead), minutes, zone)) if (at > instant) return at;
  }
  throw new RangeError(`${zone} shows no ${minutes} after ${instant}`);
}

/** The Monday of a wall time's week. */
export const mondayOf = ({ day, weekday }: WallTime): Day => addDays(day, 1 - weekday);

/** Where the zone's clock is next put forward or back within a bit over a day; Infinity when it is not. */
export function clockChange(instant: number, zone: string): number {
  const offset = offsetAt(instant, zone);
  let before = Math.floor(instant / QUARTER);
  let after = before + 26 * 4;
  if (offsetAt(after * QUARTER, zone) === offset) return Number.POSITIVE_INFINITY;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * QUARTER, zone) === offset) before = middle;
    else after = middle;
  }
  return after * QUARTER;
}
