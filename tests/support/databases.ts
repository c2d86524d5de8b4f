/** Fresh, migrated databases on both engines, a fraction of a second each. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Database } from '../../server/db/database';
import { prepareInstallation } from '../../server/db/migrate';
import { openPGlite } from '../../server/db/pglite';
import { openPostgres } from '../../server/db/postgres';
import { preparedDatabase } from '../../server/db/prepared';
import { atNight } from './nightly';
import { administer, dropDatabase, prepareTemplate, startPostgres, urlOfDatabase } from './postgres';

export interface TestDatabase {
  db: Database;
  /** For tests that start processes of their own; null on PGlite. */
  url: string | null;
  close(): Promise<void>;
}

export interface Engine {
  name: 'pglite' | 'postgres';
  /** Migrated and empty. */
  fresh(): Promise<TestDatabase>;
}

const pglite: Engine = {
  name: 'pglite',
  async fresh() {
    const db = await openPGlite({ prepared: await preparedDatabase() });
    await prepareInstallation(db);
    return { db, url: null, close: () => db.close() };
  },
};

function postgresAt(server: string, template: string): Engine {
  return {
    name: 'postgres',
    async fresh() {
      const name = `recoup_test_${randomUUID().replaceAll('-', '')}`;
      await administer(server, `create database ${name} template ${template} strategy file_copy`);
      const url = urlOfDatabase(server, name);
      const db = await openPostgres({ url, poolSize: 8 });
      await prepareInstallation(db);
      return {
        db,
        url,
        async close() {
          await db.close();
          await dropDatabase(server, name);
        },
      };
    },
  };
}

const server = inject('postgresUrl');

const postgres = server ? [postgresAt(server, inject('postgresTemplate'))] : [];

/**
 * `describe.each(engines)('… on $name', ({ fresh }) => …)`: PostgreSQL where the machine has one, the embedded PGlite elsewhere. Both
 * speak the same SQL, so what a module does is asked once.
 */
export const engines: Engine[] = server ? postgres : [pglite];
/** For what differs between the two: the adapters, bulk paths, isolation, the queue, sync, and how records are taken. */
export const bothEngines: Engine[] = [pglite, ...postgres];
/** For what takes long and rests on parts that are asked on both by day (SHORTER in tests/when.mjs). */
export const bothAtNight: Engine[] = atNight ? bothEngines : engines;

/**
 * The same with a PostgreSQL of their own where this machine can start one: the feed tells a change again while any transaction of its
 * PostgreSQL is older, also one of another file's database.
 */
export const alone = (some: readonly Engine[]): Engine[] =>
  some.map((engine) => (engine.name === 'pglite' ? engine : { name: engine.name, fresh: () => freshAlone(engine) }));

async function freshAlone(shared: Engine): Promise<TestDatabase> {
  const own = await startPostgres();
  if (!own) return shared.fresh();
  const template = await prepareTemplate(own.url);
  const held = await postgresAt(own.url, template).fresh();
  return { ...held, close: () => held.close().finally(() => own.stop()) };
}
