import { describe, expect, it } from 'vitest';
import { instantAt, nextDueDay } from './local-time';

describe('local time', () => {
  it.each([
    ['2026-11-21', '09:00', 'Asia/Kolkata', '2026-11-21T03:30:00.000Z'],
    ['2026-11-21', '00:00', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
    ['2026-07-01', '08:00', 'America/New_York', '2026-07-01T12:00:00.000Z'],
    ['2026-11-01', '08:00', 'America/New_York', '2026-11-01T13:00:00.000Z'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ])('%s %s in %s', (day, time, zone, instant) => expect(instantAt(day, time, zone).toISOString()).toBe(instant));

  it.each([
    ['2026-11-04', 5, '2026-11-05'],
    ['2026-11-05', 5, '2026-12-05'],
    ['2026-12-21', 5, '2027-01-05'],
    ['2026-01-31', 31, '2026-02-28'],
    ['2028-02-01', 31, '2028-02-29'],
    ['2026-02-28', 31, '2026-03-31'],
  ])('after %s, due on the %i.', (today, day, next) => expect(nextDueDay(today, day)).toBe(next));
});
