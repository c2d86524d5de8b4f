/**
 * PostgreSQL 15 and later through a pool. The role owns the tables and is bound by their policies all the same (they
 * are forced); a superuser or a role with BYPASSRLS would not be, so it is refused.
 */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFromStream } from 'pg-copy-streams';
import { StartError } from '../platform/start-error';
import { type Database, DatabaseError, type Row, type TenantScope, type Tx } from './database';
import { exclusively, openingSql, type Purpose, withRetries } from './guard';
import { heavyPlaces } from './heavy-places';
import { copyChunks, encode, identifier, parserOf } from './values';

/** Statements that take parameters are prepared once a connection; a cap, in case somebody builds SQL from values. */
const MAX_PREPARED = 512;
/** A listening connection that broke is made anew after so long. */
const LISTEN_AGAIN_MS = 1000;

function translate(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    return new DatabaseError(error.message, error.code ?? 'XX000', error.constraint, { cause: error });
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) {
    return new DatabaseError(error.message, '08006', undefined, { cause: error });
  }
  return error;
}

export async function openPostgres(options: { url: string; poolSize?: number }): Promise<Database> {
  const poolSize = options.poolSize ?? 10;
  const inPlace = heavyPlaces(poolSize);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: poolSize,
    // Compiling (JIT) costs more than any statement here takes, and is begun because of estimates.
    options:
      '-c jit=off -c random_page_cost=1.1 -c timezone=UTC -c datestyle=ISO -c client_min_messages=warning -c idle_in_transaction_session_timeout=60s',
    application_name: 'recoup',
    // Statements that are asked for together leave together: a transaction costs a trip for each answer it waits for.
    pipeline: true,
    types: { getTypeParser: (oid: number) => parserOf(oid) },
  });
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that breaks in somebody's hands, between two statements, says so here: it ends their transaction, not the process.
  const lost = new WeakSet<pg.ClientBase>();
  pool.on('connect', (client) => void client.on('error', () => void lost.add(client)));
  const failure = (client: pg.PoolClient, error: unknown): unknown => {
    if (error instanceof pg.DatabaseError || !lost.has(client)) return translate(error);
    return new DatabaseError('The connection to the database was lost', '08006', undefined, { cause: error });
  };

  try {
    await refuseUnboundRole(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }

  const names = new Map<string, string>();
  function nameOf(sql: string): string | undefined {
    const known = names.get(sql);
    if (known || names.size >= MAX_PREPARED) return known;
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  }

  async function query<R>(
    client: pg.PoolClient,
    sql: string,
    parameters?: readonly unknown[],
    kept = true,
  ): Promise<R[]> {
    try {
      if (parameters?.length) {
        const name = kept ? nameOf(sql) : undefined;
        const values = parameters.map(encode);
        return (await client.query(name ? { name, text: sql, values } : { text: sql, values })).rows as R[];
      }
      // Without parameters a text may hold several statements; the answer is the last one's, as on PGlite.
      const result = (await client.query(sql)) as pg.QueryResult | pg.QueryResult[];
      return ((Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? []) as R[];
    } catch (error) {
      throw failure(client, error);
    }
  }

  async function copyFrom(
    client: pg.PoolClient,
    staged: Map<string, string>,
    table: string,
    columns: readonly string[],
    rows: Parameters<Tx['copyFrom']>[2],
  ): Promise<number> {
    const list = columns.map(identifier).join(', ');
    // COPY refuses tables under row-level security: the rows come in through a temporary table, and the policies judge
    // them on the way into the real one. A transaction keeps one for each form of rows: every table it creates holds
    // locks until its end, also a dropped one.
    const form = `${table} ${list}`;
    const target = staged.get(form) ?? `staged_${staged.size}`;
    if (!staged.has(form)) {
      await query(
        client,
        `create temporary table ${target} on commit drop as select ${list} from ${identifier(table)} limit 0`,
      );
      staged.set(form, target);
    }
    // COPY wants the connection for itself, and `pg` refuses it on one that is pipelined. Nothing else is under way here.
    const connection: { pipeline: boolean } = client;
    connection.pipeline = false;
    const stream = client.query(copyFromStream(`copy ${target} (${list}) from stdin`));
    try {
      await pipeline(Readable.from(copyChunks(rows, 256 * 1024)), stream);
    } catch (error) {
      throw failure(client, error);
    } finally {
      connection.pipeline = true;
    }
    await query(client, `insert into ${identifier(table)} (${list}) select ${list} from ${target}; truncate ${target}`);
    return stream.rowCount;
  }

  async function attempt<T>(purpose: Purpose, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw translate(error);
    });
    let open = true;
    let broken: Error | undefined;
    const made = purpose.kind === 'tenant' && purpose.scope.made;
    const staged = new Map<string, string>();
    const live = () => {
      if (!open) throw new Error('This transaction has ended');
    };
    const tx: Tx = {
      async query<R = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]> {
        live();
        return query<R>(client, sql, parameters, !made);
      },
      async copyFrom(table, columns, rows) {
        live();
        return copyFrom(client, staged, table, columns, rows);
      },
    };
    try {
      // Not waited for: the first statement of the work travels with it, and fails with it.
      const opening = query(client, openingSql(purpose, null));
      opening.catch(() => undefined);
      const result = await work(tx);
      await opening;
      open = false;
      await query(client, 'commit');
      return result;
    } catch (error) {
      open = false;
      await query(client, 'rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const database: Database = {
    kind: 'postgres',
    transaction: (scope: TenantScope, work) => run({ kind: 'tenant', scope }, work),
    platform: (work) => run({ kind: 'platform' }, work),
    withPlatform: (scope, work) => run({ kind: 'tenant', scope, platform: true }, work),
    owner: (work) => run({ kind: 'owner' }, work),
    async listen(channel, heard) {
      let current: pg.Client | undefined;
      let again: ReturnType<typeof setTimeout> | undefined;
      let over = false;
      const connect = async (): Promise<void> => {
        const client = new pg.Client({ connectionString: options.url, application_name: 'recoup-listen' });
        client.on('error', () => undefined);
        client.on('notification', ({ payload = '' }) => heard(payload));
        client.on('end', () => {
          if (!over) again = setTimeout(() => void connect(), LISTEN_AGAIN_MS);
        });
        current = client;
        try {
          await client.connect();
          await client.query(`listen ${identifier(channel)}`);
          // What was said while nobody listened is lost.
          heard('');
        } catch {
          await client.end().catch(() => undefined);
        }
      };
      await connect();
      return async () => {
        over = true;
        clearTimeout(again);
        await current?.end().catch(() => undefined);
      };
    },
    close: () => pool.end(),
  };
  function run<T>(purpose: Purpose, work: (tx: Tx) => Promise<T>): Promise<T> {
    return exclusively(database, () => inPlace(() => withRetries(() => attempt(purpose, work))));
  }
  return database;
}

async function refuseUnboundRole(pool: pg.Pool): Promise<void> {
  let role: { name: string; unbound: boolean; version: number } | undefined;
  try {
    const result = await pool.query(
      `select current_user as name, rolsuper or rolbypassrls as unbound,
              current_setting('server_version_num')::int as version
         from pg_roles where rolname = current_user`,
    );
    role = result.rows[0] as typeof role;
  } catch (error) {
    throw new StartError(`DATABASE_URL: the database cannot be reached (${(error as Error).message || 'no answer'})`);
  }
  if (!role || role.unbound) {
    throw new StartError(
      `DATABASE_URL: role ${role?.name ?? '?'} is a superuser or may bypass row-level security; give the server a plain role that owns its database`,
    );
  }
  if (role.version < 150000) throw new StartError('DATABASE_URL: PostgreSQL 15 or later is needed');
}
