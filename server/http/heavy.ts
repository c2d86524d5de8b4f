/**
 * Work that keeps the database or the processor for seconds (a file of thousands of lines, a long report): an endpoint
 * declares it (`heavy`), and so much of it runs at once. The rest is told to come back, so that small requests keep their room.
 */
import { type Actor, ApiError } from './implement';

export interface HeavyLimits {
  person: number;
  tenant: number;
  /** Of this process: fewer than the database has connections. */
  all: number;
}

const RETRY_S = 3;

export interface HeavyWork {
  /** Takes a place, answers how to give it back; throws `busy`. */
  begin(actor: Pick<Actor, 'tenantId' | 'userId'>): () => void;
}

export function heavyWork(limits: HeavyLimits): HeavyWork {
  const running = new Map<string, number>();
  return {
    begin({ tenantId, userId }) {
      const places = [
        [`${tenantId}.${userId}`, limits.person],
        [tenantId, limits.tenant],
        ['', limits.all],
      ] as const;
      if (places.some(([key, most]) => (running.get(key) ?? 0) >= most)) {
        throw new ApiError('busy', { retryAfterSeconds: RETRY_S });
      }
      for (const [key] of places) running.set(key, (running.get(key) ?? 0) + 1);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        for (const [key] of places) {
          const left = (running.get(key) ?? 1) - 1;
          if (left > 0) running.set(key, left);
          else running.delete(key);
        }
      };
    },
  };
}

/** One a person, two a tenant, and at most half of the connections (the embedded database has one for everything). */
export const heavyLimits = (connections: number): HeavyLimits => ({
  person: 1,
  tenant: 2,
  all: Math.max(1, Math.floor(connections / 2)),
});
