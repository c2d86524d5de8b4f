/**
 * Writes a tenant as lines: what it is of, its tables of one moment, its files with their hashes, and at last how much that
 * was. The same on both engines, in pieces, so that memory does not grow with the book.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database, Tx } from '../../db/database';
import { readMigrations, schemaChecksum } from '../../db/migrate';
import type { Storage } from '../../platform/storage';
import { encrypted } from './framing';
import { backupPlan, type PlannedTable, rowsSql } from './plan';

const PIECE = 1000;
/** Bytes of a file in one line. */
const PART = 192 * 1024;
const CHUNK = 256 * 1024;
/** Folders of the file store with what is on its way, or is made again: uploads that are not whole, exports of a week, backups. */
export const TEMPORARY_FILES: readonly string[] = ['uploads', 'exports', 'backups'];

export interface Heading {
  recoup: 1;
  tenant: { id: string; name: string };
  at: string;
  /** Of the migrations: rows go back into the same schema alone. */
  schema: string;
  newest: string;
  /** `YYYY_MM` of the oldest month that has tables of its own. */
  months: string | null;
}
/** How much there was; also the last line. */
export interface Amount {
  tables: Record<string, number>;
  rows: number;
  files: number;
}

/** Called after each table and file. */
export type Told = (amount: Amount, tables: number) => void;

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function headingOf(tx: Tx, tenantId: string, at: Date): Promise<Heading> {
  const [tenant] = await tx.query<{ id: string; name: string }>('select id, name from tenants where id = $1', [
    tenantId,
  ]);
  if (!tenant) throw new Error(`There is no tenant ${tenantId}`);
  const [oldest] = await tx.query<{ months: string | null }>(
    `select min(substring(relname from '_(\\d{4}_\\d{2})$')) as months from pg_class where relispartition and relkind = 'r'`,
  );
  const migrations = readMigrations();
  return {
    recoup: 1,
    tenant,
    at: at.toISOString(),
    schema: schemaChecksum(migrations),
    newest: migrations.at(-1)?.name ?? '',
    months: oldest?.months ?? null,
  };
}

/** What is read of one moment: a table's lines in pieces. */
interface Moment {
  heading: Heading;
  plan: PlannedTable[];
  lines(table: number): AsyncGenerator<string[]>;
}

let opened = 0;

/** PostgreSQL keeps one transaction open. The embedded database has one session for everybody: it sets the rows aside at once. */
async function ofOneMoment<T>(
  db: Database,
  tenantId: string,
  at: Date,
  use: (moment: Moment) => Promise<T>,
): Promise<T> {
  const scope = { tenantId };
  opened += 1;
  const cursor = (table: number) => `backup_${opened}_${table}`;
  const pieces = (fetch: (sql: string) => Promise<{ line: string }[]>, close: (sql: string) => Promise<unknown>) =>
    async function* (table: number) {
      for (;;) {
        const rows = await fetch(`fetch ${PIECE} from ${cursor(table)}`);
        if (rows.length > 0) yield rows.map((row) => row.line);
        if (rows.length < PIECE) break;
      }
      await close(`close ${cursor(table)}`);
    };
  if (db.kind === 'postgres')
    return db.withPlatform({ ...scope, snapshot: true }, async (tx) => {
      const plan = await backupPlan(tx);
      const heading = await headingOf(tx, tenantId, at);
      const read = pieces(
        (sql) => tx.query(sql),
        (sql) => tx.query(sql),
      );
      return use({
        heading,
        plan,
        async *lines(table) {
          const planned = plan[table];
          if (!planned) return;
          await tx.query(`declare ${cursor(table)} no scroll cursor for ${rowsSql(planned)}`);
          yield* read(table);
        },
      });
    });
  const { plan, heading } = await db.withPlatform({ ...scope, snapshot: true }, async (tx) => {
    const planned = await backupPlan(tx);
    for (const [table, one] of planned.entries())
      await tx.query(`declare ${cursor(table)} no scroll cursor with hold for ${rowsSql(one)}`);
    return { plan: planned, heading: await headingOf(tx, tenantId, at) };
  });
  const open = new Set(plan.keys());
  const read = pieces(
    (sql) => db.transaction(scope, (tx) => tx.query(sql)),
    (sql) => db.transaction(scope, (tx) => tx.query(sql)),
  );
  try {
    return await use({
      heading,
      plan,
      async *lines(table) {
        yield* read(table);
        open.delete(table);
      },
    });
  } finally {
    await db.transaction(scope, async (tx) => {
      for (const table of open) await tx.query(`close ${cursor(table)}`);
    });
  }
}

async function* fileLines(storage: Storage, tenantId: string, done: () => void): AsyncGenerator<string> {
  for await (const key of storage.keysOf(tenantId)) {
    if (TEMPORARY_FILES.includes(key.split('/')[0] ?? '')) continue;
    const size = await storage.size(key);
    // Replaced or withdrawn since the folder was read.
    if (size === undefined) continue;
    yield line({ file: key });
    const hash = createHash('sha256');
    let waiting: Buffer = Buffer.alloc(0);
    for await (const chunk of storage.stream(key, 0, size) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      waiting = Buffer.concat([waiting, chunk]);
      let from = 0;
      for (; waiting.length - from >= PART; from += PART)
        yield line(waiting.subarray(from, from + PART).toString('base64'));
      waiting = waiting.subarray(from);
    }
    if (waiting.length > 0) yield line(waiting.toString('base64'));
    yield line({ sha256: hash.digest('hex') });
    done();
  }
}

/** Lines together, so that what follows is not called for each. */
async function* chunked(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = '';
  for await (const one of lines) {
    held += one;
    if (held.length < CHUNK) continue;
    yield Buffer.from(held);
    held = '';
  }
  if (held) yield Buffer.from(held);
}

/**
 * Writes a backup of a tenant under `to` of the file store and answers what is in it and its size in bytes. Rows are of one
 * moment; of files those that are there after it. `signal` ends it with its reason, and half a file stays: the caller removes it.
 */
export async function writeBackup(
  { db, storage }: { db: Database; storage: Storage },
  { tenantId, key, to, at }: { tenantId: string; key: Uint8Array; to: string; at: Date },
  told: Told = () => {},
  signal?: AbortSignal,
): Promise<Amount & { size: number }> {
  const amount: Amount = { tables: {}, rows: 0, files: 0 };
  let size = 0;
  let planned = 0;
  const input = new PassThrough({ highWaterMark: CHUNK });
  const stored = pipeline(
    input,
    createGzip(),
    (plain: AsyncIterable<Uint8Array>) => encrypted(key, plain),
    async (file: AsyncIterable<Uint8Array>) => {
      size = await storage.append(to, 0, file);
    },
  );
  // Whoever waits for the end, or for a place, meets the failure.
  stored.catch(() => undefined);
  const put = async (lines: AsyncIterable<string>): Promise<void> => {
    for await (const piece of chunked(lines))
      if (!input.write(piece)) await Promise.race([once(input, 'drain'), stored]);
  };
  async function* tables({ heading, plan, lines }: Moment): AsyncGenerator<string> {
    // Tried again by the database, and half of it is written.
    if (planned > 0) throw new Error('The reading of a backup was interrupted');
    planned = plan.length;
    yield line(heading);
    for (const [place, table] of plan.entries()) {
      yield line({ table: table.name, columns: table.columns.map(({ name }) => name) });
      let rows = 0;
      for await (const piece of lines(place)) {
        signal?.throwIfAborted();
        rows += piece.length;
        yield `${piece.join('\n')}\n`;
      }
      yield line({ rows });
      amount.tables[table.name] = rows;
      amount.rows += rows;
      told(amount, planned);
    }
  }
  async function* rest(): AsyncGenerator<string> {
    yield* fileLines(storage, tenantId, () => {
      signal?.throwIfAborted();
      amount.files += 1;
      told(amount, planned);
    });
    yield line({ end: amount });
  }
  try {
    // Nothing of the database is held while files are read.
    await ofOneMoment(db, tenantId, at, (moment) => put(tables(moment)));
    await put(rest());
    input.end();
    await stored;
  } catch (error) {
    input.destroy();
    await stored.catch(() => undefined);
    throw error;
  }
  return { ...amount, size };
}
