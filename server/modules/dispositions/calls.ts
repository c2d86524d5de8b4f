/** A call has started: noted once, however often the telecaller's page says so. All SQL of it is here. */

import { isUuid, plainCallId } from '../../../core/contract/call-id';
import type { callStarted } from '../../../core/contract/dispositions';
import type { RequestOf } from '../../../core/contract/kit';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { type ContactVerdict, mayContact } from '../contact';
import { findVisibleLoan } from '../loans';
import { storedCallId } from './call-ids';
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
  callId: string,
  told: Body,
  { now, zone }: { now: Date; zone: string },
): Promise<StartedCall | Extract<ContactVerdict, { allowed: false }>> {
  const { tenantId, userId } = actor;
  // The dialer's id comes with a later word about the same start.
  const { dialerCallId, ...body } = told;
  const hash = hashOfPayload(body);
  const loanId = body.loanId.toLowerCase();
  const key = storedCallId(callId, { userId, loanId });
  const dialerId = dialerCallId ?? (isUuid(callId) ? null : callId);
  const started = new Date(body.startedAt ?? now);
  const startedAt = started.toISOString();
  // The call goes by its id, so that a record made without a network names the same call as the start that follows it.
  const call: StartedCall = { callId: plainCallId(callId), loanId, call_status: 'CALL_STARTED', startedAt };
  const taken = await tx.query(
    `insert into idempotency_keys (tenant_id, user_id, key, payload_hash, receipt) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning key`,
    [tenantId, userId, key, hash, call],
  );
  if (taken.length === 0) {
    const stored = await storedCall(tx, actor, key, hash);
    if (dialerCallId) await nameByDialer(tx, actor, key, dialerCallId);
    return stored;
  }
  if ((await findVisibleLoan(tx, actor, loanId)) !== loanId) throw new ApiError('not-found');
  const happened = now.getTime() - started.getTime() > HAPPENED_MS;
  const verdict = await mayContact(tx, actor, {
    loanId,
    channel: 'call',
    phoneId: body.phoneId?.toLowerCase(),
    attemptId: key,
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
    `insert into calls as c (tenant_id, id, loan_id, user_id, phone_id, predictive, started_at, dialer_id)
     select $1, $2, l.id, $4, $5, $6, $7, $8 from loans l
      where l.tenant_id = $1 and l.id = $3 and ($5::uuid is null or exists (
        select 1 from phones p where p.tenant_id = l.tenant_id and p.id = $5 and p.borrower_id = l.borrower_id))
     on conflict (tenant_id, id) do update set started_at = excluded.started_at, dialer_id = coalesce(excluded.dialer_id, c.dialer_id)
      where c.user_id = excluded.user_id and c.loan_id = excluded.loan_id
     returning id`,
    [tenantId, key, loanId, userId, body.phoneId ?? null, body.isPredictive ?? false, startedAt, dialerId],
  );
  if (inserted.length === 0) {
    throw new ApiError('invalid', { fields: [{ path: 'phoneId', message: 'Not a phone of this borrower' }] });
  }
  return call;
}

async function nameByDialer(tx: Tx, { tenantId, userId }: Actor, id: string, dialerId: string): Promise<void> {
  await tx.query('update calls set dialer_id = $4 where tenant_id = $1 and id = $2 and user_id = $3', [
    tenantId,
    id,
    userId,
    dialerId,
  ]);
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
