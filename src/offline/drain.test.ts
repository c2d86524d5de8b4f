import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { LEASE_MS } from './coordination';
import { createPageTransport } from './page-transport';
import { enrol, loanOf, person, photo, TestDevice, until, visit } from './test-device';
import { answer, refuse, TestServer } from './test-server';
import type { Transport, TransportAnswer, TransportRequest } from './transport';
import type { CapturedFile, OfflineEngine } from './types';
import { openUserDb } from './user-db';
import { drainAllUsers } from './worker-drain';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let loans: Loan[];
let now: number;

beforeEach(async () => {
  now = Date.now();
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  loans = Array.from({ length: 120 }, (_, at) => loanOf(at));
  server.loans = loans;
});
afterEach(() => phone.close());

const loan = (at: number): Loan => {
  const found = loans[at];
  if (!found) throw new Error(`no loan ${at}`);
  return found;
};
const open = async () => phone.open(await phone.signIn(asha), { now: () => now });
async function save(engine: OfflineEngine, at: number, more: Parameters<typeof visit>[1] = {}): Promise<string> {
  const saved = await engine.record(visit(loan(at), more));
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.recordId;
}
const states = (engine: OfflineEngine) => Object.fromEntries(engine.ledger.get().map(({ id, state }) => [id, state]));
const batches = () => server.calls.filter(({ url }) => url.endsWith('/batch')).length;
const captured = (bytes: number, seed = 1): CapturedFile => ({
  blob: photo(bytes, seed),
  kind: 'premises',
  takenAt: new Date(now).toISOString(),
});

describe('sending', () => {
  it('takes many loans in one request, and keeps the order within each', async () => {
    const engine = await open();
    for (let at = 0; at < 120; at += 1) await save(engine, at);
    const first = [];
    for (let turn = 0; turn < 3; turn += 1) first.push(await save(engine, 7));
    await engine.sendNow();
    expect(server.records.size).toBe(123);
    const seqs = server.arrivals
      .filter(({ loanId }) => loanId === loan(7).id)
      .map(({ key }) => server.records.get(`${asha.id}:${key}`)?.record.loanSeq);
    expect(seqs).toEqual([1, 2, 3, 4]);
    // 120 loans in three requests, then three more for the loan with four records.
    expect(batches()).toBe(6);
    expect(engine.status.get()).toMatchObject({ saved: 0, sending: 0, sentToday: 123 });
  });

  it('what was refused together goes out together again, in one request', async () => {
    const engine = await open();
    for (let at = 0; at < 20; at += 1) await save(engine, at);
    server.before = (_, path) => (path.endsWith('/batch') ? refuse('busy', { 'retry-after': '3' }) : undefined);
    await engine.sendNow();
    const due = new Set(engine.ledger.get().map(({ nextAttemptAt }) => nextAttemptAt));
    expect(due.size).toBe(1);
    expect([...due][0]).toBeGreaterThanOrEqual(now + 3_000);
    server.before = () => undefined;
    await engine.sendNow();
    expect(server.records.size).toBe(20);
    expect(batches()).toBe(2);
  });

  it('a lost answer: one record, the same receipt', async () => {
    const engine = await open();
    const id = await save(engine, 1);
    server.after = (_, path) => {
      if (path.endsWith('/batch')) throw new TypeError('connection lost');
    };
    await engine.sendNow();
    expect(server.records.size).toBe(1);
    expect(states(engine)).toEqual({ [id]: 'retry-later' });
    server.after = () => {};
    await engine.sendNow();
    expect(server.arrivals).toHaveLength(2);
    expect(server.records.size).toBe(1);
    expect(engine.ledger.get()[0]?.receipt).toEqual([...server.records.values()][0]?.receipt);
  });

  it('one refused record holds only its own loan; the refusal survives a restart and is mended', async () => {
    const engine = await open();
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await save(engine, at));
    const after = await save(engine, 1);
    server.judge = (record) =>
      record.id === ids[1] ? { code: 'invalid', fields: [{ path: 'nextVisitOn', message: 'A holiday' }] } : undefined;
    await engine.sendNow();
    expect(server.records.size).toBe(4);
    expect(engine.status.get()).toMatchObject({ needsYou: 1, saved: 1, sentToday: 4 });
    await engine.close();
    const again = await phone.open(await phone.signIn(asha), { now: () => now });
    await again.sendNow();
    expect(states(again)).toMatchObject({ [ids[1] ?? '']: 'needs-you', [after]: 'queued' });
    expect(again.ledger.get().find(({ id }) => id === ids[1])?.problem?.fields).toEqual([
      { path: 'nextVisitOn', message: 'A holiday' },
    ]);
    const mended = await again.recordMended(ids[1] ?? '', visit(loan(1)));
    expect(mended).toMatchObject({ ok: true, loanSeq: 1 });
    await again.sendNow();
    expect(server.records.size).toBe(6);
    expect(again.status.get()).toMatchObject({ needsYou: 0, saved: 0 });
    const order = [...server.records.values()].filter(({ record }) => record.loanId === loan(1).id);
    expect(order.map(({ record }) => record.loanSeq)).toEqual([1, 2]);
  });

  it.each([
    ['forbidden', 'quarantined'],
    ['key-conflict', 'quarantined'],
    ['payload-too-old', 'quarantined'],
    ['loan-state', 'needs-you'],
    ['not-yet', 'retry-later'],
    ['hash-mismatch', 'retry-later'],
  ] as const)(
    'a record refused as %s is %s; nothing is deleted, the server hears of a quarantine once',
    async (code, state) => {
      const engine = await open();
      const id = await save(engine, 1);
      const later = await save(engine, 1);
      server.judge = (record) => (record.id === id ? { code } : undefined);
      await engine.sendNow();
      await engine.sendNow();
      expect(states(engine)[id]).toBe(state);
      expect(states(engine)[later]).toBe(state === 'quarantined' ? 'accepted' : 'queued');
      expect([...server.quarantined.keys()]).toEqual(state === 'quarantined' ? [id] : []);
      expect(server.calls.filter(({ url }) => url.endsWith('/quarantine'))).toHaveLength(
        state === 'quarantined' ? 1 : 0,
      );
      if (state === 'quarantined')
        expect(server.quarantined.get(id)).toMatchObject({ code, userId: asha.id, record: { id } });
    },
  );

  it('401 in mid-drain: nothing lost; the device signs for the user', async () => {
    const engine = await open();
    for (let at = 0; at < 60; at += 1) await save(engine, at);
    // Which of the two batches leaves first is not decided.
    const isSecond = ({ body }: TransportRequest) => JSON.parse(String(body)).items.length < 50;
    server.before = (request, path) =>
      path.endsWith('/batch') && isSecond(request) ? refuse('not-signed-in') : undefined;
    await engine.sendNow();
    expect(server.records.size).toBe(50);
    expect(engine.status.get()).toMatchObject({ saved: 10, waitingForLogin: true });
    server.ended.add(asha.id);
    server.before = () => undefined;
    await engine.sendNow();
    expect(server.records.size).toBe(60);
    expect([...server.records.values()].filter(({ form }) => form === 'sealed')).toHaveLength(10);
  });

  it('where neither token nor device is believed, all waits for a sign-in, and goes out with it, in order', async () => {
    const engine = await open();
    for (let turn = 0; turn < 3; turn += 1) await save(engine, 7);
    await save(engine, 8);
    server.before = (_, path) => (path.endsWith('/batch') ? refuse('not-signed-in') : undefined);
    await engine.sendNow();
    expect(engine.status.get()).toMatchObject({ saved: 4, waitingForLogin: true });
    await engine.close();
    server.before = () => undefined;
    const again = await open();
    await again.sendNow();
    expect(again.status.get()).toMatchObject({ saved: 0, waitingForLogin: false });
    expect(server.records.size).toBe(4);
    const seqs = server.arrivals
      .filter(({ loanId }) => loanId === loan(7).id)
      .map(({ key }) => server.records.get(`${asha.id}:${key}`)?.record.loanSeq);
    expect(seqs).toEqual([1, 2, 3]);
  });

  it.each([
    ['a captive portal', () => answer(200, '<html>Sign in to WiFi</html>')],
    ['a redirect', () => ({ ...answer(200, { success: true, results: [] }), redirected: true })],
    ['an empty 204', () => answer(204, '')],
    ['a proxy’s 403', () => answer(403, '<html>')],
    ['success without receipts', () => answer(200, { success: true, results: [] })],
  ])('%s is not success, and a second try comes by itself', async (_, fault) => {
    const engine = await open();
    const id = await save(engine, 1);
    server.before = (__, path) => (path.endsWith('/batch') ? fault() : undefined);
    await engine.sendNow();
    expect(engine.ledger.get()).toMatchObject([{ id, state: 'retry-later', nextAttemptAt: expect.any(Number) }]);
    server.before = () => undefined;
    now = engine.ledger.get()[0]?.nextAttemptAt ?? 0;
    await engine.sendNow();
    expect(states(engine)[id]).toBe('accepted');
  });

  it('honours Retry-After, for every record of the request', async () => {
    const engine = await open();
    await save(engine, 1);
    await save(engine, 2);
    server.before = (_, path) => (path.endsWith('/batch') ? refuse('busy', { 'retry-after': '90' }) : undefined);
    await engine.sendNow();
    for (const entry of engine.ledger.get()) expect(entry.nextAttemptAt).toBeGreaterThanOrEqual(now + 90_000);
    expect(batches()).toBe(1);
  });

  it('413 halves the request until it passes; a single record that is too large is the user’s', async () => {
    const engine = await open();
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await save(engine, at));
    server.maxItems = 6;
    server.before = (request, path) =>
      path.endsWith('/batch') && String(request.body).includes(`"key":"${ids[4]}"`)
        ? answer(413, '<html>too large</html>')
        : undefined;
    await engine.sendNow();
    expect(server.records.size).toBe(19);
    expect(states(engine)[ids[4] ?? '']).toBe('needs-you');
  });

  it('one record that makes the server choke on the whole request is found; the others go', async () => {
    const engine = await open();
    const ids: string[] = [];
    for (let at = 0; at < 9; at += 1) ids.push(await save(engine, at));
    server.before = (request, path) =>
      path.endsWith('/batch') && String(request.body).includes(`"key":"${ids[2]}"`) ? refuse('bad-request') : undefined;
    await engine.sendNow();
    expect(server.records.size).toBe(8);
    expect(states(engine)[ids[2] ?? '']).toBe('needs-you');
  });
});

describe('photos', () => {
  it('go first, in parts, and are resumed where the connection died', async () => {
    const engine = await open();
    const files = await Promise.all([1, 2, 3, 4].map((seed) => engine.keepFile(captured(300_000, seed))));
    const again = await engine.keepFile(captured(300_000, 2));
    expect(again.ref.sha256).toBe(files[1]?.ref.sha256);
    await save(engine, 1, { attachments: files.map(({ ref }) => ref), photoMissing: undefined });
    await save(engine, 2);
    let parts = 0;
    server.before = (request) => {
      if (request.method === 'PATCH') parts += 1;
      // Three photos are two parts each; the fourth dies after its first part.
      if (parts > 7) throw new TypeError('connection lost');
      return undefined;
    };
    await engine.sendNow();
    expect(server.records.size).toBe(1);
    expect(server.files.size).toBe(3);
    server.before = () => undefined;
    server.partsReceived = [];
    await engine.sendNow();
    expect(server.partsReceived).toMatchObject([{ sha256: files[3]?.ref.sha256, offset: 256 * 1024 }]);
    expect(server.records.size).toBe(2);
    const kept = server.files.get(files[0]?.ref.sha256 ?? '');
    expect(new Uint8Array(await photo(300_000, 1).arrayBuffer())).toEqual(kept?.plain);
    expect((await engine.readFile(files[0]?.ref.sha256 ?? ''))?.size).toBe(300_000);
  });

  it('a file that arrives damaged is sent again from its start', async () => {
    const engine = await open();
    const { ref } = await engine.keepFile(captured(300_000));
    await save(engine, 1, { attachments: [ref], photoMissing: undefined });
    let spoilt = false;
    server.before = (request, path) => {
      if (spoilt || request.method !== 'PATCH' || !path.includes('/attachments/')) return undefined;
      spoilt = true;
      const damaged = (request.body as Uint8Array<ArrayBuffer>).slice();
      damaged[20] = (damaged[20] ?? 0) ^ 1;
      return server.transport({ ...request, body: damaged });
    };
    await engine.sendNow();
    expect(server.records.size).toBe(0);
    await engine.sendNow();
    expect(server.records.size).toBe(1);
  });

  it('a file chosen from the gallery that has vanished is noticed before anything is saved', async () => {
    const engine = await open();
    const vanished = photo(10);
    vanished.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    await expect(engine.keepFile({ ...captured(10), blob: vanished })).rejects.toMatchObject({
      reason: 'storage-failed',
    });
    const named = {
      sha256: 'a'.repeat(64),
      size: 5,
      mime: 'image/jpeg',
      kind: 'premises',
      takenAt: new Date(now).toISOString(),
    } as const;
    expect(await engine.record(visit(loan(1), { attachments: [named], photoMissing: undefined }))).toMatchObject({
      reason: 'invalid',
      fields: [{ path: 'attachments' }],
    });
    expect(engine.ledger.get()).toEqual([]);
  });
});

describe('several senders and several users', () => {
  it('two tabs and the worker together: one effect each', async () => {
    const unlocked = await phone.signIn(asha);
    const one = await phone.open(unlocked, { now: () => now });
    const two = await phone.open(unlocked, { now: () => now });
    for (let at = 0; at < 40; at += 1) await save(at % 2 ? one : two, at % 10);
    await Promise.all([one.sendNow(), two.sendNow(), drainAllUsers({ transport: server.transport, now: () => now })]);
    await one.sendNow();
    await two.sendNow();
    expect(server.records.size).toBe(40);
    expect(server.arrivals).toHaveLength(40);
    const seqs = new Map<string, number[]>();
    for (const { record } of server.records.values())
      seqs.set(record.loanId, [...(seqs.get(record.loanId) ?? []), record.loanSeq]);
    for (const order of seqs.values()) expect(order).toEqual([1, 2, 3, 4]);
  });

  it('a sender that froze and wakes up late changes nothing but by a receipt', async () => {
    const unlocked = await phone.signIn(asha);
    const gate = () => {
      let open = (_: TransportAnswer | undefined) => {};
      const opened = new Promise<TransportAnswer | undefined>((resolve) => {
        open = resolve;
      });
      return { open, opened, reached: false };
    };
    const [first, second] = [gate(), gate()];
    const through =
      (held: ReturnType<typeof gate>): Transport =>
      async (request) => {
        if (!request.url.endsWith('/batch')) return server.transport(request);
        held.reached = true;
        return (await held.opened) ?? server.transport(request);
      };
    const sender = (held: ReturnType<typeof gate>) =>
      phone.open(unlocked, { now: () => now, transport: createPageTransport(through(held), phone.session) });
    const [frozen, next] = [await sender(first), await sender(second)];
    const id = await save(frozen, 1);
    const stuck = frozen.sendNow();
    // A sender that has not asked yet looks at its lease once more and gives the record back.
    await until(() => first.reached && states(frozen)[id] === 'sending');
    now += LEASE_MS + 1;
    const taken = next.sendNow();
    const db = openUserDb(asha.tenant.id, asha.id);
    await until(() => second.reached);
    first.open(refuse('forbidden'));
    await stuck;
    expect(await db.outbox.get(id)).toMatchObject({ state: 'sending', problem: null });
    second.open(undefined);
    await taken;
    expect(await db.outbox.count()).toBe(0);
    expect(server.records.size).toBe(1);
    db.close();
  });

  it('A’s work is never sent as B, shown to B, or lost; A comes back and it goes out', async () => {
    const bina = enrol(server, person('bina'));
    const first = await open();
    await save(first, 1);
    await save(first, 2);
    await save(first, 3);
    await first.close();
    await phone.session.lock('logout');
    const other = await phone.open(await phone.signIn(bina));
    expect(other.ledger.get()).toEqual([]);
    await other.record(visit(loan(4)));
    await other.sendNow();
    expect([...server.records.values()]).toMatchObject([{ userId: bina.id }]);
    await other.close();
    expect(await phone.session.knownUsers()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ username: 'asha', unsent: 3 })]),
    );
    const back = await open();
    await back.sendNow();
    expect([...server.records.values()].map(({ userId }) => userId).sort()).toEqual(
      [asha.id, asha.id, asha.id, bina.id].sort(),
    );
  });

  it('the worker sends a locked phone’s queue, photos included, as its own user and without any token', async () => {
    const engine = await open();
    const { ref } = await engine.keepFile(captured(2000));
    await save(engine, 1, { attachments: [ref], photoMissing: undefined });
    await save(engine, 2);
    await engine.close();
    await phone.session.lock('idle');
    server.ended.add(asha.id);
    server.calls = [];
    expect(await drainAllUsers({ transport: server.transport, now: () => now })).toEqual({ accepted: 2, left: 0 });
    for (const call of server.calls) expect(call.headers ?? {}).not.toHaveProperty('authorization');
    expect([...server.records.values()]).toMatchObject([
      { form: 'sealed', userId: asha.id },
      { form: 'sealed', userId: asha.id },
    ]);
    const again = await phone.open(await phone.signIn(asha), { now: () => now });
    expect(again.ledger.get().map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });

  it('a withdrawn device sends its queue to quarantine and gives up its loans', async () => {
    const unlocked = await phone.signIn(asha);
    const engine = await phone.open(unlocked, { now: () => now });
    await engine.loans.refresh();
    await save(engine, 1);
    server.before = (_, path) => (path.endsWith('/batch') ? refuse('device-revoked') : undefined);
    await engine.sendNow();
    expect(server.quarantined.size).toBe(1);
    expect(engine.loans.query(everything).total).toBe(1);
  });
});

const everything = {
  text: '',
  buckets: [],
  pincode: '',
  ptp: 'any',
  notVisitedDays: 0,
  plan: 'any',
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: 'priority',
  near: null,
} as const satisfies Parameters<OfflineEngine['loans']['query']>[0];
