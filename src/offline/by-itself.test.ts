/** What an open page sends by itself, without anybody pressing "Send now": each of its triggers alone, in a clock of the test's own. */
import { IDBCursor, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { LEASE_MS } from './coordination';
import { createPageTransport } from './page-transport';
import { RETRY_CAP_MS } from './retry';
import { enrol, loanOf, person, photo, TestDevice, visit } from './test-device';
import { refuse, TestServer } from './test-server';
import type { OfflineEngine } from './types';
import { openUserDb } from './user-db';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let loan: Loan;
let page: EventTarget & { document: EventTarget & { visibilityState: string } };

/** Taken before the timers are replaced: the storage answers by them. */
const { setTimeout: realTimeout } = globalThis;
const turn = () => new Promise((resolve) => realTimeout(resolve, 0));
/** Waits while the test's own clock stands still. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await turn();
}
/** Node's own, which no page has. */
declare const process: { getActiveResourcesInfo(): string[] };
/** Operations of WebCrypto that have not answered: they take as long as the machine lets them. */
let ciphering = 0;
const isIdle = () => ciphering === 0 && !process.getActiveResourcesInfo().includes('Immediate');
/** Waits until storage and keys have answered all that was asked: time that ran on ahead of them would let the wrong waits end. */
async function quiet(): Promise<void> {
  for (let idle = 0; idle < 3; idle = isIdle() ? idle + 1 : 0) await turn();
}
/** Lets time pass, in steps that let all work end that was begun. */
async function pass(ms: number): Promise<void> {
  await quiet();
  for (let left = ms; left > 0; left -= 1_000) {
    await vi.advanceTimersByTimeAsync(Math.min(1_000, left));
    await quiet();
  }
}

beforeAll(() => {
  const operations: Record<string, (...asked: unknown[]) => Promise<unknown>> = Object.getPrototypeOf(crypto.subtle);
  for (const name of [
    'sign',
    'verify',
    'digest',
    'encrypt',
    'decrypt',
    'importKey',
    'generateKey',
    'deriveKey',
    'deriveBits',
  ]) {
    const real = operations[name];
    if (!real) throw new Error(`WebCrypto has no ${name}`);
    operations[name] = async function (this: SubtleCrypto, ...asked) {
      ciphering += 1;
      try {
        return await real.apply(this, asked);
      } finally {
        ciphering -= 1;
      }
    };
  }
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // The longest wait that chance allows.
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'hidden' }),
  });
  vi.stubGlobal('window', page);
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  loan = loanOf(1);
  server.loans = [loan];
});
afterEach(async () => {
  await phone.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(more: Parameters<TestDevice['open']>[1] = { automatic: true }): Promise<OfflineEngine> {
  const engine = await phone.open(await phone.signIn(asha), more);
  if (more.automatic) await until(() => engine.status.get().online === true && engine.loans.status.get().count === 1);
  return engine;
}
async function save(engine: OfflineEngine, more: Parameters<typeof visit>[1] = {}): Promise<string> {
  const saved = await engine.record(visit(loan, more));
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.recordId;
}
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nobody is signed in');
  return value;
}
const stateOf = (engine: OfflineEngine) => engine.ledger.get()[0]?.state;
/** Without a network for so long that the next try by itself is minutes away. */
async function saveInTheFields(engine: OfflineEngine): Promise<void> {
  server.down = true;
  page.dispatchEvent(new Event('offline'));
  await save(engine);
  const waits = () => (engine.ledger.get()[0]?.nextAttemptAt ?? 0) - Date.now();
  while (stateOf(engine) !== 'retry-later' || waits() < 2 * MINUTE) await pass(1_000);
  expect(engine.status.get().online).toBe(false);
  server.down = false;
}

describe('an open page sends by itself', () => {
  it('after each save', async () => {
    const engine = await open();
    await save(engine);
    await until(() => stateOf(engine) === 'accepted');
  });

  it.each<[string, number, () => void]>([
    ['when the browser says that the network is back', 6_000, () => page.dispatchEvent(new Event('online'))],
    [
      'when it is looked at again',
      6_000,
      () => {
        page.document.visibilityState = 'visible';
        page.document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
    ['when nobody says that the network is back', 30_000, () => {}],
  ])('%s, within %d ms', async (_when, ms, happens) => {
    const engine = await open();
    await saveInTheFields(engine);
    happens();
    await pass(ms);
    await until(() => stateOf(engine) === 'accepted');
  });

  it('within 5 s of the server being back, however often it died and however long the next wait is by then', async () => {
    const engine = await open();
    for (const [deaths, seconds] of [6, 35, 80, 1_500].entries()) {
      server.down = true;
      await save(engine);
      await pass(seconds * 1_000);
      server.down = false;
      await pass(5_000);
      await until(() => engine.ledger.get().every(({ state }) => state === 'accepted'));
      expect(server.records.size).toBe(deaths + 1);
    }
  });

  it('within 5 s, when another sender of this phone was the one that found nobody', async () => {
    const engine = await open();
    const worker = await open({ automatic: false });
    server.down = true;
    await save(worker);
    for (let tries = 0; tries < 6; tries += 1) await worker.sendNow();
    server.down = false;
    expect(stateOf(worker)).toBe('retry-later');
    await pass(5_000 + 3_000);
    await until(() => stateOf(engine) === 'accepted');
  });

  it('within 5 s of the server being back, after a start that did not find it', async () => {
    const killed = await open({ automatic: false });
    await save(killed);
    await killed.close();
    server.down = true;
    const engine = await phone.open(await phone.session.current().then(found), { automatic: true });
    await until(() => engine.status.get().online === false);
    await pass(10_000);
    server.down = false;
    await pass(5_000);
    await until(() => stateOf(engine) === 'accepted');
  });

  it('does not knock for ever where only its records do not get through: ever more rarely', async () => {
    const engine = await open();
    server.before = async (_request, path) => {
      if (path.endsWith('/batch')) throw new TypeError('fetch failed');
      return undefined;
    };
    await save(engine);
    await pass(10 * MINUTE);
    const tries = server.calls.filter(({ url }) => url.endsWith('/batch')).length;
    expect(tries).toBeLessThan(100);
    server.before = () => undefined;
    await pass(35_000);
    await until(() => stateOf(engine) === 'accepted');
  });

  it('when the wait is over that a busy server asked for', async () => {
    const engine = await open();
    server.before = (_request, path) =>
      path.endsWith('/batch') ? refuse('busy', { 'retry-after': '120' }) : undefined;
    await save(engine);
    await until(() => stateOf(engine) === 'retry-later');
    server.before = () => undefined;
    await pass(100_000);
    expect(stateOf(engine)).toBe('retry-later');
    await pass(30_000);
    await until(() => stateOf(engine) === 'accepted');
  });

  it('what another tab was sending when it died', async () => {
    const engine = await open();
    const other = await open({
      transport: createPageTransport(
        (request) => (request.url.endsWith('/batch') ? new Promise(() => {}) : server.transport(request)),
        phone.session,
      ),
    });
    server.before = (_request, path) => (path.endsWith('/batch') ? refuse('busy') : undefined);
    await save(other);
    void other.sendNow();
    await until(() => stateOf(engine) === 'sending');
    server.before = () => undefined;
    // What dies gives nothing back: neither its records nor its turn.
    await other.close();
    // Its lease runs out, and then within 5 s.
    await pass(LEASE_MS + 5_000);
    await until(() => stateOf(engine) === 'accepted');
    expect(server.records.size).toBe(1);
  });

  it('what another tab saved that died before it said so', async () => {
    const engine = await open();
    vi.stubGlobal('BroadcastChannel', undefined);
    const other = await open({ automatic: false });
    await save(other);
    await other.close();
    expect(stateOf(engine)).toBeUndefined();
    await pass(5 * MINUTE + 2_000);
    await until(() => stateOf(engine) === 'accepted');
  });

  it('what the server has refused for good, until the server has it in quarantine', async () => {
    const engine = await open();
    server.judge = () => ({ code: 'payload-too-old' });
    server.before = (_request, path) => (path.endsWith('/quarantine') ? refuse('busy') : undefined);
    const key = await save(engine);
    await until(() => stateOf(engine) === 'quarantined');
    await until(() => server.calls.some(({ url }) => url.endsWith('/quarantine')));
    expect(server.quarantined.size).toBe(0);
    server.before = () => undefined;
    await pass(RETRY_CAP_MS + 2_000);
    await until(() => server.quarantined.has(key));
  });
});

describe('what waits for a sign-in', () => {
  it('is tried again by itself, as the device may sign for its user again', async () => {
    const engine = await open();
    server.before = (_request, path) => (path.endsWith('/batch') ? refuse('not-signed-in') : undefined);
    await save(engine);
    // With its token and a renewed one, and signed by the device with each of them.
    const tries = () => server.calls.filter(({ url }) => url.endsWith('/batch')).length;
    await until(() => tries() === 4 && stateOf(engine) === 'waiting-for-login');
    server.before = () => undefined;
    await pass(RETRY_CAP_MS - 60_000);
    expect(stateOf(engine)).toBe('waiting-for-login');
    await pass(62_000);
    await until(() => stateOf(engine) === 'accepted');
  });
});

describe('a clock that was ahead and is put right', () => {
  it.each([
    ['a day', DAY, '600'],
    ['an hour', 60 * MINUTE, '600'],
    ['half an hour', 30 * MINUTE, '1200'],
  ])('by %s puts off no record for as long', async (_ahead, ahead, wait) => {
    const engine = await open();
    const right = Date.now();
    vi.setSystemTime(right + ahead);
    server.before = (_request, path) => (path.endsWith('/batch') ? refuse('busy', { 'retry-after': wait }) : undefined);
    await save(engine);
    await until(() => stateOf(engine) === 'retry-later');
    await engine.close();
    vi.setSystemTime(right);
    server.before = () => undefined;
    const again = await open();
    // Something is sent now and then; that a start sends at once is shown elsewhere.
    await pass(20_000);
    await until(() => stateOf(again) === 'accepted');
  });
});

describe('a photo that the server no longer has', () => {
  it('is sent again, and its record after it', async () => {
    const engine = await open();
    const { ref } = await engine.keepFile({
      blob: photo(2_000),
      kind: 'premises',
      takenAt: new Date().toISOString(),
    });
    server.down = true;
    await save(engine, { attachments: [ref], photoMissing: undefined });
    // It had arrived once; then the server was set up again from a copy of the day before.
    const db = openUserDb(asha.tenant.id, asha.id);
    await db.attachments.update(ref.sha256, { complete: true });
    db.close();
    server.down = false;
    page.dispatchEvent(new Event('online'));
    await pass(30_000);
    await until(() => stateOf(engine) === 'accepted');
    expect(server.files.has(ref.sha256)).toBe(true);
  });
});

describe('a phone without any room', () => {
  it('sends what lies there when there is room, also where it was full at the start', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const first = await open({ automatic: false });
    server.down = true;
    await save(first);
    await first.sendNow();
    expect(stateOf(first)).toBe('retry-later');
    await first.close();
    server.down = false;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const cursors = vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const engine = await phone.open(await phone.session.current().then(found), { automatic: true });
    await until(() => engine.status.get().outOfRoom === true);
    full.mockRestore();
    cursors.mockRestore();
    await pass(40_000);
    await until(() => stateOf(engine) === 'accepted');
  });

  it('says why nothing goes out, and sends when there is room', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const engine = await open();
    server.down = true;
    await save(engine);
    await until(() => stateOf(engine) === 'retry-later');
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    server.down = false;
    await pass(40_000);
    await until(() => engine.status.get().outOfRoom === true);
    expect(said).toHaveBeenCalledWith('Sending broke off', expect.anything());
    expect(stateOf(engine)).toBe('retry-later');
    full.mockRestore();
    await pass(40_000);
    await until(() => stateOf(engine) === 'accepted');
    expect(engine.status.get().outOfRoom).toBe(false);
  });
});
