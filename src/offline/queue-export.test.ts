import { beforeEach, describe, expect, it } from 'vitest';
import type { Decided } from '../../core/contract/devices';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import { deviceIdentity, openDeviceDb } from './device-db';
import { noteEviction, noticesOf } from './device-notices';
import { reportNow } from './device-report';
import { exportQueue, importQueue, QueueFileError } from './queue-export';
import { enrol, loanOf, memoryStorage, person, photo, TestDevice, visit } from './test-device';
import { answer, refuse, TestServer } from './test-server';
import type { OfflineEngine } from './types';
import { drainAllUsers } from './worker-drain';

let server: TestServer;
let device: TestDevice;
const profile = person('ravi');
const loan = loanOf(1);
const PASSWORD = 'secret-1';

async function open(): Promise<OfflineEngine> {
  const engine = await device.open(await device.signIn(profile));
  await engine.loans.refresh();
  return engine;
}

beforeEach(async () => {
  server = await TestServer.create();
  enrol(server, profile, PASSWORD);
  server.loans = [loan];
  device = new TestDevice(server);
  return () => device.close();
});

async function save(engine: OfflineEngine, withPhoto = false): Promise<string> {
  const files = withPhoto
    ? [
        (
          await engine.keepFile({
            blob: photo(5000),
            kind: 'premises',
            takenAt: new Date().toISOString(),
            name: 'door.jpg',
          })
        ).ref,
      ]
    : [];
  const saved = await engine.record(
    visit(loan, files.length > 0 ? { attachments: files, photoMissing: undefined } : {}),
  );
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.recordId;
}

describe('the queue as a file', () => {
  it('comes back whole on another phone, is sent from both, and is one record with its photo', async () => {
    const first = await open();
    const id = await save(first, true);
    const made = await exportQueue(first, PASSWORD);
    expect(made).toMatchObject({ records: 1, photos: 1, left: 0, name: expect.stringMatching(/\.recoup$/) });
    expect(first.status.get().saved).toBe(1);
    // Nothing of it can be read without a key.
    expect(new TextDecoder('latin1').decode(made.file)).not.toMatch(/LN000001|Borrower1|door\.jpg/);

    const arrivals = async () => {
      await first.sendNow();
      return server.arrivals.filter(({ key }) => key === id).length;
    };
    const other = new TestDevice(server);
    const second = await other.open(await other.signIn(profile));
    await second.loans.refresh();
    expect(await importQueue(second, made.file, PASSWORD)).toEqual({ added: 1, known: 0, photos: 1 });
    expect(await importQueue(second, made.file, PASSWORD)).toEqual({ added: 0, known: 1, photos: 0 });
    await expect
      .poll(() => second.ledger.get())
      .toMatchObject([{ id, state: 'queued', borrower: expect.any(String), photos: 1 }]);
    const sha256 = server.files.size;
    await second.sendNow();
    expect(server.records.size).toBe(1);
    expect(server.files.size).toBe(sha256 + 1);
    // The first phone finds a network after all.
    expect(await arrivals()).toBe(2);
    expect(server.records.size).toBe(1);
    expect(await importQueue(second, made.file, PASSWORD)).toEqual({ added: 0, known: 1, photos: 0 });
    await other.close();
  });

  it('keeps a record that needs its agent, with its reason, so that it can be mended elsewhere', async () => {
    const first = await open();
    server.judge = () => ({ code: 'invalid', fields: [{ path: 'nextVisitOn', message: 'Too late' }] });
    const id = await save(first);
    await first.sendNow();
    const { file } = await exportQueue(first, PASSWORD);
    device.wipe();
    device.storage = memoryStorage();
    device.session = device.newSession();
    const second = await open();
    await importQueue(second, file, PASSWORD);
    await expect
      .poll(() => second.ledger.get())
      .toMatchObject([{ id, state: 'needs-you', problem: { code: 'invalid', fields: [{ message: 'Too late' }] } }]);
    expect(await second.mend(id)).toMatchObject({ loanId: loan.id, fields: { code: 'FDL' } });
    // The next record on this loan comes after it.
    const next = await second.record(visit(loan));
    expect(next).toMatchObject({ ok: true, loanSeq: 2 });
  });

  it.each<[string, (file: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>, string, string]>([
    ['a wrong password', (file) => file, 'another', 'wrong-password'],
    ['a changed byte', (file) => file.with(file.length - 1, (file.at(-1) ?? 0) ^ 1), PASSWORD, 'not-a-file'],
    ['a file cut short', (file) => file.slice(0, file.length - 5), PASSWORD, 'not-a-file'],
    ['another kind of file', () => new TextEncoder().encode('%PDF-1.7'), PASSWORD, 'not-a-file'],
    ['an empty file', () => new Uint8Array(0), PASSWORD, 'not-a-file'],
  ])('refuses %s and changes nothing', async (_, change, password, problem) => {
    const engine = await open();
    await save(engine);
    const { file } = await exportQueue(engine, PASSWORD);
    const before = engine.ledger.get();
    await expect(importQueue(engine, change(file), password)).rejects.toMatchObject({ problem });
    expect(engine.ledger.get()).toEqual(before);
  });

  it('is nobody else’s: another user of the phone cannot take it, a wrong password does not make one', async () => {
    const engine = await open();
    await expect(exportQueue(engine, PASSWORD)).rejects.toMatchObject({ problem: 'nothing' });
    await save(engine);
    await expect(exportQueue(engine, 'guess')).rejects.toBeInstanceOf(QueueFileError);
    const { file } = await exportQueue(engine, PASSWORD);
    await device.session.lock('logout');
    const meera = enrol(server, person('meera'), PASSWORD);
    const hers = await device.open(await device.signIn(meera));
    await expect(importQueue(hers, file, PASSWORD)).rejects.toMatchObject({ problem: 'other-user' });
    expect(hers.ledger.get()).toEqual([]);
  });
});

describe('what a phone reports', () => {
  interface Told {
    queue: Record<string, number>;
    oldestUnsentAt: string | null;
    awaiting: string[];
    events: { id: string; kind: string; formerDeviceId?: string }[];
  }
  let told: Told[];
  let decisions: Decided[];
  beforeEach(() => {
    told = [];
    decisions = [];
    server.before = (request, path) => {
      if (path !== '/api/v2/devices/report') return undefined;
      told.push(JSON.parse(String(request.body)) as Told);
      return answer(200, { success: true, data: { at: new Date().toISOString(), revoked: false, decisions } });
    };
  });

  async function quarantined(engine: OfflineEngine): Promise<string> {
    server.judge = () => ({ code: 'not-found' });
    const id = await save(engine);
    await engine.sendNow();
    server.judge = () => undefined;
    expect(engine.ledger.get()).toMatchObject([{ id, state: 'quarantined' }]);
    return id;
  }
  const decided = (key: string, more: Partial<Decided>): Decided => ({
    key,
    decision: 'refused',
    reason: 'The borrower denies it',
    by: 'Meera',
    at: new Date().toISOString(),
    receipt: null,
    ...more,
  });

  it('counts its queue by state, with the oldest record that only it has', async () => {
    const engine = await open();
    await quarantined(engine);
    await save(engine);
    await reportNow(engine);
    expect(told.at(-1)).toMatchObject({ queue: { queued: 1, quarantined: 1, needsYou: 0 } });
    const oldest = Date.parse(told.at(-1)?.oldestUnsentAt ?? '');
    expect(oldest).toBeGreaterThan(Date.now() - 60_000);
    expect(told.at(-1)?.awaiting).toHaveLength(1);
  });

  it('shows a refusal with its reason and no longer asks', async () => {
    const engine = await open();
    const id = await quarantined(engine);
    decisions = [decided(id, {})];
    expect(await reportNow(engine)).toMatchObject({ outcome: 'told', decided: 1 });
    await expect
      .poll(() => engine.ledger.get()[0]?.problem?.message)
      .toBe('Meera refused this record: The borrower denies it');
    await reportNow(engine);
    expect(told.at(-1)?.awaiting).toEqual([]);
  });

  it('opens what was handed back for mending, and sends it mended', async () => {
    const engine = await open();
    const id = await quarantined(engine);
    decisions = [decided(id, { decision: 'returned', reason: 'Wrong place' })];
    await reportNow(engine);
    await expect.poll(() => engine.ledger.get()).toMatchObject([{ id, state: 'needs-you' }]);
    const draft = await engine.mend(id);
    expect(draft).toMatchObject({ mends: id });
    expect(await engine.recordMended(id, visit(loan, { place: 'office' }))).toMatchObject({ ok: true });
    await engine.sendNow();
    expect([...server.records.values()].map(({ record }) => record.place)).toEqual(['office']);
  });

  it('lets an accepted record go only on a receipt that is its own', async () => {
    const engine = await open();
    const id = await quarantined(engine);
    const hash = await sha256Hex('another record');
    const receipt = {
      key: id,
      hash,
      recordId: id,
      receiptNo: 'R-000007',
      outcome: 'applied' as const,
      receivedAt: new Date().toISOString(),
      chain: { seq: 7, hash },
    };
    decisions = [decided(id, { decision: 'accepted', reason: null, receipt })];
    expect(await reportNow(engine)).toMatchObject({ decided: 0 });
    expect(engine.ledger.get()).toMatchObject([{ state: 'quarantined' }]);
    const mirrored = server.calls.findLast(({ url }) => url.endsWith('/quarantine'));
    const own = (JSON.parse(String(mirrored?.body)) as { item: { hash: string } }).item.hash;
    decisions = [decided(id, { decision: 'accepted', reason: null, receipt: { ...receipt, hash: own } })];
    expect(await reportNow(engine)).toMatchObject({ decided: 1 });
    await expect
      .poll(() => engine.ledger.get())
      .toMatchObject([{ id, state: 'accepted', receipt: { receiptNo: 'R-000007' } }]);
  });

  it('goes on through the worker of a closed, locked app, signed by the device', async () => {
    const engine = await open();
    await reportNow(engine);
    await save(engine);
    await engine.close();
    await device.session.lock('idle');
    await drainAllUsers({ transport: server.transport });
    expect(server.records.size).toBe(1);
    // Nothing has changed since the last one: nothing is told.
    expect(told).toHaveLength(1);
    server.down = true;
    const again = await device.open(await device.signIn(profile));
    await save(again);
    await again.close();
    server.down = false;
    server.judge = () => ({ code: 'invalid' });
    await drainAllUsers({ transport: server.transport });
    expect(told.at(-1)?.queue).toMatchObject({ queued: 0, needsYou: 1 });
    const request = server.calls.findLast(({ url }) => url.endsWith('/devices/report'));
    expect(request?.headers).toMatchObject({ 'x-device-signature': expect.any(String), 'x-device-user': profile.id });
  });

  it('tells of an eviction that a start has noticed, with the id the phone had', async () => {
    const engine = await open();
    const db = openDeviceDb();
    const former = (await deviceIdentity(db)).id;
    db.close();
    await (await device.newSession().vault()).tidy(72);
    await engine.close();
    device.wipe();
    device.session = device.newSession();
    expect(await device.session.current()).toBeUndefined();
    expect(device.session.evicted()).toBe(true);
    await device.session.lock('session-ended');
    await reportNow(await open());
    expect(told.at(-1)?.events).toMatchObject([{ kind: 'evicted', formerDeviceId: former }]);
  });

  it('tells of an eviction that happened while the app was locked, for each who worked here', async () => {
    const engine = await open();
    const db = openDeviceDb();
    const former = (await deviceIdentity(db)).id;
    db.close();
    await engine.close();
    const other = enrol(server, person('imran'));
    await device.newSession().signIn(other.username, 'secret-1', 'email-or-username');
    await (await device.newSession().vault()).tidy(72);
    await device.newSession().lock('idle');
    expect(device.storage.getItem('user')).toBeNull();
    device.wipe();
    device.session = device.newSession();
    expect(await device.session.knownUsers()).toEqual([]);
    expect(device.session.evicted()).toBe(true);
    for (const who of [profile, other]) {
      const again = await device.open(await device.signIn(who));
      await reportNow(again);
      expect(told.at(-1)?.events).toMatchObject([{ kind: 'evicted', formerDeviceId: former }]);
      await again.close();
    }
    // Said once: the next start finds the new device.
    device.session = device.newSession();
    expect(await device.session.knownUsers()).toHaveLength(2);
    expect(device.session.evicted()).toBe(false);
  });

  it('tells of an eviction until it was heard, once', async () => {
    const engine = await open();
    const db = openDeviceDb();
    const owner = { tenantId: profile.tenant.id, userId: profile.id };
    const storage = memoryStorage();
    const former = uuidv7();
    storage.setItem('recoup.device', former);
    await noteEviction(db, storage, Date.now(), owner);
    const heard = server.before;
    server.before = (_, path) => (path.endsWith('/report') ? refuse('busy') : undefined);
    expect(await reportNow(engine)).toMatchObject({ outcome: 'failed' });
    expect(await noticesOf(db, owner)).toHaveLength(1);
    expect(await noticesOf(db, { ...owner, userId: uuidv7() })).toEqual([]);
    server.before = heard;
    await reportNow(engine);
    await reportNow(engine);
    expect(told.map(({ events }) => events)).toMatchObject([[{ kind: 'evicted', formerDeviceId: former }], []]);
    expect((await deviceIdentity(db)).id).not.toBe(former);
    db.close();
  });
});
