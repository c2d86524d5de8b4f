/** One of any number of API processes on a PostgreSQL that the migrate command has prepared. No demo data. */
import { openDatabase } from '../db/open';
import { readConfig } from '../platform/config';
import { runRoot, StartError } from '../platform/start-error';
import { serve } from './run';

runRoot(async () => {
  const config = readConfig();
  if (!config.databaseUrl) {
    throw new StartError('DATABASE_URL is missing; an API process works on a PostgreSQL that it shares with others');
  }
  if (config.demo === 'on')
    throw new StartError('DEMO on is not for an API process; load demo data with the seed command');
  await serve(config, await openDatabase(config, { migrating: false }), null);
});
