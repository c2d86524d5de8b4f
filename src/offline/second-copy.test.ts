/** A phone whose databases are gone while its caches are not: what was not sent comes back, and only that. */
import Dexie from 'dexie';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { fromBase64url } from '../../core/contract/base64url';
import { innerOf } from './engine-inner';
import { freeFiles } from './free-room';
import { keepSecondCopy } from './second-copy';
import { enrol, loanOf, memoryStorage, person, photo, TestDevice, until, visit } from './test-device';
import { TestServer } from './test-server';
import type { OfflineEngine } from './types';
import { userDbName } from './user-db';

/** Cache Storage as far as it is used here, with what a full disk does. */
class MemoryCaches {
  private readonly held = new Map<string, Map<string, { body: ArrayBuffer; headers: Headers }>>();
  full = false;
  /** Nothing can be removed. */
  stuck = false;

  async open(name: string) {
    const entries = this.held.get(name) ?? new Map();
    this.held.set(name, entries);
    const addressOf = (request: RequestInfo) =>
      new URL(typeof request === 'string' ? request : request.url, 'https://phone.test').href;
    return {
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      match: async (request: RequestInfo) => {
        const found = entries.get(addressOf(request));
        return found && new Response(found.body.slice(0), { headers: found.headers });
      },
      put: async (request: RequestInfo, response: Response) => {
        if (this.full) throw new DOMException('full', 'QuotaExceededError');
        entries.set(addressOf(request), { body: await response.arrayBuffer(), headers: response.headers });
      },
      delete: async (request: RequestInfo) => {
        if (this.stuck) throw new Error('nothing can be removed');
        return entries.delete(addressOf(request));
      },
    };
  }
  has = async (name: string) => this.held.has(name);
  delete = async (name: string) => this.held.delete(name);

  /** The kinds of what is kept, in order. */
  kinds(): string[] {
    const urls = [...this.held.values()].flatMap((entries) => [...entries.keys()]);
    return urls.map((url) => new URL(url).pathname.split('/')[4] ?? '').sort();
  }
  /** The databases that something is kept of. */
  databases(): string[] {
    const urls = [...this.held.values()].flatMap((entries) => [...entries.keys()]);
    return [...new Set(urls.map((url) => new URL(url).search.slice(1).split('.')[0] ?? ''))];
  }
  /** All of it, with what is written as base64 beside what that says. */
  text(): string {
    const decoder = new TextDecoder('latin1');
    return [...this.held.values()]
      .flatMap((entries) => [...entries])
      .map(([url, { body, headers }]) => `${url} ${JSON.stringify([...headers])} ${decoder.decode(body)}`)
      .join('\n')
      .replace(/"bytes64":"([^"]*)"/g, (_, text: string) => decoder.decode(fromBase64url(text)));
  }
  /** Makes the body of each entry of a kind unreadable. */
  tear(kind: string): void {
    for (const entries of this.held.values())
      for (const [url, entry] of entries)
        if (url.includes(`/${kind}/`)) entries.set(url, { ...entry, body: new ArrayBuffer(3), headers: new Headers() });
  }
}

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let copies: MemoryCaches;
const loan = loanOf(1);
const stops: (() => void)[] = [];

beforeEach(async () => {
  copies = new MemoryCaches();
  vi.stubGlobal('caches', copies);
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  server.loans = [loan];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await phone.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The engine as it is some seconds after its start (housekeeping.ts). */
async function atWork(password?: string): Promise<OfflineEngine> {
  const engine = await phone.open(await phone.signIn(asha, password));
  await engine.loans.refresh();
  stops.push(keepSecondCopy(innerOf(engine), 0));
  return engine;
}

async function save(engine: OfflineEngine, withPhoto = false): Promise<string> {
  const blob = photo(150_000);
  const file = withPhoto && (await engine.keepFile({ blob, kind: 'premises', takenAt: new Date().toISOString() }));
  const saved = await engine.record(visit(loan, file ? { attachments: [file.ref], photoMissing: undefined } : {}));
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.recordId;
}

async function closes(): Promise<void> {
  await phone.close();
  for (const stop of stops.splice(0)) stop();
}

/** The browser lost its databases; the next page finds that out. */
async function losesDatabases() {
  await closes();
  phone.wipe();
  phone.session = phone.newSession();
  const known = await phone.session.knownUsers();
  await phone.session.current();
  expect(phone.session.evicted()).toBe(true);
  return known;
}

const isKept = (...kinds: string[]) => until(() => copies.kinds().join() === kinds.sort().join());

describe('what was not sent when the databases were lost', () => {
  it('is there after the sign-in, without a network too, can be read, and is at the server once with its photo', async () => {
    const engine = await atWork();
    const id = await save(engine, true);
    await isKept('file', 'record', 'user');
    expect(copies.text()).not.toMatch(/LN000001|Borrower1|Kumaraswamy/);

    await (await phone.session.vault()).tidy(72);
    expect(await losesDatabases()).toMatchObject([{ username: 'asha', unsent: 1 }]);
    server.down = true;
    const again = await atWork();
    expect(again.ledger.get()).toMatchObject([
      { id, state: 'queued', borrower: loan.borrower.name, loanNumber: loan.loanNumber, photos: 1 },
    ]);
    server.down = false;
    await phone.session.lock('logout');
    const online = await atWork();
    await online.sendNow();
    expect([...server.records.values()].map(({ record }) => record.id)).toEqual([id]);
    expect(server.files.size).toBe(1);
    expect(online.ledger.get()).toMatchObject([{ id, state: 'accepted' }]);
    // The next record on this loan follows it.
    expect(await online.record(visit(loan))).toMatchObject({ ok: true, loanSeq: 2 });
  });

  it('keeps its reason when it waits for its agent, and can be mended', async () => {
    const engine = await atWork();
    server.judge = () => ({ code: 'invalid', fields: [{ path: 'nextVisitOn', message: 'Too late' }] });
    const id = await save(engine);
    await engine.sendNow();
    await until(() => copies.text().includes('needs-you.'));
    await losesDatabases();
    const again = await atWork();
    expect(again.ledger.get()).toMatchObject([{ id, state: 'needs-you', problem: { code: 'invalid' } }]);
    expect(await again.mend(id)).toMatchObject({ loanId: loan.id });
  });

  it('comes back also where nothing told that it was lost, and is not kept twice by the new database', async () => {
    const engine = await atWork();
    const id = await save(engine);
    await isKept('record', 'user');
    const before = copies.databases();
    await closes();
    phone.wipe();
    phone.storage = memoryStorage();
    phone.session = phone.newSession();
    const again = await atWork();
    expect(again.ledger.get()).toMatchObject([{ id, state: 'queued', borrower: loan.borrower.name }]);
    await until(() => copies.databases().length === 1 && copies.kinds().length === 2);
    expect(copies.databases()).not.toEqual(before);
    await again.sendNow();
    expect([...server.records.values()].map(({ record }) => record.id)).toEqual([id]);
    await isKept();
  });

  it('is received once when it had arrived after all', async () => {
    const engine = await atWork();
    const id = await save(engine);
    await isKept('record', 'user');
    for (const stop of stops.splice(0)) stop();
    await engine.sendNow();
    await losesDatabases();
    const again = await atWork();
    await again.sendNow();
    expect(server.arrivals.map(({ key }) => key)).toEqual([id, id]);
    expect(server.records.size).toBe(1);
  });
});

describe('what was not sent comes back', () => {
  it('when only the database of its user is lost', async () => {
    const id = await save(await atWork(), true);
    await isKept('file', 'record', 'user');
    await closes();
    await Dexie.delete(userDbName(asha.tenant.id, asha.id));
    const again = await atWork();
    await until(() => again.ledger.get().length === 1);
    expect(again.ledger.get()).toMatchObject([{ id, borrower: loan.borrower.name, photos: 1 }]);
    await again.sendNow();
    expect([...server.records.values()].map(({ record }) => record.id)).toEqual([id]);
  });

  it('at the next start when the storage takes nothing at this one; until then nothing of it is removed', async () => {
    const id = await save(await atWork());
    await isKept('record', 'user');
    await closes();
    phone.wipe();
    phone.session = phone.newSession();
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await phone.session.knownUsers();
    expect(copies.kinds()).toEqual(['record', 'user']);
    full.mockRestore();
    phone.session = phone.newSession();
    expect(await phone.session.knownUsers()).toMatchObject([{ username: 'asha', unsent: 1 }]);
    const again = await atWork();
    copies.full = true;
    await save(again);
    await freeFiles(again, []);
    expect(again.ledger.get()).toMatchObject([{ state: 'queued' }, { id }]);
    told.mockRestore();
  });

  it('without the photo that cannot be read any more', async () => {
    const id = await save(await atWork(), true);
    await isKept('file', 'record', 'user');
    copies.tear('file');
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    await losesDatabases();
    expect((await atWork()).ledger.get()).toMatchObject([{ id, state: 'queued' }]);
    expect(told).toHaveBeenCalled();
  });

  it('once: what is discarded after that stays away, though its copy could not be removed', async () => {
    const id = await save(await atWork());
    await isKept('record', 'user');
    vi.spyOn(console, 'error').mockImplementation(() => {});
    copies.stuck = true;
    await losesDatabases();
    const again = await phone.open(await phone.signIn(asha));
    await again.discard(id);
    await again.close();
    copies.stuck = false;
    phone.session = phone.newSession();
    expect((await atWork()).ledger.get()).toEqual([]);
    await isKept();
  });
});

describe('the second copy goes', () => {
  it('when the server has the record, and when it is discarded', async () => {
    const engine = await atWork();
    await save(engine, true);
    await isKept('file', 'record', 'user');
    await engine.sendNow();
    await isKept();
    const id = await save(engine);
    await isKept('record', 'user');
    // At once: nothing else may ever run on this phone.
    for (const stop of stops.splice(0)) stop();
    await engine.discard(id);
    expect(copies.kinds()).toEqual(['user']);
  });

  it('under its former key when a record is mended', async () => {
    const engine = await atWork();
    server.judge = () => ({ code: 'invalid', fields: [{ path: 'nextVisitOn', message: 'Too late' }] });
    const id = await save(engine);
    await engine.sendNow();
    await until(() => copies.text().includes('needs-you.'));
    for (const stop of stops.splice(0)) stop();
    expect(await engine.recordMended(id, visit(loan))).toMatchObject({ ok: true });
    expect(copies.text()).not.toContain(`record/${id}`);
  });

  it('when the phone is withdrawn, with the door to what it kept', async () => {
    const engine = await atWork();
    await save(engine);
    await isKept('record', 'user');
    server.down = true;
    // The queue changes in that very moment, and the copy is being written again.
    const other = await engine.record(visit(loan));
    expect(other).toMatchObject({ ok: true });
    await phone.session.withdraw();
    await isKept();
    await engine.close();
    expect(copies.kinds()).toEqual([]);
  });

  it('when photos need the room, or little is left', async () => {
    const engine = await atWork();
    await save(engine);
    await isKept('record', 'user');
    await freeFiles(engine, []);
    expect(copies.kinds()).toEqual([]);

    for (const stop of stops.splice(0)) stop();
    const inner = innerOf(engine);
    const look = (quotaBytes: number) => {
      const status = { ...inner.status.get(), storage: { usedBytes: 1_000_000, quotaBytes, persisted: true } };
      stops.push(keepSecondCopy({ ...inner, status: { ...inner.status, get: () => status } }, 0));
    };
    look(1_000_000_000);
    await isKept('record', 'user');
    look(10_000_000);
    await isKept();
  });

  it('when half of it does not fit: the record itself is saved and sent', async () => {
    const engine = await atWork();
    await save(engine);
    await isKept('record', 'user');
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    copies.full = true;
    await save(engine);
    await isKept();
    expect(told).toHaveBeenCalledOnce();
    await engine.sendNow();
    expect(server.records.size).toBe(2);
  });
});

it('after a change of the password the former one does not open what came back', async () => {
  const engine = await atWork();
  await save(engine);
  await isKept('record', 'user');
  const vault = await phone.session.vault();
  expect(await vault.changePassword('secret-1', 'secret-2')).toMatchObject({ kind: 'changed' });
  await losesDatabases();
  server.down = true;
  await expect(phone.signIn(asha, 'secret-1')).rejects.toMatchObject({ code: 'wrong-credentials' });
  expect(await phone.signIn(asha, 'secret-2')).toMatchObject({ offline: true });
});
