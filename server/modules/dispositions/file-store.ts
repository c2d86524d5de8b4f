/** Files of outcomes and the rows of them that need a look; all SQL of them is here. */
import type { DispositionFile } from '../../../core/contract/disposition-files';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope, peopleScope } from '../loans';

export interface FileJobRow extends Record<string, unknown> {
  id: string;
  state: DispositionFile['state'];
  file_name: string;
  made_by: string;
  maker: string | null;
  created_at: string;
  finished_at: string | null;
  columns: string[];
  layout: TableLayout;
  line: number;
  rows_done: number;
  taken: number;
  repeated: number;
  without_effect: number;
  refused: number;
  problem: string | null;
}

export const presentFile = (row: FileJobRow): DispositionFile => ({
  id: row.id,
  state: row.state,
  fileName: row.file_name,
  madeBy: row.maker,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  rows: row.rows_done,
  taken: row.taken,
  repeated: row.repeated,
  withoutEffect: row.without_effect,
  refused: row.refused,
  problem: row.problem,
});

const COLUMNS = `f.*, (select u.full_name from users u where u.tenant_id = f.tenant_id and u.id = f.made_by) as maker`;
const mine = (actor: Actor, parameters: unknown[]) => peopleScope(actor, parameters, 'f.tenant_id', 'f.made_by');

/** One that the caller or somebody below them sent. */
export async function findFile(tx: Tx, actor: Actor, id: string): Promise<FileJobRow | undefined> {
  const parameters: unknown[] = [actor.tenantId, id];
  const [row] = await tx.query<FileJobRow>(
    `select ${COLUMNS} from disposition_files f where f.tenant_id = $1 and f.id = $2 and ${mine(actor, parameters)}`,
    parameters,
  );
  return row;
}

/** What the job needs of a file, whoever sent it; locked against its cancelling. */
export async function fileAtWork(tx: Tx, id: string): Promise<FileJobRow | undefined> {
  const [row] = await tx.query<FileJobRow>(
    `select f.*, null as maker from disposition_files f where f.tenant_id = current_tenant() and f.id = $1 for no key update`,
    [id],
  );
  return row?.state === 'working' ? row : undefined;
}

export interface FileQuestion {
  limit: number;
  offset: number;
  /** Part of a file's name. */
  name?: string | undefined;
}

export function newestFiles(tx: Tx, actor: Actor, { limit, offset, name }: FileQuestion): Promise<FileJobRow[]> {
  const parameters: unknown[] = [actor.tenantId, limit, offset, name?.toLowerCase() ?? ''];
  return tx.query<FileJobRow>(
    `select ${COLUMNS} from disposition_files f where f.tenant_id = $1
        and position($4 in lower(f.file_name)) > 0 and ${mine(actor, parameters)}
      order by f.created_at desc, f.id desc limit $2 offset $3`,
    parameters,
  );
}

export async function countFiles(tx: Tx, actor: Actor, name?: string): Promise<number> {
  const parameters: unknown[] = [actor.tenantId, name?.toLowerCase() ?? ''];
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from disposition_files f where f.tenant_id = $1
        and position($2 in lower(f.file_name)) > 0 and ${mine(actor, parameters)}`,
    parameters,
  );
  return row?.count ?? 0;
}

/** The same file of the same person that is still at work; undefined where there is none. */
export async function sameAtWork(tx: Tx, userId: string, sha256: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from disposition_files where tenant_id = current_tenant() and made_by = $1 and sha256 = $2 and state = 'working'`,
    [userId, sha256],
  );
  return row?.id;
}

export const insertFile = (
  tx: Tx,
  file: {
    id: string;
    fileName: string;
    sha256: string;
    columns: readonly string[];
    layout: TableLayout;
    by: string;
    now: Date;
  },
) =>
  tx.query(
    `insert into disposition_files (tenant_id, id, state, file_name, sha256, made_by, created_at, columns, layout)
     values (current_tenant(), $1, 'working', $2, $3, $4, $5, $6, $7)`,
    [file.id, file.fileName, file.sha256, file.by, file.now, JSON.stringify(file.columns), JSON.stringify(file.layout)],
  );

export async function endFile(
  tx: Tx,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  now: Date,
  problem: string | null = null,
): Promise<boolean> {
  const rows = await tx.query(
    `update disposition_files set state = $2, finished_at = $3, problem = $4
      where tenant_id = current_tenant() and id = $1 and state = 'working' returning id`,
    [id, state, now, problem],
  );
  return rows.length > 0;
}

/** What became of a row; a text is shown to whoever sent it. */
export interface RowOutcome {
  line: number;
  cells: readonly string[];
  became: 'taken' | 'repeated' | 'without_effect' | 'refused';
  reason: string | null;
}

export async function noteRows(tx: Tx, id: string, rows: readonly RowOutcome[]): Promise<void> {
  const of = (what: RowOutcome['became']) => rows.filter(({ became }) => became === what).length;
  const shown = rows.filter(({ reason }) => reason !== null);
  await tx.query(
    `insert into disposition_file_rows (tenant_id, file_id, line, cells, reason)
     select current_tenant(), $1, r.line, r.cells, r.reason
       from jsonb_to_recordset($2::jsonb) as r(line int, cells jsonb, reason text)
     on conflict (tenant_id, file_id, line) do nothing`,
    [id, JSON.stringify(shown)],
  );
  await tx.query(
    `update disposition_files set line = $2, rows_done = rows_done + $3, taken = taken + $4, repeated = repeated + $5,
            without_effect = without_effect + $6, refused = refused + $7
      where tenant_id = current_tenant() and id = $1`,
    [id, rows.at(-1)?.line ?? 0, rows.length, of('taken'), of('repeated'), of('without_effect'), of('refused')],
  );
}

export const shownRows = (tx: Tx, id: string, after: number, limit: number) =>
  tx.query<{ line: number; cells: string[]; reason: string }>(
    `select line, cells, reason from disposition_file_rows
      where tenant_id = current_tenant() and file_id = $1 and line > $2 order by line limit $3`,
    [id, after, limit],
  );

/** Rows of files that ended before an instant; false when none is left. */
export async function forgetFileRows(tx: Tx, before: Date, limit: number): Promise<boolean> {
  const gone = await tx.query(
    `delete from disposition_file_rows where tenant_id = current_tenant() and (file_id, line) in (
       select r.file_id, r.line from disposition_files f join disposition_file_rows r
           on r.tenant_id = f.tenant_id and r.file_id = f.id
        where f.tenant_id = current_tenant() and f.created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return gone.length === limit;
}

/** Loans by number that the sender may see. */
export async function loansByNumber(tx: Tx, actor: Actor, numbers: readonly string[]): Promise<Map<string, string>> {
  const parameters: unknown[] = [actor.tenantId, [...new Set(numbers)]];
  const rows = await tx.query<{ id: string; loan_number: string }>(
    `select l.id, l.loan_number from loans l
      where l.tenant_id = $1 and l.loan_number = any($2::text[]) and ${loanScope(actor, parameters)}`,
    parameters,
  );
  return new Map(rows.map(({ id, loan_number }) => [loan_number, id]));
}

/** Active people whom the sender looks after, by login or e-mail in small letters. */
export async function agentsByName(tx: Tx, actor: Actor, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const parameters: unknown[] = [actor.tenantId, [...new Set(names)]];
  const rows = await tx.query<{ id: string; name: string }>(
    `select u.id, n.name from unnest($2::text[]) as n(name) join users u on u.tenant_id = $1 and u.active
        and (lower(u.username) = n.name or lower(u.email) = n.name)
      where ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')}`,
    parameters,
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}
