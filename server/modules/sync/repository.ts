/** SQL over the feed of loans that each phone must know (`loan_feed`). */
import type { REVOCATION_REASONS } from '../../../core/contract/sync';
import { DIGEST_GROUPS } from '../../../core/contract/sync';
import type { Tx } from '../../db/database';
import type { Cursor, FeedRow } from './cursor';

/** In a platform transaction. */
export async function readEpoch(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ value: string }>("select value from installation where name = 'sync_epoch'");
  if (!row) throw new Error('The installation has no sync epoch');
  // A part is enough to tell one life of the database from another, and keeps cursors short.
  return row.value.slice(0, 8);
}

/** Whether the cursor names a transaction that this database has not come to yet. */
export async function isAhead(tx: Tx, { xid, safe }: Pick<Cursor, 'xid' | 'safe'>): Promise<boolean> {
  const [row] = await tx.query<{ ahead: boolean }>(
    'select greatest($1::xid8, $2::xid8) > pg_snapshot_xmax(pg_current_snapshot()) as ahead',
    [xid, safe ?? '0'],
  );
  return row?.ahead === true;
}

export interface Change extends FeedRow {
  state: 'assigned' | 'revoked';
  reason: (typeof REVOCATION_REASONS)[number] | null;
  version: number | null;
}

/** Up to `limit` rows after the cursor, and the horizon of the snapshot they were read in. */
export async function readChanges(
  tx: Tx,
  who: { tenantId: string; userId: string },
  at: Pick<Cursor, 'xid' | 'loanId'> & { from: string | 'now' | undefined },
  limit: number,
): Promise<{ horizon: string; changes: Change[] }> {
  const rows = await tx.query<{ horizon: string } & { [K in keyof Change]: Change[K] | null }>(
    `with seen as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as horizon),
     page as (
       select f.loan_id, f.state, f.reason, f.changed_xid, l.version
         from loan_feed f left join loans l on l.tenant_id = f.tenant_id and l.id = f.loan_id
        where f.tenant_id = $1 and f.user_id = $2 and (f.changed_xid, f.loan_id) > ($3::xid8, $4::uuid)
          and (f.state = 'assigned' or $5::text is null
               or f.changed_xid >= (case when $5 = 'now' then (select horizon from seen) else $5::xid8 end))
        order by f.changed_xid, f.loan_id limit $6)
     select seen.horizon, page.loan_id, page.state, page.reason, page.changed_xid, page.version,
            page.changed_xid < seen.horizon as settled
       from seen left join page on true order by page.changed_xid, page.loan_id`,
    [who.tenantId, who.userId, at.xid, at.loanId, at.from ?? null, limit],
  );
  const changes = rows.filter((row): row is typeof row & Change => row.loan_id !== null);
  return { horizon: rows[0]?.horizon ?? '0', changes };
}

/** Ids of assigned loans in these digest groups, after `after`, in order. */
export const readGroups = (
  tx: Tx,
  who: { tenantId: string; userId: string },
  groups: number[],
  after: string,
  limit: number,
): Promise<{ loan_id: string }[]> =>
  tx.query(
    `select f.loan_id from loan_feed f
      where f.tenant_id = $1 and f.user_id = $2 and f.state = 'assigned' and f.loan_id > $4::uuid
        and ${groupOf('f.loan_id')} = any($3::int[])
      order by f.loan_id limit $5`,
    [who.tenantId, who.userId, groups, after, limit],
  );

export async function countAssigned(tx: Tx, who: { tenantId: string; userId: string }): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    "select count(*) as total from loan_feed where tenant_id = $1 and user_id = $2 and state = 'assigned'",
    [who.tenantId, who.userId],
  );
  return row?.total ?? 0;
}

/** Hex digits 24 and 25 of the id's text, counted from 0, modulo the groups. */
const groupOf = (id: string) => `(('x' || substr(${id}::text, 25, 2))::bit(8)::int % ${DIGEST_GROUPS})`;

/** What `digestLoans` of the contract says about the loans assigned to the user now. */
export async function readDigests(tx: Tx, who: { tenantId: string; userId: string }): Promise<number[]> {
  const rows = await tx.query<{ digest_group: number; digest: number }>(
    `select ${groupOf('f.loan_id')} as digest_group,
            bit_xor((('x' || substr(f.loan_id::text, 29, 8))::bit(32)::bigint & 4294967295)
                    * (2 * l.version::bigint + 1) & 4294967295) as digest
       from loan_feed f join loans l on l.tenant_id = f.tenant_id and l.id = f.loan_id
      where f.tenant_id = $1 and f.user_id = $2 and f.state = 'assigned'
      group by 1`,
    [who.tenantId, who.userId],
  );
  const digests = new Array<number>(DIGEST_GROUPS).fill(0);
  for (const { digest_group, digest } of rows) digests[digest_group] = digest;
  return digests;
}
