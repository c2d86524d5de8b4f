import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from './dates';
import { coveredDays, dueFrom, isDue, nextSending, type Rhythm } from './schedule-days';

const daily: Rhythm = { frequency: 'daily', daysOfWeek: [], dateOfMonth: null };
const weekly = (...daysOfWeek: Rhythm['daysOfWeek']): Rhythm => ({
  frequency: 'weekly',
  daysOfWeek,
  dateOfMonth: null,
});
const monthly = (dateOfMonth: number): Rhythm => ({ frequency: 'monthly', daysOfWeek: [], dateOfMonth });

describe('a scheduled report', () => {
  it.each<[string, Rhythm, string, string, [string, string]]>([
    ['daily at the end of a month', daily, '2026-02-28', '2026-02-28', ['2026-02-28', '2026-02-28']],
    ['weekly on the day itself', weekly('Monday'), '2026-11-23', '2026-11-23', ['2026-11-17', '2026-11-23']],
    ['weekly, later in the week', weekly('Friday'), '2026-11-23', '2026-11-27', ['2026-11-21', '2026-11-27']],
    ['on two weekdays', weekly('Monday', 'Thursday'), '2026-11-24', '2026-11-26', ['2026-11-24', '2026-11-26']],
    ['on the 1st, over a short month', monthly(1), '2026-02-02', '2026-03-01', ['2026-02-02', '2026-03-01']],
    ['on the 28th of February', monthly(28), '2026-02-28', '2026-02-28', ['2026-01-29', '2026-02-28']],
    ['on the 28th after a leap February', monthly(28), '2028-02-29', '2028-03-28', ['2028-02-29', '2028-03-28']],
    ['over the turn of the year', monthly(15), '2026-12-16', '2027-01-15', ['2026-12-16', '2027-01-15']],
  ])('%s', (_, rhythm, from, due, [first, last]) => {
    expect(dueFrom(rhythm, from)).toBe(due);
    expect(coveredDays(rhythm, due)).toEqual({ from: first, to: last });
  });

  it.each([daily, weekly('Sunday', 'Tuesday', 'Saturday'), monthly(1), monthly(28)])(
    'covers each day of two years once: %o',
    (rhythm) => {
      let day = dueFrom(rhythm, '2027-01-01');
      let covered = coveredDays(rhythm, day).to;
      while (day < '2029-01-01') {
        day = dueFrom(rhythm, addDays(day, 1));
        expect(isDue(rhythm, day)).toBe(true);
        expect(coveredDays(rhythm, day).from).toBe(addDays(covered, 1));
        covered = day;
      }
    },
  );

  it('without days is never due', () => {
    expect(() => dueFrom(weekly(), '2026-11-23')).toThrow(RangeError);
    expect(() => dueFrom({ ...monthly(1), dateOfMonth: null }, '2027-02-01')).toThrow(RangeError);
  });

  it.each([
    ['before 19:30 in India it is today', '2026-11-23T13:59:00Z', 'Asia/Kolkata', '2026-11-23'],
    ['at 19:30 it is tomorrow', '2026-11-23T14:00:00Z', 'Asia/Kolkata', '2026-11-24'],
    ['where that moment is still the afternoon, today', '2026-11-23T14:00:00Z', 'Asia/Dubai', '2026-11-23'],
    ['where it is tomorrow already, that day', '2026-11-23T16:00:00Z', 'Pacific/Auckland', '2026-11-24'],
  ])('%s', (_, at, zone, day) => {
    const now = new Date(at);
    expect(nextSending(daily, '19:30', now, dayOf(now, zone), zone)).toBe(day);
  });
});
