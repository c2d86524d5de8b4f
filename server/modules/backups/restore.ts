/**
 * Puts a backup into an installation that has no such tenant: whole, in one transaction, or not at all. Triggers rest, because
 * what they would write stands in the backup.
 */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Database, DatabaseError, type Tx } from '../../db/database';
import { readMigrations, schemaChecksum } from '../../db/migrate';
import { identifier } from '../../db/values';
import type { Storage } from '../../platform/storage';
import type { Amount, Heading } from './dump';
import { BackupUnreadable, decrypted } from './framing';
import { backupPlan, type PlannedTable } from './plan';

/** A line is a row, or a part of a file: no more than this many characters are held of it. */
const LONGEST_LINE = 512 * 1024 * 1024;
const UNREADABLE = 'The backup is damaged';
const MONTHS_AHEAD = 4;

export interface Restored {
  heading: Heading;
  amount: Amount;
  /** The files that were written, by the hash of what was backed up. */
  files: { key: string; sha256: string }[];
}

/** Lines one after the other; the next one can be looked at before it is taken. */
class Lines {
  #source: AsyncIterator<Uint8Array>;
  #ready: string[] = [];
  #parts: Buffer[] = [];
  #length = 0;
  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }
  /** Undefined at the end. */
  async peek(): Promise<string | undefined> {
    while (this.#ready.length === 0) {
      const next = await this.#source.next();
      if (next.done) return undefined;
      this.#add(Buffer.from(next.value));
    }
    return this.#ready[0];
  }
  async take(): Promise<string | undefined> {
    const found = await this.peek();
    this.#ready.shift();
    return found;
  }
  #add(chunk: Buffer): void {
    const end = chunk.lastIndexOf(10);
    if (end < 0) {
      this.#parts.push(chunk);
      this.#length += chunk.length;
      if (this.#length > LONGEST_LINE) throw new BackupUnreadable(UNREADABLE);
      return;
    }
    const whole = Buffer.concat([...this.#parts, chunk.subarray(0, end)]).toString('utf8');
    this.#ready = whole.split('\n');
    this.#parts = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    this.#length = chunk.length - end - 1;
  }
}

async function object<T>(lines: Lines): Promise<T> {
  const text = await lines.take();
  if (text?.[0] !== '{') throw new BackupUnreadable(UNREADABLE);
  return JSON.parse(text) as T;
}

async function prepare(tx: Tx, heading: Heading): Promise<PlannedTable[]> {
  const { id, name } = heading.tenant;
  if (heading.recoup !== 1) throw new BackupUnreadable('This backup is of another kind of installation');
  const migrations = readMigrations();
  const here = migrations.at(-1)?.name ?? '';
  if (heading.schema !== schemaChecksum(migrations))
    throw new BackupUnreadable(
      `This backup is of the version with ${heading.newest}, here is ${here}: restore it with that version and update afterwards`,
    );
  await tx.query("select set_config('app.platform', 'on', true), set_config('app.tenant', $1, true)", [id]);
  const [there] = await tx.query<{ id: string }>('select id from tenants where id = $1 or lower(name) = lower($2)', [
    id,
    name,
  ]);
  if (there) throw new BackupUnreadable(`${name} is here already: a backup goes into an installation without it`);
  if (heading.months) {
    const [year = 0, month = 0] = heading.months.split('_').map(Number);
    const at = new Date(heading.at);
    const months = (at.getUTCFullYear() - year) * 12 + at.getUTCMonth() + 1 - month + MONTHS_AHEAD;
    await tx.query('select ensure_partitions($1::date, $2)', [`${heading.months.replace('_', '-')}-01`, months]);
  }
  return backupPlan(tx);
}

/** Rows of one table; numbers of transactions are of the cluster that was, so they become this one. */
async function restoreTable(tx: Tx, lines: Lines, table: PlannedTable, tenantId: string, xid: string): Promise<number> {
  const tenantAt = table.columns.findIndex(({ name }) => name === table.tenant);
  const xids = table.columns.flatMap(({ type }, at) => (type === 'xid8' ? [at] : []));
  async function* rows(): AsyncGenerator<(string | null)[]> {
    while ((await lines.peek())?.[0] === '[') {
      const row = JSON.parse((await lines.take()) ?? '') as (string | null)[];
      if (row.length !== table.columns.length || row[tenantAt] !== tenantId) throw new BackupUnreadable(UNREADABLE);
      for (const at of xids) row[at] = xid;
      yield row;
    }
  }
  const count = await tx.copyFrom(
    table.name,
    table.columns.map(({ name }) => name),
    rows(),
  );
  const { rows: told } = await object<{ rows: number }>(lines);
  if (told !== count) throw new BackupUnreadable(UNREADABLE);
  for (const { name } of table.columns.filter(({ numbered }) => numbered))
    await tx.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(nextval(pg_get_serial_sequence($1, $2)),
              (select coalesce(max(${identifier(name)}), 0) + 1 from ${identifier(table.name)})), false)`,
      [table.name, name],
    );
  return count;
}

async function restoreFile(storage: Storage, lines: Lines, key: string): Promise<string> {
  const hash = createHash('sha256');
  async function* parts(): AsyncGenerator<Buffer> {
    while ((await lines.peek())?.[0] === '"') {
      const part = Buffer.from(JSON.parse((await lines.take()) ?? '') as string, 'base64');
      hash.update(part);
      yield part;
    }
  }
  await storage.append(key, 0, parts());
  const { sha256 } = await object<{ sha256: string }>(lines);
  if (hash.digest('hex') !== sha256) throw new BackupUnreadable(UNREADABLE);
  return sha256;
}

/** Triggers of all tables, those of their parts too, rest until the transaction ends. */
async function withoutTriggers<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const tables = await tx.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
            join pg_namespace n on n.oid = c.relnamespace
      where not g.tgisinternal and n.nspname = 'public' and c.relkind in ('r', 'p') and g.tgparentid = 0 order by 1`,
  );
  for (const { name } of tables) await tx.query(`alter table ${identifier(name)} disable trigger user`);
  const result = await work();
  for (const { name } of tables) await tx.query(`alter table ${identifier(name)} enable trigger user`);
  return result;
}

/**
 * Reads a backup from `source` into `db` and `storage`. `then` is the last part of the same transaction. Throws
 * `BackupUnreadable` for a file that is damaged, of another key or schema, or of a tenant that is here; nothing is left then.
 */
export async function restoreBackup(
  { db, storage }: { db: Database; storage: Storage },
  { source, key }: { source: AsyncIterable<Uint8Array>; key: Uint8Array },
  then: (tx: Tx, restored: Restored) => Promise<void> = async () => {},
): Promise<Restored> {
  const files: Restored['files'] = [];
  let begun = false;
  const read = (content: AsyncIterable<Uint8Array>): Promise<Restored> =>
    db.owner(async (tx) => {
      // Tried again by the database, and the beginning of the file is gone.
      if (begun) throw new BackupUnreadable('The database was busy with other work: stop the server and restore again');
      begun = true;
      const lines = new Lines(content);
      const heading = await object<Heading>(lines);
      const plan = await prepare(tx, heading);
      const [{ xid } = { xid: '' }] = await tx.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
      const amount: Amount = { tables: {}, rows: 0, files: 0 };
      await withoutTriggers(tx, async () => {
        for (const table of plan) {
          const { table: name, columns } = await object<{ table: string; columns: string[] }>(lines);
          const same =
            columns.length === table.columns.length && table.columns.every((one, at) => one.name === columns[at]);
          if (name !== table.name || !same) throw new BackupUnreadable(UNREADABLE);
          const rows = await restoreTable(tx, lines, table, heading.tenant.id, xid);
          amount.tables[name] = rows;
          amount.rows += rows;
        }
      });
      for (;;) {
        const next = await object<{ file: string } | { end: Amount }>(lines);
        if ('end' in next) {
          if (next.end.rows !== amount.rows || next.end.files !== files.length || (await lines.peek()) !== undefined)
            throw new BackupUnreadable(UNREADABLE);
          break;
        }
        if (next.file.split('/')[1] !== heading.tenant.id) throw new BackupUnreadable(UNREADABLE);
        // A file of the name may only be what a restore left that was killed: the tenant is not here.
        await storage.remove(next.file);
        const written = { key: next.file, sha256: '' };
        files.push(written);
        written.sha256 = await restoreFile(storage, lines, next.file);
        // A transaction that is silent for a minute is ended.
        await tx.query('select 1');
      }
      amount.files = files.length;
      const restored = { heading, amount, files };
      await then(tx, restored);
      return restored;
    });
  let restored: Restored | undefined;
  try {
    await pipeline(
      (async function* () {
        yield* decrypted(key, source);
      })(),
      createGunzip(),
      async (content: AsyncIterable<Uint8Array>) => {
        restored = await read(content);
      },
    );
    if (!restored) throw new BackupUnreadable(UNREADABLE);
    return restored;
  } catch (error) {
    for (const { key: file } of files) await storage.remove(file);
    if (error instanceof DatabaseError && error.code === '23505' && error.constraint === 'logins_pkey')
      throw new BackupUnreadable('A sign-in name of the backup is taken here by somebody of another tenant');
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new BackupUnreadable(UNREADABLE);
    throw error;
  }
}
