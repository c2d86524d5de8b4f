/** SQL that records are judged by; what they write is in `group-write.ts`. */
import type { Receipt } from '../../../core/contract/dispositions';
import type { Loan } from '../../../core/contract/loans';
import type { DispositionCode } from '../../../core/domain/dispositions';
import type { Tx } from '../../db/database';
import { type Breadth, withinBreadth } from '../loans';

/** Codes in use, in the order of the tree. */
export const readCodes = (tx: Tx, tenantId: string): Promise<DispositionCode[]> =>
  tx.query<DispositionCode & Record<string, unknown>>(
    `select code, label, class, channel, rank, requires, selectable from disposition_codes
      where tenant_id = $1 and active order by position, code`,
    [tenantId],
  );

export interface LockedLoan {
  id: string;
  state: Loan['state'];
}

/**
 * Locks the loans in the order of their ids, so that their state holds until the end of the transaction and two
 * transactions never wait for each other.
 */
export const lockLoans = (tx: Tx, tenantId: string, ids: string[]): Promise<LockedLoan[]> =>
  tx.query('select id, state from loans where tenant_id = $1 and id = any($2::uuid[]) order by id for no key update', [
    tenantId,
    ids,
  ]);

export interface Asked {
  keys: { user: string; key: string }[];
  relations: { user: string; breadth: Breadth; loan: string }[];
  /** Records and those they follow. */
  records: string[];
  follows: { user: string; record: string }[];
  files: { user: string; sha256: string }[];
}

export interface Known {
  keys: { user: string; key: string; hash: string; receipt: Receipt | null }[];
  inactive: string[];
  relations: { user: string; loan: string; visible: boolean; once: boolean }[];
  records: { id: string; loan: string }[];
  refused: { user: string; key: string }[];
  files: { user: string; sha256: string }[];
}

const BREADTHS: readonly Breadth[] = ['tenant', 'team', 'own', 'client', 'agency', 'none'];
const VIEWER = { user: 'r."user"', client: 'null::uuid', agency: 'null::uuid' };
const visible = `case r.breadth ${BREADTHS.map((b) => `when '${b}' then ${withinBreadth(b, VIEWER)}`).join(' ')} end`;

const KNOWN = `
select
  (select coalesce(jsonb_agg(jsonb_build_object('user', k.user_id, 'key', k.key, 'hash', k.payload_hash, 'receipt', k.receipt)), '[]')
     from jsonb_to_recordset($2::jsonb -> 'keys') as a("user" uuid, key uuid)
     join idempotency_keys k on k.tenant_id = $1 and k.user_id = a."user" and k.key = a.key) as keys,
  (select coalesce(jsonb_agg(u.id), '[]') from users u
    where u.tenant_id = $1 and not u.active
      and u.id in (select "user" from jsonb_to_recordset($2::jsonb -> 'keys') as a("user" uuid))) as inactive,
  (select coalesce(jsonb_agg(jsonb_build_object('user', s."user", 'loan', s.loan, 'visible', s.visible, 'once', s.visible or
            exists (select 1 from loan_feed f join user_tree t on t.tenant_id = f.tenant_id and t.descendant_id = f.user_id
                     where f.tenant_id = $1 and f.loan_id = s.loan and t.ancestor_id = s."user"
                       and (s.breadth = 'team' or t.depth = 0))
            or exists (select 1 from loan_assignments h join user_tree t on t.tenant_id = h.tenant_id and t.descendant_id = h.profile_id
                     where h.tenant_id = $1 and h.loan_id = s.loan and t.ancestor_id = s."user"
                       and (s.breadth = 'team' or t.depth = 0)))), '[]')
     from (select r."user", r.loan, r.breadth, ${visible} as visible
             from jsonb_to_recordset($2::jsonb -> 'relations') as r("user" uuid, breadth text, loan uuid)
             join loans l on l.tenant_id = $1 and l.id = r.loan) s) as relations,
  (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'loan', d.loan_id)), '[]') from dispositions d
    where d.tenant_id = $1 and d.id = any(array(select jsonb_array_elements_text($2::jsonb -> 'records')::uuid))) as records,
  (select coalesce(jsonb_agg(jsonb_build_object('user', q.user_id, 'key', q.key)), '[]')
     from jsonb_to_recordset($2::jsonb -> 'follows') as a("user" uuid, record uuid)
     join quarantine q on q.tenant_id = $1 and q.user_id = a."user" and q.key = a.record) as refused,
  (select coalesce(jsonb_agg(jsonb_build_object('user', f.user_id, 'sha256', f.sha256)), '[]')
     from jsonb_to_recordset($2::jsonb -> 'files') as a("user" uuid, sha256 text)
     join attachments f on f.tenant_id = $1 and f.user_id = a."user" and f.sha256 = a.sha256 and f.complete) as files`;

/** Everything that a group of records must be compared with, in one statement. */
export async function readKnown(tx: Tx, tenantId: string, asked: Asked): Promise<Known> {
  const [known] = await tx.query<Known & Record<string, unknown>>(KNOWN, [tenantId, asked]);
  if (!known) throw new Error('The group has no facts');
  return known;
}

/** Takes `count` receipt numbers in a row; answers the first. */
export async function takeReceiptNumbers(tx: Tx, tenantId: string, count: number): Promise<number> {
  const [row] = await tx.query<{ value: number }>(
    `insert into tenant_counters (tenant_id, name, value) values ($1, 'receipt', $2)
     on conflict (tenant_id, name) do update set value = tenant_counters.value + excluded.value
     returning value`,
    [tenantId, count],
  );
  if (!row) throw new Error('The tenant has no receipt counter');
  return row.value - count + 1;
}
