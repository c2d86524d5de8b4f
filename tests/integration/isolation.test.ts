/** The policies alone keep tenants apart: every statement here runs without any filter of the application. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Row } from '../../server/db/database';
import { readMigrations } from '../../server/db/migrate';
import { bothEngines, type TestDatabase } from '../support/databases';
import { fillTables, insertOf, PLATFORM_TABLES } from '../support/rows';

const A = '01900000-0000-7000-8000-00000000000a';
const B = '01900000-0000-7000-8000-00000000000b';

/** Ordinary and partitioned tables of the schema; partitions are reached through their parents and on their own. */
const TABLES = `select c.relname as name, c.relispartition as partition, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
    (select count(*) from pg_policy p where p.polrelid = c.oid) as policies,
    exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant,
    (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary) as first_key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations' order by 1`;

interface TableFacts {
  name: string;
  partition: boolean;
  secured: boolean;
  forced: boolean;
  policies: number;
  has_tenant: boolean;
  first_key: string;
}

describe.each(bothEngines)('tenants on $name', ({ fresh }) => {
  let held: TestDatabase;
  let tables: TableFacts[];
  let rows: Map<string, Row>;

  beforeAll(async () => {
    held = await fresh();
    tables = await held.db.owner((tx) => tx.query<TableFacts>(TABLES));
    const own = tables.filter((table) => !table.partition && !PLATFORM_TABLES.includes(table.name));
    rows = await fillTables(
      held.db,
      A,
      own.map(({ name }) => name),
    );
  });
  afterAll(() => held.close());

  it('covers every table of the catalogue, each with forced policies and the tenant first in its key', () => {
    expect(tables.length).toBeGreaterThan(25);
    const open = tables.filter(({ secured, forced, policies }) => !secured || !forced || policies !== 1);
    expect(open.map(({ name }) => name)).toEqual([]);
    const keyless = tables.filter(
      ({ name, first_key }) => first_key !== 'tenant_id' && !PLATFORM_TABLES.includes(name),
    );
    expect(keyless.map(({ name }) => name)).toEqual([]);
    expect(tables.filter(({ has_tenant, name }) => !has_tenant && !PLATFORM_TABLES.includes(name))).toEqual([]);
    const expected = tables.filter(({ partition, name }) => !partition && !PLATFORM_TABLES.includes(name)).length;
    expect(rows.size).toBe(expected);
  });

  it('has no foreign key from one tenant to another', async () => {
    const loose = await held.db.owner((tx) =>
      tx.query(
        `select conname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and a.attname <> 'tenant_id'`,
      ),
    );
    expect(loose).toEqual([]);
  });

  it('neither reads nor changes nor removes a foreign row', async () => {
    for (const table of tables.filter(({ name }) => !PLATFORM_TABLES.includes(name))) {
      const name = table.name;
      const seen = await held.db.transaction({ tenantId: B }, (tx) => tx.query(`select 1 from "${name}"`));
      expect(seen, `read of ${name}`).toEqual([]);
      const changed = await held.db.transaction({ tenantId: B }, (tx) =>
        tx.query(`update "${name}" set tenant_id = tenant_id returning 1`),
      );
      expect(changed, `update of ${name}`).toEqual([]);
      const removed = await held.db.transaction({ tenantId: B }, (tx) => tx.query(`delete from "${name}" returning 1`));
      expect(removed, `delete from ${name}`).toEqual([]);
    }
    for (const name of rows.keys()) {
      const own = await held.db.transaction({ tenantId: A }, (tx) => tx.query(`select 1 from "${name}"`));
      expect(own.length, `own row of ${name}`).toBeGreaterThan(0);
    }
  });

  it('does not write a row for another tenant, nor hand one over', async () => {
    for (const [name, row] of rows) {
      const insert = held.db.transaction({ tenantId: B }, (tx) => tx.query(...insertOf(name, row)));
      await expect(insert, `insert into ${name}`).rejects.toMatchObject({ code: '42501' });
      const handOver = held.db.transaction({ tenantId: A }, (tx) =>
        tx.query(`update "${name}" set tenant_id = $1`, [B]),
      );
      await expect(handOver, `hand-over in ${name}`).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('shows nothing without a tenant, and platform tables only to the platform', async () => {
    for (const { name } of tables) {
      const platform = PLATFORM_TABLES.includes(name);
      if (!platform) {
        const seen = await held.db.platform((tx) => tx.query(`select 1 from "${name}"`));
        expect(seen, `${name} in platform()`).toEqual([]);
      } else {
        const seen = await held.db.transaction({ tenantId: A }, (tx) => tx.query(`select 1 from "${name}"`));
        expect(seen, `${name} in a tenant`).toEqual([]);
      }
    }
  });

  it('leaves no tenant behind in the session', async () => {
    await held.db.transaction({ tenantId: A }, (tx) => tx.query('select 1'));
    const [left] = await held.db.platform((tx) =>
      tx.query<{ tenant: string | null }>('select current_tenant() as tenant'),
    );
    expect(left?.tenant).toBeNull();
    await expect(held.db.transaction({ tenantId: "x'; drop table loans; --" }, async () => 1)).rejects.toThrow(/UUID/);
  });
});

/** What the catalogue says about columns, keys, indexes, policies, triggers and functions, in one text. */
async function fingerprintOf(db: Database): Promise<string[]> {
  return db.owner(async (tx) => {
    const lines = await tx.query<{ line: string }>(`
      select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
        from information_schema.columns where table_schema = 'public'
      union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') || ' ' || coalesce(with_check, '') from pg_policies
      union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
      union all select 'function ' || proname || md5(prosrc) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
      union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where contype in ('p', 'f', 'u', 'c') and connamespace = 'public'::regnamespace
      order by 1`);
    return lines.map(({ line }) => line);
  });
}

describe.skipIf(bothEngines.length < 2)('the schema', () => {
  it('is the same on both bothEngines', async () => {
    const held = await Promise.all(bothEngines.map(({ fresh }) => fresh()));
    try {
      const [one, two] = await Promise.all(held.map(({ db }) => fingerprintOf(db)));
      expect(one?.length).toBeGreaterThan(200);
      expect(one).toEqual(two);
      expect(readMigrations().length).toBeGreaterThan(0);
    } finally {
      await Promise.all(held.map((database) => database.close()));
    }
  });
});
