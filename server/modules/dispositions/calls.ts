/** A call has started: noted once, however often the telecaller's page says so. All SQL of it is here. */

import type { callStarted } from '../../../core/contract/dispositions';
import type { RequestOf } from '../../../core/contract/kit';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { type ContactVerdict, mayContact } from '../contact';
import { findVisibleLoan } from '../loans';
import { hashOfPayload } from './prepare';

export interface StartedCall {
  callId: string;
  loanId: string;
  call_status: 'CALL_STARTED';
  startedAt: string;
}
type Body = RequestOf<typeof callStarted>['body'];

/** A start that is told later than this is of a call that has taken place. */
const HAPPENED_MS = 2 * 60_000;

/**
 * Notes the start, or answers the gate's refusal and leaves nothing of the call behind but the count of the refusal: the caller
 * commits, then refuses. A start that comes late is never refused: the call was made, so it is kept and marked.
 */
export async function startCall(
  tx: Tx,
  actor: Actor,
  key: string,
  body: Body,
  { now, zone }: { now: Date; zone: string },
): Promise<StartedCall | Extract<ContactVerdict, { allowed: false }>> {
  const { tenantId, userId } = actor;
  const hash = hashOfPayload(body);
  const loanId = body.loanId.toLowerCase();
  const started = new Date(body.startedAt ?? now);
  const startedAt = started.toISOString();
  // The call goes by its key, so that a record made without a network names the same call as the start that follows it.
  const call: StartedCall = { callId: key.toLowerCase(), loanId, call_status: 'CALL_STARTED', startedAt };
  const taken = await tx.query(
    `insert into idempotency_keys (tenant_id, user_id, key, payload_hash, receipt) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning key`,
    [tenantId, userId, key, hash, call],
  );
  if (taken.length === 0) return storedCall(tx, actor, key, hash);
  if ((await findVisibleLoan(tx, actor, loanId)) !== loanId) throw new ApiError('not-found');
  const happened = now.getTime() - started.getTime() > HAPPENED_MS;
  const verdict = await mayContact(tx, actor, {
    loanId,
    channel: 'call',
    phoneId: body.phoneId?.toLowerCase(),
    attemptId: call.callId,
    now: happened ? started : now,
    zone,
    happened,
  });
  if (!verdict.allowed && !happened) {
    await tx.query('delete from idempotency_keys where tenant_id = $1 and user_id = $2 and key = $3', [
      tenantId,
      userId,
      key,
    ]);
    return verdict;
  }
  const inserted = await tx.query(
    `insert into calls as c (tenant_id, id, loan_id, user_id, phone_id, predictive, started_at)
     select $1, $2, l.id, $4, $5, $6, $7 from loans l
      where l.tenant_id = $1 and l.id = $3 and ($5::uuid is null or exists (
        select 1 from phones p where p.tenant_id = l.tenant_id and p.id = $5 and p.borrower_id = l.borrower_id))
     on conflict (tenant_id, id) do update set started_at = excluded.started_at
      where c.user_id = excluded.user_id and c.loan_id = excluded.loan_id
     returning id`,
    [tenantId, call.callId, loanId, userId, body.phoneId ?? null, body.isPredictive ?? false, startedAt],
  );
  if (inserted.length === 0) {
    throw new ApiError('invalid', { fields: [{ path: 'phoneId', message: 'Not a phone of this borrower' }] });
  }
  return call;
}

/** `key-conflict` for another body under the same key; the caller audits it in a transaction that stays. */
async function storedCall(tx: Tx, actor: Actor, key: string, hash: string): Promise<StartedCall> {
  const [stored] = await tx.query<{ payload_hash: string; receipt: StartedCall }>(
    'select payload_hash, receipt from idempotency_keys where tenant_id = $1 and user_id = $2 and key = $3',
    [actor.tenantId, actor.userId, key],
  );
  if (stored?.payload_hash === hash) return stored.receipt;
  throw new ApiError('key-conflict');
}

export const auditCallConflict = (tx: Tx, actor: Actor, key: string, now: Date) =>
  appendAudit(tx, [{ action: 'calls.key-conflict', subject: 'call', subjectId: key, actorId: actor.userId }], now);
