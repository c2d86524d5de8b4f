import { expect, it, vi } from 'vitest';
import { heavyLimits, heavyWork } from './heavy';

const at = (tenantId: string, userId: string) => ({ tenantId, userId });
const BUSY = expect.objectContaining({ code: 'busy' });

it('heavy work runs once a person, twice a tenant, and leaves half of the connections to the small', async () => {
  const work = heavyWork({ ...heavyLimits(6), waiting: { person: 0, tenant: 0, all: 0 } });
  const first = await work.begin(at('a', '1'));
  await expect(work.begin(at('a', '1'))).rejects.toEqual(BUSY);
  const second = await work.begin(at('a', '2'));
  await expect(work.begin(at('a', '3'))).rejects.toEqual(BUSY);
  await work.begin(at('b', '1'));
  await expect(work.begin(at('c', '1'))).rejects.toEqual(BUSY);
  first();
  first();
  await work.begin(at('a', '1'));
  await expect(work.begin(at('c', '1'))).rejects.toEqual(BUSY);
  second();
  await work.begin(at('c', '1'));
  expect(heavyLimits(1).running.all).toBe(1);
});

it('a few wait their turn in order; who cannot go yet keeps nobody of another tenant from going', async () => {
  const work = heavyWork({ ...heavyLimits(6), waiting: { person: 2, tenant: 3, all: 4 } });
  const told: string[] = [];
  const ask = (tenant: string, user: string, name: string) =>
    work.begin(at(tenant, user)).then(
      (over) => {
        told.push(name);
        return over;
      },
      () => void told.push(`${name} busy`),
    );
  const first = await ask('a', '1', 'first');
  const second = ask('a', '1', 'second');
  const third = ask('a', '1', 'third');
  await ask('a', '1', 'fourth');
  await ask('b', '1', 'other');
  expect(told).toEqual(['first', 'fourth busy', 'other']);
  first?.();
  (await second)?.();
  await third;
  expect(told.slice(3)).toEqual(['second', 'third']);
});

it('who has waited too long is told to come back, and takes no place later', async () => {
  vi.useFakeTimers();
  try {
    const work = heavyWork({ ...heavyLimits(2), waitMs: 1000 });
    const over = await work.begin(at('a', '1'));
    const late = work.begin(at('a', '1'));
    const refused = expect(late).rejects.toEqual(BUSY);
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    over();
    await work.begin(at('a', '1'));
  } finally {
    vi.useRealTimers();
  }
});
