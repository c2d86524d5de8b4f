import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, formatDateTime, formatDay, formatTime, isDay } from './dates';

describe('dates on screens and on the wire', () => {
  it.each([
    ['2026-11-20T18:29:59Z', '2026-11-20', '23:59'],
    ['2026-11-20T18:30:00Z', '2026-11-21', '00:00'],
    ['2026-03-01T00:00:00Z', '2026-03-01', '05:30'],
  ])('%s is %s at %s in Kolkata', (instant, day, time) => {
    expect(dayOf(instant)).toBe(day);
    expect(formatTime(instant)).toBe(time);
  });

  it('shows DD/MM/YYYY', () => {
    expect(formatDay('2026-02-09')).toBe('09/02/2026');
    expect(formatDay(new Date('2026-11-20T18:30:00Z'))).toBe('21/11/2026');
    expect(formatDateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 00:00');
  });

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-11-21', 30, '2026-12-21'],
  ])('%s plus %i days is %s', (day, days, result) => {
    expect(addDays(day, days)).toBe(result);
    expect(daysBetween(day, result)).toBe(days);
  });

  it.each([
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
    ['tomorrow', false],
  ])('isDay(%j) is %s', (value, real) => expect(isDay(value)).toBe(real));
});
