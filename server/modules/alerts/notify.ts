/** Notifications: who hears of what, and their rows. All SQL of it is here. */

import type { Notification, NotificationKind } from '../../../core/contract/alerts';
import type { Role } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';

/**
 * `holder` the telecaller and the field agent with the loan · `managers` above whoever holds it · `superiors` above whom it happened to ·
 * `client` the lender's people · `admins`
 */
type Audience = 'holder' | 'managers' | 'superiors' | 'client' | 'admins';

const AUDIENCES: Record<NotificationKind, readonly Audience[]> = {
  'payment-received': ['holder', 'managers', 'client', 'admins'],
  'payment-review': ['managers', 'admins'],
  'promise-broken': ['holder', 'managers'],
  // Its sender alone.
  'message-failed': [],
  'agent-unsafe': ['managers', 'superiors', 'admins'],
  'request-asked': ['managers', 'superiors', 'admins'],
  // Whoever asked.
  'request-answered': [],
  // Those of the roles whose word is awaited.
  'settlement-turn': ['managers', 'client', 'admins'],
  // And whoever raised it.
  'settlement-step': ['holder'],
  'settlement-due': ['holder', 'managers'],
  // And whoever approved it.
  'settlement-late': ['managers', 'client', 'admins'],
  'settlement-void': ['managers', 'client', 'admins'],
  // Whoever asked for it, by `notifyOfExport`.
  'export-ready': [],
};

const WHO: Record<Audience, string> = {
  holder: `upper(u.role) in ('CRM_TELECALLER', 'CRM_FIELDAGENT') and exists (select 1 from loan_assignments a
      where a.tenant_id = u.tenant_id and a.loan_id = l.id and a.ended_at is null and a.profile_id = u.id)`,
  managers: `upper(u.role) in ('CRM_MANAGER', 'CRM_SUPERMANAGER') and exists (select 1 from loan_assignments a
      join user_tree t on t.tenant_id = a.tenant_id and t.descendant_id = a.profile_id
     where a.tenant_id = u.tenant_id and a.loan_id = l.id and a.ended_at is null and t.ancestor_id = u.id)`,
  superiors: `upper(u.role) in ('CRM_MANAGER', 'CRM_SUPERMANAGER') and exists (select 1 from user_tree t
     where t.tenant_id = u.tenant_id and t.descendant_id = $7 and t.ancestor_id = u.id)`,
  client: `upper(u.role) in ('CLIENT_ADMIN', 'CUSTOMER') and u.client_id = l.client_id`,
  admins: `upper(u.role) in ('TENANT_ADMIN', 'CRM_TENANTADMIN') and (coalesce(u.sub_role, 'NCM') = 'NCM' or exists (
      select 1 from user_tree t where t.tenant_id = u.tenant_id and t.ancestor_id = u.id and (t.descendant_id = $7 or t.descendant_id in (
        select a.profile_id from loan_assignments a where a.tenant_id = u.tenant_id and a.loan_id = l.id and a.ended_at is null))))`,
};

export interface NewNotification {
  kind: NotificationKind;
  loanId: string;
  /** Once for a person and a cause. */
  cause: string;
  amountPaise?: number;
  /** Besides those whom the kind names. */
  userId?: string;
  /** Whom it happened to: says who their superiors are. */
  happenedTo?: string;
  /** Of those whom the kind names, these roles alone. */
  roles?: readonly Role[];
  /** Never these people. */
  except?: readonly string[];
}

/** In the transaction's tenant. */
export async function notify(
  tx: Tx,
  { kind, loanId, cause, amountPaise, userId, happenedTo, roles, except = [] }: NewNotification,
  now: Date,
): Promise<void> {
  const who = AUDIENCES[kind].map((audience) => `(${WHO[audience]})`);
  await tx.query(
    `insert into notifications (tenant_id, id, user_id, loan_id, kind, cause, amount_paise, created_at, updated_at)
     select u.tenant_id, gen_random_uuid(), u.id, l.id, $2, $3, $4, $5, $5
       from loans l join users u on u.tenant_id = l.tenant_id
      where l.tenant_id = current_tenant() and l.id = $1 and u.active and $7::uuid is distinct from u.id and u.id <> all($9::uuid[])
        and ($8::text[] is null or upper(u.role) = any($8)) and (${['u.id = $6', ...who].join(' or ')})
     on conflict do nothing`,
    [loanId, kind, cause, amountPaise ?? null, now, userId ?? null, happenedTo ?? null, roles ?? null, except],
  );
}

/** Tells whoever asked for an export that it is ready; once. In the transaction's tenant. */
export const notifyOfExport = (tx: Tx, exportId: string, userId: string, now: Date) =>
  tx.query(
    `insert into notifications (tenant_id, id, user_id, export_id, kind, cause, created_at, updated_at)
     values (current_tenant(), gen_random_uuid(), $1, $2::uuid, 'export-ready', 'export-ready:' || $2, $3, $3) on conflict do nothing`,
    [userId, exportId, now],
  );

export interface NotificationQuery {
  from: Date;
  /** Not included. */
  to: Date;
  kind: NotificationKind | null;
  /** Those about no loan as well. */
  all: boolean;
  q: string;
  sort: 'createdAt' | 'customerName' | 'loanNumber' | 'amountPaise';
  dir: 'asc' | 'desc';
  limit: number;
  offset: number;
}

const ORDER: Record<NotificationQuery['sort'], string> = {
  createdAt: 'n.created_at',
  customerName: 'lower(b.name)',
  loanNumber: 'l.loan_number',
  amountPaise: 'n.amount_paise',
};

/** Active ones alone: one that was deactivated leaves the list (specification 4). */
export async function notificationPage(
  tx: Tx,
  userId: string,
  query: NotificationQuery,
): Promise<{ rows: Notification[]; total: number }> {
  const like = `%${query.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows, total } = await pageWithTotal<{
    id: string;
    loan_id: string | null;
    loan_number: string | null;
    customer: string | null;
    export_id: string | null;
    file_name: string | null;
    kind: NotificationKind;
    amount_paise: number | null;
    created_at: string;
  }>(
    tx,
    `select n.id, n.loan_id, l.loan_number, b.name as customer, n.kind, n.amount_paise, n.created_at, e.id as export_id, e.file_name,
            count(*) over () as total
       from notifications n
       left join loans l on l.tenant_id = n.tenant_id and l.id = n.loan_id
       left join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       left join report_exports e on e.tenant_id = n.tenant_id and e.id = n.export_id
      where n.tenant_id = current_tenant() and n.user_id = $1 and n.is_active and n.created_at >= $2 and n.created_at < $3
        and ($4::text is null or n.kind = $4) and lower(coalesce(l.loan_number || ' ' || b.name, e.file_name)) like $5 and (n.loan_id is not null or $6)
      order by ${ORDER[query.sort]} ${query.dir} nulls last, n.id`,
    [userId, query.from, query.to, query.kind, like, query.all],
    query,
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      loanId: row.loan_id,
      loanNumber: row.loan_number ?? '',
      customerName: row.customer ?? '',
      ...(row.export_id && row.file_name && { exported: { id: row.export_id, fileName: row.file_name } }),
      kind: row.kind,
      amountPaise: row.amount_paise,
      createdAt: row.created_at,
      isActive: true,
    })),
  };
}

/** Those of the person alone; answers how many of the ids are theirs. */
export async function setActive(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  active: boolean,
  now: Date,
): Promise<number> {
  const rows = await tx.query(
    `update notifications set is_active = $3, updated_at = $4
      where tenant_id = current_tenant() and user_id = $1 and id = any($2::uuid[]) returning 1`,
    [userId, ids, active, now],
  );
  return rows.length;
}
