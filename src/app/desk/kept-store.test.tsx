import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openKeptStore } from './kept-store';

const HOUR = 3_600_000;
const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
afterEach(() => {
  vi.useRealTimers();
});

describe('what the desk keeps for its user', () => {
  it('is there again for them, for nobody else, and under no other key', async () => {
    const key = await newKey();
    const store = await openKeptStore('a', key, 72);
    store.set('table.x', { size: 10 });
    await store.close();
    for (const [user, under, seen] of [
      ['a', key, { size: 10 }],
      ['b', key, undefined],
      ['a', await newKey(), undefined],
    ] as const) {
      const again = await openKeptStore(user, under, 72);
      expect(again.get('table.x')).toEqual(seen);
      await again.close();
    }
  });

  it.each([
    ['seen.notifications', 71, true],
    ['seen.notifications', 73, false],
    // By a clock that was put back since, it would stay for as long as it had been ahead.
    ['seen.notifications', -73, false],
    ['draft.x', 73, true],
  ])('%s after %d hours: still there %s', async (name, hours, there) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const key = await newKey();
    const store = await openKeptStore('c', key, 72);
    store.set(name, 'Asha Kulkarni');
    await store.close();
    vi.setSystemTime(Date.now() + hours * HOUR);
    for (const time of ['first', 'second']) {
      const again = await openKeptStore('c', key, 72);
      expect(again.get(name), time).toBe(there ? 'Asha Kulkarni' : undefined);
      await again.close();
      // Gone for good: a clock set back does not bring it again.
      if (!there) vi.setSystemTime(Date.now() - hours * HOUR);
    }
  });
});
