/** What the gateway tells of messages: signed, and each event once. All SQL of it is here. */
import { safeParse } from 'zod/v4/core';
import { messageEventSchema } from '../../../core/contract/messages';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { ApiError } from '../../http/implement';
import { parseJson } from '../../http/validate';
import type { Deps } from '../../platform/deps';
import { gatewaySecret, isSigned, type Signed } from '../../platform/signatures';
import { notify } from '../alerts';

const REFERENCE = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A message only goes forward: what is read was delivered, and neither fails afterwards. */
const BEFORE = {
  delivered: ['queued', 'sending', 'sent'],
  read: ['queued', 'sending', 'sent', 'delivered'],
  failed: ['queued', 'sending', 'sent'],
} as const;

/** The signed JSON of a gateway; throws `forbidden` when the signature is not right, `bad-request` when it is no JSON. */
export function openSigned(
  config: Parameters<typeof gatewaySecret>[0],
  headers: { [Name in keyof Signed]?: string | undefined },
  bytes: Buffer,
  now: Date,
): unknown {
  if (!isSigned(gatewaySecret(config), headers, bytes, now)) {
    throw new ApiError('forbidden', { message: 'The signature is not right, or too old.' });
  }
  return parseJson(bytes.toString('utf8'));
}

export function messageEvents({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  return async (
    headers: { [Name in keyof Signed]?: string | undefined },
    bytes: Buffer,
  ): Promise<{ changed: boolean }> => {
    const now = clock.now();
    const parsed = safeParse(messageEventSchema, openSigned(config, headers, bytes, now));
    if (!parsed.success) throw new ApiError('invalid');
    const event = parsed.data;
    const [, tenantId = '', messageId = ''] = REFERENCE.exec(event.reference) ?? [];
    if (!UUID.test(tenantId) || !UUID.test(messageId)) throw new ApiError('not-found');
    return db.transaction({ tenantId }, (tx) => takeEvent(tx, messageId, event, now));
  };
}

async function takeEvent(
  tx: Tx,
  messageId: string,
  event: { eventId: string; status: 'delivered' | 'failed' | 'read'; at: string; reason?: string | undefined },
  now: Date,
): Promise<{ changed: boolean }> {
  const [message] = await tx.query<{ user_id: string; loan_id: string }>(
    'select user_id, loan_id from messages where tenant_id = current_tenant() and id = $1 for update',
    [messageId],
  );
  if (!message) throw new ApiError('not-found');
  const first = await tx.query(
    `insert into message_events (tenant_id, event_id, message_id, status, at, received_at)
     values (current_tenant(), $1, $2, $3, $4, $5) on conflict do nothing returning 1`,
    [event.eventId, messageId, event.status, event.at, now],
  );
  if (first.length === 0) return { changed: false };
  // A gateway's clock may run ahead.
  const at = new Date(Math.min(Date.parse(event.at), now.getTime()));
  const changed = await tx.query(
    `update messages set status = $2, reason = $3,
            sent_at = coalesce(sent_at, $4),
            delivered_at = case when $2 in ('delivered', 'read') then coalesce(delivered_at, $4) else delivered_at end,
            read_at = case when $2 = 'read' then $4 else read_at end,
            ended_at = case when $2 = 'failed' then $4 else ended_at end
      where tenant_id = current_tenant() and id = $1 and status = any($5::text[]) returning 1`,
    [
      messageId,
      event.status,
      event.status === 'failed' ? (event.reason ?? 'The gateway could not deliver it.') : null,
      at,
      BEFORE[event.status],
    ],
  );
  if (changed.length === 0) return { changed: false };
  if (event.status === 'failed') {
    await notify(
      tx,
      { kind: 'message-failed', loanId: message.loan_id, cause: `message:${messageId}`, userId: message.user_id },
      now,
    );
    await appendAudit(
      tx,
      [
        {
          action: 'messages.failed',
          subject: 'message',
          subjectId: messageId,
          actorId: null,
          detail: { loanId: message.loan_id },
        },
      ],
      now,
    );
  }
  return { changed: true };
}
