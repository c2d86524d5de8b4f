/** The process dies at every single step of saving and of sending, in a page and in the worker: all or nothing, removed only after the receipt. */
import Dexie from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { LEASE_MS } from './coordination';
import { createPageTransport } from './page-transport';
import { enrol, killAt, loanOf, person, photo, TestDevice, until, visit } from './test-device';
import { TestServer } from './test-server';
import type { Transport } from './transport';
import type { OfflineEngine } from './types';
import { openUserDb, type UserDb } from './user-db';
import { drainAllUsers } from './worker-drain';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
const loan = loanOf(1);

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
});

const draft = { loanId: loan.id, openedAt: 1, fields: { remarks: 'typed' }, files: [] };

/** A phone with a draft and a photo, whose next life dies at step `n` of what `act` does. */
async function live(
  n: number,
  act: (engine: OfflineEngine) => Promise<unknown>,
  before?: (engine: OfflineEngine) => Promise<unknown>,
) {
  const unlocked = await phone.signIn(asha);
  const healthy = await phone.open(unlocked);
  await healthy.drafts.save(draft);
  await before?.(healthy);
  await healthy.close();
  // Steps of opening are not what is tested here: count from the act on.
  const armed = killAt(Number.POSITIVE_INFINITY);
  const probe = await phone.open(unlocked, { hooks: { prepare: armed.prepare } });
  const opening = armed.operations();
  await probe.close();
  const death = killAt(opening + n);
  const engine = await phone.open(unlocked, { hooks: { prepare: death.prepare } });
  const result = await act(engine).catch(() => undefined);
  const died = death.dead();
  await engine.close();
  return { died, result, unlocked };
}

describe('killed while saving', () => {
  it('at every step: the record with its outbox row and without its draft, or the draft alone', async () => {
    let died = true;
    let saved = 0;
    let step = 1;
    for (; died; step += 1) {
      phone.wipe();
      let ref: Awaited<ReturnType<OfflineEngine['keepFile']>>['ref'] | undefined;
      const life = await live(
        step,
        async (engine) => engine.record(visit(loan, { ...(ref && { attachments: [ref], photoMissing: undefined }) })),
        async (engine) => {
          ({ ref } = await engine.keepFile({ blob: photo(500), kind: 'premises', takenAt: new Date().toISOString() }));
        },
      );
      died = life.died;
      const claimed =
        typeof life.result === 'object' && life.result !== null && 'ok' in life.result && life.result.ok === true;
      const db = openUserDb(asha.tenant.id, asha.id);
      const [outbox, visits, drafts] = [
        await db.outbox.toArray(),
        await db.visits.toArray(),
        await db.drafts.toArray(),
      ];
      db.close();
      expect(visits.map(({ id }) => id)).toEqual(outbox.map(({ key }) => key));
      expect(drafts).toHaveLength(outbox.length ? 0 : 1);
      if (claimed) expect(outbox).toHaveLength(1);
      saved += outbox.length;
      const next = await phone.open(life.unlocked);
      await next.sendNow();
      expect(server.records.size).toBe(saved);
      await next.close();
    }
    // Not a test over nothing: several steps died, and the last one lived. A save is few steps by intent (at-once.ts).
    expect(step).toBeGreaterThan(3);
    expect(saved).toBeGreaterThan(0);
  });
});

describe('killed while sending', () => {
  it('at every step of the storage: one record at the server, and out of the outbox only with its receipt', async () => {
    let died = true;
    let step = 1;
    for (; died; step += 1) {
      phone.wipe();
      server.records.clear();
      server.files.clear();
      const life = await live(
        step,
        (engine) => engine.sendNow(),
        async (engine) => {
          const { ref } = await engine.keepFile({
            blob: photo(500),
            kind: 'premises',
            takenAt: new Date().toISOString(),
          });
          await engine.record(visit(loan, { attachments: [ref], photoMissing: undefined }));
          await engine.record(visit(loan));
        },
      );
      died = life.died;
      const db = openUserDb(asha.tenant.id, asha.id);
      const [left, receipts] = [await db.outbox.count(), await db.receipts.toArray()];
      expect(left + receipts.length).toBe(2);
      for (const { key } of receipts) expect(server.records.has(`${asha.id}:${key}`)).toBe(true);
      // The dead sender's lease runs out; here the clock does not move, so it is removed as time would.
      await db.leases.clear();
      db.close();
      const next = await phone.open(life.unlocked);
      await next.sendNow();
      expect(server.records.size).toBe(2);
      expect(next.ledger.get().map(({ state }) => state)).toEqual(['accepted', 'accepted']);
      await next.close();
    }
    expect(step).toBeGreaterThan(15);
  }, 60_000);

  it.each(['before', 'after'] as const)('%s every call to the server: one record, one receipt', async (moment) => {
    let died = true;
    let call = 1;
    for (; died; call += 1) {
      phone.wipe();
      server.records.clear();
      server.files.clear();
      const unlocked = await phone.signIn(asha);
      let calls = 0;
      // A killed process never hears the answer: the call stays open for ever.
      const never = new Promise<never>(() => {});
      const dying: Transport = async (request) => {
        calls += 1;
        if (calls >= call && moment === 'before') return never;
        const result = await server.transport(request);
        return calls >= call ? never : result;
      };
      const engine = await phone.open(unlocked, { transport: createPageTransport(dying, phone.session) });
      const { ref } = await engine.keepFile({
        blob: photo(300_000),
        kind: 'premises',
        takenAt: new Date().toISOString(),
      });
      await engine.record(visit(loan, { attachments: [ref], photoMissing: undefined }));
      let finished = false;
      void engine.sendNow().then(() => {
        finished = true;
      });
      await until(() => finished || calls >= call);
      if (moment === 'after') await until(() => finished || server.calls.length > 0);
      died = !finished;
      await engine.close();
      // The dead leader's lease has run out by then.
      const next = await phone.open(unlocked, { now: () => Date.now() + LEASE_MS + 1 });
      await next.sendNow();
      expect(server.records.size).toBe(1);
      expect(next.ledger.get().map(({ state }) => state)).toEqual(['accepted']);
      await next.close();
    }
    // The question, the beginning, two parts and the batch.
    expect(call - 1).toBe(6);
  });
});

describe('the worker killed while sending', () => {
  /** Two records, one with a photo, on a phone whose app is closed. */
  async function leftBehind() {
    phone.wipe();
    // The session before keeps the wiped disk open; the worker looks for the user on the new one.
    phone.session = phone.newSession();
    server.records.clear();
    server.files.clear();
    const unlocked = await phone.signIn(asha);
    const engine = await phone.open(unlocked);
    const { ref } = await engine.keepFile({ blob: photo(500), kind: 'premises', takenAt: new Date().toISOString() });
    await engine.record(visit(loan, { attachments: [ref], photoMissing: undefined }));
    await engine.record(visit(loan));
    await engine.close();
    return unlocked;
  }

  /** What the dead worker left is whole; the next one, or the page, brings it to its end. */
  async function judge(unlocked: Awaited<ReturnType<typeof leftBehind>>, next: 'worker' | 'page') {
    const db = openUserDb(asha.tenant.id, asha.id);
    const [left, receipts] = [await db.outbox.count(), await db.receipts.toArray()];
    expect(left + receipts.length).toBe(2);
    for (const { key } of receipts) expect(server.records.has(`${asha.id}:${key}`)).toBe(true);
    // The dead worker's lease runs out; here the clock does not move, so it is removed as time would.
    await db.leases.clear();
    db.close();
    if (next === 'worker') expect((await drainAllUsers({ transport: server.transport })).left).toBe(0);
    const engine = await phone.open(unlocked);
    if (next === 'page') await engine.sendNow();
    expect(server.records.size).toBe(2);
    expect(engine.ledger.get().map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    await engine.close();
  }

  it('at every step of the storage: nothing is lost, and the next worker or page sends the rest', async () => {
    let died = true;
    let step = 1;
    for (; died; step += 1) {
      const unlocked = await leftBehind();
      const death = killAt(step);
      const dying = (db: Dexie) => death.prepare(db as UserDb);
      // The worker opens its databases itself, the device's own too.
      Dexie.addons.push(dying);
      try {
        await drainAllUsers({
          transport: (request) => (death.dead() ? Promise.reject(new Error('killed')) : server.transport(request)),
        }).catch(() => undefined);
      } finally {
        Dexie.addons = Dexie.addons.filter((addon) => addon !== dying);
      }
      died = death.dead();
      await judge(unlocked, step % 2 ? 'worker' : 'page');
    }
    expect(step).toBeGreaterThan(30);
  }, 60_000);

  it.each(['before', 'after'] as const)('%s every call to the server: nothing is lost or doubled', async (moment) => {
    let died = true;
    let call = 1;
    for (; died; call += 1) {
      const unlocked = await leftBehind();
      let calls = 0;
      const never = new Promise<never>(() => {});
      const dying: Transport = async (request) => {
        calls += 1;
        const last = calls >= call;
        if (last && moment === 'before') return never;
        const answer = await server.transport(request);
        if (!last) return answer;
        heard = true;
        return never;
      };
      let heard = false;
      let finished = false;
      void drainAllUsers({ transport: dying }).then(() => {
        finished = true;
      });
      await until(() => finished || (moment === 'before' ? calls >= call : heard));
      died = !finished;
      await judge(unlocked, call % 2 ? 'worker' : 'page');
    }
    // At the least the photo and both records.
    expect(call - 1).toBeGreaterThan(2);
  });
});
