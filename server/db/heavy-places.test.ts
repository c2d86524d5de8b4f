import { expect, it } from 'vitest';
import { heavily, heavyPlaces, keptForSmall, lightly } from './heavy-places';

it.each([
  [1, 0],
  [2, 1],
  [4, 1],
  [10, 3],
])('of %i connections %i are kept for small requests', (connections, kept) => {
  expect(keptForSmall(connections)).toBe(kept);
});

it('heavy work waits for its places, small work begins at once, and a failure gives its place back', async () => {
  const within = heavyPlaces(3);
  const begun: string[] = [];
  const ends: Record<string, (failed?: Error) => void> = {};
  const work = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      begun.push(name);
      ends[name] = (failed) => (failed ? reject(failed) : resolve());
    });
  const runs = ['a', 'b', 'c', 'd'].map((name) => heavily(() => within(work(name))));
  const small = within(work('small'));
  const part = heavily(() => lightly(() => within(work('part'))));
  expect(begun).toEqual(['a', 'b', 'small', 'part']);
  ends.a?.(new Error('lost'));
  await expect(runs[0]).rejects.toThrow('lost');
  expect(begun.at(-1)).toBe('c');
  ends.b?.();
  await runs[1];
  expect(begun.at(-1)).toBe('d');
  for (const end of Object.values(ends)) end();
  await Promise.all([...runs.slice(1), small, part]);
});
