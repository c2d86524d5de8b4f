import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DatabaseError } from '../../server/db/database';
import { migrate, pendingMigrations, prepareInstallation, readMigrations } from '../../server/db/migrate';
import { openPostgres } from '../../server/db/postgres';
import { copyLine } from '../../server/db/values';
import { loadKeys } from '../../server/platform/keys';
import { bothEngines, type TestDatabase } from '../support/databases';
import { administer, dropDatabase, urlOfDatabase } from '../support/postgres';

const tenantId = '01900000-0000-7000-8000-000000000001';
const other = '01900000-0000-7000-8000-000000000002';
const id = (n: number) => `01900000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`;

declare module 'vitest' {
  interface TaskMeta {
    /** What a test asked its database; `npm test` says it at the end. */
    engine?: { name: string; version: string };
  }
}

describe.each(bothEngines)('the database interface on $name', ({ name, fresh }) => {
  let held: TestDatabase;
  beforeAll(async () => {
    held = await fresh();
  });
  afterAll(() => held.close());

  it('is that of PostgreSQL 15 or newer', async ({ task }) => {
    const [row] = await held.db.platform((tx) =>
      tx.query<{ version: string; number: string }>(
        `select current_setting('server_version') as version, current_setting('server_version_num') as number`,
      ),
    );
    expect(Number(row?.number)).toBeGreaterThanOrEqual(150_000);
    if (row) task.meta.engine = { name, version: row.version };
  });

  it.each([
    ['bigint', 'select 9007199254740991::bigint as v', [], 9007199254740991],
    ['count', 'select count(*) as v from clients', [], 0],
    ['numeric', 'select 12.50::numeric as v', [], 12.5],
    ['double', 'select 0.1::double precision as v', [], 0.1],
    ['boolean', 'select $1::boolean as v', [false], false],
    ['timestamptz', 'select $1::timestamptz as v', ['2026-11-21T10:15:00.5+05:30'], '2026-11-21T04:45:00.500Z'],
    ['timestamptz whole', 'select $1::timestamptz as v', [new Date(0)], '1970-01-01T00:00:00.000Z'],
    ['date', 'select $1::date as v', ['2026-02-28'], '2026-02-28'],
    [
      'jsonb object',
      'select $1::jsonb as v',
      [{ a: [1, 'x', null], b: { c: true } }],
      { a: [1, 'x', null], b: { c: true } },
    ],
    ['jsonb list of objects', 'select $1::jsonb as v', [[{ a: 1 }]], [{ a: 1 }]],
    ['jsonb text', 'select $1::jsonb as v', ['["x"]'], ['x']],
    [
      'text[]',
      'select $1::text[] as v',
      [['a', 'b,c', '"q"', '\\', '', 'NULL', '{x}', 'हिन्दी']],
      ['a', 'b,c', '"q"', '\\', '', 'NULL', '{x}', 'हिन्दी'],
    ],
    ['empty text[]', 'select $1::text[] as v', [[]], []],
    ['null in text[]', 'select $1::text[] as v', [['a', null]], ['a', null]],
    ['uuid[]', 'select $1::uuid[] as v', [[tenantId]], [tenantId]],
    [
      'int[][]',
      'select $1::int[] as v',
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['bytea', 'select $1::bytea as v', [Buffer.from([0, 255, 92])], Buffer.from([0, 255, 92])],
    ['null', 'select $1::text as v', [undefined], null],
    ['xid8', "select '17'::xid8 as v", [], '17'],
  ])('reads and writes %s alike', async (_, sql, parameters, expected) => {
    const rows = await held.db.transaction({ tenantId }, (tx) => tx.query<{ v: unknown }>(sql, parameters));
    expect(rows[0]?.v).toEqual(expected);
  });

  it('copies rows in bulk under the policies, and refuses them for another tenant', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => [tenantId, id(n), `Bank\t${n}\n\\N`, 'BANK']);
    const columns = ['tenant_id', 'id', 'name', 'institution'];
    const count = await held.db.transaction({ tenantId }, (tx) => tx.copyFrom('clients', columns, rows));
    expect(count).toBe(5000);
    const [row] = await held.db.transaction({ tenantId }, (tx) =>
      tx.query<{ name: string; n: number }>(
        'select name, (select count(*) from clients) as n from clients where id = $1',
        [id(7)],
      ),
    );
    expect(row).toEqual({ name: 'Bank\t7\n\\N', n: 5000 });
    // Lines that were written beforehand go the same way.
    const lines = [0, 1].map((n) => Buffer.from(copyLine([tenantId, id(6000 + n), `बैंक\t${n}\n\\N`, 'BANK'])));
    expect(await held.db.transaction({ tenantId }, (tx) => tx.copyFrom('clients', columns, lines))).toBe(2);
    const [written] = await held.db.transaction({ tenantId }, (tx) =>
      tx.query('select name from clients where id = $1', [id(6001)]),
    );
    expect(written).toEqual({ name: 'बैंक\t1\n\\N' });
    for (const row of [[tenantId, id(9999), 'X', 'BANK'], Buffer.from(copyLine([tenantId, id(9999), 'X', 'BANK']))])
      await expect(
        held.db.transaction({ tenantId: other }, (tx) => tx.copyFrom('clients', columns, [row])),
      ).rejects.toMatchObject({ code: '42501' });
  });

  it('rolls back what throws, names the constraint, and stays usable', async () => {
    const insert = (name: string) => (tx: { query(sql: string, p: unknown[]): Promise<unknown> }) =>
      tx.query("insert into clients (tenant_id, id, name, institution) values ($1, $2, $3, 'BANK')", [
        other,
        id(1),
        name,
      ]);
    await held.db.transaction({ tenantId: other }, insert('first'));
    const failure = await held.db.transaction({ tenantId: other }, insert('second')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseError);
    expect(failure).toMatchObject({ code: '23505', constraint: 'clients_pkey' });
    const kept = await held.db.transaction({ tenantId: other }, (tx) => tx.query('select name from clients'));
    expect(kept).toEqual([{ name: 'first' }]);
  });

  it('throws instead of nesting, and refuses a transaction that has ended', async () => {
    await expect(held.db.transaction({ tenantId }, () => held.db.platform(async () => 1))).rejects.toThrow(
      /inside another/,
    );
    const leaked = await held.db.transaction({ tenantId }, async (tx) => tx);
    await expect(leaked.query('select 1')).rejects.toThrow(/has ended/);
  });

  it('plans once for work that finds rows by key, and for that transaction alone', async () => {
    const settings = (byKey?: true) =>
      held.db.transaction({ tenantId, ...(byKey && { byKey }) }, (tx) =>
        tx.query("select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans"),
      );
    const [before] = await settings();
    expect(await settings(true)).toEqual([{ plans: 'force_generic_plan', scans: 'off' }]);
    // Each of the pool's connections may have had the turn.
    for (let turn = 0; turn < 12; turn += 1) expect(await settings()).toEqual([before]);
    expect(before).toMatchObject({ plans: 'auto', scans: 'on' });
  });

  it('tries a serialization failure again', async () => {
    let tries = 0;
    const result = await held.db.transaction({ tenantId }, async () => {
      tries += 1;
      if (tries < 3) throw new DatabaseError('conflict', '40001');
      return 'done';
    });
    expect([result, tries]).toEqual(['done', 3]);
  });

  it('leaves a month in the default partition when rows of it are there already, hidden from the owner or not', async () => {
    const partitions = () =>
      held.db.owner((tx) =>
        tx.query<{ name: string }>(
          "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass order by 1",
        ),
      );
    const before = await partitions();
    await held.db.transaction({ tenantId }, (tx) =>
      tx.query(
        "insert into audit_log (tenant_id, seq, at, action, subject, subject_id, detail, previous_hash, hash) values (current_tenant(), 1, '2031-05-10', 'a', 's', 'i', '{}', '', '')",
      ),
    );
    await held.db.owner((tx) => tx.query("select ensure_partitions('2031-04-01', 3)"));
    const added = (await partitions()).filter(({ name }) => !before.some((known) => known.name === name));
    expect(added.map(({ name }) => name)).toEqual(['audit_log_2031_04', 'audit_log_2031_06']);
  });

  it('migrates once, makes partitions once, and refuses an altered migration', async () => {
    expect(await migrate(held.db)).toEqual([]);
    await prepareInstallation(held.db);
    const partitions = await held.db.owner((tx) =>
      tx.query<{ n: number }>("select count(*) as n from pg_inherits where inhparent = 'dispositions'::regclass"),
    );
    expect(partitions[0]?.n).toBe(7);
    const altered = readMigrations().map((migration) => ({ ...migration, checksum: 'f'.repeat(64) }));
    await expect(migrate(held.db, altered)).rejects.toThrow(/was changed after/);
    await expect(migrate(held.db, [])).rejects.toThrow(/newer version/);
  });
});

describe.skipIf(inject('postgresUrl') === null)('an empty PostgreSQL', () => {
  it('is migrated once by processes that start at the same moment', async () => {
    const server = inject('postgresUrl') ?? '';
    const name = `recoup_empty_${process.pid}`;
    await administer(server, `create database ${name}`);
    const url = urlOfDatabase(server, name);
    const processes = await Promise.all(Array.from({ length: 3 }, () => openPostgres({ url, poolSize: 2 })));
    try {
      expect(await Promise.all(processes.map((db) => pendingMigrations(db)))).toEqual(
        processes.map(() => readMigrations().map((migration) => migration.name)),
      );
      const applied = await Promise.all(processes.map((db) => migrate(db)));
      await Promise.all(processes.map((db) => prepareInstallation(db)));
      expect(applied.flat().sort()).toEqual(readMigrations().map((migration) => migration.name));
      // One epoch, one pair of keys, whoever came first.
      const keys = await Promise.all(processes.map((db) => loadKeys(db)));
      expect(new Set(keys.map(({ sealing, signing }) => `${sealing.keyId} ${signing.kid}`)).size).toBe(1);
    } finally {
      await Promise.all(processes.map((db) => db.close()));
      await dropDatabase(server, name);
    }
  });
});

const onPostgres = bothEngines.filter(({ name }) => name === 'postgres');
describe.skipIf(onPostgres.length === 0).each(onPostgres)('a connection that breaks on $name', ({ fresh }) => {
  it('between two statements ends that transaction with the class of a lost connection, and nothing else', async () => {
    const held = await fresh();
    const killer = await openPostgres({ url: held.url ?? '', poolSize: 1 });
    try {
      const broken = held.db.transaction({ tenantId }, async (tx) => {
        const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
        await killer.owner((other) => other.query('select pg_terminate_backend($1, 5000)', [own?.pid]));
        // The end of the backend reaches this process while none of its statements is under way.
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve));
          await tx.query('select 1');
        }
      });
      await expect(broken).rejects.toThrow(DatabaseError);
      await expect(broken).rejects.toMatchObject({ code: expect.stringMatching(/^(08|57P)/) });
      expect(await held.db.transaction({ tenantId }, (tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }]);
    } finally {
      await killer.close();
      await held.close();
    }
  });
});
