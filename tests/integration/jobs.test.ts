/** The queue on both bothEngines: one claim, effects once, failures, schedules, and a worker that is killed in the middle. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database';
import { createJobs, enqueueWithin, type JobHandler, type Jobs, type QueueOptions } from '../../server/jobs';
import { createLogger } from '../../server/platform/logger';
import { bothEngines, type TestDatabase } from '../support/databases';
import { createTenant } from '../support/people';

const silent = createLogger('silent');
const START = Date.parse('2026-11-21T10:00:00Z');

let time = START;
const clock = { now: () => new Date(time) };
const made: Jobs[] = [];

function queue(db: Database, more: Partial<QueueOptions> = {}): Jobs {
  const jobs = createJobs({ db, clock, logger: silent, pollMs: 10, ...more });
  made.push(jobs);
  return jobs;
}

const waiting = (db: Database) =>
  db.platform((tx) =>
    tx.query<{ name: string; attempts: number; idle: boolean; last_error: string | null; failed_at: string | null }>(
      'select name, attempts, claim is null as idle, last_error, failed_at from jobs order by created_at, id',
    ),
  );
const settled = (db: Database, count = 0) =>
  expect.poll(async () => (await waiting(db)).length, { timeout: 10_000, interval: 10 }).toBe(count);

/** Notes, in the tenant, that something happened: `installation` for the platform's jobs, audit-free and simple. */
const notes = (db: Database, tenantId: string) =>
  db.transaction({ tenantId }, async (tx) => {
    const rows = await tx.query<{ name: string }>('select name from tenant_counters where tenant_id = $1', [tenantId]);
    return rows.map(({ name }) => name).sort();
  });

describe.each(bothEngines)('jobs on $name', ({ fresh }) => {
  let held: TestDatabase;
  let db: Database;
  let tenantId: string;

  beforeAll(async () => {
    held = await fresh();
    db = held.db;
  });
  beforeEach(async () => {
    time = START;
    tenantId = await createTenant(db);
  });
  afterEach(async () => {
    await Promise.all(made.splice(0).map((jobs) => jobs.stop()));
    await db.platform((tx) => tx.query('delete from jobs; delete from job_schedules; delete from tenants'));
  });
  afterAll(() => held.close());

  /** Adds one to a counter of the tenant: doing it twice shows. */
  const count: JobHandler = async (job, run) => {
    await run.finish((tx) =>
      tx.query(
        `insert into tenant_counters (tenant_id, name, value) values (current_tenant(), $1, 1)
         on conflict (tenant_id, name) do update set value = tenant_counters.value + 1`,
        [job.data.name],
      ),
    );
  };
  const counted = (name: string) =>
    db.transaction({ tenantId }, async (tx) => {
      const [row] = await tx.query<{ value: number }>('select value from tenant_counters where name = $1', [name]);
      return row?.value ?? 0;
    });

  it('runs each job once, however many workers look for it, in its own tenant', async () => {
    const workers = [1, 2, 3].map(() => queue(db, { atOnce: 2 }));
    const by: number[] = [];
    for (const [at, jobs] of workers.entries()) {
      jobs.define('count', async (job, run) => {
        by.push(at);
        await count(job, run);
      });
      jobs.start();
    }
    for (let at = 0; at < 30; at += 1) await workers[0]?.enqueue('count', { name: `n${at}` }, { tenantId });
    await settled(db);
    expect(by).toHaveLength(30);
    for (let at = 0; at < 30; at += 1) expect(await counted(`n${at}`)).toBe(1);
  });

  it('exists exactly when the transaction that enqueued it commits', async () => {
    const jobs = queue(db);
    jobs.define('count', count);
    jobs.start();
    await expect(
      db.transaction({ tenantId }, async (tx) => {
        await jobs.enqueueIn(tx, 'count', { name: 'never' }, { tenantId });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await db.transaction({ tenantId }, async (tx) => {
      await jobs.enqueueIn(tx, 'count', { name: 'once' }, { tenantId });
      // The platform's tables are shut again for the rest of the caller's transaction.
      expect(await tx.query('select 1 from jobs')).toEqual([]);
      expect(await tx.query('select 1 from tenants')).toEqual([]);
    });
    await expect.poll(() => counted('once')).toBe(1);
    expect(await notes(db, tenantId)).toEqual(['once']);
  });

  it('is done at once where whoever enqueues it has no queue at hand, long before the queue looks by itself', async () => {
    const jobs = queue(db, { pollMs: 3_600_000 });
    jobs.define('count', count);
    jobs.start();
    await jobs.enqueue('count', { name: 'before' }, { tenantId });
    await settled(db);
    await db.transaction({ tenantId }, (tx) =>
      enqueueWithin(tx, clock.now(), 'count', { name: 'woken' }, { tenantId }),
    );
    await expect.poll(() => counted('woken'), { timeout: 10_000 }).toBe(1);
  });

  it('a key stands for one waiting job of a tenant; one that runs does not stop the next', async () => {
    const other = await createTenant(db);
    const jobs = queue(db);
    let let_go = () => {};
    const gate = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    let runs = 0;
    jobs.define('slow', async () => {
      runs += 1;
      await gate;
    });
    for (let at = 0; at < 3; at += 1) await jobs.enqueue('slow', {}, { tenantId, singletonKey: 'k' });
    await jobs.enqueue('slow', {}, { tenantId: other, singletonKey: 'k' });
    expect(await waiting(db)).toHaveLength(2);
    jobs.start();
    await expect.poll(() => runs).toBe(2);
    await jobs.enqueue('slow', {}, { tenantId, singletonKey: 'k' });
    expect(await waiting(db)).toHaveLength(3);
    let_go();
    await settled(db);
    expect(runs).toBe(3);
  });

  it('a failure takes nothing down: it is tried later and later, with its effects undone, and given up in the end', async () => {
    const jobs = queue(db);
    const at: number[] = [];
    jobs.define(
      'bad',
      async (_job, run) => {
        at.push(time);
        await run.finish(async (tx) => {
          await tx.query("insert into tenant_counters (tenant_id, name, value) values (current_tenant(), 'bad', 1)");
          throw new Error('out of order');
        });
      },
      { attempts: 4 },
    );
    jobs.define('count', count);
    jobs.start();
    await jobs.enqueue('bad', {}, { tenantId });
    for (let tries = 1; tries < 4; tries += 1) {
      await expect
        .poll(async () => (await waiting(db))[0], { timeout: 5000 })
        .toMatchObject({ attempts: tries, idle: true, last_error: 'out of order' });
      time += 120_000;
    }
    await expect.poll(async () => (await waiting(db))[0]?.failed_at, { timeout: 5000 }).not.toBeNull();
    expect(at).toHaveLength(4);
    expect(await notes(db, tenantId)).toEqual([]);
    // The worker lives.
    await jobs.enqueue('count', { name: 'after' }, { tenantId });
    await expect.poll(() => counted('after')).toBe(1);
  });

  it('waits for its time', async () => {
    const jobs = queue(db);
    jobs.define('count', count);
    jobs.start();
    await jobs.enqueue('count', { name: 'later' }, { tenantId, runAt: new Date(time + 60_000) });
    await jobs.enqueue('count', { name: 'now' }, { tenantId });
    await settled(db, 1);
    expect(await notes(db, tenantId)).toEqual(['now']);
    time += 60_000;
    await settled(db);
    expect(await notes(db, tenantId)).toEqual(['later', 'now']);
  });

  it('a run that lost its job to another one changes nothing any more', async () => {
    let let_go = () => {};
    const gate = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    // The slow one has its hands full: it must not take its own job again.
    const [slow, quick] = [queue(db, { leaseMs: 3_600_000, atOnce: 1 }), queue(db, { leaseMs: 3_600_000 })];
    const seen: string[] = [];
    let outcome: unknown;
    slow?.define('count', async (job, run) => {
      seen.push('slow');
      await run.step((tx) =>
        tx.query("insert into tenant_counters (tenant_id, name, value) values (current_tenant(), 'step', 1)"),
      );
      await gate;
      outcome = await count(job, run).catch((error: unknown) => error);
      throw outcome;
    });
    quick?.define('count', async (job, run) => {
      seen.push('quick');
      await count(job, run);
    });
    slow?.start();
    await slow?.enqueue('count', { name: 'contested' }, { tenantId });
    await expect.poll(() => notes(db, tenantId)).toEqual(['step']);
    // As if this process had been asleep for longer than its lease.
    time += 3_600_001;
    quick?.start();
    await expect.poll(() => counted('contested')).toBe(1);
    let_go();
    await expect.poll(() => outcome).toMatchObject({ name: 'ClaimLost' });
    expect(seen).toEqual(['slow', 'quick']);
    expect(await counted('contested')).toBe(1);
  });

  it('a schedule has one turn at a time over all workers, for each active tenant', async () => {
    const asleep = await createTenant(db);
    await db.platform((tx) => tx.query('update tenants set active = false where id = $1', [asleep]));
    const turns: (string | null)[] = [];
    for (let at = 0; at < 3; at += 1) {
      const jobs = queue(db);
      jobs.schedule('tenants-hourly', { everyMs: 3_600_000 }, async (job) => void turns.push(job.tenantId), {
        for: 'tenants',
      });
      jobs.schedule('nightly', { dailyAt: '20:30' }, async (job) => void turns.push(job.tenantId));
      jobs.start();
    }
    await expect.poll(() => turns.length).toBe(2);
    expect(turns.sort()).toEqual([tenantId, null].sort());
    time += 3_600_000;
    await expect.poll(() => turns.length).toBe(3);
    expect(turns[2]).toBe(tenantId);
    time = Date.parse('2026-11-21T20:29:59Z');
    await expect.poll(() => turns.length).toBe(4);
    time += 1_000;
    await expect.poll(() => turns.length).toBe(5);
    expect(turns[4]).toBeNull();
    await settled(db);
  });

  it('an end waits for what runs and begins nothing new', async () => {
    const jobs = queue(db, { atOnce: 1 });
    let let_go = () => {};
    const gate = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    let aborted: AbortSignal | undefined;
    jobs.define('count', async (job, run) => {
      aborted = run.signal;
      await gate;
      await count(job, run);
    });
    await jobs.enqueue('count', { name: 'first' }, { tenantId });
    await jobs.enqueue('count', { name: 'second' }, { tenantId });
    jobs.start();
    await expect.poll(() => aborted?.aborted).toBe(false);
    const stopped = jobs.stop();
    expect(aborted?.aborted).toBe(true);
    let_go();
    await stopped;
    expect(await notes(db, tenantId)).toEqual(['first']);
    expect(await waiting(db)).toHaveLength(1);
  });
});

describe.skipIf(bothEngines.length < 2)('two worker processes on PostgreSQL', () => {
  let held: TestDatabase;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    const postgres = bothEngines.find(({ name }) => name === 'postgres');
    if (!postgres) throw new Error('no PostgreSQL');
    held = await postgres.fresh();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await held.close();
  });

  async function worker(): Promise<ChildProcess> {
    const child = fork(fileURLToPath(new URL('../support/job-worker.ts', import.meta.url)), {
      execArgv: ['--import', import.meta.resolve('tsx')],
      env: { ...process.env, DATABASE_URL: held.url ?? '' },
    });
    children.push(child);
    await once(child, 'message');
    return child;
  }

  it('a job whose process is killed in the middle is done by the other, its effects once', async () => {
    const tenantId = await createTenant(held.db);
    const starter = createJobs({ db: held.db, clock: { now: () => new Date() }, logger: silent });
    const [one, two] = await Promise.all([worker(), worker()]);
    const begun = new Promise<ChildProcess>((resolve) => {
      for (const child of [one, two]) child.on('message', (word) => word === 'begun' && resolve(child));
    });
    await starter.enqueue('half', {}, { tenantId });
    const first = await begun;
    first.kill('SIGKILL');
    await once(first, 'exit');
    // The first half stays, because it was committed; the second is done by the other process alone.
    await expect.poll(() => notes(held.db, tenantId), { timeout: 20_000 }).toEqual(['first half', 'second half']);
    const values = await held.db.transaction({ tenantId }, (tx) =>
      tx.query<{ name: string; value: number }>('select name, value from tenant_counters order by name'),
    );
    expect(values).toEqual([
      { name: 'first half', value: 2 },
      { name: 'second half', value: 1 },
    ]);
    expect(await waiting(held.db)).toEqual([]);
  });
});
