/** Loans that nobody confirms, and a phone that is withdrawn: what is readable goes, no unsent record is lost by it. */
import Dexie from 'dexie';
import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { openDeviceDb } from './device-db';
import { atWork, enrol, everythingStored, loanOf, person, photo, TestDevice, until, visit } from './test-device';
import { TestServer } from './test-server';
import type { OfflineEngine } from './types';
import { openUserDb, userDbName } from './user-db';
import { drainAllUsers } from './worker-drain';

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
const unsentOf = async (who: Profile): Promise<number> => {
  const db = openUserDb(who.tenant.id, who.id);
  const count = await db.outbox.count();
  db.close();
  return count;
};

describe('loans that no sync has confirmed for 72 hours', () => {
  it('are erased while their user is locked out, and come back with the next sync; unsent work stays', async () => {
    await work();
    const vault = await phone.newSession(() => Date.now() + 71 * 3_600_000).vault();
    const db = openUserDb(asha.tenant.id, asha.id);
    const stored = async () => [await db.loanChunks.count(), await db.loanChanges.count()];
    await vault.tidy(72);
    expect((await stored()).some((count) => count > 0)).toBe(true);
    const late = Date.now() + 72 * 3_600_000 + 60_000;
    await (await phone.newSession(() => late).vault()).tidy(72);
    expect(await stored()).toEqual([0, 0]);
    expect([await db.outbox.count(), await db.drafts.count()]).toEqual([1, 1]);
    db.close();
    server.now = () => late;
    phone.session = phone.newSession(() => late);
    server.down = true;
    const engine = await phone.open(await phone.signIn(asha), { now: () => late });
    await engine.loans.refresh();
    expect(engine.loans.status.get()).toMatchObject({ phase: 'expired', count: 0, asOf: expect.any(Number) });
    server.down = false;
    await phone.session.lock('idle');
    const again = await phone.open(await phone.signIn(asha), { now: () => late });
    await again.loans.refresh();
    expect(again.loans.status.get()).toMatchObject({ phase: 'ready', count: 1 });
    expect(await draftOf(again)).toBe('half typed');
    await again.close();
    await engine.close();
  });

  it('are erased in time also where the phone was days ahead when they came', async () => {
    await work();
    const db = openUserDb(asha.tenant.id, asha.id);
    await db.sync.update('loans', { asOf: Date.now() + 30 * 86_400_000 });
    await (await phone.newSession().vault()).tidy(72);
    const stored = async () => (await db.loanChunks.count()) + (await db.loanChanges.count());
    expect(await stored()).toBeGreaterThan(0);
    await (await phone.newSession(() => Date.now() + 72 * 3_600_000 + 60_000).vault()).tidy(72);
    expect(await stored()).toBe(0);
    db.close();
  });
});

describe('a withdrawn device', () => {
  const databases = () => Dexie.getDatabaseNames();
  const revoke = () => {
    for (const id of server.devices.keys()) server.revokedDevices.add(id);
  };

  it('locks, delivers its queue to quarantine, then nothing of the user is left', async () => {
    const unlocked = await phone.signIn(asha);
    const engine = await phone.open(unlocked);
    await engine.loans.refresh();
    await engine.record(visit(loan));
    const { ref } = await engine.keepFile({ blob: photo(500), kind: 'premises', takenAt: new Date().toISOString() });
    await engine.record(visit(loan, { attachments: [ref], photoMissing: undefined }));
    const heard: string[] = [];
    phone.session.onLock((reason) => {
      heard.push(reason);
      void engine.close();
    });
    revoke();
    await engine.sendNow();
    await until(async () => !(await databases()).includes(userDbName(asha.tenant.id, asha.id)));
    await until(async () => (await phone.session.knownUsers()).length === 0);
    expect(heard).toEqual(['withdrawn']);
    expect(phone.storage.size).toBe(0);
    expect(server.records.size).toBe(0);
    expect([...server.quarantined.values()]).toMatchObject([
      { userId: asha.id, code: 'device-revoked', record: { loanId: loan.id } },
      { userId: asha.id, code: 'device-revoked', record: { loanId: loan.id } },
    ]);
    expect(server.reports.at(-1)?.events).toMatchObject([{ kind: 'erased' }]);
    const db = openDeviceDb();
    expect(await db.users.count()).toBe(0);
    db.close();
    await expect(phone.signIn(asha)).rejects.toMatchObject({ code: 'account-inactive' });
    expect(await everythingStored()).not.toContain('asha');
  });

  it.each([
    ['of the user', () => openUserDb(asha.tenant.id, asha.id), (db: Dexie) => db.table('meta').count()],
    ['of the phone', openDeviceDb, (db: Dexie) => db.table('users').count()],
  ])('makes no database %s anew by a call that was still under way when it was erased', async (_, open, call) => {
    const db = open();
    await call(db);
    await Dexie.delete(db.name);
    await expect(call(db)).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect(await databases()).not.toContain(db.name);
    db.close();
  });

  it('without a network keeps the queue, unreadable, and goes on at the next start', async () => {
    await work();
    revoke();
    phone.session = phone.newSession();
    await phone.session.current();
    server.before = (_, path) => (path.endsWith('/quarantine') ? Promise.reject(new TypeError('down')) : undefined);
    await phone.session.withdraw();
    expect(await unsentOf(asha)).toBe(1);
    const db = openUserDb(asha.tenant.id, asha.id);
    expect([await db.drafts.count(), await db.visits.count(), await db.loanChanges.count()]).toEqual([0, 0, 0]);
    db.close();
    expect(await phone.newSession().knownUsers()).toEqual([]);
    server.down = true;
    await expect(phone.newSession().signIn('asha', 'secret-1', 'email-or-username')).rejects.toMatchObject({
      code: 'offline-unknown',
    });
    server.down = false;
    server.before = () => undefined;
    await (await phone.newSession().vault()).tidy(72);
    expect(server.quarantined.size).toBe(1);
    expect(await databases()).not.toContain(userDbName(asha.tenant.id, asha.id));
  });

  it('on a disk that takes nothing loses nothing, and is withdrawn when the server says it again', async () => {
    await work();
    revoke();
    phone.session = phone.newSession();
    await phone.session.current();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      await phone.session.withdraw();
      expect(said).toHaveBeenCalledWith('Withdrawing broke off', expect.anything());
    } finally {
      full.mockRestore();
      said.mockRestore();
    }
    expect(await unsentOf(asha)).toBe(1);
    await phone.session.withdraw();
    expect(server.quarantined.size).toBe(1);
    expect(await databases()).not.toContain(userDbName(asha.tenant.id, asha.id));
  });

  it('hands over the photos that a record in quarantine names, also at a later start', async () => {
    const unlocked = await phone.signIn(asha);
    const engine = await phone.open(unlocked);
    const { ref } = await engine.keepFile({ blob: photo(500), kind: 'premises', takenAt: new Date().toISOString() });
    await engine.record(visit(loan, { attachments: [ref], photoMissing: undefined }));
    await engine.close();
    revoke();
    phone.session = phone.newSession();
    await phone.session.current();
    server.before = (_, path) => (path.endsWith('/quarantine') ? Promise.reject(new TypeError('down')) : undefined);
    await phone.session.withdraw();
    expect(server.files.size).toBe(0);
    server.before = () => undefined;
    await (await phone.newSession().vault()).tidy(72);
    expect(server.quarantined.size).toBe(1);
    expect(server.files.get(ref.sha256)?.plain).toHaveLength(500);
    expect(await databases()).not.toContain(userDbName(asha.tenant.id, asha.id));
  });

  it('hears it in the service worker too, while locked', async () => {
    await work();
    await phone.session.lock('idle');
    revoke();
    expect(await drainAllUsers({ transport: server.transport })).toEqual({ accepted: 0, left: 0 });
    expect(server.quarantined.size).toBe(1);
    expect(await databases()).not.toContain(userDbName(asha.tenant.id, asha.id));
    expect(await phone.newSession().knownUsers()).toEqual([]);
  });

  it.each([
    ['handed over', () => undefined],
    ['could not hand over yet', () => Promise.reject(new TypeError('down'))],
  ])('of which a worker has heard, and %s, is not told that the browser removed its data', async (_, answer) => {
    await work();
    const housekeeping = await phone.session.vault();
    await housekeeping.tidy(72);
    revoke();
    server.before = (_, path) => (path.endsWith('/quarantine') ? answer() : undefined);
    await drainAllUsers({ transport: server.transport });
    phone.session = phone.newSession();
    expect(await phone.session.current()).toBeUndefined();
    expect(await phone.session.knownUsers()).toEqual([]);
    expect(phone.session.evicted()).toBe(false);
  });

  it.each([
    ['delivers', false, 'records'],
    ['hears it and hands over', true, 'quarantined'],
  ] as const)('whose clock is put right once it is locked: the worker %s', async (_, withdrawn, where) => {
    const wrong = () => Date.now() - 60 * 3_600_000;
    phone.session = phone.newSession(wrong);
    const engine = await phone.open(await phone.signIn(asha), { now: wrong });
    await engine.loans.refresh();
    server.down = true;
    await engine.record(visit(loan));
    await engine.close();
    server.down = false;
    await phone.session.lock('idle');
    if (withdrawn) revoke();
    expect(await drainAllUsers({ transport: server.transport })).toMatchObject({ left: 0 });
    expect(server[where].size).toBe(1);
  });

  it('hands over what a page saves that was opening while its worker erased everything', async () => {
    const unlocked = await phone.signIn(asha);
    const first = await phone.open(unlocked);
    await first.loans.refresh();
    server.down = true;
    await first.record(visit(loan));
    await first.close();
    server.down = false;
    revoke();
    await drainAllUsers({ transport: server.transport });
    expect(await databases()).not.toContain(userDbName(asha.tenant.id, asha.id));
    const late = await phone.open(unlocked);
    expect(await late.record(visit(loan))).toMatchObject({ ok: true });
    phone.session.onLock(() => void late.close());
    await late.sendNow();
    await until(() => server.quarantined.size === 2);
    await until(async () => !(await databases()).includes(userDbName(asha.tenant.id, asha.id)));
    const db = openDeviceDb();
    expect(await db.users.count()).toBe(0);
    db.close();
  });

  it('loses nothing that another tab saves while it hands over, and says of what comes later that it is not saved', async () => {
    const unlocked = await phone.signIn(asha);
    const engine = await phone.open(unlocked);
    await engine.loans.refresh();
    server.down = true;
    await engine.record(visit(loan));
    server.down = false;
    revoke();
    const told: boolean[] = [];
    let saves = 0;
    server.before = async (_, path) => {
      // With the first two records handed over, and once more as the end is told.
      if (!/\/(quarantine|report)$/.test(path) || saves >= 3) return undefined;
      saves += 1;
      told.push(
        await engine.record(visit(loan)).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      return undefined;
    };
    await drainAllUsers({ transport: server.transport });
    await engine.close();
    expect(told.filter(Boolean).length).toBeGreaterThan(0);
    expect(server.quarantined.size).toBe(1 + told.filter(Boolean).length);
  });

  it('hears it there also with nothing but a record that its agent was to mend', async () => {
    server.judge = () => ({ code: 'invalid', fields: [{ path: 'reason', message: 'Say who told you' }] });
    await work();
    await phone.session.lock('idle');
    await drainAllUsers({ transport: server.transport });
    const db = openUserDb(asha.tenant.id, asha.id);
    expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['needs-you']);
    // No page has reported yet, nor has the worker.
    await db.meta.bulkDelete(['appVersion', 'reported', 'reportedAt']);
    db.close();
    revoke();
    expect(await drainAllUsers({ transport: server.transport })).toEqual({ accepted: 0, left: 0 });
    expect(server.quarantined.size).toBe(1);
    expect(await databases()).not.toContain(userDbName(asha.tenant.id, asha.id));
  });

  it('leaves the other users of the phone alone, and takes its user back when it is allowed again', async () => {
    const ravi = enrol(server, person('ravi'));
    await phone.signIn(ravi);
    await phone.session.lock('logout');
    await work();
    revoke();
    await phone.session.withdraw();
    expect(await phone.session.knownUsers()).toMatchObject([{ username: 'ravi' }]);
    server.revokedDevices.clear();
    expect(await phone.signIn(asha)).toMatchObject({ recovered: true, offline: false });
  });
});
