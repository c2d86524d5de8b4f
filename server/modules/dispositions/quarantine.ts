/** Records that a device could not get accepted, mirrored so that a manager sees them. All SQL of it is here. */

import type { reportQuarantine } from '../../../core/contract/dispositions';
import type { RequestOf } from '../../../core/contract/kit';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';

export interface Quarantined {
  key: string;
  hash: string;
  /** The record, or the sealed box where it could not be opened: nothing is thrown away. */
  evidence: unknown;
  reason: RequestOf<typeof reportQuarantine>['body']['reason'];
}

/** Once a key; a record that was accepted after all is not mirrored. */
export async function keepQuarantined(tx: Tx, actor: Actor, item: Quarantined, now: Date): Promise<void> {
  const { tenantId, userId, deviceId, via } = actor;
  const kept = await tx.query(
    `insert into quarantine (tenant_id, user_id, key, device_id, payload_hash, record, reason_code, reason, received_at)
     select $1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9
      where not exists (select 1 from idempotency_keys k
        where k.tenant_id = $1 and k.user_id = $2 and k.key = $3 and k.payload_hash = $5)
     on conflict do nothing returning key`,
    [
      tenantId,
      userId,
      item.key,
      deviceId,
      item.hash,
      JSON.stringify(item.evidence),
      item.reason.code,
      item.reason.message,
      now,
    ],
  );
  if (kept.length === 0) return;
  await appendAudit(
    tx,
    [
      {
        action: 'dispositions.quarantined',
        subject: 'disposition',
        subjectId: item.key,
        actorId: userId,
        detail: { hash: item.hash, reason: item.reason.code, via },
      },
    ],
    now,
  );
}
