import { describe, expect, it } from 'vitest';
import { contactHours } from './contact-hours';

describe('contact hours (RBI/2022-23/108)', () => {
  it.each([
    // instant (UTC), zone, lawful, changes on, at
    ['2026-11-20T18:30:00Z', 'Asia/Kolkata', false, '2026-11-21', '08:00'], // midnight
    ['2026-11-21T02:29:59Z', 'Asia/Kolkata', false, '2026-11-21', '08:00'], // 07:59:59
    ['2026-11-21T02:30:00Z', 'Asia/Kolkata', true, '2026-11-21', '19:00'], // 08:00:00
    ['2026-11-21T08:00:00Z', 'Asia/Kolkata', true, '2026-11-21', '19:00'], // 13:30
    ['2026-11-21T13:29:59Z', 'Asia/Kolkata', true, '2026-11-21', '19:00'], // 18:59:59
    ['2026-11-21T13:30:00Z', 'Asia/Kolkata', false, '2026-11-22', '08:00'], // 19:00:00
    ['2026-12-31T18:00:00Z', 'Asia/Kolkata', false, '2027-01-01', '08:00'], // 23:30 on New Year's Eve
    // The same instant is lawful at one borrower's door and not at another's.
    ['2026-11-21T02:30:00Z', 'Asia/Dubai', false, '2026-11-21', '08:00'], // 06:30
    ['2026-11-21T13:30:00Z', 'Asia/Dubai', true, '2026-11-21', '19:00'], // 17:30
  ])('%s in %s: lawful %s, changes %s %s', (instant, zone, lawful, day, time) => {
    expect(contactHours(instant, zone)).toEqual({ lawful, until: { day, time } });
    expect(contactHours(Date.parse(instant), zone)).toEqual({ lawful, until: { day, time } });
  });

  it('is Indian time unless told otherwise', () => {
    expect(contactHours('2026-11-21T02:30:00Z').lawful).toBe(true);
  });
});
