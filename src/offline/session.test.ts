import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { deviceIdentity, openDeviceDb } from './device-db';
import { createPageTransport } from './page-transport';
import { enrol, memoryStorage, person, TestDevice } from './test-device';
import { answer, refuse, TestServer } from './test-server';
import { openJson, sealJson } from './vault';
import { pauseAfter } from './vault-doors';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
});

describe('signing in', () => {
  it('online: registers the device, keeps the specification’s keys, unlocks', async () => {
    const unlocked = await phone.signIn(asha);
    expect(unlocked).toMatchObject({ offline: false, recovered: true, profile: { username: 'asha' } });
    expect(unlocked.deviceKey.extractable).toBe(false);
    const device = await deviceIdentity(openDeviceDb());
    expect(device.signing.privateKey.extractable).toBe(false);
    expect(server.devices.has(unlocked.deviceId)).toBe(true);
    for (const key of ['token', 'refreshToken', 'role', 'user', 'expiry'])
      expect(phone.storage.getItem(key)).toBeTruthy();
    // No sub-role: the key stands all the same.
    expect(phone.storage.getItem('subRole')).toBe('');
    expect(await phone.session.knownUsers()).toMatchObject([{ username: 'asha', unsent: 0 }]);
  });

  it('keeps the sub-role of an administrator who has one', async () => {
    await phone.signIn(enrol(server, { ...person('leela', 'CRM_TENANTADMIN'), subRole: 'ACM' }));
    expect([phone.storage.getItem('role'), phone.storage.getItem('subRole')]).toEqual(['CRM_TENANTADMIN', 'ACM']);
  });

  it.each([
    ['idle', 'CRM_TELECALLER', '/api/v1/profile/logout?reason=idle'],
    ['logout', 'CRM_TELECALLER', '/api/v1/profile/logout'],
    ['logout', 'CRM_FIELDAGENT', '/api/v1/profile/logout'],
    // Put away every few minutes: locked, and the session goes on behind the lock.
    ['idle', 'CRM_FIELDAGENT', undefined],
  ] as const)('%s of a %s ends the session at the server by %s', async (reason, role, path) => {
    const user = enrol(server, person('dev', role));
    await phone.signIn(user);
    const asked: { url: string; profile: string | undefined }[] = [];
    server.before = ({ url, headers }) => {
      asked.push({ url, profile: headers?.profileid });
      return undefined;
    };
    await phone.session.lock(reason);
    expect(asked.filter(({ url }) => url.includes('logout'))).toEqual(path ? [{ url: path, profile: user.id }] : []);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('fetch failed'))],
    ['captive portal', () => answer(200, '<html>WiFi</html>')],
    ['a proxy’s 401', () => answer(401, '<html>proxy</html>')],
    ['a broken server', () => refuse('internal')],
    ['an overloaded gateway', () => answer(503, '')],
  ])('%s: the same password opens the same key offline', async (_, fault) => {
    const first = await phone.signIn(asha);
    const sealed = await sealJson(first.deviceKey, { word: 'kept' });
    await phone.session.lock('idle');
    server.before = fault;
    const again = await phone.newSession().signIn(' ASHA ', 'secret-1', 'email-or-username');
    expect(again).toMatchObject({ offline: true, keyId: first.keyId });
    expect(await openJson(again.deviceKey, sealed)).toEqual({ word: 'kept' });
    await expect(phone.newSession().signIn('asha', 'secret-2', 'email-or-username')).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    await expect(phone.newSession().signIn('nobody', 'secret-1', 'email-or-username')).rejects.toMatchObject({
      code: 'offline-unknown',
    });
  });

  it('the server’s own refusal is a wrong password, even when the offline key would open', async () => {
    await phone.signIn(asha);
    const user = server.users.get(asha.id);
    if (user) user.password = 'changed-elsewhere';
    await expect(phone.signIn(asha)).rejects.toMatchObject({ code: 'wrong-credentials' });
    server.before = () => refuse('account-inactive');
    await expect(phone.signIn(asha)).rejects.toMatchObject({ code: 'account-inactive' });
    server.before = () => refuse('account-locked', { 'retry-after': '60' });
    await expect(phone.signIn(asha)).rejects.toMatchObject({ code: 'paused' });
  });

  it('five wrong passwords offline pause for a minute, doubling; the right one is refused meanwhile', async () => {
    let now = Date.now();
    await phone.signIn(asha);
    server.down = true;
    const session = phone.newSession(() => now);
    const attempt = (password: string) => session.signIn('asha', password, 'email-or-username');
    for (let wrong = 1; wrong <= 4; wrong += 1)
      await expect(attempt('x')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(attempt('x')).rejects.toMatchObject({ code: 'paused', retryAt: now + 60_000 });
    await expect(attempt('secret-1')).rejects.toMatchObject({ code: 'paused' });
    now += 60_001;
    await expect(attempt('x')).rejects.toMatchObject({ code: 'paused', retryAt: now + 120_000 });
    now += 120_001;
    expect(await attempt('secret-1')).toMatchObject({ offline: true });
    expect([4, 5, 6, 7, 60].map(pauseAfter)).toEqual([0, 60_000, 120_000, 240_000, 8 * 3_600_000]);
  });

  it('a reload needs no password; a kill that loses local storage, or a lock, does', async () => {
    await phone.signIn(asha);
    expect(await phone.newSession().current()).toMatchObject({ profile: { id: asha.id }, offline: false });
    phone.storage = memoryStorage();
    expect(await phone.newSession().current()).toBeUndefined();
    server.down = true;
    phone.session = phone.newSession();
    expect(await phone.signIn(asha)).toMatchObject({ offline: true, tokens: { token: expect.any(String) } });
    await phone.session.lock('logout');
    expect(phone.storage.size).toBe(0);
    expect(await phone.newSession().current()).toBeUndefined();
    phone.session = phone.newSession();
    expect(await phone.signIn(asha)).toMatchObject({ offline: true, tokens: null });
  });

  it('notices that the browser has removed what was stored', async () => {
    await phone.signIn(asha);
    const kept = phone.newSession();
    await kept.current();
    expect(kept.evicted()).toBe(false);
    phone.wipe();
    const session = phone.newSession();
    expect(await session.current()).toBeUndefined();
    expect(session.evicted()).toBe(true);
  });

  it('a lock leaves ids alone in local storage', async () => {
    await phone.signIn(asha);
    await (await phone.session.vault()).tidy(72);
    const { id } = await deviceIdentity(openDeviceDb());
    await phone.session.lock('logout');
    expect(phone.storage.size).toBe(1);
    expect(phone.storage.getItem('recoup.device')).toBe(`${id} ${asha.tenant.id}:${asha.id}`);
  });
});

describe('tokens', () => {
  it('are renewed ahead of their end, once for two askers, and kept for a restart', async () => {
    let now = Date.now();
    server.now = () => now;
    phone.session = phone.newSession(() => now);
    await phone.signIn(asha);
    const first = phone.storage.getItem('token');
    expect(await phone.session.accessToken()).toBe(first);
    now += 11 * 60_000;
    const second = await phone.session.accessToken();
    expect(second).not.toBe(first);
    expect(phone.storage.getItem('token')).toBe(second);
    expect(await phone.newSession(() => now).current()).toMatchObject({ tokens: { token: second } });
  });

  it('are renewed five minutes before their end and no earlier, once', async () => {
    let now = Date.now();
    server.now = () => now;
    phone.session = phone.newSession(() => now);
    await phone.signIn(asha);
    const first = phone.storage.getItem('token');
    const ends = Date.parse(phone.storage.getItem('expiry') ?? '');
    server.calls = [];
    now = ends - 300_001;
    expect(await phone.session.accessToken()).toBe(first);
    now = ends - 300_000;
    expect(await phone.session.accessToken()).toBe(first);
    expect(server.calls).toEqual([]);
    now = ends - 299_999;
    expect(await phone.session.accessToken()).not.toBe(first);
    await phone.session.accessToken();
    expect(server.calls).toHaveLength(1);
  });

  it('are each user’s own, also on a page that has not heard yet that somebody else signed in', async () => {
    await phone.signIn(asha);
    const bala = enrol(server, person('bala'));
    const next = phone.newSession();
    await next.signIn(bala.username, 'secret-1', 'email-or-username');
    const theirs = phone.storage.getItem('token');
    expect(await phone.session.accessToken()).toMatch(/^token-asha/);
    expect(await phone.session.renew()).toBe('renewed');
    expect(await phone.session.accessToken()).toMatch(/^token-asha/);
    expect(phone.storage.getItem('token')).toBe(theirs);
    expect(await next.accessToken()).toBe(theirs);
  });

  it('a silent server is not asked again before every call', async () => {
    let now = Date.now();
    server.now = () => now;
    phone.session = phone.newSession(() => now);
    await phone.signIn(asha);
    now += 11 * 60_000;
    server.down = true;
    server.calls = [];
    for (let call = 0; call < 5; call += 1) expect(await phone.session.accessToken()).toMatch(/^token-asha/);
    expect(server.calls).toHaveLength(1);
    server.down = false;
    now += 20_001;
    await phone.session.accessToken();
    expect(server.calls).toHaveLength(2);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('fetch failed')), 'unreachable'],
    ['a proxy’s 401', () => answer(401, 'no'), 'unreachable'],
    ['a captive portal', () => answer(200, '<html>'), 'unreachable'],
    ['our own 500', () => refuse('internal'), 'unreachable'],
    ['our own 401', () => refuse('session-ended'), 'ended'],
  ] as const)('a renewal answered by %s: %s', async (_, fault, expected) => {
    await phone.signIn(asha);
    server.before = fault;
    expect(await phone.session.renew()).toBe(expected);
    expect(phone.storage.getItem('token') === null).toBe(expected === 'ended');
  });

  it('a refused token is renewed once and the call repeated', async () => {
    await phone.signIn(asha);
    const user = server.users.get(asha.id);
    if (!user) throw new Error('no user');
    user.token = 'rotated-by-the-server';
    const send = createPageTransport(server.transport, phone.session);
    expect(await send({ method: 'GET', url: '/api/v1/disposition/all' })).toMatchObject({ status: 200 });
    server.before = (request) => (request.url.includes('disposition') ? answer(401, 'proxy') : undefined);
    const before = server.calls.length;
    expect(await send({ method: 'GET', url: '/api/v1/disposition/all' })).toMatchObject({ status: 401 });
    expect(server.calls.length - before).toBe(1);
  });
});
