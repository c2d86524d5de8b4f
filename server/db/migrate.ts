/**
 * Brings a database to the newest schema: the files of `migrations/` in order of their names, each in one transaction
 * and once. A file that was changed after it ran stops the start, because nobody could say what the schema is then.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locate } from '../platform/locate';
import { StartError } from '../platform/start-error';
import type { Database } from './database';
import { APPLICATION_ROLE_SQL } from './pglite';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export function readMigrations(): Migration[] {
  const folder = locate('server/db/migrations');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** One hash over all migrations: names a prepared database. */
export const schemaChecksum = (migrations: readonly Migration[] = readMigrations()): string =>
  createHash('sha256')
    .update(migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
    .update(APPLICATION_ROLE_SQL)
    .digest('hex')
    .slice(0, 16);

/** Any number that is ours alone; two processes that start together take turns by it. */
const MIGRATION_LOCK = 7_262_687;
const MONTHS_AHEAD = 3;

/** Applies what is missing, returns the names of what it applied. Safe to run from several processes at once. */
export async function migrate(db: Database, migrations: readonly Migration[] = readMigrations()): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const next = await db.owner(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await tx.query(
        'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
      );
      const done = new Map(
        (await tx.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')).map(
          (row) => [row.name, row.checksum],
        ),
      );
      for (const { name, checksum } of migrations) {
        if (done.has(name) && done.get(name) !== checksum) {
          throw new StartError(`Migration ${name} was changed after it had been applied to this database`);
        }
      }
      const known = new Set(migrations.map(({ name }) => name));
      const foreign = [...done.keys()].filter((name) => !known.has(name));
      if (foreign.length > 0) {
        throw new StartError(`This database was made by a newer version (it has ${foreign.join(', ')})`);
      }
      const pending = migrations.find(({ name }) => !done.has(name));
      if (pending) {
        await tx.query(pending.sql);
        await tx.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
          pending.name,
          pending.checksum,
        ]);
        if (db.kind === 'pglite') await tx.query(APPLICATION_ROLE_SQL);
      }
      return pending;
    });
    if (!next) break;
    applied.push(next.name);
  }
  return applied;
}

/** Names of the migrations that this database lacks; reads only. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  return db.owner(async (tx) => {
    const [table] = await tx.query<{ exists: boolean }>(
      "select to_regclass('schema_migrations') is not null as exists",
    );
    const done = table?.exists ? await tx.query<{ name: string }>('select name from schema_migrations') : [];
    const names = new Set(done.map(({ name }) => name));
    return readMigrations()
      .map(({ name }) => name)
      .filter((name) => !names.has(name));
  });
}

/** Partitions of the large tables from the month of `now` (UTC) on. Safe to run from several processes at once. */
export async function ensurePartitions(db: Database, now: Date): Promise<void> {
  await db.owner(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.query('select ensure_partitions($1::date, $2)', [now.toISOString().slice(0, 10), MONTHS_AHEAD]);
  });
}

/** What every start does after migrating: partitions for the coming months, and the facts of the installation. */
export async function prepareInstallation(db: Database): Promise<void> {
  await ensurePartitions(db, new Date());
  await db.platform((tx) =>
    tx.query(
      "insert into installation (name, value) values ('sync_epoch', gen_random_uuid()::text) on conflict (name) do nothing",
    ),
  );
}
