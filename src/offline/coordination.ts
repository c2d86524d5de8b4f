/**
 * One sender at a time over all tabs and the service worker. Leadership is a lease in the user's own database, renewed
 * by a heartbeat; no lock is held across a network call, so a frozen tab wedges nobody: its lease runs out in seconds.
 * Where Web Locks exist, a holder also holds a lock of its own name, by which others learn at once that it is dead.
 */
import { uuidv7 } from '../../core/domain/ids';
import type { UserDb } from './user-db';

export const LEASE_MS = 8_000;
const HEARTBEAT_MS = 2_500;

const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks);

/** Resolves to true when no living page or worker holds the lock of that name. */
async function isDead(holder: string): Promise<boolean> {
  const manager = locks();
  if (!manager) return false;
  return manager.request(`recoup-alive-${holder}`, { ifAvailable: true }, async (lock) => lock !== null);
}

/** This page's or worker's name among the others, alive as long as it is not `close`d. */
export interface Presence {
  id: string;
  close(): void;
}

export function createPresence(): Presence {
  const id = uuidv7();
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  // Rejects only when the page is already going away.
  locks()
    ?.request(`recoup-alive-${id}`, () => closed)
    .catch(() => {});
  return { id, close };
}

export interface Leadership {
  /** False once the lease may have gone to somebody else: stop sending. */
  leading(): boolean;
}

/**
 * Runs `work` as the leader named `name`, or answers false at once when another one is alive. The lease is given back
 * afterwards, whether `work` resolved or not.
 */
export async function lead(
  db: UserDb,
  name: string,
  presence: Presence,
  now: () => number,
  work: (leadership: Leadership) => Promise<void>,
): Promise<boolean> {
  const take = (evict: string | null) =>
    db.transaction('rw', db.leases, async () => {
      const held = await db.leases.get(name);
      // A lease far in the future was written under another clock: it counts as run out.
      const alive = held && held.until > now() && held.until <= now() + LEASE_MS;
      if (alive && held.holder !== presence.id && held.holder !== evict) return held.holder;
      await db.leases.put({ name, holder: presence.id, until: now() + LEASE_MS });
      return null;
    });
  let other = await take(null);
  if (other && (await isDead(other))) other = await take(other);
  if (other) return false;
  let until = now() + LEASE_MS;
  const beat = setInterval(() => {
    db.transaction('rw', db.leases, async () => {
      const held = await db.leases.get(name);
      if (held?.holder !== presence.id) {
        until = 0;
        return;
      }
      const next = now() + LEASE_MS;
      await db.leases.put({ ...held, until: next });
      until = next;
    }).catch(() => {});
  }, HEARTBEAT_MS);
  try {
    await work({ leading: () => now() < until });
    return true;
  } finally {
    clearInterval(beat);
    await db
      .transaction('rw', db.leases, async () => {
        const held = await db.leases.get(name);
        if (held?.holder === presence.id) await db.leases.delete(name);
      })
      .catch(() => {});
  }
}

/** What changed in a user's database; the other tabs read it again. */
export type Change = 'outbox' | 'loans' | 'codes' | 'drafts';

export interface ChangeChannel {
  announce(change: Change): void;
  close(): void;
}

/** Tells the other tabs and the worker of this user. `listener` hears only what others announce. */
export function openChanges(
  owner: { tenantId: string; userId: string },
  listener: (change: Change) => void,
): ChangeChannel {
  if (typeof BroadcastChannel === 'undefined') return { announce() {}, close() {} };
  const channel = new BroadcastChannel(`recoup-${owner.tenantId}-${owner.userId}`);
  channel.onmessage = (event: MessageEvent<Change>) => listener(event.data);
  // Node keeps a process alive for an open channel; browsers have no such method.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  return {
    announce: (change) => channel.postMessage(change),
    close: () => channel.close(),
  };
}
