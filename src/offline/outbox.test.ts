import Dexie from 'dexie';
import { IDBDatabase as FDBDatabase, IDBTransaction as FDBTransaction } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { RECORD_VERSION } from '../../core/contract/records';
import { ORPHAN_AGE_MS, sweepOrphans } from './attachments';
import { pruneReceipts } from './housekeeping';
import { Journal, KEPT_MS } from './journal';
import { enrol, loanOf, person, photo, TestDevice, visit } from './test-device';
import { TestServer } from './test-server';
import type { OfflineEngine, UnlockedSession } from './types';
import { openUserDb, USER_DB_VERSIONS, type UserDb } from './user-db';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let unlocked: UnlockedSession;
const loan = loanOf(1);
const draft = { loanId: loan.id, openedAt: 1, fields: { remarks: 'half typed' }, files: [] };

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  server.loans = [loan];
  unlocked = await phone.signIn(asha);
});
afterEach(() => phone.close());

async function ready(more: Parameters<TestDevice['open']>[1] = {}): Promise<OfflineEngine> {
  const engine = await phone.open(unlocked, more);
  await engine.loans.refresh();
  return engine;
}

/** From now on, writes to a table fail as they do on a full disk. */
function fullDisk(table: string): { prepare: (db: UserDb) => void; full: boolean } {
  const disk = {
    full: true,
    prepare: (db: UserDb) => {
      const backend = db.backendDB.bind(db);
      db.backendDB = () => {
        const real = backend();
        return new Proxy(real, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]) => {
              const made: unknown = Reflect.apply(value, target, given);
              if (disk.full && made instanceof FDBTransaction && made.objectStoreNames.contains(table)) {
                // As browsers do it: every request is answered, and the end of it fails.
                made.commit = () => {
                  Object.defineProperty(made, 'error', { value: new DOMException('full', 'QuotaExceededError') });
                  made.abort();
                };
              }
              return made;
            };
          },
        });
      };
      db.use({
        stack: 'dbcore',
        create: (core) => ({
          ...core,
          table(name) {
            const found = core.table(name);
            if (name !== table) return found;
            return {
              ...found,
              mutate: (request) =>
                disk.full
                  ? Promise.reject(new Dexie.AbortError('aborted', new DOMException('full', 'QuotaExceededError')))
                  : found.mutate(request),
            };
          },
        }),
      });
    },
  };
  return disk;
}

describe('what is refused before anything is stored', () => {
  it.each<[string, Parameters<typeof visit>[1], string]>([
    [
      'a promise without its amount',
      { code: 'FPTP', nextVisitOn: undefined, personMet: { relation: 'borrower' } },
      'ptp',
    ],
    ['a field record without a place', { place: undefined }, 'place'],
    ['an unknown code', { code: 'NOPE' }, 'code'],
    ['a code of the other channel', { code: 'RNR' }, 'code'],
    [
      'a note that does not add up',
      {
        code: 'FCOL',
        personMet: { relation: 'borrower' },
        payment: { amountPaise: 50_000, mode: 'cash', denominations: { '500': 2 } },
      },
      'payment.denominations',
    ],
    ['a pincode of five digits', { newAddress: { line: 'x', pincode: '41100' } }, 'newAddress.pincode'],
  ])('%s', async (_, more, path) => {
    const engine = await ready();
    await engine.drafts.save(draft);
    const result = await engine.record(visit(loan, more));
    expect(result).toMatchObject({
      ok: false,
      reason: 'invalid',
      fields: expect.arrayContaining([expect.objectContaining({ path })]),
    });
    expect(engine.ledger.get()).toEqual([]);
    expect(await engine.drafts.load(loan.id)).toEqual(draft);
  });

  it('what no database holds is taken out before it is hashed and sealed', async () => {
    const engine = await ready();
    const cut = visit(loan, {
      remarks: 'Gate\0 closed \ud83d',
      personMet: { relation: 'spouse', name: 'Mee\ude00na' },
    });
    expect(await engine.record(cut)).toMatchObject({ ok: true });
    await engine.sendNow();
    const [stored] = [...server.records.values()];
    expect(stored?.record).toMatchObject({ remarks: 'Gate closed', personMet: { name: 'Meena' } });
  });

  it('nothing is saved under a locked engine', async () => {
    const engine = await ready();
    await engine.close();
    expect(await engine.record(visit(loan))).toMatchObject({ ok: false, reason: 'locked' });
  });
});

describe('storage that fails', () => {
  it.each(['outbox', 'visits', 'drafts', 'meta'])(
    'a full disk at %s: no false "Saved", the draft stays, later it works',
    async (table) => {
      const disk = fullDisk(table);
      disk.full = false;
      const engine = await ready({ hooks: { prepare: disk.prepare } });
      await engine.drafts.save(draft);
      disk.full = true;
      expect(await engine.record(visit(loan))).toMatchObject({ ok: false, reason: 'storage-full' });
      disk.full = false;
      expect(engine.ledger.get()).toEqual([]);
      const db = openUserDb(asha.tenant.id, asha.id);
      expect([await db.outbox.count(), await db.visits.count()]).toEqual([0, 0]);
      db.close();
      expect(await engine.drafts.load(loan.id)).toEqual(draft);
      expect(await engine.record(visit(loan))).toMatchObject({ ok: true, loanSeq: 1 });
      expect(await engine.drafts.load(loan.id)).toBeUndefined();
    },
  );

  it.each(['fileParts', 'attachments'])('a full disk at %s: the photo is not claimed to be kept', async (table) => {
    const disk = fullDisk(table);
    const engine = await ready({ hooks: { prepare: disk.prepare } });
    const file = { blob: photo(100), kind: 'premises', takenAt: new Date().toISOString() } as const;
    await expect(engine.keepFile(file)).rejects.toMatchObject({ name: 'StorageError', reason: 'storage-full' });
    disk.full = false;
    const { ref } = await engine.keepFile(file);
    expect(await engine.readFile(ref.sha256).then((blob) => blob?.size)).toBe(100);
  });
});

describe('what "saved" rests on', () => {
  it('a save is one writing transaction, with photos too: they were stored as they were taken', async () => {
    const writing: string[] = [];
    const engine = await ready();
    await engine.drafts.save(draft);
    const { ref } = await engine.keepFile({
      blob: photo(200_000),
      kind: 'premises',
      takenAt: new Date().toISOString(),
    });
    const plain = FDBDatabase.prototype.transaction;
    FDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === 'readwrite') writing.push(`${options?.durability} ${[names].flat().join()}`);
      return plain.call(this, names, mode, options);
    };
    try {
      expect(await engine.record(visit(loan, { attachments: [ref], photoMissing: undefined }))).toMatchObject({
        ok: true,
      });
    } finally {
      FDBDatabase.prototype.transaction = plain;
    }
    expect(writing).toEqual(['strict outbox,visits,dispositions,attachments,drafts,meta']);
    expect(await engine.readFile(ref.sha256).then((blob) => blob?.size)).toBe(200_000);
    expect(await engine.drafts.load(loan.id)).toBeUndefined();
  });

  it('asks for strict durability in every writing transaction', async () => {
    const asked: unknown[] = [];
    const plain = FDBDatabase.prototype.transaction;
    FDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === 'readwrite') asked.push(options?.durability);
      return plain.call(this, names, mode, options);
    };
    try {
      const engine = await ready();
      await engine.drafts.save(draft);
      await engine.keepFile({ blob: photo(10), kind: 'premises', takenAt: new Date().toISOString() });
      await engine.record(visit(loan));
    } finally {
      FDBDatabase.prototype.transaction = plain;
    }
    expect(asked.length).toBeGreaterThan(3);
    expect(new Set(asked)).toEqual(new Set(['strict']));
  });

  it('two tabs that save on one loan at the same moment get positions of their own', async () => {
    const [one, two] = [await ready(), await ready()];
    const saved = await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? one : two).record(visit(loan))));
    expect(saved.map((result) => (result.ok ? result.loanSeq : 0)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
  });
});

describe('tidying up', () => {
  const file = (seed: number) =>
    ({ blob: photo(50, seed), kind: 'premises', takenAt: new Date().toISOString() }) as const;

  it('removes old files that nothing names, and spares those of a draft, of unsent work, and young ones', async () => {
    let now = Date.now();
    const engine = await ready({ now: () => now });
    const [orphan, drafted, queued] = [
      (await engine.keepFile(file(1))).ref,
      (await engine.keepFile(file(2))).ref,
      (await engine.keepFile(file(3))).ref,
    ];
    await engine.record(visit(loan, { attachments: [queued], photoMissing: undefined }));
    await engine.drafts.save({ ...draft, files: [drafted] });
    now += ORPHAN_AGE_MS + 1;
    const young = (await engine.keepFile(file(4))).ref;
    const db = openUserDb(asha.tenant.id, asha.id);
    expect(await sweepOrphans(db, now)).toBe(1);
    const kept = await Promise.all([orphan, drafted, queued, young].map(({ sha256 }) => engine.readFile(sha256)));
    expect(kept.map((blob) => blob?.size)).toEqual([undefined, 50, 50, 50]);
    expect(await db.fileParts.count()).toBe(3);
    db.close();
    await engine.sendNow();
    expect(server.records.size).toBe(1);
  });

  it('forgets accepted records after a week, and never unsent ones', async () => {
    const engine = await ready();
    await engine.record(visit(loan));
    await engine.sendNow();
    await engine.record(visit(loan));
    const db = openUserDb(asha.tenant.id, asha.id);
    const journal = new Journal(db, unlocked.deviceKey);
    await pruneReceipts(db, Date.now());
    expect((await journal.read(Date.now(), 'Asia/Kolkata')).ledger).toHaveLength(2);
    await pruneReceipts(db, Date.now() + KEPT_MS + 1000);
    expect(await db.visits.count()).toBe(1);
    expect((await journal.read(Date.now(), 'Asia/Kolkata')).ledger).toMatchObject([{ state: 'queued' }]);
    db.close();
  });
});

describe('drafts', () => {
  it('survive a restart; the last keystroke wins; one a loan', async () => {
    const engine = await ready();
    const typed = Array.from({ length: 30 }, (_, at) => ({ ...draft, fields: { remarks: 'x'.repeat(at) } }));
    await Promise.all(typed.map((one) => engine.drafts.save(one)));
    await engine.close();
    const again = await phone.open(unlocked);
    expect(await again.drafts.load(loan.id)).toEqual(typed[29]);
    expect(await again.drafts.list()).toMatchObject([{ loanId: loan.id }]);
    await again.drafts.discard(loan.id);
    expect(await again.drafts.list()).toEqual([]);
  });

  it('a keystroke still being written does not bring a saved form back', async () => {
    const engine = await ready();
    void engine.drafts.save(draft);
    expect(await engine.record(visit(loan))).toMatchObject({ ok: true });
    expect(await engine.drafts.load(loan.id)).toBeUndefined();
  });
});

describe('mending and discarding', () => {
  async function refused(engine: OfflineEngine): Promise<string> {
    const saved = await engine.record(visit(loan, { remarks: 'first try' }));
    if (!saved.ok) throw new Error('not saved');
    server.judge = (record) => (record.id === saved.recordId ? { code: 'loan-state' } : undefined);
    await engine.sendNow();
    return saved.recordId;
  }

  it('a needs-you record opens as a draft and goes out under a new key; what follows it is told', async () => {
    const engine = await ready();
    const id = await refused(engine);
    const follower = await engine.record(visit(loan, { afterId: id }));
    expect(await engine.mend(id)).toMatchObject({
      loanId: loan.id,
      mends: id,
      fields: { remarks: 'first try', code: 'FDL' },
    });
    expect(await engine.drafts.load(loan.id)).toMatchObject({ fields: { remarks: 'first try' } });
    const mended = await engine.recordMended(id, visit(loan, { remarks: 'second try' }));
    if (!mended.ok || !follower.ok) throw new Error('not saved');
    expect(await engine.drafts.load(loan.id)).toBeUndefined();
    await engine.sendNow();
    const received = [...server.records.values()].map(({ record }) => record);
    expect(received).toMatchObject([
      { id: mended.recordId, remarks: 'second try', loanSeq: 1 },
      { id: follower.recordId, afterId: mended.recordId, loanSeq: 2 },
    ]);
    expect(engine.ledger.get().map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    expect(engine.loans.history(loan.id)).toHaveLength(2);
  });

  it('mending leaves an open form of the same loan alone, and works once', async () => {
    const engine = await ready();
    const id = await refused(engine);
    await engine.drafts.save(draft);
    await engine.mend(id);
    expect(await engine.drafts.load(loan.id)).toEqual(draft);
    expect(await engine.recordMended(id, visit(loan))).toMatchObject({ ok: true });
    expect(await engine.drafts.load(loan.id)).toEqual(draft);
    expect(await engine.recordMended(id, visit(loan))).toMatchObject({ ok: false, reason: 'invalid' });
    expect(engine.ledger.get()).toHaveLength(1);
  });

  it('a discard removes the record here and lets later ones go; one in flight cannot be recalled', async () => {
    const engine = await ready();
    const id = await refused(engine);
    await engine.record(visit(loan));
    await engine.discard(id);
    expect(engine.loans.history(loan.id)).toHaveLength(1);
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const asked = new Promise<void>((resolve) => {
      server.before = (_, path) => {
        if (!path.endsWith('/batch')) return undefined;
        resolve();
        return held;
      };
    });
    const sending = engine.sendNow();
    await asked;
    const inFlight = engine.ledger.get()[0]?.id ?? '';
    await expect(engine.discard(inFlight)).rejects.toThrow('on its way');
    release();
    await sending;
    expect(server.records.size).toBe(1);
  });
});

describe('an update of the app', () => {
  const versions = [
    ...USER_DB_VERSIONS,
    { version: 1001, stores: { outbox: 'key, loanId, state, createdAt' } },
    {
      version: 1002,
      stores: { outbox: 'key, loanId, state' },
      upgrade: (transaction: import('dexie').Transaction) =>
        transaction
          .table('outbox')
          .toCollection()
          .modify((row: { lifted?: boolean }) => {
            row.lifted = true;
          }),
    },
  ];

  it('jumps two versions over a full queue, with an old tab open that is told; everything is sent', async () => {
    const old = await ready();
    for (let at = 0; at < 5; at += 1) await old.record(visit(loan));
    const fresh = await phone.open(unlocked, { hooks: { versions } });
    expect(old.status.get().upgrade).toBe('outdated');
    expect(await old.record(visit(loan))).toMatchObject({ ok: false, reason: 'storage-failed' });
    await fresh.sendNow();
    expect([...server.records.values()].map(({ record }) => record.loanSeq)).toEqual([1, 2, 3, 4, 5]);
    expect(server.records.values().next().value?.record.payloadVersion).toBe(RECORD_VERSION);
  });

  it('keeps a refused record with its reason and what waits behind it; mended there, all of it is sent', async () => {
    const old = await ready();
    const refused = await old.record(visit(loan));
    const behind = await old.record(visit(loan));
    if (!refused.ok || !behind.ok) throw new Error('not saved');
    const fields = [{ path: 'nextVisitOn', message: 'A holiday' }];
    server.judge = ({ id }) => (id === refused.recordId ? { code: 'invalid', fields } : undefined);
    await old.sendNow();
    const fresh = await phone.open(unlocked, { hooks: { versions } });
    const entries = Object.fromEntries(fresh.ledger.get().map((entry) => [entry.id, entry]));
    expect(entries).toMatchObject({
      [refused.recordId]: { state: 'needs-you', problem: { code: 'invalid', fields } },
      [behind.recordId]: { state: 'queued' },
    });
    await fresh.recordMended(refused.recordId, visit(loan));
    await fresh.sendNow();
    expect([...server.records.values()].map(({ record }) => record.loanSeq)).toEqual([1, 2]);
  });
});
