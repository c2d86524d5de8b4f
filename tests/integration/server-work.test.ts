/** What the server does by itself: suppressions that end, what is cleaned up, partitions, restores, deactivated tenants. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportDeviceKey, generateDeviceKey, signedText, signText } from '../../core/contract/device-keys';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import type { Database } from '../../server/db/database';
import { prepareInstallation } from '../../server/db/migrate';
import { openPGlite } from '../../server/db/pglite';
import { preparedDatabase } from '../../server/db/prepared';
import { createJobs, type Jobs } from '../../server/jobs';
import { type Mark, watchDatabase, whyBehind } from '../../server/modules/sync/life';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
import { folderMail } from '../../server/platform/senders/mail';
import { folderStorage, type Storage } from '../../server/platform/storage';
import { registerJobs } from '../../server/work';
import { alone, engines, type TestDatabase } from '../support/databases';
import { signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const logger = createLogger('silent');

describe.each(alone(engines))('the server’s own work on $name', ({ fresh }) => {
  let held: TestDatabase;
  let db: Database;
  let world: TenantWorld;
  let folder: string;
  let storage: Storage;
  let server: TestServer;
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  const queues: Jobs[] = [];

  beforeAll(async () => {
    held = await fresh();
    db = held.db;
    server = await startServer(db, { clock });
  });
  beforeEach(async () => {
    ahead = 0;
    folder = await mkdtemp(join(tmpdir(), 'recoup-work-'));
    storage = folderStorage(folder);
    world = await createTenantWorld(db);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
    await db.platform((tx) =>
      tx.query('delete from jobs; delete from job_schedules; update tenants set active = false'),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  /** One turn of every schedule, to its end; what is planned for later waits. */
  async function oneTurn(): Promise<void> {
    await db.platform((tx) => tx.query('delete from job_schedules'));
    const jobs = createJobs({ db, clock, logger, pollMs: 20 });
    queues.push(jobs);
    registerJobs(jobs, {
      db,
      storage,
      clock,
      logger,
      config: readConfig({ DATA_DIR: folder }),
      keys: server.keys,
      mail: folderMail(join(folder, 'mail'), 'Recoup <recoup@localhost>'),
    });
    jobs.start();
    await expect
      .poll(
        () =>
          db.platform(async (tx) => {
            const [row] = await tx.query<{ waiting: number; begun: boolean }>(
              `select (select count(*) from jobs where run_at <= $1) as waiting,
                      (select count(*) > 0 and bool_and(next_at > $1) from job_schedules) as begun`,
              [clock.now()],
            );
            return row?.begun ? row.waiting : -1;
          }),
        { timeout: 15_000, interval: 20 },
      )
      .toBe(0);
    await jobs.stop();
    const failed = await db.platform((tx) =>
      tx.query('select name, last_error from jobs where last_error is not null'),
    );
    expect(failed).toEqual([]);
  }

  async function suppress(loan: TestLoan, untilOn: string | null): Promise<void> {
    await world.run(async (tx) => {
      await tx.query(
        `insert into suppressions (tenant_id, id, loan_id, reason, from_on, until_on)
         values ($1, $2, $3, 'Bereavement', '2026-01-01', $4)`,
        [world.tenantId, uuidv7(), loan.id, untilOn],
      );
      await tx.query(
        `update loans set state = 'suppressed', pause_reason = 'Bereavement', pause_until = $3, version = version + 1
          where tenant_id = $1 and id = $2`,
        [world.tenantId, loan.id, untilOn],
      );
    });
  }
  const day = (days: number) =>
    new Date(clock.now().getTime() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

  it('lifts a suppression the day after its last one; the phone gets the loan back, and the chain says so', async () => {
    const [today, over, covered, open] = await world.addLoans(4, { held: { field_agent: 'agent' } });
    if (!today || !over || !covered || !open) throw new Error('no loan');
    const phone = as(server.origin, world.people.agent);
    await suppress(today, day(0));
    await suppress(over, day(-1));
    await suppress(covered, day(-3));
    await suppress(covered, day(2));
    await suppress(open, null);
    const first = (await phone.get('/api/v2/sync/loans')).body.data as { cursor: string; loans: unknown[] };
    expect(first.loans).toEqual([]);

    await oneTurn();
    const { body } = await phone.get(`/api/v2/sync/loans?cursor=${first.cursor}`);
    expect(body.data).toMatchObject({
      loans: [{ id: over.id, state: 'active', contactPause: null, version: 3 }],
      revoked: [],
    });
    const entries = await world.run((tx) =>
      tx.query("select subject_id, actor_id from audit_log where action = 'loans.suppression-lifted'"),
    );
    expect(entries).toEqual([{ subject_id: over.id, actor_id: null }]);

    // A day later the first one's turn has come, and nothing happens twice.
    ahead = 86_400_000;
    await oneTurn();
    const active = await world.run((tx) => tx.query<{ id: string }>("select id from loans where state = 'active'"));
    expect(active.map(({ id }) => id).sort()).toEqual([today.id, over.id].sort());
    ahead = 3 * 86_400_000;
    await oneTurn();
    const still = await world.run((tx) => tx.query<{ id: string }>("select id from loans where state = 'suppressed'"));
    expect(still).toEqual([{ id: open.id }]);
    expect((await world.run(verifyAudit)).ok).toBe(true);
  });

  it('tells phones of an entry of the suppression list on the tenant’s day on which it begins and on the one after its last', async () => {
    const [loan] = await world.addLoans(1, { held: { field_agent: 'agent' } });
    if (!loan) throw new Error('no loan');
    const added = await as(server.origin, world.people.admin).post('/api/v2.1/loans/suppressions', {
      kind: 'loan',
      values: [loan.number],
      portfolioId: null,
      channels: null,
      reason: 'calamity',
      fromOn: day(1),
      untilOn: day(2),
    });
    expect(added.body.data).toMatchObject({ added: 1 });
    const until = day(2);
    let cursor: string | undefined;
    const news = async () => {
      // A session does not last over days.
      const phone = as(server.origin, world.people.agent);
      const { body } = await phone.get(`/api/v2/sync/loans${cursor ? `?cursor=${cursor}` : ''}`);
      const data = body.data as { cursor: string; loans: { contactPause: unknown }[] };
      cursor = data.cursor;
      return data.loans.map(({ contactPause }) => contactPause);
    };
    expect(await news()).toEqual([null]);
    await oneTurn();
    expect(await news()).toEqual([]);
    ahead = 86_400_000;
    await oneTurn();
    expect(await news()).toEqual([{ reason: 'calamity', until }]);
    ahead = 2 * 86_400_000;
    await oneTurn();
    expect(await news()).toEqual([]);
    ahead = 3 * 86_400_000;
    await oneTurn();
    expect(await news()).toEqual([null]);
    await oneTurn();
    expect(await news()).toEqual([]);
  });

  it('forgets tokens of sessions that are over and keys of old calls, and nothing that is needed', async () => {
    const { agent, caller } = world.people;
    await signIn(server.origin, agent);
    const living = await signIn(server.origin, caller);
    await world.run(async (tx) => {
      await tx.query("update sessions set ended_at = now() - interval '2 days' where user_id = $1", [agent.id]);
      for (const [days, record] of [
        [91, null],
        [89, null],
        [900, uuidv7()],
      ] as const) {
        await tx.query(
          `insert into idempotency_keys (tenant_id, user_id, key, payload_hash, record_id, created_at)
           values (current_tenant(), $1, $2, 'x', $3, now() - make_interval(days => $4))`,
          [agent.id, uuidv7(), record, days],
        );
      }
    });
    await oneTurn();
    const left = await world.run(async (tx) => ({
      tokens: await tx.query('select s.user_id from refresh_tokens t join sessions s on s.id = t.session_id'),
      sessions: (await tx.query('select 1 from sessions')).length,
      keys: await tx.query<{ called: boolean }>('select record_id is null as called from idempotency_keys order by 1'),
    }));
    expect(left).toEqual({
      tokens: [{ user_id: caller.id }],
      sessions: 2,
      keys: [{ called: false }, { called: true }],
    });
    expect(living.refreshToken).toMatch(/^rt_/);
  });

  it('has the partitions of the coming months before their months begin', async () => {
    ahead = 200 * 86_400_000;
    await oneTurn();
    const month = new Date(clock.now());
    month.setUTCDate(1);
    month.setUTCMonth(month.getUTCMonth() + 2);
    const name = `dispositions_${month.toISOString().slice(0, 7).replace('-', '_')}`;
    const [found] = await db.owner((tx) =>
      tx.query('select relrowsecurity and relforcerowsecurity as guarded from pg_class where relname = $1', [name]),
    );
    expect(found).toEqual({ guarded: true });
  });

  describe('a database that was restored', () => {
    const epoch = () =>
      db.platform(async (tx) => {
        const [row] = await tx.query<{ value: string }>("select value from installation where name = 'sync_epoch'");
        return row?.value;
      });
    const mark = async (): Promise<Mark> =>
      JSON.parse((await storage.get('marks/database.json'))?.toString() ?? 'null') as Mark;
    const alter = async (change: (mark: Mark) => Partial<Mark>) => {
      const now = await mark();
      await storage.put('marks/database.json', Buffer.from(JSON.stringify({ ...now, ...change(now) })));
    };

    it('is left alone while it goes on', async () => {
      await oneTurn();
      const before = await epoch();
      const { beat, xid, system } = await mark();
      await oneTurn();
      expect(await epoch()).toBe(before);
      expect((await mark()).beat).toBe(beat + 1);
      expect(BigInt((await mark()).xid)).toBeGreaterThan(BigInt(xid));
      expect(system).toMatch(/^\d{10,}$/);
    });

    it.each<[string, (mark: Mark) => Partial<Mark>]>([
      ['another cluster', () => ({ system: '1' })],
      ['recovered or failed over', ({ timeline }) => ({ timeline: (timeline ?? 1) + 1 })],
      ['the cluster went back', ({ xid }) => ({ xid: String(BigInt(xid) + 1_000_000n) })],
      ['the database went back', ({ beat }) => ({ beat: beat + 5 })],
    ])('is noticed (%s): a new epoch once, and devices start over', async (reason, change) => {
      const loan = await world.addLoan({ held: { field_agent: 'agent' } });
      await oneTurn();
      const before = await epoch();
      // What a dump of another cluster brings along: numbers that this one has not come to.
      await world.run((tx) => tx.query("update loan_feed set changed_xid = '900000000'::xid8"));
      await alter(change);
      await oneTurn();
      const after = await epoch();
      expect(after).not.toBe(before);
      const [entry] = await world.run((tx) =>
        tx.query("select detail from audit_log where action = 'sync.epoch-renewed'"),
      );
      expect(entry).toEqual({ detail: { reason } });
      await oneTurn();
      expect(await epoch()).toBe(after);
      // The feed is in order again: read to its end, it has nothing more, and the next change is seen.
      const other = await startServer(db, { clock });
      try {
        const phone = as(other.origin, world.people.agent);
        const ask = async (cursor: string) =>
          (await phone.get(`/api/v2/sync/loans?cursor=${cursor}`)).body.data as {
            cursor: string;
            reset: boolean;
            loans: { id: string }[];
          };
        const old = Buffer.from(JSON.stringify({ epoch: before?.slice(0, 8), xid: '1', loanId: loan.id })).toString(
          'base64url',
        );
        const first = await ask(old);
        expect(first).toMatchObject({ reset: true, loans: [{ id: loan.id }] });
        const second = await ask(first.cursor);
        expect(second).toMatchObject({ reset: false, loans: [] });
        await world.run((tx) => tx.query('update loans set version = version + 1 where id = $1', [loan.id]));
        expect(await ask(second.cursor)).toMatchObject({ reset: false, loans: [{ id: loan.id }] });
      } finally {
        await other.close();
      }
    });

    it('is noticed by a device first, whose cursor is ahead of it', async () => {
      await world.addLoans(2, { held: { field_agent: 'agent' } });
      const phone = as(server.origin, world.people.agent);
      const { cursor } = (await phone.get('/api/v2/sync/loans')).body.data as { cursor: string };
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as object;
      const future = Buffer.from(JSON.stringify({ ...parts, xid: '900000000' })).toString('base64url');
      const { body } = await phone.get(`/api/v2/sync/loans?cursor=${future}`);
      expect(body.data).toMatchObject({ reset: true, total: 2 });
      expect((body.data as { loans: unknown[] }).loans).toHaveLength(2);
    });
  });

  it('a deactivated tenant’s people are out within a minute, by token and by device, and back when it is active again', async () => {
    const { agent } = world.people;
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const keys = await generateDeviceKey();
    const device = { id: uuidv7(), publicKey: await exportDeviceKey(keys.publicKey), name: 'Test', appVersion: '1' };
    const session = await signIn(server.origin, agent, device);
    const byToken = async () =>
      (await fetch(`${server.origin}/api/v2/sync/loans`, { headers: { authorization: `Bearer ${session.token}` } }))
        .status;
    const byDevice = async () => {
      const path = '/api/v2/call-disposition/batch';
      const body = JSON.stringify({ items: [{ key: loan.id, hash: 'a'.repeat(64), record: {} }] });
      const at = clock.now().toISOString();
      const signature = await signText(keys.privateKey, signedText('POST', path, at, await sha256Hex(body)));
      const answer = await fetch(server.origin + path, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-device-tenant': world.tenantId,
          'x-device-user': agent.id,
          'x-device-id': device.id,
          'x-device-at': at,
          'x-device-signature': signature,
        },
      });
      return answer.status;
    };
    const become = (active: boolean) =>
      db.platform((tx) => tx.query('update tenants set active = $2 where id = $1', [world.tenantId, active]));
    expect([await byToken(), await byDevice()]).toEqual([200, 200]);
    await become(false);
    ahead += 60_000;
    // A session that was looked up a moment ago is believed for a second.
    await expect.poll(byToken, { timeout: 5_000 }).toBe(401);
    expect(await byDevice()).toBe(401);
    await become(true);
    ahead += 60_000;
    await expect.poll(byToken, { timeout: 5_000 }).toBe(200);
    expect(await byDevice()).toBe(200);
  });
});

describe('a backup of an embedded database that is put back', () => {
  it('is noticed by its mark', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recoup-work-'));
    const deps = { storage: folderStorage(folder), clock: { now: () => new Date() }, logger };
    try {
      const first = await openPGlite({ prepared: await preparedDatabase() });
      await prepareInstallation(first);
      await createTenantWorld(first);
      expect(await watchDatabase({ ...deps, db: first })).toBeUndefined();
      const backup = await first.dump();
      for (let minute = 0; minute < 3; minute += 1) {
        expect(await watchDatabase({ ...deps, db: first })).toBeUndefined();
      }
      await first.close();
      const restored = await openPGlite({ prepared: backup });
      expect(await watchDatabase({ ...deps, db: restored })).toBe('the cluster went back');
      expect(await watchDatabase({ ...deps, db: restored })).toBeUndefined();
      await restored.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a mark of a database', () => {
  const mark: Mark = { system: '7', timeline: 1, xid: '1000', beat: 5 };
  it.each<[Partial<Mark>, string | undefined]>([
    [{}, undefined],
    [{ xid: '99999999999', beat: 6 }, undefined],
    [{ system: null, timeline: null }, undefined],
    [{ system: '8' }, 'another cluster'],
    [{ timeline: 2 }, 'recovered or failed over'],
    [{ xid: '999' }, 'the cluster went back'],
    [{ beat: 4 }, 'the database went back'],
  ])('%j → %s', (now, expected) => {
    expect(whyBehind(mark, { ...mark, ...now })).toBe(expected);
  });
});
