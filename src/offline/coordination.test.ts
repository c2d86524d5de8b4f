import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPresence, LEASE_MS, lead } from './coordination';
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
afterEach(() => db.close());

const [a, b] = [createPresence(), createPresence()];
const forever = () => new Promise<void>(() => {});

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
