/** A phone without room: who knows the password gets in and sends what waits; guesses are counted all the same. */
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { openDeviceDb, userKey } from './device-db';
import { enrol, person, TestDevice } from './test-device';
import { refuse, TestServer } from './test-server';
import { openJson, sealJson } from './vault';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
const FULL = /^The storage of this phone is full/;
const fill = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
const enter = (password: string) => phone.newSession().signIn('asha', password, 'email-or-username');

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
});
afterEach(() => vi.restoreAllMocks());

describe('a full disk', () => {
  it.each(['idle', 'logout'] as const)(
    'after a lock (%s), without a network, the right password opens, also for the page that follows',
    async (reason) => {
      const first = await phone.signIn(asha);
      const sealed = await sealJson(first.deviceKey, 'kept');
      const disk = fill();
      await phone.session.lock(reason);
      expect(await phone.newSession().current()).toBeUndefined();
      server.down = true;
      const again = await enter('secret-1');
      expect(again).toMatchObject({ offline: true, keyId: first.keyId });
      expect(await openJson(again.deviceKey, sealed)).toBe('kept');
      const after = phone.newSession();
      const reloaded = await after.current();
      expect(reloaded).toMatchObject({ profile: { id: asha.id }, keyId: first.keyId });
      await after.lock('idle');
      expect(await phone.newSession().current()).toBeUndefined();
      // What stood in local storage in the disk's place is gone with it, and nothing of it is needed any more.
      disk.mockRestore();
      expect(await enter('secret-1')).toMatchObject({ offline: true });
      expect(await phone.newSession().current()).toMatchObject({ profile: { id: asha.id } });
    },
  );

  it('with a network it opens too, tokens are renewed, and the logout is told to the server', async () => {
    await phone.signIn(asha);
    await phone.session.lock('idle');
    fill();
    phone.session = phone.newSession();
    expect(await phone.signIn(asha)).toMatchObject({ offline: false });
    const before = phone.storage.getItem('token');
    expect(await phone.session.renew()).toBe('renewed');
    expect(phone.storage.getItem('token')).not.toBe(before);
    await phone.session.lock('logout');
    expect(server.calls.at(-1)?.url).toContain('profile/logout');
  });

  it('wrong passwords are counted on, pause as ever, and no lock or new page forgets them', async () => {
    await phone.signIn(asha);
    await phone.session.lock('idle');
    server.down = true;
    await expect(enter('x')).rejects.toMatchObject({ code: 'wrong-credentials' });
    const disk = fill();
    for (let wrong = 2; wrong <= 4; wrong += 1)
      await expect(enter('x')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(enter('x')).rejects.toMatchObject({ code: 'paused' });
    await expect(enter('secret-1')).rejects.toMatchObject({ code: 'paused' });
    await phone.session.lock('idle');
    expect(phone.storage.getItem('recoup.failures')).toContain('"count":5');
    disk.mockRestore();
    // With room again it goes on from there.
    const later = phone.newSession(() => Date.now() + 60_001);
    await expect(later.signIn('asha', 'x', 'email-or-username')).rejects.toMatchObject({ code: 'paused' });
    const db = openDeviceDb();
    expect((await db.users.get(userKey(asha.tenant.id, asha.id)))?.failures.count).toBe(6);
    db.close();
    expect(phone.storage.getItem('recoup.failures')).toBe('{}');
  });

  it('a count that only local storage has is the one that counts', async () => {
    await phone.signIn(asha);
    await phone.session.lock('idle');
    server.down = true;
    const kept = { [userKey(asha.tenant.id, asha.id)]: { count: 4, until: 0 } };
    phone.storage.setItem('recoup.failures', JSON.stringify(kept));
    fill();
    await expect(enter('x')).rejects.toMatchObject({ code: 'paused' });
  });

  it('a PIN whose tries cannot be counted is not looked at, and says so; its password opens', async () => {
    await phone.signIn(asha);
    await (await phone.session.vault()).setPin('secret-1', '502938');
    await phone.session.lock('idle');
    server.down = true;
    fill();
    const pin = async () => (await phone.newSession().vault()).enterByPin(asha.id, '502938');
    await expect(pin()).rejects.toMatchObject({
      name: 'SignInError',
      code: 'storage-full',
      message: expect.stringMatching(/Use your password/),
    });
    expect(await enter('secret-1')).toMatchObject({ offline: true });
  });

  it('what must be stored and cannot be says that the phone is full: a first sign-in, a new door, a PIN', async () => {
    const disk = fill();
    await expect(phone.signIn(asha)).rejects.toMatchObject({
      name: 'SignInError',
      code: 'storage-full',
      message: expect.stringMatching(FULL),
    });
    disk.mockRestore();
    await phone.signIn(asha);
    fill();
    const vault = await phone.session.vault();
    const full = { name: 'SignInError', message: expect.stringMatching(FULL) };
    await expect(vault.setPin('secret-1', '502938')).rejects.toMatchObject(full);
    server.before = () => refuse('internal');
    await expect(vault.changePassword('secret-1', 'secret-2')).rejects.toMatchObject(full);
  });

  it('a disk that fails otherwise is not called full', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    await expect(phone.signIn(asha)).rejects.not.toMatchObject({ code: 'storage-full' });
  });
});
