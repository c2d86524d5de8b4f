import { describe, expect, it } from 'vitest';
import { dayWithin, namedRanges, readDay, sameDayOf, weekOf } from './typed-day';

describe('a typed day', () => {
  it.each([
    ['05/03/2026', '2026-03-05', true],
    ['5/3/2026', '2026-03-05', true],
    ['5/3/26', '2026-03-05', false],
    ['5-3-26', '2026-03-05', false],
    ['5.3.26', '2026-03-05', false],
    ['5 3 26', '2026-03-05', false],
    [' 05032026 ', '2026-03-05', true],
    ['050326', '2026-03-05', false],
    // Its last four digits are no year.
    ['112026', undefined, false],
    ['2026-03-05', '2026-03-05', true],
    ['०५/०३/२०२६', '2026-03-05', true],
    ['31/12/1999', '1999-12-31', true],
    ['29/02/2028', '2028-02-29', true],
    ['29/02/2026', undefined, false],
    ['13/13/2026', undefined, false],
    ['03/25/2026', undefined, false],
    ['01/01/0026', undefined, false],
    ['5/3', undefined, false],
    ['5/3/202', undefined, false],
    ['soon', undefined, false],
    ['', undefined, false],
  ])('%j is %s', (text, day, whole) => {
    expect(readDay(text)).toEqual(day && { day, whole });
  });
});

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-03-15', -1, '2026-02-15'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2028-02-29', -12, '2027-02-28'],
])('%s moved by %i months is %s', (day, months, moved) => {
  expect(sameDayOf(day, months)).toBe(moved);
});

it.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2026-11-01', '2026-10-26'],
])('the week of %s begins on Monday, %s', (day, monday) => {
  expect(weekOf(day)).toBe(monday);
});

it('keeps a day within its bounds', () => {
  expect(dayWithin('2026-11-23', '2026-11-24')).toBe('2026-11-24');
  expect(dayWithin('2026-11-23', undefined, '2026-11-22')).toBe('2026-11-22');
  expect(dayWithin('2026-11-23', '2026-11-01', '2026-11-30')).toBe('2026-11-23');
});

describe('named ranges', () => {
  it('of the first of a year', () => {
    expect(namedRanges('2027-01-01')).toEqual([
      { name: 'today', from: '2027-01-01', to: '2027-01-01' },
      { name: 'yesterday', from: '2026-12-31', to: '2026-12-31' },
      { name: 'week', from: '2026-12-28', to: '2027-01-03' },
      { name: 'month', from: '2027-01-01', to: '2027-01-31' },
      { name: 'last-month', from: '2026-12-01', to: '2026-12-31' },
    ]);
  });
  it('are cut at their bounds, and left out beyond them', () => {
    const ranges = namedRanges('2026-11-23', '2026-11-05', '2026-11-23');
    expect(ranges.map(({ name }) => name)).toEqual(['today', 'yesterday', 'week', 'month']);
    expect(ranges.at(-1)).toEqual({ name: 'month', from: '2026-11-05', to: '2026-11-23' });
  });
});
