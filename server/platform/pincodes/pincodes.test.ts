import { expect, it } from 'vitest';
import { kmBetween, kmToNearest } from '.';

it.each([
  // Between the general post offices; the road is a third longer.
  ['Mumbai to Pune', '400001', '411001', 115, 130],
  ['Delhi to Chennai', '110001', '600001', 1740, 1780],
  ['two parts of Chennai', '600004', '600017', 2, 6],
])('%s', (_, one, other, least, most) => {
  expect(kmBetween(one, other)).toBeGreaterThan(least);
  expect(kmBetween(one, other)).toBeLessThan(most);
  expect(kmBetween(other, one)).toBe(kmBetween(one, other));
});

it('is nothing within a pincode, also one that is not known, and unknown beyond it', () => {
  expect(kmBetween('999999', '999999')).toBe(0);
  expect(kmBetween('999999', '400001')).toBeNull();
});

it('takes the nearest that is known', () => {
  expect(kmToNearest('400001', ['110001', '999999', '411001'])).toBe(kmBetween('400001', '411001'));
  expect(kmToNearest('400001', ['999999'])).toBeNull();
  expect(kmToNearest('400001', [])).toBeNull();
});
