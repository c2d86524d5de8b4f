import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enrol, person, TestDevice, until } from './test-device';
import { TestServer } from './test-server';
import { inTurn } from './turns';

/** Exclusive locks, one after the other by name; Node has none. */
class Locks {
  private last = new Map<string, Promise<unknown>>();
  request<T>(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      let state: 'waiting' | 'begun' | 'gone' = 'waiting';
      const turn = (this.last.get(name) ?? Promise.resolve()).then(async () => {
        if (state === 'gone') return;
        state = 'begun';
        await work().then(resolve, reject);
      });
      this.last.set(name, turn);
      signal.addEventListener('abort', () => {
        if (state !== 'waiting') return;
        state = 'gone';
        reject(signal.reason);
      });
    });
  }
}

/** Everybody who waits has waited long enough. */
let outOfPatience: AbortController;
const forever = () => new Promise<never>(() => {});

beforeEach(() => {
  outOfPatience = new AbortController();
  vi.stubGlobal('navigator', { locks: new Locks() });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => outOfPatience.signal);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('turns', () => {
  it('come one after the other, also when one fails, and names have nothing to do with each other', async () => {
    let end = () => {};
    const first = inTurn('a', 1, () => new Promise<void>((resolve) => (end = resolve)));
    const failed = expect(inTurn('a', 1, () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
    let third = false;
    const last = inTurn('a', 1, async () => {
      third = true;
    });
    expect(await inTurn('b', 1, async () => 'at once')).toBe('at once');
    expect(third).toBe(false);
    end();
    await Promise.all([first, failed, last]);
    expect(third).toBe(true);
  });

  it('of a page that stands still are not waited for beyond patience, and work is done once', async () => {
    void inTurn('a', 1, forever);
    let done = 0;
    const waiting = inTurn('a', 1, async () => {
      done += 1;
      return 'done';
    });
    outOfPatience.abort();
    expect(await waiting).toBe('done');
    expect(done).toBe(1);
  });

  it('that were given are kept, however long the work takes, and its failure is its own', async () => {
    let done = 0;
    const slow = inTurn('a', 1, async () => {
      done += 1;
      outOfPatience.abort();
      throw new Error('it failed');
    });
    await expect(slow).rejects.toThrow('it failed');
    expect(done).toBe(1);
  });
});

describe('a page that stands still while it renews the tokens', () => {
  it('does not hold up the others, and what it hears in the end undoes nothing of theirs', async () => {
    const server = await TestServer.create();
    const phone = new TestDevice(server);
    await phone.signIn(enrol(server, person('asha')));
    const old = phone.storage.getItem('token') ?? '';
    const other = phone.newSession();
    await other.current();

    let thaw = () => {};
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    let asked = 0;
    server.before = async ({ method, url }) => {
      if (method !== 'GET' || !url.includes('/profile/authenticate')) return undefined;
      asked += 1;
      if (asked === 1) await frozen;
      return undefined;
    };
    const still = phone.session.renew(old);
    await until(() => asked === 1);
    const waiting = other.renew(old);
    outOfPatience.abort();
    expect(await waiting).toBe('renewed');
    const fresh = phone.storage.getItem('token');
    expect(fresh).not.toBe(old);

    // The server has given its refresh token up since, and says that its session has ended.
    thaw();
    expect(await still).toBe('renewed');
    expect(phone.storage.getItem('token')).toBe(fresh);
    expect(await phone.session.accessToken()).toBe(fresh);
    expect(await other.accessToken()).toBe(fresh);
  });
});
