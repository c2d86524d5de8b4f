/** SQL that shows records in quarantine to those who decide them; names of borrowers only of loans they may see. */

import type { Decision } from '../../../core/contract/devices';
import type { Receipt } from '../../../core/contract/dispositions';
import type { Quarantined } from '../../../core/contract/quarantine';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { loanScope, peopleScope } from '../loans';

interface StoredItem {
  user_id: string;
  key: string;
  agent: string;
  device_id: string | null;
  device: string | null;
  said_number: string | null;
  loan_number: string | null;
  borrower: string | null;
  code: string | null;
  code_label: string | null;
  reason_code: string;
  reason: string;
  recorded_at: string | null;
  received_at: string;
  decided_at: string | null;
  decided_by: string | null;
  decision: Decision | null;
  decision_reason: string | null;
  receipt: Receipt | null;
}

interface StoredWhole extends StoredItem {
  record: unknown;
  loan_id: string | null;
  loan_state: string | null;
  with_agent: boolean;
}

const UUID = "'^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'";

const COLUMNS = `q.user_id, q.key, u.full_name as agent, q.device_id, d.name as device, q.record->>'loanNumber' as said_number,
  l.loan_number, b.name as borrower, q.record->>'code' as code, c.label as code_label, q.reason_code, q.reason,
  q.record->>'recordedAt' as recorded_at, q.received_at, q.decided_at, decider.full_name as decided_by, q.decision,
  q.decision_reason, k.receipt`;

/** `$1` is the tenant. */
function source(actor: Actor, parameters: unknown[]): string {
  parameters.push(actor.tenantId);
  const people = peopleScope(actor, parameters, 'q.tenant_id', 'q.user_id');
  const loans = loanScope(actor, parameters);
  return `from quarantine q
       join users u on u.tenant_id = q.tenant_id and u.id = q.user_id
       left join devices d on d.tenant_id = q.tenant_id and d.id = q.device_id and d.user_id = q.user_id
       left join lateral (select l.tenant_id, l.id, l.loan_number, l.borrower_id, l.state from loans l where l.tenant_id = q.tenant_id
            and l.id = case when q.record->>'loanId' ~ ${UUID} then (q.record->>'loanId')::uuid end and ${loans} limit 1) l on true
       left join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       left join disposition_codes c on c.tenant_id = q.tenant_id and c.code = q.record->>'code'
       left join users decider on decider.tenant_id = q.tenant_id and decider.id = q.decided_by
       left join idempotency_keys k on k.tenant_id = q.tenant_id and k.user_id = q.user_id and k.key = q.key
            and k.payload_hash = q.payload_hash and q.decision = 'accepted'
      where q.tenant_id = $1 and ${people}`;
}

/** A time as a phone wrote it, where it is one. */
function timeOf(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function present(row: StoredItem): Quarantined {
  return {
    userId: row.user_id,
    key: row.key,
    agent: row.agent,
    deviceId: row.device_id,
    device: row.device,
    loanNumber: row.loan_number ?? row.said_number,
    borrower: row.borrower,
    code: row.code,
    codeLabel: row.code_label,
    reasonCode: row.reason_code,
    reason: row.reason,
    recordedAt: timeOf(row.recorded_at),
    receivedAt: row.received_at,
    decided:
      row.decided_at === null || row.decision === null
        ? null
        : {
            decision: row.decision,
            reason: row.decision_reason,
            by: row.decided_by ?? 'Somebody',
            at: row.decided_at,
            receipt: row.receipt,
          },
  };
}

export async function quarantinePage(
  tx: Tx,
  actor: Actor,
  wanted: {
    state: 'open' | 'decided';
    q: string;
    deviceId: string | null;
    userId: string | null;
    limit: number;
    offset: number;
  },
): Promise<{ rows: Quarantined[]; total: number }> {
  const parameters: unknown[] = [];
  const from = source(actor, parameters);
  const use = (value: unknown, type: string) => `$${parameters.push(value)}::${type}`;
  const like = use(`%${wanted.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, 'text');
  const [device, user] = [use(wanted.deviceId, 'uuid'), use(wanted.userId, 'uuid')];
  const order = wanted.state === 'open' ? 'q.received_at, q.key' : 'q.decided_at desc, q.key';
  const { rows, total } = await pageWithTotal<StoredItem>(
    tx,
    `select ${COLUMNS}, count(*) over () as total ${from}
        and (q.decided_at is null) = ${use(wanted.state === 'open', 'boolean')}
        and (${device} is null or q.device_id = ${device}) and (${user} is null or q.user_id = ${user})
        and lower(u.full_name || ' ' || coalesce(q.record->>'loanNumber', '') || ' ' || q.reason || ' ' || coalesce(d.name, '')) like ${like}
      order by ${order}`,
    parameters,
    wanted,
  );
  return { rows: rows.map(present), total };
}

export interface WholeItem {
  item: Quarantined;
  record: unknown;
  loan: { id: string; loanNumber: string; borrower: string; state: string; withAgent: boolean } | null;
}

/** Undefined when it is not there or of none of the caller's people. */
export async function findQuarantined(
  tx: Tx,
  actor: Actor,
  userId: string,
  key: string,
): Promise<WholeItem | undefined> {
  const parameters: unknown[] = [];
  const from = source(actor, parameters);
  const [row] = await tx.query<StoredWhole>(
    `select ${COLUMNS}, q.record, l.id as loan_id, l.state as loan_state,
            exists (select 1 from loan_assignments h where h.tenant_id = l.tenant_id and h.loan_id = l.id
                     and h.profile_id = q.user_id and h.ended_at is null) as with_agent ${from}
        and q.user_id = $${parameters.push(userId)} and q.key = $${parameters.push(key)}`,
    parameters,
  );
  if (!row) return undefined;
  const loan =
    row.loan_id === null || row.loan_number === null
      ? null
      : {
          id: row.loan_id,
          loanNumber: row.loan_number,
          borrower: row.borrower ?? '',
          state: row.loan_state ?? '',
          withAgent: row.with_agent,
        };
  return { item: present(row), record: row.record, loan };
}

/** Which of a user's files have arrived whole. */
export async function arrivedFiles(tx: Tx, userId: string, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await tx.query<{ sha256: string }>(
    `select sha256 from attachments
      where tenant_id = current_tenant() and user_id = $1 and sha256 = any($2::text[]) and complete`,
    [userId, [...hashes]],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Who made the record, as the acceptance path knows an agent. */
export async function agentOf(
  tx: Tx,
  userId: string,
): Promise<
  | { role: string; sub_role: string | null; agency_id: string | null; client_id: string | null; full_name: string }
  | undefined
> {
  const [row] = await tx.query<{
    role: string;
    sub_role: string | null;
    agency_id: string | null;
    client_id: string | null;
    full_name: string;
  }>(
    'select role, sub_role, agency_id, client_id, full_name from users where tenant_id = current_tenant() and id = $1',
    [userId],
  );
  return row;
}
