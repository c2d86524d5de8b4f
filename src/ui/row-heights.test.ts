import { describe, expect, it } from 'vitest';
import { RowHeights } from './row-heights';

describe('row heights', () => {
  it('estimates until a row is measured, then moves everything below it', () => {
    const rows = new RowHeights(1000, 50);
    expect([rows.startOf(0), rows.startOf(10), rows.startOf(1000)]).toEqual([0, 500, 50_000]);
    expect(rows.measure(3, 80)).toBe(true);
    expect([rows.startOf(3), rows.startOf(4), rows.startOf(1000)]).toEqual([150, 230, 50_030]);
    expect(rows.measure(3, 80)).toBe(false);
  });

  it.each([
    [-100, 0],
    [0, 0],
    [49, 0],
    [50, 1],
    [149, 2],
    [229, 3],
    [230, 4],
    [10_000_000, 999],
  ])('finds the row at %i px', (offset, row) => {
    const rows = new RowHeights(1000, 50);
    rows.measure(3, 80);
    expect(rows.rowAt(offset)).toBe(row);
  });

  it('holds an empty list and ignores rows that are not there', () => {
    const rows = new RowHeights(0, 50);
    expect([rows.rowAt(200), rows.startOf(0), rows.measure(0, 10), rows.measure(-1, 10)]).toEqual([0, 0, false, false]);
  });
});
