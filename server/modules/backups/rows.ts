import type { BACKUP_STATES, BACKUP_VERDICTS, Backup } from '../../../core/contract/backups';
import { backupsKept, MOST_BY_HAND, STALE_DAYS } from '../../../core/domain/backups';
import { dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Amount } from './dump';

const DAY_MS = 86_400_000;
/** Rows of what failed or differs are looked at for so long. */
const PROBLEM_DAYS = 30;

export interface BackupRow {
  [column: string]: unknown;
  id: string;
  asked_by: string | null;
  by: string | null;
  state: (typeof BACKUP_STATES)[number];
  steps_done: number;
  steps: number;
  file: string | null;
  size: number | null;
  rows: number | null;
  files: number | null;
  verdict: (typeof BACKUP_VERDICTS)[number] | null;
  verified_at: string | null;
  problem: string | null;
  created_at: string;
}

/** Each try writes a file of its own, so that one which was taken over spoils nothing. */
export const backupFileKey = (tenantId: string, id: string, attempt: number): string =>
  `backups/${tenantId}/${id}.${attempt}`;

const COLUMNS = `b.id, b.asked_by, b.state, b.steps_done, b.steps, b.file, b.size, b.rows, b.files, b.verdict, b.verified_at,
  b.problem, b.created_at, (select u.full_name from users u where u.tenant_id = b.tenant_id and u.id = b.asked_by) as by`;

export const presentBackup = (row: BackupRow): Backup => ({
  id: row.id,
  at: row.created_at,
  by: row.asked_by === null ? null : (row.by ?? ''),
  state: row.state,
  progress: row.state === 'writing' || row.state === 'waiting' ? { done: row.steps_done, total: row.steps } : null,
  fileName: `recoup-${row.created_at.slice(0, 16).replace('T', '-').replace(':', '')}.backup`,
  size: row.size,
  rows: row.rows,
  files: row.files,
  verdict: row.verdict,
  verifiedAt: row.verified_at,
  problem: row.problem,
});

export const newestBackups = (tx: Tx, most: number, after = 0): Promise<BackupRow[]> =>
  tx.query<BackupRow>(
    `select ${COLUMNS} from backups b where b.tenant_id = current_tenant() order by b.created_at desc, b.id limit $1 offset $2`,
    [most, after],
  );

export async function findBackup(tx: Tx, id: string): Promise<BackupRow | undefined> {
  const [row] = await tx.query<BackupRow>(
    `select ${COLUMNS} from backups b where b.tenant_id = current_tenant() and b.id = $1`,
    [id],
  );
  return row;
}

/** Few: retention bounds those by night, `MOST_BY_HAND` the others. */
export async function countBackups(tx: Tx): Promise<{ total: number; verified: string | null }> {
  const [row] = await tx.query<{ total: number; verified: string | null }>(
    `select count(*) as total, max(created_at) filter (where verdict = 'verified') as verified
       from backups where tenant_id = current_tenant()`,
  );
  return { total: row?.total ?? 0, verified: row?.verified ?? null };
}

/** When the newest by night was begun. */
export async function newestNight(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ at: string | null }>(
    'select max(created_at) as at from backups where tenant_id = current_tenant() and asked_by is null',
  );
  return row?.at ?? null;
}

export const isStale = (verified: string | null, now: Date): boolean =>
  verified === null || now.getTime() - Date.parse(verified) > STALE_DAYS * DAY_MS;

/** `made`: it is new; `there`: it was asked for before; `open`: another one is being made; `many`: too many stay by hand. */
export async function insertBackup(
  tx: Tx,
  { id, askedBy }: { id: string; askedBy: string | null },
  now: Date,
): Promise<'made' | 'there' | 'open' | 'many'> {
  if (await findBackup(tx, id)) return 'there';
  if (askedBy !== null) {
    const [row] = await tx.query<{ count: number }>(
      "select count(*) from backups where tenant_id = current_tenant() and asked_by is not null and state <> 'failed'",
    );
    if ((row?.count ?? 0) >= MOST_BY_HAND) return 'many';
  }
  const made = await tx.query(
    `insert into backups (tenant_id, id, asked_by, state, created_at) values (current_tenant(), $1, $2, 'waiting', $3)
     on conflict (tenant_id) where state in ('waiting', 'writing') do nothing returning 1`,
    [id, askedBy, now],
  );
  return made.length > 0 ? 'made' : 'open';
}

/** False when it is not to be written, or not any more. */
export async function noteSteps(tx: Tx, id: string, done: number, of: number): Promise<boolean> {
  const rows = await tx.query(
    `update backups set state = 'writing', steps_done = $2, steps = $3
      where tenant_id = current_tenant() and id = $1 and state in ('waiting', 'writing') returning 1`,
    [id, done, of],
  );
  return rows.length > 0;
}

export const noteWritten = (tx: Tx, id: string, file: string, { size, rows, files }: Amount & { size: number }) =>
  tx.query(
    `update backups set state = 'verifying', file = $2, size = $3, rows = $4, files = $5
      where tenant_id = current_tenant() and id = $1`,
    [id, file, size, rows, files],
  );

export const noteVerdict = (tx: Tx, id: string, verdict: BackupRow['verdict'], problem: string | null, now: Date) =>
  tx.query(
    `update backups set state = 'done', verdict = $2, problem = $3, verified_at = $4, finished_at = $4
      where tenant_id = current_tenant() and id = $1`,
    [id, verdict, problem, now],
  );

export const noteFailure = (tx: Tx, id: string, problem: string, now: Date) =>
  tx.query(
    `update backups set state = 'failed', problem = $2, finished_at = $3 where tenant_id = current_tenant() and id = $1`,
    [id, problem, now],
  );

/** One whose job is gone would stand in the way of all others. */
export const endLost = (tx: Tx, problem: string, now: Date) =>
  tx.query(
    `update backups set state = 'failed', problem = $1, finished_at = $2
      where tenant_id = current_tenant() and state in ('waiting', 'writing') and created_at < $3`,
    [problem, now, new Date(now.getTime() - DAY_MS)],
  );

/** Takes away what retention does not keep; answers the files, which the caller removes afterwards. */
export async function forgetBackups(tx: Tx, now: Date, zone: string): Promise<string[]> {
  const rows = await tx.query<{ id: string; created_at: string }>(
    `select id, created_at from backups
      where tenant_id = current_tenant() and asked_by is null and state = 'done' and verdict in ('verified', 'too-large')
      order by created_at desc, id`,
  );
  const good = rows.map(({ id, created_at }) => ({ id, day: dayOf(new Date(created_at), zone) }));
  const kept = backupsKept(good);
  const gone = await tx.query<{ file: string | null }>(
    `delete from backups where tenant_id = current_tenant() and (id = any($1::uuid[])
        or (created_at < $2 and (state = 'failed' or (asked_by is null and state = 'done' and coalesce(verdict, 'differs') = 'differs')))) returning file`,
    [good.filter(({ id }) => !kept.has(id)).map(({ id }) => id), new Date(now.getTime() - PROBLEM_DAYS * DAY_MS)],
  );
  return gone.flatMap(({ file }) => (file === null ? [] : [file]));
}

export async function removeBackup(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.query<{ file: string | null }>(
    'delete from backups where tenant_id = current_tenant() and id = $1 returning file',
    [id],
  );
  return row?.file ?? null;
}
