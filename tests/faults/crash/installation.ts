/** The real server as it runs in production, on a database that outlives every kill, and a way to look at that database. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../server/db/database';
import { migrate, prepareInstallation } from '../../../server/db/migrate';
import { openDatabase } from '../../../server/db/open';
import { openPostgres } from '../../../server/db/postgres';
import { AppServer } from '../../support/app-server';
import { type DatabaseDeath, PostgresProcess } from './postgres-process';

export type EngineName = 'postgres' | 'pglite';
/** What dies: the server's process, the database's processes, or both in the same moment. */
export type Death = { server: boolean; database: DatabaseDeath | null };

export interface Installation {
  engine: EngineName;
  origin: string;
  /** What the server printed since its last start. */
  output(): string;
  /** Starts what is dead; answers the ms from the first process's start until `/health` says 200. */
  start(): Promise<number>;
  die(death: Death): Promise<void>;
  /** The server is killed `afterMs` into its start, wherever that is; it is dead afterwards. */
  dieStarting(afterMs: number): Promise<void>;
  /**
   * Reads the database as it lies there: on PGlite a copy of the dead server's folder, so that the server itself has to
   * recover from the crash; on PostgreSQL the running database.
   */
  inspect<T>(read: (db: Database) => Promise<T>): Promise<T>;
  destroy(): Promise<void>;
}

const ENVIRONMENT = { DEMO: 'off', LOG_LEVEL: 'warn', SIGN_INS_PER_MINUTE: '1000000' };

/** `furnish` fills the empty database before the first start. Undefined where the machine lacks the engine. */
export function install(
  engine: EngineName,
  furnish: (db: Database) => Promise<void>,
): Promise<Installation | undefined> {
  return engine === 'pglite' ? onPGlite(furnish) : onPostgres(furnish);
}

async function onPGlite(furnish: (db: Database) => Promise<void>): Promise<Installation> {
  const server = await AppServer.prepare({ env: { ...ENVIRONMENT, DATABASE_URL: '' } });
  const at = <T>(dataDir: string, work: (db: Database) => Promise<T>) => withFolder(dataDir, work);
  await at(server.dataDir, furnish);
  return {
    engine: 'pglite',
    origin: server.origin,
    output: () => server.output,
    start: () => timed(() => server.run(60_000)),
    async die() {
      await server.kill();
      await refused(server.origin);
    },
    dieStarting: (afterMs) => killStarting(server, afterMs),
    async inspect(read) {
      const copy = await mkdtemp(join(tmpdir(), 'recoup-crash-copy-'));
      try {
        await cp(server.dataDir, copy, { recursive: true });
        return await at(copy, read);
      } finally {
        await rm(copy, { recursive: true, force: true });
      }
    },
    destroy: () => server.destroy(),
  };
}

async function withFolder<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const opened = await openDatabase({ dataDir, databaseUrl: undefined, databasePool: 1 });
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
}

async function onPostgres(furnish: (db: Database) => Promise<void>): Promise<Installation | undefined> {
  const postgres = await PostgresProcess.start();
  if (!postgres) return undefined;
  const db = await openPostgres({ url: postgres.url, poolSize: 2 });
  await migrate(db);
  await prepareInstallation(db);
  await furnish(db);
  const server = await AppServer.prepare({ env: { ...ENVIRONMENT, DATABASE_URL: postgres.url }, entry: 'api' });
  const dead = { server: true, database: false };
  return {
    engine: 'postgres',
    origin: server.origin,
    output: () => server.output,
    start: () =>
      timed(async () => {
        if (dead.database) await postgres.run();
        if (dead.server) await server.run(60_000);
        else await healthy(server.origin, 60_000);
        dead.database = false;
        dead.server = false;
      }),
    async die(death) {
      dead.server ||= death.server;
      dead.database ||= death.database !== null;
      await Promise.all([death.server && server.kill(), death.database && postgres.die(death.database)]);
      if (death.server) await refused(server.origin);
    },
    async dieStarting(afterMs) {
      if (!dead.server) await server.kill();
      dead.server = true;
      if (dead.database) await postgres.run();
      dead.database = false;
      await killStarting(server, afterMs);
    },
    inspect: (read) => read(db),
    async destroy() {
      await server.destroy();
      await db.close();
      await postgres.destroy();
    },
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function killStarting(server: AppServer, afterMs: number): Promise<void> {
  // A start that was quicker than its killer is a good start, too.
  const starting = server.run(60_000).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await server.kill();
  await starting;
  await refused(server.origin);
}

/** A kill that left somebody answering would prove nothing. */
async function refused(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/health`).catch(() => undefined);
  if (answer) throw new Error('The server was killed, and something answers in its place');
}

async function healthy(origin: string, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; ) {
    const answer = await fetch(`${origin}/health`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`/health did not answer 200 within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
