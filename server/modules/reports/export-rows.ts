/** Exports as rows; all SQL of them is here. */
import type { EXPORT_STATES, ExportFileType, ReportExport } from '../../../core/contract/report-exports';
import type { ExportKind } from '../../../core/domain/export-kinds';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';
import type { ExportFilters } from './service';

/** By what the rows of a file were chosen. */
export interface ExportScope {
  role: string;
  subRole: string | null;
  agencyId: string | null;
  clientId: string | null;
  /** Whose rows it may hold; null for those of everybody, and of the person alone. */
  people: string[] | null;
}

export interface ExportRow {
  id: string;
  user_id: string;
  kind: ExportKind;
  format_id: string | null;
  file_type: ExportFileType;
  file_name: string;
  /** Of a report, with its days; of the list of loans what it was filtered by. */
  filters: ExportFilters & { from: string; to: string };
  state: (typeof EXPORT_STATES)[number];
  rows_done: number;
  rows_total: number | null;
  size: number | null;
  sha256: string | null;
  file: string | null;
  problem: string | null;
  scope: ExportScope | null;
  /** The sending that it is written for. */
  delivery_id: string | null;
  created_at: string;
  finished_at: string | null;
  expires_at: string;
}

export const presentExport = (row: ExportRow): ReportExport => ({
  id: row.id,
  kind: row.kind,
  fileType: row.file_type,
  fileName: row.file_name,
  state: row.state,
  rowsDone: row.rows_done,
  rowsTotal: row.rows_total,
  size: row.size,
  sha256: row.sha256,
  problem: row.problem,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
});

/** Each try has a file of its own, so that one which was taken over spoils nothing. */
export const exportKey = (tenantId: string, id: string, attempt: number): string =>
  `exports/${tenantId}/${id}.${attempt}`;

export type NewExport = Pick<ExportRow, 'id' | 'kind' | 'format_id' | 'file_type' | 'file_name' | 'filters'> & {
  /** The sending that it is written for. */
  delivery_id?: string;
};

/** False when the id exists. */
export async function insertExport(tx: Tx, userId: string, made: NewExport, now: Date, until: Date): Promise<boolean> {
  const rows = await tx.query(
    `insert into report_exports (tenant_id, id, user_id, kind, format_id, file_type, file_name, filters, state, created_at, expires_at, delivery_id)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10) on conflict (tenant_id, id) do nothing returning id`,
    [
      made.id,
      userId,
      made.kind,
      made.format_id,
      made.file_type,
      made.file_name,
      JSON.stringify(made.filters),
      now,
      until,
      made.delivery_id ?? null,
    ],
  );
  return rows.length > 0;
}

export async function findExport(tx: Tx, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx.query<ExportRow & Record<string, unknown>>(
    'select * from report_exports where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return row;
}

/** Of those that the person asked for. */
export const newestExports = (tx: Tx, userId: string, most: number): Promise<ExportRow[]> =>
  tx.query<ExportRow & Record<string, unknown>>(
    `select * from report_exports where tenant_id = current_tenant() and user_id = $1 and delivery_id is null
      order by created_at desc, id desc limit ${most}`,
    [userId],
  );

/** How many of the exports that a person asked for are not over. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from report_exports
      where tenant_id = current_tenant() and user_id = $1 and delivery_id is null and state in ('waiting', 'running')`,
    [userId],
  );
  return row?.count ?? 0;
}

/** Whose turn it is: a tenant's exports are written one after the other, those to be mailed beside those that people asked for. */
export async function firstOpen(tx: Tx, mailed: boolean): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from report_exports
      where tenant_id = current_tenant() and state in ('waiting', 'running') and (delivery_id is not null) = $1
      order by created_at, id limit 1`,
    [mailed],
  );
  return row?.id;
}

export async function beginExport(tx: Tx, id: string, scope: ExportScope): Promise<boolean> {
  const rows = await tx.query(
    `update report_exports set state = 'running', scope = $2, rows_done = 0, rows_total = null
      where tenant_id = current_tenant() and id = $1 and state in ('waiting', 'running') returning id`,
    [id, JSON.stringify(scope)],
  );
  return rows.length > 0;
}

/** False when it is no longer wanted. */
export async function noteProgress(tx: Tx, id: string, done: number, total: number | null): Promise<boolean> {
  const rows = await tx.query(
    `update report_exports set rows_done = $2, rows_total = $3
      where tenant_id = current_tenant() and id = $1 and state = 'running' returning id`,
    [id, done, total],
  );
  return rows.length > 0;
}

export async function endExport(
  tx: Tx,
  id: string,
  end:
    | { state: 'done'; rows: number; size: number; sha256: string; file: string; until: Date }
    | { state: 'failed'; problem: string }
    | { state: 'cancelled' },
  now: Date,
): Promise<boolean> {
  const done = end.state === 'done' ? end : undefined;
  const rows = await tx.query(
    `update report_exports set state = $2, finished_at = $3, problem = $4, size = $5, sha256 = $6,
        rows_done = coalesce($7, rows_done), rows_total = coalesce($7, rows_total), expires_at = coalesce($8, expires_at), file = $9
      where tenant_id = current_tenant() and id = $1 and state in ('waiting', 'running') returning id`,
    [
      id,
      end.state,
      now,
      end.state === 'failed' ? end.problem : null,
      done?.size ?? null,
      done?.sha256 ?? null,
      done?.rows ?? null,
      done?.until ?? null,
      done?.file ?? null,
    ],
  );
  return rows.length > 0;
}

/** Those whose time is over, at most 500: answers their files, which go; the rows go after 90 days. */
export async function expireExports(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx.query<{ file: string | null }>(
    `update report_exports set state = case when state in ('waiting', 'running') then 'failed' else 'expired' end,
        finished_at = coalesce(finished_at, $1)
      where tenant_id = current_tenant() and id in (select id from report_exports
        where tenant_id = current_tenant() and expires_at < $1 and state in ('waiting', 'running', 'done') order by expires_at limit 500)
      returning file`,
    [now],
  );
  await tx.query('delete from report_exports where tenant_id = current_tenant() and expires_at < $1', [
    new Date(now.getTime() - 90 * 86_400_000),
  ]);
  return rows.flatMap(({ file }) => file ?? []);
}

export async function peopleOf(tx: Tx, actor: Actor): Promise<string[]> {
  const parameters: unknown[] = [];
  const rows = await tx.query<{ id: string }>(
    `select u.id from users u where u.tenant_id = current_tenant() and ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')}`,
    parameters,
  );
  return rows.map(({ id }) => id);
}

/** Whether all of them are still within the caller's sight. */
export async function seesAll(tx: Tx, actor: Actor, people: readonly string[]): Promise<boolean> {
  const parameters: unknown[] = [people];
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from users u where u.tenant_id = current_tenant() and u.id = any($1::uuid[])
        and ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')}`,
    parameters,
  );
  return row?.count === people.length;
}

/** To whom word of a report goes; undefined for nobody. */
export async function personOf(tx: Tx, userId: string) {
  const [row] = await tx.query<{ full_name: string; email: string | null; active: boolean }>(
    'select full_name, email, active from users where tenant_id = current_tenant() and id = $1',
    [userId],
  );
  return row;
}
