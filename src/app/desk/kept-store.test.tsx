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

  it.each(['written', 'being sealed', 'not yet begun'])(
    'what is taken away while it is %s is gone at once, whatever becomes of the page',
    async (moment) => {
      const key = await newKey();
      const store = await openKeptStore('e', key, 72);
      const onDisk = async () => {
        const again = await openKeptStore('e', key, 72);
        await again.close();
        return again.get('draft.x');
      };
      store.set('draft.x', 'typed');
      if (moment === 'written') await vi.waitFor(async () => expect(await onDisk()).toBe('typed'));
      if (moment === 'being sealed') dispatchEvent(new Event('pagehide'));
      store.set('draft.x', undefined);
      // Nobody closes it: the page is gone.
      expect(await onDisk()).toBeUndefined();
      await store.close();
      expect(await onDisk()).toBeUndefined();
    },
  );

  it.each([60, 150, 220])('what is typed at %d ms a key is on the disk within a second, whole', async (pause) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const key = await newKey();
    const store = await openKeptStore('d', key, 72);
    const keys = Math.ceil(1000 / pause) + 1;
    for (let typed = 1; typed <= keys; typed += 1) {
      store.set('draft.x', `${'a'.repeat(typed)}\0`);
      await vi.advanceTimersByTimeAsync(pause);
    }
    // Killed: nobody closes it. What was typed in the first moment is there.
    await vi.waitFor(async () => {
      const again = await openKeptStore('d', key, 72);
      expect(again.get('draft.x')).toMatch(/^a+$/);
      await again.close();
    });
    store.set('draft.x', undefined);
    await store.close();
  });
});
