/**
 * Connections that heavy work never takes: a transaction begun within `heavily` waits for one of the places that are not
 * kept, so that a small request finds a connection however many files, reports and jobs are under way.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const heavy = new AsyncLocalStorage<boolean>();

/** Runs `work`; whatever it asks of the database counts as heavy. */
export const heavily = <T>(work: () => Promise<T>): Promise<T> => heavy.run(true, work);

/** A small part of heavy work that must not wait for a place, such as saying how far it is. */
export const lightly = <T>(work: () => T): T => heavy.run(false, work);

/** Of the connections of a pool, those for everybody else: a third, and at least one of two. */
export const keptForSmall = (connections: number): number =>
  connections < 2 ? 0 : Math.max(1, Math.floor(connections / 3));

/** Runs at most so many heavy pieces of work at a time, first come first served; all others at once. */
export function heavyPlaces(connections: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = connections - keptForSmall(connections);
  const line: (() => void)[] = [];
  return async (work) => {
    if (!heavy.getStore()) return work();
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}
