/** Files on their way: every step may fail in every way, and no byte that the server holds is sent again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INLINE_LIMIT, UPLOAD_CHUNK } from '../../core/contract/attachments';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { enrol, loanOf, person, photo, TestDevice, until, visit } from './test-device';
import { answer, refuse, TestServer } from './test-server';
import type { Transport, TransportAnswer, TransportRequest } from './transport';
import type { CapturedFile, OfflineEngine } from './types';
import { uploadFile } from './upload';
import { openUserDb, type UserDb } from './user-db';

const LARGE = UPLOAD_CHUNK + 50_000;
const SMALL = 20_000;

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let loan: Loan;
let now: number;

beforeEach(async () => {
  now = Date.now();
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  loan = loanOf(1);
});
afterEach(() => phone.close());

const captured = (bytes: number, seed = 1): CapturedFile => ({
  blob: photo(bytes, seed),
  kind: 'premises',
  takenAt: new Date(now).toISOString(),
});
const open = async () => phone.open(await phone.signIn(asha), { now: () => now });

/** A saved record with so many photos; answers the engine and their hashes. */
async function saved(sizes: number[], engine?: OfflineEngine) {
  const on = engine ?? (await open());
  const refs = [];
  for (const [at, size] of sizes.entries()) refs.push((await on.keepFile(captured(size, at + 1))).ref);
  const result = await on.record(visit(loan, { attachments: refs, photoMissing: undefined }));
  if (!result.ok) throw new Error(JSON.stringify(result));
  return { engine: on, id: result.recordId, hashes: refs.map(({ sha256 }) => sha256) };
}

/** What is due later is due now, as if its time had come. */
function skipAhead(engine: OfflineEngine): void {
  now = Math.max(now, ...engine.ledger.get().map(({ nextAttemptAt }) => nextAttemptAt ?? 0)) + 1;
}
const isFile = ({ url }: TransportRequest) => url.includes('/attachments/');
const patches = () => server.calls.filter(({ method }) => method === 'PATCH');

async function withDb<T>(work: (db: UserDb) => Promise<T>): Promise<T> {
  const db = openUserDb(asha.tenant.id, asha.id);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

describe('a record with four large photos', () => {
  const photos = (count: number): number[] => Array.from({ length: count }, () => LARGE);
  /** A question, a beginning and two parts each, then the record. */
  const callsOf = (count: number): number => count * 4 + 1;
  const faults: [string, number, (call: number) => Partial<Pick<TestServer, 'before' | 'after'>>][] = [
    ['is cut before it arrives', 4, (at) => ({ before: nth(at, () => lost()) })],
    ['arrives and its answer is lost', 4, (at) => ({ after: nth(at, () => lost()) as TestServer['after'] })],
    ['is answered by a captive portal', 1, (at) => ({ before: nth(at, () => answer(200, '<html>Sign in</html>')) })],
    ['gets an empty 204', 1, (at) => ({ before: nth(at, () => answer(204, '')) })],
    ['gets a gateway’s 502', 1, (at) => ({ before: nth(at, () => answer(502, '<html>Bad gateway</html>')) })],
    ['meets a busy server', 1, (at) => ({ before: nth(at, () => refuse('busy', { 'retry-after': '40' })) })],
  ];
  const lost = (): never => {
    throw new TypeError('connection lost');
  };
  function nth<T>(at: number, act: () => T): () => T | undefined {
    let calls = 0;
    return () => {
      calls += 1;
      return calls === at ? act() : undefined;
    };
  }

  it('goes out in one drain, each byte once', async () => {
    const { engine } = await saved(photos(4));
    server.calls = [];
    await engine.sendNow();
    expect(server.records.size).toBe(1);
    expect(server.calls).toHaveLength(callsOf(4));
    expect(patches().map(({ body }) => body?.length)).toEqual(
      photos(4).flatMap((size) => [UPLOAD_CHUNK, size + 28 - UPLOAD_CHUNK]),
    );
  });

  it.each(faults)(
    'when any one call %s: one record, and no part is sent that the server holds',
    async (what, count, faultAt) => {
      for (let call = 1; call <= callsOf(count); call += 1) {
        phone.wipe();
        server.records.clear();
        server.files.clear();
        server.uploads.clear();
        const { engine, id } = await saved(photos(count));
        server.calls = [];
        server.partsReceived = [];
        Object.assign(server, faultAt(call));
        await engine.sendNow();
        const held = server.partsReceived.length;
        const beforeRetry = server.calls.length;
        expect(beforeRetry, `call ${call}`).toBeLessThanOrEqual(callsOf(count));
        const [entry] = engine.ledger.get();
        expect(entry, `call ${call}`).toMatchObject({ id, state: 'retry-later' });
        if (what.includes('busy')) expect(entry?.nextAttemptAt).toBeGreaterThanOrEqual(now + 40_000);
        skipAhead(engine);
        server.before = () => undefined;
        server.after = () => {};
        await engine.sendNow();
        expect(engine.ledger.get()[0]?.state, `call ${call}`).toBe('accepted');
        expect(server.records.size).toBe(1);
        // Every part was taken once, and after the fault only those left the phone that were not taken yet.
        expect(server.partsReceived).toHaveLength(2 * count);
        expect(server.calls.slice(beforeRetry).filter(({ method }) => method === 'PATCH')).toHaveLength(
          2 * count - held,
        );
        await engine.close();
      }
    },
    // Seventeen lives of a phone.
    60_000,
  );
});

describe('a large file', () => {
  const half = (request: TransportRequest): boolean =>
    request.method === 'PATCH' && request.headers?.['upload-offset'] !== '0';

  it('goes on by the device’s signature when the session ends in the middle', async () => {
    const { engine } = await saved([LARGE]);
    server.before = (request) => {
      if (half(request)) server.ended.add(asha.id);
      return undefined;
    };
    await engine.sendNow();
    expect(engine.ledger.get()[0]?.state).toBe('accepted');
    expect(server.partsReceived.map(({ offset }) => offset)).toEqual([0, UPLOAD_CHUNK]);
    expect(patches().at(-1)?.headers).toHaveProperty('x-device-signature');
  });

  it('does not take a session that ended before the question where it stands for an upload that is gone', async () => {
    const { engine } = await saved([LARGE]);
    server.before = (request) => (half(request) ? refuse('busy') : undefined);
    await engine.sendNow();
    server.before = (request) => {
      if (request.method === 'HEAD') server.ended.add(asha.id);
      return undefined;
    };
    skipAhead(engine);
    await engine.sendNow();
    expect(engine.ledger.get()[0]?.state).toBe('accepted');
    expect(server.partsReceived.map(({ offset }) => offset)).toEqual([0, UPLOAD_CHUNK]);
    expect(server.uploads.size).toBe(1);
  });

  it('begins anew when the server no longer has what was begun', async () => {
    const { engine } = await saved([LARGE]);
    server.before = (request) => (half(request) ? refuse('busy') : undefined);
    await engine.sendNow();
    server.before = () => undefined;
    server.uploads.clear();
    server.partsReceived = [];
    skipAhead(engine);
    await engine.sendNow();
    expect(engine.ledger.get()[0]?.state).toBe('accepted');
    expect(server.partsReceived.map(({ offset }) => offset)).toEqual([0, UPLOAD_CHUNK]);
  });

  it('sends its bytes to no address that an answer names', async () => {
    const { engine } = await saved([LARGE]);
    const real = server.transport;
    server.transport = async (request) => {
      const result = await real(request);
      const location = result.header('location');
      return location
        ? {
            ...result,
            header: (name) => (name === 'location' ? `https://evil.example${location}` : result.header(name)),
          }
        : result;
    };
    const elsewhere = await phone.open(await phone.signIn(asha), { now: () => now });
    await elsewhere.sendNow();
    expect(server.records.size).toBe(1);
    for (const { url } of server.calls) expect(url).not.toContain('evil');
    await engine.close();
  });

  it.each([
    ['the same offset again', '0'],
    ['an offset beyond what was sent', '9999999'],
    ['no offset', ''],
    ['nonsense', 'NaN'],
  ])('does not run in circles when an answer names %s', async (_, offset) => {
    const { engine } = await saved([LARGE]);
    server.before = (request) =>
      request.method === 'PATCH'
        ? answer(204, '', { 'tus-resumable': '1.0.0', ...(offset && { 'upload-offset': offset }) })
        : undefined;
    await engine.sendNow();
    expect(patches()).toHaveLength(1);
    expect(engine.ledger.get()[0]?.state).toBe('retry-later');
    server.before = () => undefined;
    skipAhead(engine);
    await engine.sendNow();
    expect(engine.ledger.get()[0]?.state).toBe('accepted');
  });

  it.each([
    ['wrong-type', 'needs-you'],
    ['too-large', 'needs-you'],
    ['device-revoked', 'quarantined'],
  ] as const)('refused as %s, its record is %s and the refusal is named', async (code, state) => {
    const { engine } = await saved([LARGE]);
    server.before = (request) => (request.method === 'PATCH' ? refuse(code, { 'tus-resumable': '1.0.0' }) : undefined);
    await engine.sendNow();
    expect(engine.ledger.get()).toMatchObject([{ state, problem: { code } }]);
    // A withdrawn device locks itself in the background; the phone of the next test would hear of it.
    if (code === 'device-revoked') await until(() => phone.storage.size === 0);
  });

  it('that has vanished from the phone is noticed, unless the server has it', async () => {
    const { engine, hashes } = await saved([LARGE]);
    await withDb((db) => db.fileParts.clear());
    await engine.sendNow();
    expect(engine.ledger.get()).toMatchObject([{ state: 'needs-you', problem: { code: 'file-missing' } }]);
    await engine.close();

    phone.wipe();
    const again = await saved([LARGE]);
    expect(again.hashes).toEqual(hashes);
    await withDb((db) => db.fileParts.clear());
    server.files.set(hashes[0] ?? '', { plain: new Uint8Array(0) });
    await again.engine.sendNow();
    expect(again.engine.ledger.get()[0]?.state).toBe('accepted');
    expect(patches()).toHaveLength(0);
  });

  it('is sent once for all records that name it, and for those that come later', async () => {
    const { engine } = await saved([LARGE]);
    await saved([LARGE], engine);
    await engine.sendNow();
    await saved([LARGE], engine);
    await engine.sendNow();
    expect(server.records.size).toBe(3);
    expect(server.partsReceived).toHaveLength(2);
    // A phone that remembers nothing asks first.
    phone.wipe();
    const fresh = await saved([LARGE]);
    await fresh.engine.sendNow();
    expect(server.records.size).toBe(4);
    expect(server.partsReceived).toHaveLength(2);
  });

  it('is one file when two senders are at it at once, and stops for one that is no longer the leader', async () => {
    const { engine, hashes } = await saved([3 * LARGE]);
    const [sha256 = ''] = hashes;
    const token = server.users.get(asha.id)?.token;
    // Answers come in another order each time.
    let turn = 0;
    const jittery: Transport = async (request) => {
      turn += 1;
      for (let wait = (turn * 7) % 5; wait > 0; wait -= 1) await Promise.resolve();
      return server.transport({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
    };
    await withDb(async (db) => {
      const uploading = { db, transport: jittery, bases: server.config.bases, now: () => now };

      const stopped = await uploadFile({ ...uploading, wanted: () => false }, sha256);
      expect(stopped).toMatchObject({ done: false, fate: 'retry-later', stop: true });
      expect(server.partsReceived).toHaveLength(1);
      const results = await Promise.all([1, 2, 3].map(() => uploadFile(uploading, sha256)));
      expect(results.filter(({ done }) => done).length).toBeGreaterThan(0);
      expect(server.partsReceived.map(({ offset }) => offset)).toEqual([0, 1, 2, 3].map((part) => part * UPLOAD_CHUNK));
      expect(await uploadFile(uploading, sha256)).toEqual({ done: true });
    });
    await engine.sendNow();
    expect(server.records.size).toBe(1);
  });
});

describe('a record with small photos', () => {
  const formCalls = () => server.calls.filter(({ url }) => url.endsWith('/api/v2/call-disposition'));

  it('a screenshot goes as `screenShot`, every other file as `supportingDoc`', async () => {
    const engine = await open();
    const kept = [captured(SMALL, 1), { ...captured(SMALL, 2), kind: 'screenshot' as const }];
    const refs = [];
    for (const file of kept) refs.push((await engine.keepFile(file)).ref);
    await engine.record(visit(loan, { attachments: refs, photoMissing: undefined }));
    server.partsReceived = [];
    await engine.sendNow();
    expect(server.partsReceived.map(({ part, sha256 }) => [part, sha256])).toEqual([
      ['supportingDoc', refs[0]?.sha256],
      ['screenShot', refs[1]?.sha256],
    ]);
  });

  it('is one request with them, after asking what the server holds', async () => {
    const { engine, hashes } = await saved([SMALL, SMALL + 1]);
    server.calls = [];
    await engine.sendNow();
    expect(server.calls.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`)).toEqual([
      `GET ${hashes[0]}`,
      `GET ${hashes[1]}`,
      'POST call-disposition',
    ]);
    expect(engine.ledger.get()[0]?.receipt).toEqual([...server.records.values()][0]?.receipt);
    for (const [at, sha256] of hashes.entries()) expect(server.files.get(sha256)?.plain.length).toBe(SMALL + at);
    // The same photo again: only words.
    await saved([SMALL], engine);
    await engine.sendNow();
    expect(formCalls()).toHaveLength(1);
    expect(server.records.size).toBe(2);
  });

  it('goes the long way when together they are not small, and from a locked phone', async () => {
    const { engine } = await saved([INLINE_LIMIT - 10, SMALL]);
    await engine.sendNow();
    expect(formCalls()).toHaveLength(0);
    expect(engine.ledger.get()[0]?.state).toBe('accepted');
  });

  it.each([
    [
      'cut before it arrives',
      (): TransportAnswer => {
        throw new TypeError('lost');
      },
    ],
    ['answered by a captive portal', () => answer(200, '<html>')],
    ['told to wait', () => refuse('busy', { 'retry-after': '40' })],
    ['told it is one of too many', () => refuse('too-many', { 'retry-after': '40' })],
  ])('is tried again when its form is %s', async (what, fault) => {
    const { engine } = await saved([SMALL]);
    server.before = (_, path) => (path === '/api/v2/call-disposition' ? fault() : undefined);
    await engine.sendNow();
    expect(engine.ledger.get()).toMatchObject([{ state: 'retry-later' }]);
    if (what.startsWith('told')) expect(engine.ledger.get()[0]?.nextAttemptAt).toBeGreaterThanOrEqual(now + 40_000);
    server.before = () => undefined;
    skipAhead(engine);
    await engine.sendNow();
    expect(server.records.size).toBe(1);
    expect(engine.ledger.get()[0]?.state).toBe('accepted');
  });

  it('whose answer is lost gets the same receipt, and its photos are not sent again', async () => {
    const { engine } = await saved([SMALL]);
    server.after = (_, path) => {
      if (path === '/api/v2/call-disposition') throw new TypeError('lost');
    };
    await engine.sendNow();
    server.after = () => {};
    skipAhead(engine);
    await engine.sendNow();
    expect(server.records.size).toBe(1);
    expect(server.partsReceived).toHaveLength(1);
    expect(engine.ledger.get()[0]?.receipt).toEqual([...server.records.values()][0]?.receipt);
  });

  it.each([
    ['invalid', 'needs-you'],
    ['loan-state', 'needs-you'],
    ['forbidden', 'quarantined'],
    ['not-found', 'quarantined'],
    ['not-yet', 'retry-later'],
  ] as const)('refused as %s is %s, and holds nobody else up', async (code, state) => {
    const { engine, id } = await saved([SMALL]);
    const other = loanOf(2);
    const { ref } = await engine.keepFile(captured(SMALL, 9));
    const second = await engine.record(visit(other, { attachments: [ref], photoMissing: undefined }));
    server.judge = (record) => (record.id === id ? { code } : undefined);
    await engine.sendNow();
    const states = Object.fromEntries(engine.ledger.get().map((entry) => [entry.id, entry.state]));
    expect(states).toEqual({ [id]: state, [second.ok ? second.recordId : '']: 'accepted' });
    // The photo came with the first try and was not sent again.
    expect(server.partsReceived).toHaveLength(2);
  });

  it('asks nothing and sends no file while the server is away', async () => {
    const { engine } = await saved([SMALL]);
    server.calls = [];
    server.down = true;
    await engine.sendNow();
    expect(server.calls.filter(isFile).length).toBeLessThanOrEqual(1);
    expect(engine.ledger.get()).toMatchObject([{ state: 'retry-later', problem: { code: 'unreachable' } }]);
  });
});
