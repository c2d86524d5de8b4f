import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { FOLD_OVER, LoanShelf } from './loan-chunks';
import { createPageTransport } from './page-transport';
import { pull, type SyncContext } from './sync';
import { enrol, killAt, loanOf, person, TestDevice, visit } from './test-device';
import { answer, refuse, TestServer } from './test-server';
import type { LoanQuery, OfflineEngine, UnlockedSession } from './types';
import { openUserDb } from './user-db';
import { sealJson } from './vault';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let unlocked: UnlockedSession;
let now: number;

const ALL: LoanQuery = {
  text: '',
  buckets: [],
  pincode: '',
  ptp: 'any',
  notVisitedDays: 0,
  plan: 'any',
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: 'name',
  near: null,
};

beforeEach(async () => {
  now = Date.now();
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  server.loans = Array.from({ length: 1_203 }, (_, at) => loanOf(at));
  unlocked = await phone.signIn(asha);
});
afterEach(() => phone.close());

const open = (more: Parameters<TestDevice['open']>[1] = {}) => phone.open(unlocked, { now: () => now, ...more });
const listed = (engine: OfflineEngine): string[] => {
  const page = engine.loans.query(ALL);
  return Array.from({ length: page.total }, (_, at) => page.at(at)?.id ?? '').sort();
};
const assigned = () => server.loans.map(({ id }) => id).sort();
const first = (at = 0): Loan => {
  const loan = server.loans[at];
  if (!loan) throw new Error('no loan');
  return loan;
};
/** The page sizes that were asked for. */
const limits = () =>
  server.calls
    .filter(({ url }) => url.includes('/sync/loans'))
    .map(({ url }) => Number(new URL(url, 'http://x').searchParams.get('limit')));
/** What a round of the sync works with, without the engine around it. */
async function puller() {
  const db = openUserDb(asha.tenant.id, asha.id);
  await db.open();
  const shelf = new LoanShelf(db, { key: unlocked.deviceKey, keyId: unlocked.keyId });
  const ctx: SyncContext = {
    db,
    owner: asha.id,
    shelf,
    transport: createPageTransport(server.transport, phone.session),
    bases: server.config.bases,
    now: () => now,
    leading: () => true,
    onPage: () => {},
    contact: () => {},
  };
  return { db, shelf, ctx };
}
/** What a start without any network shows. */
async function reopened(): Promise<OfflineEngine> {
  server.down = true;
  const engine = await open({ automatic: true });
  await new Promise<void>((resolve) => {
    const done = () => engine.loans.status.get().phase !== 'loading' && resolve();
    engine.loans.status.subscribe(done);
    done();
  });
  return engine;
}

describe('getting the day’s work', () => {
  it('comes in pages with progress, and is there after a restart without a network', async () => {
    const engine = await open();
    const progress: (number | undefined)[] = [];
    engine.loans.status.subscribe(() => progress.push(engine.loans.status.get().progress?.done));
    await engine.loans.refresh();
    expect(progress).toEqual(expect.arrayContaining([40, 540, 1040]));
    expect(listed(engine)).toEqual(assigned());
    expect(engine.loans.status.get()).toMatchObject({ phase: 'ready', count: 1_203, asOf: now, progress: null });
    await engine.close();
    const again = await reopened();
    expect(listed(again)).toEqual(assigned());
    expect(again.codes.get()?.policy.maxPtpDays).toBe(30);
    await again.close();
  });

  it('reads what an older app stored: chunks that are plain lists', async () => {
    const { db, shelf } = await puller();
    await db.loanChunks.add({ keyId: unlocked.keyId, sealed: await sealJson(unlocked.deviceKey, server.loans) });
    await shelf.load();
    expect([...shelf.held.values()].map(({ loan }) => loan)).toEqual(server.loans);
    db.close();
  });

  it('a snapshot that was cut off goes on where it stopped, not from the start', async () => {
    const engine = await open();
    let pages = 0;
    server.before = (_, path) => {
      if (path.endsWith('/sync/loans')) pages += 1;
      if (pages === 3) throw new TypeError('connection lost');
      return undefined;
    };
    await engine.loans.refresh();
    expect(engine.loans.status.get()).toMatchObject({ phase: 'failed', count: 540 });
    server.calls = [];
    await engine.loans.refresh();
    expect(listed(engine)).toEqual(assigned());
    // Where it had stopped, with smaller pages at first, because the line broke.
    expect(limits()).toEqual([250, 500]);
    expect(pages).toBe(5);
  });

  it('the first page is small, and pages follow the line: smaller while it is slow, larger again afterwards', async () => {
    const { db, shelf, ctx } = await puller();
    server.before = (_, path) => {
      if (path.endsWith('/sync/loans') && shelf.held.size < 400) now += 9_000;
      return undefined;
    };
    server.calls = [];
    expect(await pull(ctx)).toMatchObject({ ok: true });
    db.close();
    expect([...shelf.held.keys()].sort()).toEqual(assigned());
    // The page after is asked for while one is stored: a change of size shows one page later.
    expect(limits().slice(0, 4)).toEqual([40, 250, 125, 62]);
    expect(limits().at(-1)).toBeGreaterThan(200);
  });

  it('a busy server is waited for in the same round, as long as it says', async () => {
    const { db, shelf, ctx } = await puller();
    const waits: number[] = [];
    let refusals = 2;
    server.before = (_, path) =>
      path.endsWith('/sync/loans') && refusals-- > 0 ? refuse('busy', { 'retry-after': '7' }) : undefined;
    expect(await pull({ ...ctx, pause: async (ms) => void waits.push(ms) })).toMatchObject({ ok: true });
    expect(shelf.held.size).toBe(1_203);
    expect(waits).toHaveLength(2);
    for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(7_000);
    server.before = (_, path) => (path.endsWith('/sync/loans') ? refuse('busy', { 'retry-after': '600' }) : undefined);
    expect(await pull({ ...ctx, pause: async (ms) => void waits.push(ms) })).toMatchObject({
      ok: false,
      reason: 'unreachable',
    });
    expect(waits).toHaveLength(2);
    db.close();
  });

  it('deltas bring changes and take loans away; both are there after a restart', async () => {
    const engine = await open();
    await engine.loans.refresh();
    server.change({ ...first(5), version: 2, overduePaise: 77 });
    const added = loanOf(9_000);
    server.change(added);
    const gone = first(10).id;
    server.revoke(gone, 'closed');
    await engine.loans.refresh();
    for (const phase of [engine, await reopened()]) {
      expect(listed(phase)).toEqual(assigned());
      expect(phase.loans.byId(gone)).toBeUndefined();
      expect(phase.loans.byId(added.id)?.loanNumber).toBe(added.loanNumber);
    }
  });

  it('a loan that leaves and comes back is there again', async () => {
    const engine = await open();
    await engine.loans.refresh();
    const loan = first(3);
    server.revoke(loan.id);
    await engine.loans.refresh();
    server.change(loan);
    await engine.loans.refresh();
    expect(listed(engine)).toEqual(assigned());
    const again = await reopened();
    expect(listed(again)).toEqual(assigned());
  });

  it('a long overlay is folded into the chunks, and nothing is lost or doubled by it', async () => {
    const engine = await open();
    await engine.loans.refresh();
    for (let at = 0; at <= FOLD_OVER; at += 1) server.change({ ...first(at * 7), version: 2, overduePaise: 42 });
    server.revoke(first(1_100).id);
    server.change(loanOf(8_000));
    await engine.loans.refresh();
    const db = openUserDb(asha.tenant.id, asha.id);
    // Only the loan that is gone still has to be said.
    expect(await db.loanChanges.filter((row) => row.sealed !== null).count()).toBe(0);
    db.close();
    server.change({ ...first(2), version: 3, overduePaise: 43 });
    await engine.loans.refresh();
    for (const view of [engine, await reopened()]) {
      expect(listed(view)).toEqual(assigned());
      expect(view.loans.byId(first(1_200).id)?.version).toBe(
        server.loans.find(({ id }) => id === first(1_200).id)?.version,
      );
      const changed = server.loans.filter(({ overduePaise }) => overduePaise === 42).map(({ id }) => id);
      expect(changed.length).toBeGreaterThan(50);
      for (const id of changed) expect(view.loans.byId(id)).toMatchObject({ version: 2, overduePaise: 42 });
    }
  });

  it('chunks that are mostly out of date are written anew, with unsent work and tombstones in between', async () => {
    const engine = await open();
    await engine.loans.refresh();
    const kept = first(900).id;
    await engine.record(visit(first(900)));
    server.revoke(kept);
    const counts: number[] = [];
    const db = openUserDb(asha.tenant.id, asha.id);
    for (let round = 2; round < 10; round += 1) {
      for (let at = 0; at < 250; at += 1) {
        const loan = first(0);
        server.change({ ...loan, version: round, overduePaise: round });
      }
      server.revoke(first(700).id);
      await engine.loans.refresh();
      counts.push(await db.loanChunks.count());
      expect(engine.loans.byId(first(-1 + server.loans.length).id)).toMatchObject({ version: round });
    }
    // It grew, and was written anew at least once.
    expect(Math.max(...counts)).toBeGreaterThan(4);
    expect(counts.some((count, at) => at > 0 && count < (counts[at - 1] ?? 0))).toBe(true);
    db.close();
    for (const view of [engine, await reopened()]) {
      expect(listed(view)).toEqual([...assigned(), kept].sort());
      for (const loan of server.loans)
        expect(view.loans.byId(loan.id)).toMatchObject({ version: loan.version, overduePaise: loan.overduePaise });
      expect(view.loans.byId(kept)).toMatchObject({ unsent: 1 });
    }
  });

  it('a start that is still reading does not bring back what a sync changed or took away meanwhile', async () => {
    const before = await open();
    await before.loans.refresh();
    await before.close();
    const { db, shelf, ctx } = await puller();
    const [changed, gone] = [first(1_100), first(1_150)];
    let rounds = 0;
    await shelf.load(async () => {
      if (rounds++) return;
      // After the first chunk, and with the next ones already on their way: a whole round of the sync.
      await shelf.load();
      server.change({ ...changed, version: 2, overduePaise: 5 });
      server.revoke(gone.id);
      expect(await pull(ctx)).toMatchObject({ ok: true });
    });
    expect(rounds).toBe(1);
    expect([...shelf.held.keys()].sort()).toEqual(assigned());
    expect(shelf.held.get(changed.id)?.loan.overduePaise).toBe(5);
    db.close();
  });

  it('another window sees what this one got', async () => {
    const one = await open();
    const two = await open();
    await one.loans.refresh();
    await two.loans.refresh();
    server.change({ ...first(5), version: 2, overduePaise: 99 });
    await one.loans.refresh();
    await new Promise<void>((resolve) => {
      const look = () => two.loans.byId(server.loans.at(-1)?.id ?? '')?.overduePaise === 99 && resolve();
      two.loans.revision.subscribe(look);
      look();
    });
    expect(listed(two)).toEqual(assigned());
  });

  it('a restored server starts the list over', async () => {
    const engine = await open();
    await engine.loans.refresh();
    server.epoch = 2;
    server.loans = server.loans.slice(0, 600);
    server.changes = [];
    await engine.loans.refresh();
    expect(listed(engine)).toEqual(assigned());
    expect(listed(await reopened())).toEqual(assigned());
  });

  it('drift is found by the digests and only the groups that differ are fetched', async () => {
    const engine = await open();
    await engine.loans.refresh();
    // Changes that no delta will ever tell: one lost, one gone, one stale.
    const stale = first(20);
    server.loans = [
      ...server.loans.filter((loan) => loan.id !== stale.id && loan.id !== first(30).id),
      loanOf(7_000),
      { ...stale, version: 9 },
    ];
    server.calls = [];
    await engine.loans.refresh();
    expect(listed(engine)).toEqual(assigned());
    expect(engine.loans.byId(stale.id)?.version).toBe(9);
    const asked = server.calls.map(({ url }) => new URL(url, 'http://x').searchParams.get('groups')).filter(Boolean);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.split(',').length).toBeLessThanOrEqual(3);
    server.calls = [];
    await engine.loans.refresh();
    expect(server.calls.filter(({ url }) => url.includes('groups='))).toEqual([]);
  });
});

describe('loans with queued work', () => {
  it.each(['revoked', 'reset'] as const)(
    'are never purged by a server that has %s them; they go when the work has gone',
    async (way) => {
      const engine = await open();
      await engine.loans.refresh();
      const loan = first(4);
      await engine.record(visit(loan));
      if (way === 'revoked') server.revoke(loan.id);
      else {
        server.epoch += 1;
        server.loans = server.loans.filter(({ id }) => id !== loan.id);
        server.changes = [];
      }
      await engine.loans.refresh();
      expect(engine.loans.byId(loan.id)).toMatchObject({ unsent: 1, borrower: { name: loan.borrower.name } });
      const again = await reopened();
      expect(again.loans.byId(loan.id)).toMatchObject({ unsent: 1 });
      await again.close();
      server.down = false;
      await engine.sendNow();
      await engine.loans.refresh();
      expect(engine.loans.byId(loan.id)).toBeUndefined();
      expect(listed(engine)).toEqual(assigned());
    },
  );

  it('work saved while a page takes the loan away keeps it', async () => {
    const other = await open();
    await other.loans.refresh();
    const loan = first(4);
    server.revoke(loan.id);
    let saved = false;
    const engine = await open({
      hooks: {
        prepare(db) {
          const plain = db.transaction.bind(db) as (...parts: unknown[]) => Promise<unknown>;
          const late = async (...parts: unknown[]) => {
            const tables = parts[1];
            // Right between the look at the outbox and the transaction that takes the loan away.
            if (!saved && Array.isArray(tables) && tables.includes(db.loanChunks) && tables.includes(db.outbox)) {
              saved = true;
              await other.record(visit(loan));
            }
            return plain(...parts);
          };
          Object.assign(db, { transaction: late });
        },
      },
    });
    await engine.loans.refresh();
    expect(saved).toBe(true);
    expect(engine.loans.byId(loan.id)?.borrower.name).toBe(loan.borrower.name);
    expect((await reopened()).loans.byId(loan.id)).toMatchObject({ unsent: 1 });
  });

  it('what is recorded here stays on top until the server’s copy contains it', async () => {
    const engine = await open();
    await engine.loans.refresh();
    const loan = first(4);
    const day = new Date(now + 3 * 86_400_000).toISOString().slice(0, 10);
    const saved = await engine.record(
      visit(loan, {
        code: 'FPTP',
        nextVisitOn: undefined,
        personMet: { relation: 'borrower' },
        ptp: { amountPaise: 5_000, dueOn: day, mode: 'cash' },
      }),
    );
    if (!saved.ok) throw new Error('not saved');
    const mine = { ptp: { amountPaise: 5_000, dueOn: day, status: 'open' }, lastVisit: { code: 'FPTP' } };
    server.change({ ...loan, version: 2, overduePaise: 1 });
    await engine.loans.refresh();
    expect(engine.loans.byId(loan.id)).toMatchObject({ ...mine, overduePaise: 1, unsent: 1 });
    await engine.sendNow();
    expect(engine.loans.byId(loan.id)).toMatchObject({ ...mine, unsent: 0 });
    const entry = engine.loans.history(loan.id)[0];
    expect(entry).toMatchObject({ id: saved.recordId, local: 'accepted', receiptNo: expect.stringMatching(/^R-/) });
    expect(entry?.chainSeq).toBe(engine.ledger.get()[0]?.receipt?.chain.seq);
    expect(entry?.chainSeq).toBeGreaterThan(0);
    const { local: _, ...theirs } = entry ?? engine.loans.history(loan.id)[0] ?? { local: null };
    server.change({ ...loan, version: 3, ptp: null, recent: [theirs as Loan['recent'][number]] });
    await engine.loans.refresh();
    expect(engine.loans.byId(loan.id)).toMatchObject({ ptp: null });
    expect(engine.loans.history(loan.id)).toHaveLength(1);
  });
});

describe('what must not hurt', () => {
  it.each([
    ['a captive portal', () => answer(200, '<html>')],
    ['an answer of an unknown form', () => answer(200, { success: true, data: { loans: 'all of them' } })],
    ['a refusal', () => refuse('forbidden')],
    ['a proxy’s 401', () => answer(401, '')],
    ['our 401', () => refuse('not-signed-in')],
  ])('%s leaves the list as it was', async (_, fault) => {
    const engine = await open();
    await engine.loans.refresh();
    server.before = (__, path) => (path.endsWith('/sync/loans') ? fault() : undefined);
    await engine.loans.refresh();
    expect(engine.loans.status.get()).toMatchObject({ phase: 'ready', count: 1_203 });
    server.before = () => undefined;
    server.revoke(first(1).id);
    await engine.loans.refresh();
    expect(listed(engine)).toEqual(assigned());
  });

  it('the list of who used this phone before is not taken from a cache on the way, whole or as a repair', async () => {
    const bala = await phone
      .newSession()
      .signIn(enrol(server, person('bala')).username, 'secret-1', 'email-or-username');
    const all = server.loans;
    server.loans = [loanOf(9_000)];
    const theirs = await server.transport({
      method: 'GET',
      url: '/api/v2/sync/loans?limit=40',
      headers: { authorization: `Bearer ${bala.tokens?.token}` },
    });
    expect(theirs.status).toBe(200);
    server.loans = all;
    unlocked = await phone.signIn(asha);
    const engine = await open();
    const cachedFor = (what: string) => {
      server.before = ({ url }) => (url.includes(what) ? theirs : undefined);
    };
    cachedFor('/sync/loans');
    await engine.loans.refresh();
    expect(engine.loans.status.get()).toMatchObject({ phase: 'failed', count: 0 });
    server.before = () => undefined;
    await engine.loans.refresh();
    expect(listed(engine)).toEqual(assigned());
    // Drift: another version, of which no delta tells.
    server.loans = [{ ...first(), version: 2 }, ...server.loans.slice(1)];
    cachedFor('groups=');
    await engine.loans.refresh();
    expect(listed(engine)).toEqual(assigned());
  });

  it('a damaged row of the storage costs its loans until the next contact, and nothing else', async () => {
    const engine = await open();
    await engine.loans.refresh();
    server.change({ ...first(3), version: first(3).version + 1 });
    await engine.loans.refresh();
    const saved = await engine.record(visit(first(9)));
    await engine.close();
    const db = openUserDb(asha.tenant.id, asha.id);
    const chunk = await db.loanChunks.toCollection().first();
    const change = await db.loanChanges.toCollection().first();
    if (!chunk?.id || !change?.sealed) throw new Error('nothing to damage');
    const flip = (sealed: Uint8Array<ArrayBuffer>) => sealed.with(40, (sealed[40] ?? 0) ^ 1);
    await db.loanChunks.update(chunk.id, { sealed: flip(chunk.sealed) });
    await db.loanChanges.update(change.id, { sealed: flip(change.sealed) });
    db.close();

    const damaged = await reopened();
    const held = listed(damaged).length;
    expect(held).toBeGreaterThan(600);
    expect(held).toBeLessThan(1_203);
    expect(damaged.ledger.get().map(({ id }) => id)).toEqual([saved.ok && saved.recordId]);
    server.down = false;
    await damaged.loans.refresh();
    expect(listed(damaged)).toEqual(assigned());
    expect(damaged.loans.byId(first(3).id)?.version).toBe(first(3).version);
    await damaged.sendNow();
    expect(server.records.size).toBe(1);
  });

  it('a list that no sync confirmed for 72 hours is hidden, and shown again after the next one', async () => {
    const engine = await open();
    await engine.loans.refresh();
    await engine.close();
    now += 72 * 3_600_000 + 1;
    const late = await reopened();
    expect(late.loans.status.get()).toMatchObject({ phase: 'expired', count: 0 });
    expect(listed(late)).toEqual([]);
    server.down = false;
    await late.loans.refresh();
    expect(late.loans.status.get()).toMatchObject({ phase: 'ready', count: 1_203 });
  });

  it('killed at any step of a page: the cursor and the loans agree, and the next round completes the list', async () => {
    server.loans = server.loans.slice(0, 130);
    const complete = await open();
    await complete.loans.refresh();
    await complete.close();
    const db = openUserDb(asha.tenant.id, asha.id);
    let died = true;
    let step = 1;
    for (; died; step += 1) {
      const target = first(step % 130);
      server.change({ ...target, version: target.version + 1 });
      server.revoke(first((step + 40) % server.loans.length).id);
      const armed = killAt(Number.POSITIVE_INFINITY);
      const probe = await open({ hooks: { prepare: armed.prepare } });
      const opening = armed.operations();
      await probe.close();
      const death = killAt(opening + step);
      const engine = await open({ hooks: { prepare: death.prepare } });
      await engine.loans.refresh().catch(() => undefined);
      died = death.dead();
      await engine.close();
      await db.leases.clear();
      const next = await open();
      await next.loans.refresh();
      expect(listed(next)).toEqual(assigned());
      for (const loan of server.loans) expect(next.loans.byId(loan.id)?.version).toBe(loan.version);
      await next.close();
    }
    db.close();
    expect(step).toBeGreaterThan(8);
  });
});
