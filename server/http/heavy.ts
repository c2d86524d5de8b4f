/**
 * Work that keeps the database or the processor for long (a file of thousands of lines, a report): an endpoint declares it
 * (`heavy`), and so much of it runs at once. A few more wait their turn without a connection; the rest is told to come back.
 *
 *   begin ── places left for person, tenant and process ──▶ runs ──▶ over: the first that fits now is let in
 *         ├─ the line is short ──▶ waits ── too long ──▶ busy
 *         └─ the line is long ──▶ busy
 */
import { type Actor, ApiError } from './implement';

interface Most {
  person: number;
  tenant: number;
  /** Of this process. */
  all: number;
}

export interface HeavyLimits {
  running: Most;
  waiting: Most;
  waitMs: number;
}

const RETRY_S = 3;

export interface HeavyWork {
  /** Takes a place, at once or after a wait, and answers how to give it back; throws `busy`. */
  begin(actor: Pick<Actor, 'tenantId' | 'userId'>): Promise<() => void>;
}

/** How many there are by person, tenant and in all. */
function counted(most: Most) {
  const counts = new Map<string, number>();
  const keysOf = ({ tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>) =>
    [
      [`${tenantId}.${userId}`, most.person],
      [tenantId, most.tenant],
      ['', most.all],
    ] as const;
  type Who = Parameters<typeof keysOf>[0];
  return {
    fits: (who: Who) => keysOf(who).every(([key, limit]) => (counts.get(key) ?? 0) < limit),
    add(who: Who, change: 1 | -1) {
      for (const [key] of keysOf(who)) {
        const left = (counts.get(key) ?? 0) + change;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    },
  };
}

export function heavyWork(limits: HeavyLimits): HeavyWork {
  const running = counted(limits.running);
  const waiting = counted(limits.waiting);
  const line = new Set<{ who: Pick<Actor, 'tenantId' | 'userId'>; enter: () => void }>();
  const busy = () => new ApiError('busy', { retryAfterSeconds: RETRY_S });

  /** The place is taken here, so that whoever is let in never finds it gone. */
  function place(who: Pick<Actor, 'tenantId' | 'userId'>): () => void {
    running.add(who, 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      running.add(who, -1);
      for (const next of line) if (running.fits(next.who)) next.enter();
    };
  }

  return {
    begin(who) {
      if (running.fits(who)) return Promise.resolve(place(who));
      if (!waiting.fits(who)) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          line.delete(entry);
          waiting.add(who, -1);
        };
        const entry = {
          who,
          enter() {
            leave();
            resolve(place(who));
          },
        };
        const timer = setTimeout(() => {
          leave();
          reject(busy());
        }, limits.waitMs);
        waiting.add(who, 1);
        line.add(entry);
      });
    },
  };
}

/**
 * One a person, two a tenant, and at most half of the connections (the embedded database has one for everything). Who waits
 * holds one of the places of desks, so the line is a small part of those.
 */
export const heavyLimits = (connections: number): HeavyLimits => ({
  running: { person: 1, tenant: 2, all: Math.max(1, Math.floor(connections / 2)) },
  waiting: { person: 3, tenant: 24, all: 48 },
  waitMs: 15_000,
});
