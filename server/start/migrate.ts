/** Brings the configured database to the newest schema and ends. */
import { openDatabase } from '../db/open';
import { readConfig } from '../platform/config';
import { runRoot } from '../platform/start-error';

runRoot(async () => {
  const opened = await openDatabase(readConfig());
  const { migrations } = opened;
  await opened.close();
  console.log(migrations.length > 0 ? `Applied ${migrations.join(', ')}` : 'The database is up to date');
});
