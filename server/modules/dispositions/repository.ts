/** SQL that records are judged by; what they write is in `group-write.ts`. */
import type { Receipt } from '../../../core/contract/dispositions';
import type { Loan } from '../../../core/contract/loans';
import type { DispositionCode } from '../../../core/domain/dispositions';
import type { Tx } from '../../db/database';
import { type Breadth, withinBreadth } from '../loans';
import { stoppedBy } from '../tenants';

/** Codes in use, in the order of the tree. */
export async function readCodes(tx: Tx, tenantId: string): Promise<DispositionCode[]> {
  const rows = await tx.query<DispositionCode & { subCodes: string[] } & Record<string, unknown>>(
    `select code, label, class, channel, rank, requires, selectable, sub_codes as "subCodes" from disposition_codes
      where tenant_id = $1 and active order by position, code`,
    [tenantId],
  );
  return rows.map(({ subCodes, ...row }) => (subCodes.length > 0 ? { ...row, subCodes } : row));
}

export interface Asked {
  keys: { user: string; key: string }[];
  relations: { user: string; breadth: Breadth; loan: string }[];
  records: string[];
  /** What mended records say that they replace. */
  mends: { user: string; key: string }[];
  /** What records say that they follow, on their own loan. */
  follows: { user: string; loan: string; record: string }[];
  files: { user: string; sha256: string }[];
}

export interface Known {
  /** Locked until the end of the transaction, with their states as they are then. */
  loans: { id: string; state: Loan['state'] }[];
  /** `by`: the record that has taken the place of this key's, which had not arrived. */
  keys: { user: string; key: string; hash: string; receipt: Receipt | null; by: string | null }[];
  /** Those who were deactivated, or whose agency or lender is switched off. */
  inactive: string[];
  /** Pairs in which the user may see the loan now. */
  visible: { user: string; loan: string }[];
  /** Of the keys that are to be replaced those that are taken, each with the record that stands there for it, if one does. */
  mended: { user: string; key: string; receiptNo: number | null; withdrawn: boolean }[];
  /** Records that are here already. */
  records: { id: string }[];
  followed: { id: string; loan: string }[];
  refused: { user: string; key: string }[];
  files: { user: string; sha256: string }[];
}

const VIEWER = { user: 'a."user"', client: 'null::uuid', agency: 'null::uuid' };

/**
 * Locks the group's loans in the order of their ids, so that two transactions never wait for each other, and reads
 * everything that the records must be compared with: one statement, one answer. A question that nobody asks is left
 * out, because planning it would cost more than answering it. Each list is looked up row by row (LATERAL … LIMIT 1): a
 * planner whose statistics are behind would otherwise read all the tenant's rows.
 */
export async function readKnown(tx: Tx, tenantId: string, asked: Asked): Promise<Known> {
  const parameters: unknown[] = [tenantId];
  const parts: string[] = [];
  const list = <T>(rows: readonly T[], type: string, pick: (row: T) => string) =>
    `$${parameters.push(rows.map(pick))}::${type}[]`;
  const answer = (name: keyof Known, row: string, from: string) =>
    parts.push(`(select coalesce(jsonb_agg(${row}), '[]') from ${from}) as ${name}`);
  const users = (rows: readonly { user: string }[]) => list(rows, 'uuid', ({ user }) => user);
  const eachFinds = (find: string) => `cross join lateral (${find} limit 1) found`;

  const loanIds = [...new Set(asked.relations.map(({ loan }) => loan))].sort();
  const locked =
    loanIds.length > 0
      ? `with locked as materialized (
           select l.id, l.state from loans l where l.tenant_id = $1 and l.id = any(${list(loanIds, 'uuid', (id) => id)})
            order by l.id for no key update)`
      : '';
  if (locked) answer('loans', "jsonb_build_object('id', locked.id, 'state', locked.state)", 'locked');

  answer(
    'keys',
    "jsonb_build_object('user', a.\"user\", 'key', a.key, 'hash', found.payload_hash, 'receipt', found.receipt, 'by', found.superseded_by)",
    `unnest(${users(asked.keys)}, ${list(asked.keys, 'uuid', ({ key }) => key)}) as a("user", key)
     ${eachFinds('select k.payload_hash, k.receipt, k.superseded_by from idempotency_keys k where k.tenant_id = $1 and k.user_id = a."user" and k.key = a.key')}`,
  );
  const everyone = [...new Set(asked.keys.map(({ user }) => user))];
  answer(
    'inactive',
    'a.id',
    `unnest(${list(everyone, 'uuid', (id) => id)}) as a(id)
     ${eachFinds(`select from users u where u.tenant_id = $1 and u.id = a.id and (not u.active or ${stoppedBy('u')} is not null)`)}`,
  );
  const seen = [...new Set(asked.relations.map(({ breadth }) => breadth))].map((breadth) => {
    const pairs = asked.relations.filter((relation) => relation.breadth === breadth);
    return `select a."user", a.loan
              from unnest(${users(pairs)}, ${list(pairs, 'uuid', ({ loan }) => loan)}) as a("user", loan)
              ${eachFinds(`select from loans l where l.tenant_id = $1 and l.id = a.loan and ${withinBreadth(breadth, VIEWER)}`)}`;
  });
  if (seen.length > 0) {
    answer('visible', "jsonb_build_object('user', s.\"user\", 'loan', s.loan)", `(${seen.join(' union all ')}) s`);
    answer(
      'records',
      "jsonb_build_object('id', a.id)",
      `unnest(${list(asked.records, 'uuid', (id) => id)}) as a(id)
       ${eachFinds('select from idempotency_keys k where k.tenant_id = $1 and k.record_id = a.id')}`,
    );
  }
  if (asked.mends.length > 0) {
    answer(
      'mended',
      `jsonb_build_object('user', a."user", 'key', a.key, 'receiptNo', found.receipt_no, 'withdrawn', found.withdrawn)`,
      `unnest(${users(asked.mends)}, ${list(asked.mends, 'uuid', ({ key }) => key)}) as a("user", key)
       ${eachFinds(`select d.receipt_no, d.withdrawn_at is not null as withdrawn from idempotency_keys k
         left join dispositions d on d.tenant_id = k.tenant_id and d.id = coalesce(k.superseded_by, k.record_id)
        where k.tenant_id = $1 and k.user_id = a."user" and k.key = a.key`)}`,
    );
  }
  if (asked.follows.length > 0) {
    const records = list(asked.follows, 'uuid', ({ record }) => record);
    answer(
      'followed',
      "jsonb_build_object('id', a.record, 'loan', a.loan)",
      `unnest(${users(asked.follows)}, ${list(asked.follows, 'uuid', ({ loan }) => loan)}, ${records}) as a("user", loan, record)
       ${eachFinds(`select from dispositions d where d.tenant_id = $1 and d.loan_id = a.loan and d.id in (a.record,
         (select k.superseded_by from idempotency_keys k
           where k.tenant_id = $1 and k.user_id = a."user" and k.key = a.record))`)}`,
    );
    answer(
      'refused',
      "jsonb_build_object('user', a.\"user\", 'key', a.record)",
      `unnest(${users(asked.follows)}, ${records}) as a("user", record)
       ${eachFinds('select from quarantine q where q.tenant_id = $1 and q.user_id = a."user" and q.key = a.record')}`,
    );
  }
  if (asked.files.length > 0) {
    answer(
      'files',
      "jsonb_build_object('user', a.\"user\", 'sha256', a.sha256)",
      `unnest(${users(asked.files)}, ${list(asked.files, 'text', ({ sha256 }) => sha256)}) as a("user", sha256)
       ${eachFinds('select from attachments f where f.tenant_id = $1 and f.user_id = a."user" and f.sha256 = a.sha256 and f.complete')}`,
    );
  }
  const [known] = await tx.query<Partial<Known> & Record<string, unknown>>(
    `${locked} select ${parts.join(', ')}`,
    parameters,
  );
  const nothing = {
    loans: [],
    keys: [],
    inactive: [],
    visible: [],
    mended: [],
    records: [],
    followed: [],
    refused: [],
    files: [],
  };
  return { ...nothing, ...known };
}

/** Of pairs in which the user may not see the loan now: those in which they, or someone below them, once held it. */
export const readOnceHeld = (
  tx: Tx,
  tenantId: string,
  pairs: readonly { user: string; breadth: Breadth; loan: string }[],
): Promise<{ user: string; loan: string }[]> =>
  tx.query(
    `select a."user", a.loan from unnest($2::uuid[], $3::uuid[], $4::boolean[]) as a("user", loan, below)
      where exists (
        select 1 from user_tree t
         where t.tenant_id = $1 and t.ancestor_id = a."user" and (a.below or t.depth = 0)
           and (exists (select 1 from loan_feed f
                         where f.tenant_id = $1 and f.user_id = t.descendant_id and f.loan_id = a.loan)
                or exists (select 1 from loan_assignments h
                            where h.tenant_id = $1 and h.profile_id = t.descendant_id and h.loan_id = a.loan)))`,
    [
      tenantId,
      pairs.map(({ user }) => user),
      pairs.map(({ loan }) => loan),
      pairs.map(({ breadth }) => breadth === 'team'),
    ],
  );
