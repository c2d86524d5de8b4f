/** SQL over alerts of one person. */
import { type Alert, type AlertType, type MissedAlert, MOST_MISSED } from '../../../core/contract/alerts';
import { maskMobile } from '../../../core/domain/masking';
import type { Tx } from '../../db/database';

/** An alert is new for so long: five polls, in case some of them are lost. */
const NEW_MS = 10 * 60_000;

interface AlertRow {
  id: string;
  loan_id: string;
  loan_number: string;
  kind: AlertType;
  customer: string;
  alert_at: string;
}

const COLUMNS = 'a.id, a.loan_id, l.loan_number, a.kind, b.name as customer, a.alert_at';
const TABLES = `alerts a
  join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id
  join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id`;

const fieldsOf = (row: AlertRow) => ({
  id: row.id,
  loanId: row.loan_id,
  loanNumber: row.loan_number,
  alertType: row.kind,
  customerName: row.customer,
});
const present = (row: AlertRow): Alert => ({ ...fieldsOf(row), alertTime: row.alert_at });

export async function newAlerts(tx: Tx, userId: string, now: Date): Promise<Alert[]> {
  const rows = await tx.query<AlertRow>(
    `select ${COLUMNS} from ${TABLES}
      where a.tenant_id = current_tenant() and a.user_id = $1 and a.deactivated_at is null and a.created_at > $2
      order by a.created_at, a.id limit ${MOST_MISSED}`,
    [userId, new Date(now.getTime() - NEW_MS)],
  );
  return rows.map(present);
}

export async function missedAlerts(tx: Tx, userId: string): Promise<MissedAlert[]> {
  const rows = await tx.query<
    AlertRow & { created_at: string; updated_at: string; mobile: string | null; overdue_paise: number }
  >(
    `select ${COLUMNS}, a.created_at, a.updated_at, l.overdue_paise,
            (select p.number from phones p where p.tenant_id = l.tenant_id and p.borrower_id = l.borrower_id
               and not p.invalid order by p.rank, p.id limit 1) as mobile
       from ${TABLES}
      where a.tenant_id = current_tenant() and a.user_id = $1 and a.deactivated_at is null
      order by a.alert_at desc, a.id limit ${MOST_MISSED}`,
    [userId],
  );
  return rows.map((row) => ({
    ...fieldsOf(row),
    alertDateTime: row.alert_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mobile: row.mobile === null ? null : maskMobile(row.mobile),
    overduePaise: row.overdue_paise,
  }));
}

/** Undefined when it is no alert of this person. Repeating it changes nothing. */
export async function deactivate(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<{ id: string; loanId: string; loanNumber: string } | undefined> {
  const [row] = await tx.query<{ id: string; loan_id: string; loan_number: string }>(
    `with changed as (
       update alerts set deactivated_at = coalesce(deactivated_at, $3), updated_at = $3
        where tenant_id = current_tenant() and user_id = $1 and id = $2 returning id, loan_id)
     select c.id, c.loan_id, l.loan_number from changed c
       join loans l on l.tenant_id = current_tenant() and l.id = c.loan_id`,
    [userId, id, now],
  );
  return row && { id: row.id, loanId: row.loan_id, loanNumber: row.loan_number };
}

/** The loan needs nobody's call any more: its alerts go, and call-backs that are still to come do not come. */
export async function silenceLoan(tx: Tx, loanId: string, now: Date): Promise<void> {
  await tx.query(
    `update alerts set deactivated_at = $2, updated_at = $2
      where tenant_id = current_tenant() and loan_id = $1 and deactivated_at is null`,
    [loanId, now],
  );
  await tx.query(
    'update callbacks_due set raised_at = $2 where tenant_id = current_tenant() and loan_id = $1 and raised_at is null',
    [loanId, now],
  );
}

export interface Told extends Alert {
  userId: string;
}

/**
 * Open alerts of these people that were written by transaction `from` or later, and from where to ask next time: the
 * oldest transaction that still runs, so that what it will commit is not skipped. Some are answered twice.
 */
export async function alertsSince(
  tx: Tx,
  userIds: readonly string[],
  from: string,
): Promise<{ next: string; alerts: Told[] }> {
  const next = await cursorNow(tx);
  const rows = await tx.query<AlertRow & { user_id: string }>(
    `select ${COLUMNS}, a.user_id from ${TABLES}
      where a.tenant_id = current_tenant() and a.changed_xid >= $1::xid8 and a.user_id = any($2::uuid[])
        and a.deactivated_at is null
      order by a.changed_xid, a.id limit 5000`,
    [from, userIds],
  );
  return { next, alerts: rows.map((row) => ({ ...present(row), userId: row.user_id })) };
}

export async function cursorNow(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ next: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as next');
  return row?.next ?? '0';
}
