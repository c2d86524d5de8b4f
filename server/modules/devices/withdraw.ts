/** Every phone of somebody who leaves: as with one phone, each delivers its queue to quarantine and erases itself. */
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { addEvents } from './events';
import { setRevoked } from './repository';

/** In the caller's transaction, which has made sure that the user is one of the caller's people. Answers how many. */
export async function withdrawPhonesOf(
  tx: Tx,
  actor: Actor,
  userId: string,
  reason: string,
  now: Date,
): Promise<number> {
  const phones = await tx.query<{ id: string }>(
    'select id from devices where tenant_id = current_tenant() and user_id = $1 and revoked_at is null order by id',
    [userId],
  );
  const withdrawn: string[] = [];
  for (const { id } of phones) if (await setRevoked(tx, id, userId, now)) withdrawn.push(id);
  await addEvents(
    tx,
    withdrawn.map((deviceId) => ({
      id: uuidv7(),
      deviceId,
      userId,
      kind: 'revoked' as const,
      at: now,
      actorId: actor.userId,
      detail: { reason },
    })),
    now,
  );
  await appendAudit(
    tx,
    withdrawn.map((deviceId) => ({
      action: 'devices.revoked',
      subject: 'device',
      subjectId: deviceId,
      actorId: actor.userId,
      detail: { userId, before: { revokedAt: null }, after: { revokedAt: now.toISOString() }, reason },
    })),
    now,
  );
  return withdrawn.length;
}
