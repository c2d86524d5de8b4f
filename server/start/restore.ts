/**
 * Puts a backup of a tenant (docs/backups.md) into the installation of DATA_DIR or DATABASE_URL, which must not have that
 * tenant: `BACKUP_KEY=KEY npm run restore -- FILE`, or `--key KEY`. Stop the server before; ends with 1 and one line
 * when it is refused, and nothing has changed then.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backupKeyOf } from '../../core/domain/backups';
import { appendAudit } from '../db/audit';
import { DatabaseError } from '../db/database';
import { openDatabase } from '../db/open';
import { BackupUnreadable, restoreBackup } from '../modules/backups';
import { readConfig } from '../platform/config';
import { runRoot, StartError } from '../platform/start-error';
import { folderStorage } from '../platform/storage';

const USAGE = 'Usage: BACKUP_KEY=KEY npm run restore -- FILE   (or --key KEY)';

function readArguments(): { file: string; key: Uint8Array } {
  let parsed: { values: { key?: string }; positionals: string[] };
  try {
    parsed = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
  const [file, ...more] = parsed.positionals;
  if (!file || more.length > 0) throw new StartError(USAGE);
  if (!existsSync(file)) throw new StartError(`There is no file ${file}`);
  const text = parsed.values.key ?? process.env.BACKUP_KEY;
  if (!text) throw new StartError(`The key of the backup is missing\n${USAGE}`);
  const key = backupKeyOf(text);
  if (!key) throw new StartError('This is not a key of backups: it has 64 digits from 0 to 9 and a to f');
  return { file, key };
}

runRoot(async () => {
  const { file, key } = readArguments();
  const config = readConfig();
  const opened = await openDatabase(config);
  try {
    const parts = { db: opened.db, storage: folderStorage(join(config.dataDir, 'files')) };
    const { heading, amount } = await restoreBackup(
      parts,
      { source: createReadStream(file), key },
      async (tx, done) => {
        const { tenant, at } = done.heading;
        const detail = { madeAt: at, rows: done.amount.rows, files: done.amount.files };
        await appendAudit(tx, [
          { action: 'backup.restored', subject: 'tenant', subjectId: tenant.id, actorId: null, detail },
        ]);
      },
    );
    console.log(
      `${heading.tenant.name} is restored as it was at ${heading.at}: ${amount.rows} rows, ${amount.files} files.`,
    );
  } catch (error) {
    if (error instanceof BackupUnreadable) throw new StartError(error.message);
    if (error instanceof DatabaseError) throw new StartError(`The backup could not be restored: ${error.message}`);
    throw error;
  } finally {
    await opened.close();
  }
});
