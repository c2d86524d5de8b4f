import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayOf,
  daysBetween,
  formatDateTime,
  formatDay,
  formatTime,
  isCalendarDay,
  isDay,
  isSaneInstant,
} from './dates';

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
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['2200-01-01', false],
  ])('isDay(%j) is %s', (value, real) => expect(isDay(value)).toBe(real));

  it.each([
    ['0000-01-01', true],
    ['9999-12-31', true],
    ['2026-02-30', false],
  ])('isCalendarDay(%j) is %s', (value, real) => expect(isCalendarDay(value)).toBe(real));

  it.each([
    ['2026-11-22T05:00:00Z', true],
    ['2026-11-22T10:30:00+05:30', true],
    ['2000-01-01T00:00:00Z', true],
    ['1999-12-31T23:59:59Z', false],
    ['2099-12-31T23:59:59.999Z', true],
    ['2100-01-01T00:00:00Z', false],
    ['0000-01-01T00:00:00Z', false],
    ['2026-11-22T05:00:00+15:59', true],
    ['2026-11-22T05:00:00+16:00', false],
    ['2026-11-22T05:00:00-23:59', false],
    ['2026-11-22T05:00:00', false],
  ])('isSaneInstant(%j) is %s', (text, sane) => expect(isSaneInstant(text)).toBe(sane));
});
