/**
 * The embedded engine: PGlite in a worker thread, one transaction at a time. Its only user is a superuser, so every
 * transaction but the owner's switches to the application role, for which the row-level policies hold.
 */
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { locate } from '../platform/locate';
import { type Database, DatabaseError, type Row, type TenantScope, type Tx } from './database';
import { exclusively, openingSql, type Purpose, withRetries } from './guard';
import { copyChunks, encode, identifier, parserOf } from './values';

export const APPLICATION_ROLE = 'recoup_app';

/** Run by the migration runner as owner; repeating it changes nothing. */
export const APPLICATION_ROLE_SQL = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = '${APPLICATION_ROLE}') then
    create role ${APPLICATION_ROLE} nologin nosuperuser nobypassrls;
  end if;
  execute format('grant connect, temporary on database %I to ${APPLICATION_ROLE}', current_database());
end $$;
grant usage on schema public to ${APPLICATION_ROLE};
grant select, insert, update, delete on all tables in schema public to ${APPLICATION_ROLE};
grant usage on all sequences in schema public to ${APPLICATION_ROLE};
alter default privileges in schema public grant select, insert, update, delete on tables to ${APPLICATION_ROLE};
revoke all on schema_migrations from ${APPLICATION_ROLE};
`;

interface WireRows {
  rows: (string | null)[][];
  names: string[];
  oids: number[];
}
type Request =
  | { op: 'query'; sql: string; parameters?: (string | null)[] | undefined }
  | { op: 'copy'; sql: string; text: string }
  | { op: 'dump' }
  | { op: 'close' };
interface WireError {
  message: string;
  code: string;
  constraint?: string;
}
interface Answer {
  id: number;
  result?: unknown;
  error?: WireError;
}

export interface PGliteDatabase extends Database {
  readonly kind: 'pglite';
  /** The whole data folder as a gzipped tar, for `prepared`. */
  dump(): Promise<Uint8Array>;
}

/**
 * Opens a data folder (created when missing; the caller holds its lock) or, without one, a database in memory.
 * `prepared` is a dump that a new database starts from.
 */
export async function openPGlite(options: { folder?: string; prepared?: Uint8Array } = {}): Promise<PGliteDatabase> {
  const worker = new Worker(pathToFileURL(locate('server/db/pglite-worker.mjs')), {
    workerData: options,
    // The parent's loaders (tsx) have no business in there.
    execArgv: [],
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let gone: Error | undefined;

  const [opened] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(([code]) => {
      throw new DatabaseError(`The embedded database stopped while opening (${String(code)})`, '57P03');
    }),
  ])) as [{ opened: boolean; error?: WireError }];
  if (!opened.opened) {
    throw new DatabaseError(`The embedded database did not open: ${opened.error?.message ?? ''}`, '57P03');
  }

  const fail = (error: Error) => {
    gone = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (answer: Answer) => {
    const waiter = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error)
      waiter?.reject(new DatabaseError(answer.error.message, answer.error.code, answer.error.constraint));
    else waiter?.resolve(answer.result);
  });
  worker.on('error', (error) => fail(new DatabaseError(String(error), '57P02', undefined, { cause: error })));
  worker.on('exit', () => fail(new DatabaseError('The embedded database has stopped', '57P02')));

  function send<T>(request: Request): Promise<T> {
    if (gone) return Promise.reject(gone);
    lastId += 1;
    const id = lastId;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: (value) => resolve(value as T), reject });
      worker.postMessage({ id, ...request });
    });
  }

  async function query<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]> {
    const encoded = parameters?.length ? parameters.map(encode) : undefined;
    const { rows, names, oids } = await send<WireRows>({ op: 'query', sql, parameters: encoded });
    const parsers = oids.map(parserOf);
    return rows.map((cells) => {
      const row: Row = {};
      for (let at = 0; at < names.length; at += 1) {
        const cell = cells[at];
        row[names[at] as string] = cell === null || cell === undefined ? null : (parsers[at] ?? String)(cell);
      }
      return row as R;
    });
  }

  let staged = 0;
  async function copyFrom(
    purpose: Purpose,
    table: string,
    columns: readonly string[],
    rows: Parameters<Tx['copyFrom']>[2],
  ): Promise<number> {
    const list = columns.map(identifier).join(', ');
    // COPY refuses tables under row-level security and files for ordinary roles. So the rows come in through a
    // temporary table, and the policies judge them on the way into the real one.
    const direct = purpose.kind === 'owner';
    staged += 1;
    const target = direct ? identifier(table) : `staged_${staged}`;
    if (!direct) {
      await query(
        `create temporary table ${target} on commit drop as select ${list} from ${identifier(table)} limit 0`,
      );
      await query('set local role none');
    }
    let count = 0;
    for await (const text of copyChunks(rows)) {
      count += await send<number>({
        op: 'copy',
        sql: `copy ${target} (${list}) from '/dev/blob'`,
        text: typeof text === 'string' ? text : Buffer.from(text).toString(),
      });
    }
    if (!direct) {
      await query(`set local role ${APPLICATION_ROLE}`);
      await query(`insert into ${identifier(table)} (${list}) select ${list} from ${target}; drop table ${target}`);
    }
    return count;
  }

  // The line in front of the one session.
  let line: Promise<unknown> = Promise.resolve();
  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = line.then(work, work);
    line = mine.catch(() => undefined);
    return mine;
  }

  async function attempt<T>(purpose: Purpose, work: (tx: Tx) => Promise<T>): Promise<T> {
    let open = true;
    const live = () => {
      if (!open) throw new Error('This transaction has ended');
    };
    const tx: Tx = {
      async query<R = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]> {
        live();
        return query<R>(sql, parameters);
      },
      async copyFrom(table, columns, rows) {
        live();
        return copyFrom(purpose, table, columns, rows);
      },
    };
    await query(openingSql(purpose, APPLICATION_ROLE));
    try {
      const result = await work(tx);
      open = false;
      await query('commit');
      return result;
    } catch (error) {
      open = false;
      await query('rollback').catch(() => undefined);
      throw error;
    }
  }

  const database: PGliteDatabase = {
    kind: 'pglite',
    transaction: (scope: TenantScope, work) => run({ kind: 'tenant', scope }, work),
    platform: (work) => run({ kind: 'platform' }, work),
    withPlatform: (scope, work) => run({ kind: 'tenant', scope, platform: true }, work),
    owner: (work) => run({ kind: 'owner' }, work),
    dump: () => inLine(() => send<Uint8Array>({ op: 'dump' })),
    async close() {
      if (gone) return;
      const exited = once(worker, 'exit');
      await inLine(() => send({ op: 'close' }));
      await exited;
    },
  };
  function run<T>(purpose: Purpose, work: (tx: Tx) => Promise<T>): Promise<T> {
    return exclusively(database, () => withRetries(() => inLine(() => attempt(purpose, work))));
  }
  return database;
}
