import { expect, it } from 'vitest';
import { heavyLimits, heavyWork } from './heavy';

const at = (tenantId: string, userId: string) => ({ tenantId, userId });

it('heavy work runs once a person, twice a tenant, and leaves half of the connections to the small', () => {
  const work = heavyWork(heavyLimits(6));
  const first = work.begin(at('a', '1'));
  expect(() => work.begin(at('a', '1'))).toThrow(expect.objectContaining({ code: 'busy' }));
  const second = work.begin(at('a', '2'));
  expect(() => work.begin(at('a', '3'))).toThrow();
  work.begin(at('b', '1'));
  expect(() => work.begin(at('c', '1'))).toThrow();
  first();
  first();
  work.begin(at('a', '1'));
  expect(() => work.begin(at('c', '1'))).toThrow();
  second();
  work.begin(at('c', '1'));
  expect(heavyLimits(1).all).toBe(1);
});
