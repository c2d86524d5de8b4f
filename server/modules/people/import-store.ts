/** SQL of files of people and their lines. */
import type { PeopleImport } from '../../../core/contract/people-import';
import type { Tx } from '../../db/database';
import type { PlannedPerson, PlannedRow } from './import-plan';

/** The running import of the same file, or undefined. */
export async function runningImport(tx: Tx, fileHash: string, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from people_imports where tenant_id = current_tenant() and file_hash = $1 and state = 'running' and created_by = $2`,
    [fileHash, userId],
  );
  return row?.id;
}

/** False when the same file is being taken already. */
export async function insertImport(
  tx: Tx,
  made: { id: string; fileName: string; fileHash: string; columns: string[]; createdBy: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into people_imports (tenant_id, id, file_name, file_hash, columns, state, created_by, created_at)
     values (current_tenant(), $1, $2, $3, $4::text[], 'running', $5, $6)
     on conflict do nothing returning 1`,
    [made.id, made.fileName, made.fileHash, made.columns, made.createdBy, made.now],
  );
  return rows.length > 0;
}

export async function insertRows(
  tx: Tx,
  tenantId: string,
  importId: string,
  rows: readonly PlannedRow[],
): Promise<void> {
  await tx.copyFrom(
    'people_import_rows',
    ['tenant_id', 'import_id', 'line', 'cells', 'state', 'person', 'initial_password', 'by_mail', 'reason'],
    rows.map((row) => [
      tenantId,
      importId,
      row.line,
      // Kept as they came only for who has to mend them: a first password may stand among them.
      row.state === 'already' ? [] : row.cells,
      row.state === 'ready' ? 'waiting' : row.state,
      row.person,
      row.initialPassword,
      row.state === 'ready' && row.initialPassword === null,
      row.problems.map(({ column, message }) => `${column}: ${message}`).join('; ') || null,
    ]),
  );
}

const IMPORT = `select i.id, i.file_name, i.state, i.created_at, u.full_name as created_by, i.finished_at,
    count(r.line) as total, count(*) filter (where r.state = 'waiting') as waiting,
    count(*) filter (where r.state = 'created') as created, count(*) filter (where r.state = 'already') as already,
    count(*) filter (where r.state = 'wrong') as wrong
  from people_imports i join users u on u.tenant_id = i.tenant_id and u.id = i.created_by
  left join people_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
 where i.tenant_id = current_tenant() and i.created_by = $1`;

interface StoredImport {
  id: string;
  file_name: string;
  state: 'running' | 'done';
  created_at: string;
  created_by: string;
  finished_at: string | null;
  total: number;
  waiting: number;
  created: number;
  already: number;
  wrong: number;
}
const present = ({ file_name, created_at, created_by, finished_at, ...rest }: StoredImport): PeopleImport => ({
  ...rest,
  fileName: file_name,
  createdAt: created_at,
  createdBy: created_by,
  finishedAt: finished_at,
});

export async function findImport(tx: Tx, userId: string, id: string): Promise<PeopleImport | undefined> {
  const [row] = await tx.query<StoredImport>(
    `${IMPORT} and i.id = $2 group by i.tenant_id, i.id, u.full_name, i.file_name, i.state, i.created_at, i.finished_at`,
    [userId, id],
  );
  return row && present(row);
}

export async function latestImports(tx: Tx, userId: string): Promise<PeopleImport[]> {
  const rows = await tx.query<StoredImport>(
    `${IMPORT} group by i.tenant_id, i.id, u.full_name, i.file_name, i.state, i.created_at, i.finished_at order by i.created_at desc limit 20`,
    [userId],
  );
  return rows.map(present);
}

/** Lines that were not created, as they came, with their reasons. */
export async function wrongRows(
  tx: Tx,
  id: string,
): Promise<{ fileName: string; columns: string[]; rows: string[][] }> {
  const [head] = await tx.query<{ file_name: string; columns: string[] }>(
    'select file_name, columns from people_imports where tenant_id = current_tenant() and id = $1',
    [id],
  );
  const rows = await tx.query<{ cells: string[]; reason: string | null }>(
    `select cells, reason from people_import_rows
      where tenant_id = current_tenant() and import_id = $1 and state = 'wrong' order by line`,
    [id],
  );
  return {
    fileName: head?.file_name ?? '',
    columns: head?.columns ?? [],
    rows: rows.map(({ cells, reason }) => [...cells, reason ?? '']),
  };
}

export interface WaitingRow {
  line: number;
  person: PlannedPerson;
  initial_password: string | null;
}

export const nextRows = (tx: Tx, importId: string, limit: number): Promise<WaitingRow[]> =>
  tx.query<WaitingRow>(
    `select line, person, initial_password from people_import_rows
      where tenant_id = current_tenant() and import_id = $1 and state = 'waiting' order by line limit $2`,
    [importId, limit],
  );

export async function settleRow(
  tx: Tx,
  importId: string,
  line: number,
  result: { state: 'created' | 'already' | 'wrong'; reason?: string; userId?: string },
): Promise<void> {
  await tx.query(
    `update people_import_rows set state = $3, reason = $4, user_id = $5, initial_password = null,
            cells = case when $3 = 'wrong' then cells else '{}' end
      where tenant_id = current_tenant() and import_id = $1 and line = $2`,
    [importId, line, result.state, result.reason ?? null, result.userId ?? null],
  );
}

export interface Unmailed {
  line: number;
  user_id: string;
  full_name: string;
  username: string;
  email: string;
  role: string;
}

/** Those created without a password of the file, who have not heard of theirs. */
export const unmailed = (tx: Tx, importId: string, limit: number): Promise<Unmailed[]> =>
  tx.query<Unmailed>(
    `select r.line, r.user_id, u.full_name, u.username, u.email, u.role
       from people_import_rows r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where r.tenant_id = current_tenant() and r.import_id = $1 and r.state = 'created' and r.mailed_at is null
        and r.by_mail and u.must_change_password and u.active and u.email is not null
      order by r.line limit $2`,
    [importId, limit],
  );

export async function setMailed(tx: Tx, importId: string, line: number, now: Date): Promise<void> {
  await tx.query(
    'update people_import_rows set mailed_at = $3 where tenant_id = current_tenant() and import_id = $1 and line = $2',
    [importId, line, now],
  );
}

export async function finishImport(tx: Tx, importId: string, now: Date): Promise<void> {
  await tx.query(
    `update people_imports set state = 'done', finished_at = $2 where tenant_id = current_tenant() and id = $1`,
    [importId, now],
  );
}
