/** Backups of a tenant: made, verified, restored elsewhere row by row; damaged, of another key, of another tenant; killed; kept. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backup } from '../../core/contract/backups';
import { backupKeyOf, backupKeyText } from '../../core/domain/backups';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/open';
import { createJobs } from '../../server/jobs';
import { BackupUnreadable, restoreBackup } from '../../server/modules/backups';
import { writeBackup } from '../../server/modules/backups/dump';
import { decrypted } from '../../server/modules/backups/framing';
import { registerJobs } from '../../server/modules/backups/jobs';
import { backupPlan, LEFT_OUT, rowsSql } from '../../server/modules/backups/plan';
import { countBackups, isStale, newestBackups } from '../../server/modules/backups/rows';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
import { folderStorage, type Storage } from '../../server/platform/storage';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { atNight } from '../support/nightly';
import { createPerson, PASSWORD, type Person, signIn } from '../support/people';
import { fillTables } from '../support/rows';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
} from '../support/world';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BACKUPS = '/api/v2/backups';
const DAY_MS = 86_400_000;
const logger = createLogger('silent');

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
async function* of(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Every row of every table that a backup holds, as text; numbers of transactions are each cluster's own. */
const rowsOf = (db: Database, tenantId: string): Promise<Record<string, string[]>> =>
  db.withPlatform({ tenantId }, async (tx) => {
    const all: Record<string, string[]> = {};
    for (const table of await backupPlan(tx)) {
      const columns = table.columns.filter(({ type }) => type !== 'xid8');
      const rows = await tx.query<{ line: string }>(rowsSql({ ...table, columns }));
      all[table.name] = rows.map(({ line }) => line).sort();
    }
    return all;
  });

describe.each(bothAtNight)('backups on $name', ({ name, fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let admin: Person;
  let api: Api;
  let folder: string;
  /** Held by nobody. */
  let free: TestLoan;
  const key = randomBytes(32);
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };

  const jobsOf = (storage: Storage = server.storage) => {
    const jobs = createJobs({ db: held.db, clock, logger, pollMs: 20 });
    registerJobs(jobs, { db: held.db, clock, logger, storage, keys: server.keys });
    return jobs;
  };
  async function worked(until: () => Promise<boolean>, also?: string): Promise<void> {
    const jobs = jobsOf();
    if (also) await jobs.enqueue(also, {}, { tenantId: world.tenantId });
    jobs.start();
    try {
      await expect.poll(until, { timeout: 60_000 }).toBe(true);
    } finally {
      await jobs.stop();
    }
  }
  interface Listed {
    rows: Backup[];
    total: number;
    verified: string | null;
    stale: boolean;
  }
  const list = async () => (await api.get(`${BACKUPS}?size=100`)).body.data as Listed;
  const one = async (id: string) => {
    const found = (await list()).rows.find((row) => row.id === id);
    if (!found) throw new Error('The backup is not in the list');
    return found;
  };
  async function made(): Promise<Backup> {
    const id = uuidv7();
    const { status, body } = await api.post(BACKUPS, { id });
    expect(status, JSON.stringify(body)).toBe(200);
    await worked(async () => ['done', 'failed'].includes((await one(id)).state));
    return one(id);
  }
  const remove = (id: string) => api.fetch(`${BACKUPS}/${id}`, { method: 'DELETE' });
  const written = async (to: string, tenantId = world.tenantId) => {
    await server.storage.remove(to);
    await writeBackup({ db: held.db, storage: server.storage }, { tenantId, key, to, at: clock.now() });
    return bytesOf(server.storage.stream(to));
  };
  /** An empty installation, and what of it must be given back. */
  async function empty() {
    const database = await fresh();
    const files = await mkdtemp(join(folder, 'restored-'));
    return { db: database.db, storage: folderStorage(files), files, close: () => database.close() };
  }

  beforeAll(async () => {
    held = await fresh();
    folder = await mkdtemp(join(tmpdir(), 'recoup-backups-'));
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    admin = await createPerson(held.db, world.tenantId, { role: 'ADMIN' });
    api = as(server.origin, admin);
    const loans = await world.addLoans(30, { held: { field_agent: 'agent', collector: 'caller' } });
    free = await world.addLoan();
    await other.addLoans(3, { held: { field_agent: 'agent' } });
    const [paid, visited, called] = loans;
    if (!paid || !visited || !called) throw new Error('There are no loans');
    const payment = { amountPaise: 120_000, mode: 'CASH', paidAt: new Date(Date.now() - 120_000).toISOString() };
    const visits = await as(server.origin, world.people.agent).batch(
      itemOf(fieldRecord(visited, { remarks: 'Tabs\tand\nlines \\ "quoted" ₹ हिन्दी' })),
      itemOf(fieldRecord(paid, { code: 'PAID', payment, remarks: 'Paid' })),
    );
    expect(visits.status, JSON.stringify(visits.body)).toBe(200);
    const calls = await as(server.origin, world.people.caller).batch(itemOf(callRecord(called)));
    expect(calls.status, JSON.stringify(calls.body)).toBe(200);
    await world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at, status, created_at)
         values ($1, $2, $3, 120000, 'CASH', '2026-01-02T03:04:05.678912Z', 'received', now())`,
        [world.tenantId, uuidv7(), paid.id],
      ),
    );
    for (const { tenantId } of [world, other]) {
      await server.storage.put(`documents/${tenantId}/letter`, randomBytes(500_000));
      await server.storage.put(`files/${tenantId}/ab/abcd`, Buffer.from('a photo'));
      await server.storage.put(`files/${tenantId}/ab/empty`, Buffer.alloc(0));
      await server.storage.put(`uploads/${tenantId}/half`, Buffer.from('half'));
    }
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await held.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('holds every table of the catalogue, or says why not', async () => {
    const names = await held.db.owner((tx) =>
      tx.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
      ),
    );
    const plan = await held.db.owner((tx) => backupPlan(tx));
    const planned = plan.map(({ name }) => name);
    expect([...planned, ...Object.keys(LEFT_OUT)].sort()).toEqual(names.map(({ name }) => name).sort());
    for (const [name, reason] of Object.entries(LEFT_OUT)) expect(reason, name).not.toBe('');
    await held.db.owner((tx) => tx.query('create table forgotten (id uuid primary key)'));
    await expect(held.db.owner((tx) => backupPlan(tx))).rejects.toThrow('forgotten is of no tenant');
    await held.db.owner((tx) => tx.query('drop table forgotten'));
  });

  it('brings every row and file back into an empty installation, where people sign in', async () => {
    const file = await written('backups/test/whole');
    const before = await rowsOf(held.db, world.tenantId);
    const there = await empty();
    try {
      const restored = await restoreBackup(there, { source: of(file), key });
      const after = await rowsOf(there.db, world.tenantId);
      expect(after).toEqual(before);
      for (const table of ['loans', 'payments', 'visits', 'dispositions', 'audit_log', 'logins', 'loan_feed', 'phones'])
        expect(after[table]?.length, table).toBeGreaterThan(0);
      expect(restored.amount.rows).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, 0));
      const audit = await there.db.transaction({ tenantId: world.tenantId }, verifyAudit);
      expect(audit).toMatchObject({ ok: true });

      const keys: string[] = [];
      for await (const one of there.storage.keysOf(world.tenantId)) keys.push(one);
      expect(keys.sort()).toEqual(
        ['documents/T/letter', 'files/T/ab/abcd', 'files/T/ab/empty'].map((name) => name.replace('T', world.tenantId)),
      );
      for (const name of keys)
        expect(
          (await there.storage.get(name))?.equals((await server.storage.get(name)) ?? Buffer.from('?')),
          name,
        ).toBe(true);

      // What the triggers do is done by them again, and rows that are new get new numbers.
      const second = await startServer(there.db, { storage: there.storage });
      try {
        expect((await signIn(second.origin, world.people.agent)).token).not.toBe('');
        const feed = await there.db.transaction({ tenantId: world.tenantId }, async (tx) => {
          await tx.query(
            "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'field_agent', $4)",
            [world.tenantId, uuidv7(), free.id, world.people.agent.id],
          );
          return tx.query('select state from loan_feed where loan_id = $1', [free.id]);
        });
        expect(feed).toEqual([{ state: 'assigned' }]);
      } finally {
        await second.close();
      }

      const again = restoreBackup(there, { source: of(file), key });
      await expect(again).rejects.toThrow('is here already');
      expect((await rowsOf(there.db, world.tenantId)).loans).toEqual(before.loans);
    } finally {
      await there.close();
    }
  }, 60_000);

  it('brings back a row of every table as it was', async () => {
    const tenantId = uuidv7();
    await held.db.platform((tx) => tx.query("insert into tenants (id, name) values ($1, 'A row of each')", [tenantId]));
    const plan = await held.db.owner((tx) => backupPlan(tx));
    const names = plan
      .filter(({ tenant, name }) => tenant === 'tenant_id' && name !== 'logins')
      .map(({ name }) => name);
    const filled = await fillTables(held.db, tenantId, names);
    expect(filled.size).toBe(names.length);
    const file = await written('backups/test/each', tenantId);
    const there = await empty();
    try {
      await restoreBackup(there, { source: of(file), key });
      const [before, after] = [await rowsOf(held.db, tenantId), await rowsOf(there.db, tenantId)];
      expect(after).toEqual(before);
      for (const name of names) expect(after[name]?.length, name).toBeGreaterThan(0);
    } finally {
      await there.close();
    }
  }, 60_000);

  it('holds nothing of another tenant, and no key', async () => {
    const plain = gunzipSync(await bytesOf(decrypted(key, of(await written('backups/test/other'))))).toString('utf8');
    expect(plain).toContain(world.tenantId);
    expect(plain).not.toContain(other.tenantId);
    for (const { id } of Object.values(other.people)) expect(plain).not.toContain(id);
    const secrets = await held.db.platform((tx) =>
      tx.query<{ private_key: string }>('select private_key from server_keys'),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const { private_key } of secrets) expect(plain).not.toContain(JSON.stringify(private_key).slice(1, -1));
  });

  it('is refused whole when a byte is another, the end is missing or the key is another', async () => {
    const file = await written('backups/test/damaged');
    const there = await empty();
    const nothing = async () => {
      expect(await there.db.platform((tx) => tx.query('select id from tenants'))).toEqual([]);
      const keys: string[] = [];
      for await (const one of there.storage.keysOf(world.tenantId)) keys.push(one);
      expect(keys).toEqual([]);
    };
    try {
      const places = [0, 20, 60, Math.floor(file.length / 2), file.length - 40, file.length - 1];
      for (const at of places) {
        const other = Buffer.from(file);
        other[at] = (other[at] ?? 0) ^ 1;
        await expect(restoreBackup(there, { source: of(other), key }), `byte ${at}`).rejects.toBeInstanceOf(
          BackupUnreadable,
        );
        await nothing();
      }
      const short = of(file.subarray(0, file.length - 30_000));
      await expect(restoreBackup(there, { source: short, key })).rejects.toThrow('cut off');
      await nothing();
      const stranger = restoreBackup(there, { source: of(file), key: randomBytes(32) });
      await expect(stranger).rejects.toThrow('The key is not the one of this backup');
      await nothing();
    } finally {
      await there.close();
    }
  }, 60_000);

  it('is made at once, verified, shown, fetched and deleted by ADMIN with the password', async () => {
    expect(await list()).toMatchObject({ rows: [], total: 0, verified: null, stale: true });
    const backup = await made();
    expect(backup).toMatchObject({ state: 'done', verdict: 'verified', problem: null, files: 3, progress: null });
    expect(backup.by).toBe(admin.username);
    expect(await list()).toMatchObject({ total: 1, verified: backup.at, stale: false });

    const file = (password: string) =>
      api.fetch(`${BACKUPS}/${backup.id}/file`, {
        method: 'POST',
        body: JSON.stringify({ password }),
        headers: { 'content-type': 'application/json' },
      });
    expect((await file('not it')).status).toBe(401);
    expect((await api.post(`${BACKUPS}/key`, { password: 'not it' })).status).toBe(401);
    const got = await file(PASSWORD);
    expect(got.headers.get('content-disposition')).toContain(backup.fileName);
    const bytes = Buffer.from(await got.arrayBuffer());
    expect(bytes.length).toBe(backup.size);
    const { body } = await api.post(`${BACKUPS}/key`, { password: PASSWORD });
    const shown = backupKeyOf((body.data as { key: string }).key);
    if (!shown) throw new Error('The key is none');
    const there = await empty();
    try {
      const { amount } = await restoreBackup(there, { source: of(bytes), key: shown });
      expect(amount).toMatchObject({ rows: backup.rows, files: backup.files });
    } finally {
      await there.close();
    }

    expect((await remove(backup.id)).status).toBe(200);
    expect(await list()).toMatchObject({ total: 0 });
    for await (const name of server.storage.keysOf(world.tenantId)) expect(name).not.toMatch(/^backups/);
    const audit = await world.run((tx) =>
      tx.query<{ action: string; detail: object }>(
        "select action, detail from audit_log where action like 'backup.%' order by seq",
      ),
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'backup.asked',
      'backup.made',
      'backup.verified',
      'backup.downloaded',
      'backup.key-shown',
      'backup.deleted',
    ]);
    expect(audit[0]?.detail).toEqual({ before: null, after: { id: backup.id } });
    expect(audit.at(-1)?.detail).toEqual({
      before: { madeAt: backup.at, bytes: backup.size, verdict: 'verified' },
      after: null,
    });
  }, 120_000);

  it('is one at a time', async () => {
    const ids = [uuidv7(), uuidv7()];
    const asked = await Promise.all(ids.map((id) => api.post(BACKUPS, { id })));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = ids[asked.findIndex(({ status }) => status === 200)] ?? '';
    // Asked for again under its id, it is the one.
    expect((await api.post(BACKUPS, { id: taken })).status).toBe(200);
    expect((await list()).total).toBe(1);
    expect((await remove(taken)).status).toBe(409);
    await worked(async () => (await one(taken)).state === 'done');
    expect((await remove(taken)).status).toBe(200);
  }, 60_000);

  it.runIf(atNight)(
    'is made anew when its worker dies, and says when it does not bring everything back',
    async () => {
      const id = uuidv7();
      expect((await api.post(BACKUPS, { id })).status).toBe(200);
      // What a killed process leaves: half a file, a state, and a job whose claim ran out.
      await server.storage.put(`backups/${world.tenantId}/${id}.1`, Buffer.from('half'));
      await world.run((tx) => tx.query("update backups set state = 'writing', steps_done = 3 where id = $1", [id]));
      await held.db.platform((tx) =>
        tx.query(
          `update jobs set attempts = 1, claim = gen_random_uuid(), claimed_until = now() - interval '1 minute'
          where name = 'backups.make' and data->>'id' = $1`,
          [id],
        ),
      );
      await worked(async () => (await one(id)).state === 'done');
      expect(await one(id)).toMatchObject({ verdict: 'verified' });
      const names: string[] = [];
      for await (const name of server.storage.keysOf(world.tenantId)) if (name.startsWith('backups')) names.push(name);
      expect(names).toEqual([`backups/${world.tenantId}/${id}.2`]);

      const path = join(server.filesFolder, names[0] ?? '');
      const bytes = await readFile(path);
      bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
      await writeFile(path, bytes);
      await world.run((tx) => tx.query("update backups set state = 'verifying' where id = $1", [id]));
      const jobs = jobsOf();
      await jobs.enqueue('backups.verify', { id }, { tenantId: world.tenantId });
      await jobs.stop();
      await worked(async () => (await one(id)).state === 'done');
      expect(await one(id)).toMatchObject({ verdict: 'differs', problem: 'The backup is damaged' });
      expect((await list()).verified).toBeNull();
      expect((await remove(id)).status).toBe(200);
    },
    60_000,
  );

  it('is restored by one command, once, and refused in one line', async () => {
    const file = join(folder, 'tenant.backup');
    await writeFile(file, await written('backups/test/command'));
    const target = name === 'postgres' ? await fresh() : undefined;
    const data = await mkdtemp(join(folder, 'command-'));
    const command = (...wanted: string[]) =>
      promisify(execFile)(
        process.execPath,
        ['--import', import.meta.resolve('tsx'), join(ROOT, 'server/start/restore.ts'), ...wanted],
        { cwd: ROOT, env: { ...process.env, DATABASE_URL: target?.url ?? '', DATA_DIR: data } },
      ).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          text: error.stdout + error.stderr,
        }),
      );
    try {
      const secret = backupKeyText(key);
      for (const [wanted, why] of [
        [[], /^Usage/],
        [[file], /The key of the backup is missing/],
        [[file, '--key', backupKeyText(randomBytes(32))], /The key is not the one of this backup/],
      ] as const) {
        const { code, text } = await command(...wanted);
        expect(code, text).toBe(1);
        expect(text).toMatch(why);
        expect(text).not.toMatch(/\n\s+at /);
      }
      const done = await command(file, '--key', secret);
      expect(done.code, done.text).toBe(0);
      expect(done.text).toMatch(/is restored as it was at .* rows, 3 files\./);
      const again = await command(file, '--key', secret);
      expect(again.code).toBe(1);
      expect(again.text).toMatch(/is here already/);
      const opened = await openDatabase(readConfig({ DATABASE_URL: target?.url ?? '', DATA_DIR: data }));
      try {
        const { ok, last } = await opened.db.transaction({ tenantId: world.tenantId }, async (tx) => ({
          ok: (await verifyAudit(tx)).ok,
          last: (await tx.query<{ action: string }>('select action from audit_log order by seq desc limit 1'))[0]
            ?.action,
        }));
        expect([ok, last]).toEqual([true, 'backup.restored']);
      } finally {
        await opened.close();
      }
    } finally {
      await target?.close();
    }
  }, 120_000);

  it.runIf(atNight)(
    'is made each night and kept by days, weeks and months',
    async () => {
      // A session does not outlive so many days.
      const kept = () => world.run((tx) => newestBackups(tx, 200));
      expect(await kept()).toEqual([]);
      // 20:30 UTC is two o'clock in India.
      const at = new Date();
      at.setUTCHours(20, 30, 0, 0);
      const two = at.getTime() - Date.now() + DAY_MS;
      ahead = two;
      try {
        await worked(async () => (await kept()).some(({ state }) => state === 'done'), 'backups.nightly');
        const [first] = await kept();
        expect(first).toMatchObject({ asked_by: null, verdict: 'verified' });
        // An hour later it is there already.
        ahead += 3_600_000;
        const jobs = jobsOf();
        await jobs.enqueue('backups.nightly', {}, { tenantId: world.tenantId });
        jobs.start();
        await expect
          .poll(() => held.db.platform((tx) => tx.query("select 1 from jobs where name = 'backups.nightly'")))
          .toEqual([]);
        await jobs.stop();
        expect((await kept()).length).toBe(1);
        // A year of nights, and the next one takes away what nobody keeps.
        await world.run((tx) =>
          tx.query(
            `insert into backups (tenant_id, id, state, file, size, rows, files, verdict, verified_at, created_at)
           select $1::uuid, gen_random_uuid(), 'done', 'backups/' || $1::uuid || '/old', 1, 1, 0, 'verified', $2::timestamptz, $2::timestamptz - n * interval '1 day'
             from generate_series(1, 90) n`,
            [world.tenantId, first?.created_at],
          ),
        );
        await server.storage.put(`backups/${world.tenantId}/old`, Buffer.from('x'));
        ahead = two + DAY_MS;
        await worked(async () => (await kept()).length < 80, 'backups.nightly');
        const rows = await kept();
        const stale = async () => isStale((await world.run(countBackups)).verified, clock.now());
        expect(await stale()).toBe(false);
        // Seven days, three weeks more, three or four months more that have one.
        expect(rows.length).toBeGreaterThanOrEqual(11);
        expect(rows.length).toBeLessThanOrEqual(14);
        const ages = rows.map((row) =>
          Math.round((Date.parse(rows[0]?.created_at ?? '') - Date.parse(row.created_at)) / DAY_MS),
        );
        expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
        expect(await server.storage.size(`backups/${world.tenantId}/old`)).toBeUndefined();
        ahead = two + 4 * DAY_MS;
        expect(await stale()).toBe(true);
      } finally {
        ahead = 0;
      }
    },
    120_000,
  );
});
