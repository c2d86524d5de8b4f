/** PIN, change of password, password changed elsewhere: no unsent record is ever lost by them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { openDeviceDb, userKey } from './device-db';
import { atWork, enrol, everythingStored, loanOf, person, TestDevice, until } from './test-device';
import { answer, refuse, TestServer } from './test-server';
import type { OfflineEngine, OldPasswordNeeded } from './types';
import { openJson, sealJson } from './vault';
import { pinProblem } from './vault-pin';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let loan: Loan;

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  loan = loanOf(1);
  server.loans = [loan];
});

const work = () => atWork(phone, asha, loan);
const draftOf = async (engine: OfflineEngine) => (await engine.drafts.load(loan.id))?.fields.remarks;
const passwordOf = (who: Profile, password: string): void => {
  const user = server.users.get(who.id);
  if (user) user.password = password;
};

describe('a PIN', () => {
  const set = async (pin = '502938') => {
    await phone.signIn(asha);
    await (await phone.session.vault()).setPin('secret-1', pin);
  };
  const enter = async (pin: string) => (await phone.newSession().vault()).enterByPin(asha.id, pin);

  it.each([
    ['12345', true],
    ['1234567', true],
    ['12a456', true],
    ['000000', true],
    ['123456', true],
    ['987654', true],
    ['121212', true],
    ['482482', true],
    ['502938', false],
    ['135791', false],
  ])('%s is refused: %s', (pin, refused) => {
    expect(pinProblem(pin) !== undefined).toBe(refused);
  });

  it('opens the same key offline, and the password still does', async () => {
    const first = await phone.signIn(asha);
    const sealed = await sealJson(first.deviceKey, 'kept');
    const vault = await phone.session.vault();
    expect(await vault.pinState()).toEqual({ set: false, allowed: true });
    await expect(vault.setPin('wrong', '502938')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(vault.setPin('secret-1', '111111')).rejects.toMatchObject({ code: 'wrong-pin' });
    await vault.setPin('secret-1', '502938');
    expect(await vault.pinState()).toEqual({ set: true, allowed: true });
    expect(await phone.session.knownUsers()).toMatchObject([{ pin: true }]);
    await phone.session.lock('idle');
    server.down = true;
    const again = await enter('502938');
    expect(again).toMatchObject({ offline: true, keyId: first.keyId, tokens: { token: expect.any(String) } });
    expect(await openJson(again.deviceKey, sealed)).toBe('kept');
    expect(await phone.signIn(asha)).toMatchObject({ keyId: first.keyId });
    server.down = false;
    expect(await phone.signIn(asha)).toMatchObject({ keyId: first.keyId });
    expect(await phone.session.knownUsers()).toMatchObject([{ pin: true }]);
  });

  it('renews the server session where there is one; after a logout the server waits for the password', async () => {
    await set();
    await phone.session.lock('idle');
    const before = server.users.get(asha.id)?.token;
    phone.session = phone.newSession();
    const vault = await phone.session.vault();
    expect(await vault.enterByPin(asha.id, '502938')).toMatchObject({ offline: false });
    expect(server.users.get(asha.id)?.token).not.toBe(before);
    expect(await phone.session.accessToken()).toBe(server.users.get(asha.id)?.token);
    expect(await phone.session.knownUsers()).toMatchObject([{ pin: true, wantsPassword: false }]);
    await phone.session.lock('logout');
    expect(await phone.session.knownUsers()).toMatchObject([{ pin: true, wantsPassword: true }]);
    expect(await enter('502938')).toMatchObject({ offline: true, tokens: null });
    server.ended.add(asha.id);
    await phone.signIn(asha);
    server.ended.add(asha.id);
    await phone.session.lock('idle');
    expect(await enter('502938')).toMatchObject({ offline: true, tokens: null });
  });

  it('is erased by the fifth wrong one; right ones put the count back, killed tries do not', async () => {
    await set();
    await phone.session.lock('idle');
    for (let wrong = 1; wrong <= 4; wrong += 1)
      await expect(enter('502939')).rejects.toMatchObject({ code: 'wrong-pin' });
    await enter('502938');
    for (let wrong = 1; wrong <= 3; wrong += 1) await expect(enter('0')).rejects.toMatchObject({ code: 'wrong-pin' });
    // Killed after the count, before the look.
    const db = openDeviceDb();
    await db.users
      .where('key')
      .equals(userKey(asha.tenant.id, asha.id))
      .modify((row) => {
        if (row.pin) row.pin.tries += 1;
      });
    await expect(enter('502939')).rejects.toMatchObject({ code: 'pin-erased' });
    expect((await db.users.toArray())[0]).not.toHaveProperty('pin.wrapped');
    db.close();
    await expect(enter('502938')).rejects.toMatchObject({ code: 'pin-erased' });
    expect(await phone.newSession().knownUsers()).toMatchObject([{ pin: false }]);
    expect(await phone.signIn(asha)).toMatchObject({ recovered: true });
  });

  it('is removed by its user, and where the installation does not want it', async () => {
    await set();
    await (await phone.session.vault()).removePin();
    await expect(enter('502938')).rejects.toMatchObject({ code: 'pin-erased' });
    await set();
    server.config.devicePin = false;
    await expect(enter('502938')).rejects.toMatchObject({ code: 'pin-erased' });
    await (await phone.session.vault()).tidy(72);
    server.config.devicePin = true;
    await expect(enter('502938')).rejects.toMatchObject({ code: 'pin-erased' });
  });

  it('neither it nor the key stand anywhere in the clear', async () => {
    await set('502938');
    await phone.session.lock('idle');
    expect(await everythingStored()).not.toContain('502938');
  });
});

describe('changing the password', () => {
  it('re-wraps the key in the same act: the new one opens offline, the old one no longer, nothing is lost', async () => {
    await work();
    const change = await (await phone.session.vault()).changePassword('secret-1', 'secret-2');
    expect(change).toEqual({ kind: 'changed', endedSessions: 1 });
    await phone.session.lock('idle');
    server.down = true;
    await expect(phone.newSession().signIn('asha', 'secret-1', 'email-or-username')).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    phone.session = phone.newSession();
    const engine = await phone.open(await phone.signIn(asha, 'secret-2'));
    expect(await draftOf(engine)).toBe('half typed');
    server.down = false;
    await engine.sendNow();
    expect(server.records.size).toBe(1);
    await engine.close();
  });

  it.each([
    ['the server refuses', () => refuse('wrong-credentials'), 'refused'],
    ['the policy refuses', () => refuse('invalid'), 'refused'],
    ['nobody answers', () => Promise.reject(new TypeError('fetch failed')), 'unknown'],
    ['a portal answers', () => answer(200, '<html>'), 'unknown'],
    ['a gateway answers', () => answer(504, ''), 'unknown'],
  ] as const)('%s: the old one goes on', async (_, fault, kind) => {
    await work();
    server.before = (request) => (request.method === 'PUT' ? fault() : undefined);
    expect(await (await phone.session.vault()).changePassword('secret-1', 'secret-2')).toMatchObject({ kind });
    server.before = () => undefined;
    await phone.session.lock('idle');
    const engine = await phone.open(await phone.signIn(asha));
    expect(await draftOf(engine)).toBe('half typed');
    await engine.close();
    // The sign-in has told which one the server takes: the other opens nothing.
    server.down = true;
    await expect(phone.newSession().signIn('asha', 'secret-2', 'email-or-username')).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
  });

  it('the answer is lost after the change: the new one opens everything', async () => {
    await work();
    server.after = (request) => {
      if (request.method === 'PUT') throw new TypeError('connection reset');
    };
    expect(await (await phone.session.vault()).changePassword('secret-1', 'secret-2')).toEqual({ kind: 'unknown' });
    server.after = () => {};
    await phone.session.lock('idle');
    await expect(phone.signIn(asha)).rejects.toMatchObject({ code: 'wrong-credentials' });
    const unlocked = await phone.signIn(asha, 'secret-2');
    expect(unlocked.recovered).toBe(true);
    const engine = await phone.open(unlocked);
    expect(await draftOf(engine)).toBe('half typed');
    await engine.close();
  });

  it('killed at every step of it: one of the two opens, the key is the same, the record goes out', async () => {
    // What every table of every database does an update by.
    const tables = Object.getPrototypeOf(Object.getPrototypeOf(openDeviceDb().users)) as {
      update: (this: unknown, ...args: unknown[]) => PromiseLike<unknown>;
    };
    let died = true;
    let step = 1;
    const ends = new Set<string>();
    for (; died; step += 1) {
      phone.wipe();
      phone.session = phone.newSession();
      server.records.clear();
      passwordOf(asha, 'secret-1');
      const { keyId } = await work();
      // From now on the n-th write of the device's database, or call to the server, is the last thing that happens.
      let steps = 0;
      const gone = new Promise<never>(() => {});
      const tick = () => {
        steps += 1;
        return steps >= step;
      };
      const session = phone.newSession();
      await session.current();
      const vault = await session.vault();
      const { update } = tables;
      tables.update = function dying(...args) {
        return tick() ? gone : update.apply(this, args);
      };
      server.before = () => (tick() ? gone : undefined);
      server.after = () => {};
      let finished = false;
      void vault.changePassword('secret-1', 'secret-2').then(() => {
        finished = true;
      });
      await until(() => finished || steps >= step);
      died = !finished;
      tables.update = update;
      server.before = () => undefined;
      // The app starts again.
      phone.session = phone.newSession();
      await phone.session.lock('idle');
      const password = server.users.get(asha.id)?.password ?? '';
      ends.add(password);
      server.down = true;
      const offline = await phone.newSession().signIn('asha', password, 'email-or-username');
      expect(offline.keyId).toBe(keyId);
      server.down = false;
      const unlocked = await phone.signIn(asha, password);
      expect(unlocked).toMatchObject({ recovered: true, keyId });
      const engine = await phone.open(unlocked);
      expect(await draftOf(engine)).toBe('half typed');
      await engine.sendNow();
      expect(server.records.size).toBe(1);
      await engine.close();
    }
    // Three steps died (the second door, the call, the end), and it ended on either side of the change.
    expect(step - 1).toBe(4);
    expect([...ends].sort()).toEqual(['secret-1', 'secret-2']);
  });

  it('needs a server session', async () => {
    await phone.signIn(asha);
    await phone.session.lock('logout');
    server.down = true;
    await phone.signIn(asha);
    expect(await (await phone.session.vault()).changePassword('secret-1', 'secret-2')).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/Sign in with your password/),
    });
  });
});

describe('a password that was replaced elsewhere', () => {
  /** Signs in with the new one; answers what the user is asked. */
  async function stopped(): Promise<OldPasswordNeeded> {
    passwordOf(asha, 'secret-2');
    return phone.signIn(asha, 'secret-2').then(
      () => {
        throw new Error('let in without a question');
      },
      (error: OldPasswordNeeded) => error,
    );
  }

  it('is told before anything is given up; the old one keeps drafts and records readable', async () => {
    const { keyId } = await work();
    await phone.session.lock('logout');
    expect(await stopped()).toMatchObject({
      name: 'OldPasswordNeeded',
      stake: { drafts: 1, unsent: 1, needsYou: 0, pin: false },
    });
    // Nothing has changed yet: closed and asked again, it is the same question.
    phone.session = phone.newSession();
    expect(await stopped()).toMatchObject({ stake: { drafts: 1, unsent: 1 } });
    const vault = await phone.session.vault();
    await expect(vault.recover({ password: 'not it' })).rejects.toMatchObject({
      code: 'wrong-credentials',
      message: expect.stringMatching(/used on this phone before/),
    });
    const unlocked = await vault.recover({ password: 'secret-1' });
    expect(unlocked).toMatchObject({ recovered: true, offline: false, keyId });
    const engine = await phone.open(unlocked);
    expect(await draftOf(engine)).toBe('half typed');
    expect(engine.ledger.get()).toMatchObject([{ state: 'queued', borrower: loan.borrower.name }]);
    await engine.sendNow();
    expect([...server.records.values()]).toMatchObject([{ form: 'readable' }]);
    await engine.close();
    await phone.session.lock('idle');
    server.down = true;
    expect(await phone.signIn(asha, 'secret-2')).toMatchObject({ keyId });
  });

  it('the PIN opens it as well', async () => {
    const { keyId } = await work();
    await (await phone.session.vault()).setPin('secret-1', '502938');
    await phone.session.lock('logout');
    expect(await stopped()).toMatchObject({ stake: { pin: true } });
    const unlocked = await (await phone.session.vault()).recover({ pin: '502938' });
    expect(unlocked).toMatchObject({ recovered: true, keyId });
    expect(await phone.session.knownUsers()).toMatchObject([{ pin: true }]);
  });

  it('given up: a fresh key, the unsent record still goes out, and the drafts are gone as was said', async () => {
    await work();
    await phone.session.lock('logout');
    await stopped();
    const unlocked = await (await phone.session.vault()).startFresh();
    expect(unlocked.recovered).toBe(false);
    const engine = await phone.open(unlocked);
    expect(engine.ledger.get()).toMatchObject([{ state: 'queued', borrower: 'Sealed with an earlier password' }]);
    expect(await draftOf(engine)).toBeUndefined();
    await engine.sendNow();
    expect([...server.records.values()]).toMatchObject([{ form: 'sealed', record: { loanId: loan.id } }]);
    await engine.loans.refresh();
    expect(engine.loans.status.get()).toMatchObject({ phase: 'ready', count: 1 });
    await engine.close();
    await expect((await phone.session.vault()).startFresh()).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('asks nothing when only loans lie here, which the server has', async () => {
    const engine = await phone.open(await phone.signIn(asha));
    await engine.loans.refresh();
    await engine.close();
    passwordOf(asha, 'secret-2');
    expect(await phone.signIn(asha, 'secret-2')).toMatchObject({ recovered: true, offline: false });
  });

  it('what this phone keeps can be told before the password is replaced', async () => {
    await work();
    const vault = await phone.newSession().vault();
    expect(await vault.stakeOf(asha.id)).toEqual({ drafts: 1, unsent: 1, needsYou: 0, pin: false });
    expect(await vault.stakeOf(person('nobody').id)).toBeUndefined();
  });
});
