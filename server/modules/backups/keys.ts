/** The one key of a tenant's backups: made when it is first needed, and kept sealed for the installation. */
import { randomBytes } from 'node:crypto';
import { seal } from '../../../core/contract/sealing';
import type { Tx } from '../../db/database';
import type { Keys } from '../../platform/keys';

export async function backupKey(tx: Tx, keys: Keys, now: Date): Promise<Uint8Array> {
  const read = () => tx.query<{ sealed: string }>('select sealed from backup_keys where tenant_id = current_tenant()');
  let [row] = await read();
  if (!row) {
    // Of two that make one at once the first stays.
    await tx.query(
      'insert into backup_keys (tenant_id, sealed, created_at) values (current_tenant(), $1, $2) on conflict do nothing',
      [await seal(keys.sealing.publicKey, Uint8Array.from(randomBytes(32))), now],
    );
    [row] = await read();
  }
  if (!row) throw new Error('The tenant has no backup key');
  return keys.openSealed(row.sealed);
}
