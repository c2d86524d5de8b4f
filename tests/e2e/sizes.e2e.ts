/** The built app keeps to what its first visits and its screens may load. Sizes alone: neither a browser nor a clock. */
import { expect, it } from 'vitest';
import { builtSizes, LIMITS_KB } from '../support/built-sizes';

const sizes = builtSizes();
const kb = (bytes: number) => Math.round(bytes / 10.24) / 100;

it.each(['field', 'desk'] as const)('the first visit of the %s loads no more than its limit', (visit) => {
  expect(kb(sizes.firstVisits[visit])).toBeGreaterThan(LIMITS_KB[visit] / 2);
  expect(kb(sizes.firstVisits[visit])).toBeLessThanOrEqual(LIMITS_KB[visit]);
});

it('no screen of the desk loads more than its limit beyond the frame', () => {
  expect(sizes.screens.length).toBeGreaterThan(40);
  const over = sizes.screens.filter(({ bytes }) => kb(bytes) > LIMITS_KB.screen);
  expect(over.map(({ page, who, bytes }) => `${page} (${who}): ${kb(bytes)} KB`)).toEqual([]);
});
