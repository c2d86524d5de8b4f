import { expect, it } from 'vitest';
import { uuidv7 } from './ids';

it('makes version 7 ids that sort in the order in which they were made, also when the clock stands still or goes back', () => {
  const ids = [5_000, 5_000, 4_000, 6_000].flatMap((now) => Array.from({ length: 3_000 }, () => uuidv7(1.7e12 + now)));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
