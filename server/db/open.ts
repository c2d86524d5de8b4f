/** Opens the database that the configuration names, ready to work: locked where it is a folder, and migrated. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config';
import { StartError } from '../platform/start-error';
import { type Database, DatabaseError } from './database';
import { lockFolder } from './folder-lock';
import { migrate, pendingMigrations, prepareInstallation } from './migrate';
import { openPGlite } from './pglite';
import { openPostgres } from './postgres';
import { preparedDatabase } from './prepared';

export interface OpenedDatabase {
  db: Database;
  /** Names of the migrations that were applied now. */
  migrations: string[];
  /** Closes the database and gives its folder back. */
  close(): Promise<void>;
}

type Source = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>;

/** `migrating: false` refuses a PostgreSQL that lacks migrations instead of applying them. Throws `StartError`. */
export async function openDatabase(config: Source, { migrating = true } = {}): Promise<OpenedDatabase> {
  return config.databaseUrl
    ? openServer(config.databaseUrl, config.databasePool, migrating)
    : openEmbedded(config.dataDir);
}

async function openServer(url: string, poolSize: number, migrating: boolean): Promise<OpenedDatabase> {
  const db = await openPostgres({ url, poolSize });
  try {
    const migrations = migrating ? await migrate(db).catch(refuseUnderprivileged) : [];
    const pending = migrating ? [] : await pendingMigrations(db);
    if (pending.length > 0) {
      throw new StartError(`The database lacks ${pending.join(', ')}; run the migrate command first`);
    }
    await prepareInstallation(db);
    return { db, migrations, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The migrating role must own its database (or at least create in its schema); PostgreSQL's own words do not say so. */
function refuseUnderprivileged(error: unknown): never {
  if (error instanceof DatabaseError && error.code === '42501') {
    throw new StartError(`DATABASE_URL: ${error.message}; make the server's role the owner of its database`);
  }
  throw error;
}

async function openEmbedded(dataDir: string): Promise<OpenedDatabase> {
  const release = await lockFolder(dataDir);
  let db: Database | undefined;
  try {
    const folder = join(dataDir, 'database');
    // Written after the first start's migration: without it, the folder is what a killed first start left behind.
    const complete = join(dataDir, 'database-complete');
    if (!existsSync(complete)) rmSync(folder, { recursive: true, force: true });
    const prepared = existsSync(folder) ? undefined : await preparedDatabase();
    // Nobody else on the machine reads the book.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const opened = await openPGlite({ folder, ...(prepared && { prepared }) });
    db = opened;
    const migrations = await migrate(opened);
    await prepareInstallation(opened);
    if (!existsSync(complete)) writeFileSync(complete, '');
    return {
      db: opened,
      migrations,
      async close() {
        await opened.close();
        release();
      },
    };
  } catch (error) {
    await db?.close().catch(() => undefined);
    release();
    throw error;
  }
}
