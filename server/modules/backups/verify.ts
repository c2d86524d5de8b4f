/** Whether a backup brings everything back: it is restored into an empty place of its own, and what is there is compared. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAudit } from '../../db/audit';
import { prepareInstallation } from '../../db/migrate';
import { openPGlite } from '../../db/pglite';
import { preparedDatabase } from '../../db/prepared';
import { identifier } from '../../db/values';
import { folderStorage, type Storage } from '../../platform/storage';
import type { Amount } from './dump';
import { BackupUnreadable } from './framing';
import { backupPlan } from './plan';
import { restoreBackup } from './restore';

/** What is restored to see; above either it is said that it was not tried. A database of that size fits beside a server. */
export const MOST_VERIFIED = { bytes: 1024 ** 3, rows: 2_000_000 } as const;

/** So few rows need no folder. */
const HELD_IN_MEMORY = 50_000;

async function fileDiffers(storage: Storage, key: string, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of storage.stream(key)) hash.update(chunk as Buffer);
  return hash.digest('hex') !== sha256;
}

/** What differs, as one sentence; undefined when all is as it was. `amount` is what was counted when it was written. */
export async function verifyBackup(
  storage: Storage,
  { file, key, rows, files }: { file: string; key: Uint8Array } & Pick<Amount, 'rows' | 'files'>,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-verify-'));
  try {
    const db = await openPGlite({
      prepared: await preparedDatabase(),
      ...(rows > HELD_IN_MEMORY && { folder: join(folder, 'database') }),
    });
    try {
      await prepareInstallation(db);
      const empty = { db, storage: folderStorage(join(folder, 'files')) };
      const restored = await restoreBackup(empty, { source: storage.stream(file), key });
      const { amount, heading } = restored;
      if (amount.rows !== rows || amount.files !== files)
        return 'Other numbers of rows or files came back than were written';
      const { id: tenantId } = heading.tenant;
      const differs = await db.withPlatform({ tenantId }, async (tx) => {
        for (const { name, where } of await backupPlan(tx)) {
          const [row] = await tx.query<{ count: number }>(`select count(*) from ${identifier(name)} t where ${where}`);
          const came = row?.count ?? 0;
          const written = amount.tables[name] ?? 0;
          if (came !== written) return `Of ${written} rows of the table ${name} ${came} came back`;
        }
        const audit = await verifyAudit(tx);
        return audit.ok ? undefined : `The audit chain is broken at entry ${audit.seq}`;
      });
      if (differs) return differs;
      for (const { key: name, sha256 } of restored.files)
        if (await fileDiffers(empty.storage, name, sha256)) return `The file ${name} is not the one that was backed up`;
      return undefined;
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof BackupUnreadable) return error.message;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
