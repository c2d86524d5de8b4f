/**
 * Makes the secret by which a tenant's dialer reports to this server, and prints it once:
 * `npm run dialer-token -- TENANT [NAME]`. The one that the dialer of that name had before is good no more.
 */
import { openDatabase } from '../db/open';
import { issueServiceToken } from '../modules/dialer';
import { readConfig } from '../platform/config';
import { runRoot, StartError } from '../platform/start-error';

runRoot(async () => {
  const [tenant, name = 'dialer'] = process.argv.slice(2);
  if (!tenant) throw new StartError('Usage: npm run dialer-token -- TENANT [NAME]');
  const opened = await openDatabase(readConfig(), { migrating: false });
  try {
    const [row] = await opened.db.platform((tx) =>
      tx.query<{ id: string }>('select id from tenants where lower(name) = lower($1)', [tenant]),
    );
    if (!row) throw new StartError(`There is no tenant ${tenant}`);
    console.log(await issueServiceToken(opened.db, row.id, name));
  } finally {
    await opened.close();
  }
});
