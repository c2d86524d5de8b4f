/** One of any number of processes that do the server's own work, beside API processes on the same PostgreSQL. */
import { openDatabase } from '../db/open';
import { readConfig } from '../platform/config';
import { runRoot, StartError } from '../platform/start-error';
import { work } from './run';

runRoot(async () => {
  const config = readConfig();
  if (!config.databaseUrl) {
    throw new StartError(
      'DATABASE_URL is missing; a worker shares a PostgreSQL with others. The embedded database is worked by its own server',
    );
  }
  await work(config, await openDatabase(config, { migrating: false }));
});
