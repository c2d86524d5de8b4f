/** Records that a device could not get accepted, kept until a supervisor decides. What is written of them is here. */
import type { Decided, Decision } from '../../../core/contract/devices';
import type { Receipt, reportQuarantine } from '../../../core/contract/dispositions';
import type { RequestOf } from '../../../core/contract/kit';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';

export interface Quarantined {
  key: string;
  hash: string;
  /** The record, or the sealed box where it could not be opened or what was in it cannot be stored: nothing is thrown away. */
  evidence: unknown;
  reason: RequestOf<typeof reportQuarantine>['body']['reason'];
  /** The record's own, as it came. */
  signature: string | null;
}

/** Once a key; a record that was accepted after all is not mirrored. */
export async function keepQuarantined(tx: Tx, actor: Actor, item: Quarantined, now: Date): Promise<void> {
  const { tenantId, userId, deviceId, via } = actor;
  const kept = await tx.query(
    `insert into quarantine (tenant_id, user_id, key, device_id, payload_hash, record, reason_code, reason, received_at,
       signature)
     select $1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10
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
      item.signature,
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

export interface Kept {
  device_id: string | null;
  payload_hash: string;
  record: unknown;
  signature: string | null;
  decided_at: string | null;
}

/** The row as it is, locked until the transaction ends: of two who decide at once the second sees the first's decision. */
export async function lockQuarantined(tx: Tx, userId: string, key: string): Promise<Kept | undefined> {
  const [row] = await tx.query<Kept>(
    `select device_id, payload_hash, record, signature, decided_at from quarantine
      where tenant_id = current_tenant() and user_id = $1 and key = $2 for update`,
    [userId, key],
  );
  return row;
}

/** Writes a decision about rows that have none yet, and its audit entries with what was before and after. */
export async function writeDecision(
  tx: Tx,
  by: Pick<Actor, 'userId'>,
  userId: string,
  keys: readonly string[],
  { decision, reason, outcome }: { decision: Decision; reason: string | null; outcome?: Receipt['outcome'] },
  now: Date,
): Promise<void> {
  const decided = await tx.query<{ key: string; reason_code: string; payload_hash: string }>(
    `update quarantine set decided_at = $3, decided_by = $4, decision = $5, decision_reason = $6
      where tenant_id = current_tenant() and user_id = $1 and key = any($2::uuid[]) and decided_at is null
      returning key, reason_code, payload_hash`,
    [userId, [...keys], now, by.userId, decision, reason],
  );
  await appendAudit(
    tx,
    decided.map((row) => ({
      action: `dispositions.quarantine-${decision}`,
      subject: 'disposition',
      subjectId: row.key,
      actorId: by.userId,
      detail: {
        userId,
        hash: row.payload_hash,
        before: { state: 'quarantined', reason: row.reason_code },
        after: { state: decision, ...(reason && { reason }), ...(outcome && { outcome }) },
      },
    })),
    now,
  );
}

/** What was decided about a user's records, for the phone that holds them. */
export async function readDecisions(tx: Tx, userId: string, keys: readonly string[]): Promise<Decided[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<{
    key: string;
    decision: Decision;
    decision_reason: string | null;
    by: string;
    decided_at: string;
    receipt: Receipt | null;
  }>(
    `select q.key, q.decision, q.decision_reason, u.full_name as by, q.decided_at, k.receipt
       from quarantine q
       join users u on u.tenant_id = q.tenant_id and u.id = q.decided_by
       left join idempotency_keys k on k.tenant_id = q.tenant_id and k.user_id = q.user_id and k.key = q.key
            and k.payload_hash = q.payload_hash and q.decision = 'accepted'
      where q.tenant_id = current_tenant() and q.user_id = $1 and q.key = any($2::uuid[]) and q.decided_at is not null`,
    [userId, [...keys]],
  );
  return rows.map((row) => ({
    key: row.key,
    decision: row.decision,
    reason: row.decision_reason,
    by: row.by,
    at: row.decided_at,
    receipt: row.receipt,
  }));
}

/** How many records of the caller's people wait for a decision. */
export async function countOpen(tx: Tx, actor: Actor): Promise<number> {
  const parameters: unknown[] = [actor.tenantId];
  const scope = peopleScope(actor, parameters, 'q.tenant_id', 'q.user_id');
  const [row] = await tx.query<{ n: number }>(
    `select count(*) as n from quarantine q where q.tenant_id = $1 and q.decided_at is null and ${scope}`,
    parameters,
  );
  return row?.n ?? 0;
}
