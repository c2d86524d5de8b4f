import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence, LEASE_MS, lead, type Presence } from './coordination';
import { openUserDb, type UserDb } from './user-db';

let db: UserDb;
let now = 0;
const clock = () => now;

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  db = openUserDb('t', 'u');
  now = 1_000_000;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  db.close();
});

const [a, b] = [createPresence(), createPresence()];
const forever = () => new Promise<void>(() => {});

/** Locks as browsers keep them: one holder a name until its work is over or its page dies; `ifAvailable` never waits. */
function lockManager() {
  const held = new Set<string>();
  const asked: string[] = [];
  type Work = (lock: { name: string } | null) => Promise<unknown>;
  const request = async (name: string, ...more: [Work] | [{ ifAvailable?: boolean }, Work]) => {
    const [options, work] = more.length === 1 ? [{}, more[0]] : more;
    asked.push(name);
    if (held.has(name)) {
      if (!options.ifAvailable) throw new Error(`${name} would be waited for`);
      return work(null);
    }
    held.add(name);
    try {
      return await work({ name });
    } finally {
      held.delete(name);
    }
  };
  return { request, held, asked, die: (page: Presence) => held.delete(`recoup-alive-${page.id}`) };
}

describe('leadership', () => {
  it('is held by one; the next gets it when the first is done, also when its work failed', async () => {
    let end = () => {};
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = lead(db, 'send', a, clock, () => work);
    await db.leases.count();
    expect(await lead(db, 'send', b, clock, async () => {})).toBe(false);
    expect(await lead(db, 'sync', b, clock, async () => {})).toBe(true);
    end();
    expect(await first).toBe(true);
    await expect(lead(db, 'send', b, clock, () => Promise.reject(new Error('work failed')))).rejects.toThrow(
      'work failed',
    );
    expect(await lead(db, 'send', a, clock, async () => {})).toBe(true);
  });

  it('of a frozen or killed page runs out within seconds, and that page knows that it has lost it', async () => {
    let frozen = () => true;
    void lead(db, 'send', a, clock, ({ leading }) => {
      frozen = leading;
      return forever();
    });
    await db.leases.count();
    expect(await lead(db, 'send', b, clock, async () => {})).toBe(false);
    expect(frozen()).toBe(true);
    now += LEASE_MS;
    expect(await lead(db, 'send', b, clock, async () => {})).toBe(true);
    expect(frozen()).toBe(false);
  });

  it('written under a clock that was days ahead does not block', async () => {
    await db.leases.put({ name: 'send', holder: 'somebody', until: now + 2 * 86_400_000 });
    expect(await lead(db, 'send', b, clock, async () => {})).toBe(true);
  });
});

describe('where there are Web Locks', () => {
  let locks: ReturnType<typeof lockManager>;
  let pages: [Presence, Presence, Presence];
  beforeEach(() => {
    locks = lockManager();
    vi.stubGlobal('navigator', { locks });
    pages = [createPresence(), createPresence(), createPresence()];
  });
  const leads = (page: Presence, work = async () => {}) => lead(db, 'send', page, clock, work);
  const holds = async (page: Presence) => (await db.leases.get('send'))?.holder === page.id;

  it('a living leader is left alone; a dead one is followed at once, its lease not waited for', async () => {
    const [first, second] = pages;
    void leads(first, forever);
    await vi.waitUntil(() => holds(first));
    now += 1;
    expect(await leads(second)).toBe(false);
    const until = (await db.leases.get('send'))?.until ?? 0;
    locks.die(first);
    expect(await leads(second)).toBe(true);
    // The clock stood still meanwhile.
    expect(now).toBeLessThan(until);
  });

  it('one of two that find it dead at the same time leads', async () => {
    const [first, ...others] = pages;
    void leads(first, forever);
    await vi.waitUntil(() => holds(first));
    locks.die(first);
    let leading = 0;
    let most = 0;
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const tries = others.map((page) =>
      leads(page, async () => {
        most = Math.max(most, ++leading);
        await over;
        leading -= 1;
      }),
    );
    expect(await Promise.race(tries)).toBe(false);
    end();
    expect((await Promise.all(tries)).sort()).toEqual([false, true]);
    expect(most).toBe(1);
  });

  it('a page that has closed counts as dead, one that looked for a dead one keeps no lock of it', async () => {
    const [first, second, third] = pages;
    void leads(first, forever);
    await vi.waitUntil(() => holds(first));
    first.close();
    await vi.waitUntil(() => !locks.held.has(`recoup-alive-${first.id}`));
    expect(await leads(second)).toBe(true);
    expect([...locks.held].sort()).toEqual([second, third].map(({ id }) => `recoup-alive-${id}`).sort());
  });

  it('one that stands still with its lock is followed when its lease is over, and no later', async () => {
    const [first, second] = pages;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    void leads(first, forever);
    await vi.waitUntil(() => holds(first));
    // No heartbeat: its timers stand still as well.
    now += LEASE_MS - 1;
    expect(await leads(second)).toBe(false);
    now += 1;
    expect(await leads(second)).toBe(true);
    expect(locks.held.has(`recoup-alive-${first.id}`)).toBe(true);
  });

  it('one that lives keeps its lease as long as it works', async () => {
    const [first, second] = pages;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let leading = () => false;
    void lead(db, 'send', first, clock, (lease) => {
      leading = lease.leading;
      return forever();
    });
    await vi.waitUntil(() => holds(first));
    for (const began = now; now < began + 3 * LEASE_MS; ) {
      now += 2_500;
      vi.advanceTimersByTime(2_500);
      await vi.waitUntil(async () => (await db.leases.get('send'))?.until === now + LEASE_MS, { interval: 5 });
      expect(await leads(second)).toBe(false);
      expect(leading()).toBe(true);
    }
  });
});
