/** SQL of imports and the versions of mappings; rows and changes of loans are in staging.ts, commit.ts and undo.ts. */

import type * as z from 'zod/mini';
import type {
  importDetailSchema,
  LoanImport,
  savedMappingSchema,
  TableLook,
  undoPreviewSchema,
  verificationSchema,
} from '../../../core/contract/loan-imports';
import type { LoanMapping } from '../../../core/domain/loan-import';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { LookState } from '../../jobs';

export type Detail = z.infer<typeof importDetailSchema>;
export type Verification = z.infer<typeof verificationSchema>;
export type SavedMapping = z.infer<typeof savedMappingSchema>;
export type Kind = LoanImport['kind'];
export type State = LoanImport['state'];
export type Counts = LoanImport['counts'];
export const NO_COUNTS: Counts = { rows: 0, inserted: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 };

/** Steps that a job does. */
export type Step = 'verifying' | 'committing' | 'undoing';

/** Rows that a commit has come to. */
export const rowsDone = ({
  inserted = 0,
  updated = 0,
  unchanged = 0,
  skipped = 0,
  refused = 0,
}: Partial<Counts>): number => inserted + updated + unchanged + skipped + refused;

/** What an undo would do, as far as it was looked at. */
export interface Look extends z.infer<typeof undoPreviewSchema> {
  /** Lines looked at, and the last of them. */
  rows: number;
  line: number;
  state: LookState;
}

/** Where the count of active loans that a file does not name has come to: in which portfolio and behind which loan. */
export interface Missing {
  portfolioId: string;
  after: string | null;
  loans: number;
}

export interface ImportRow {
  id: string;
  kind: Kind;
  state: State;
  file_name: string;
  size: number;
  received: number;
  sha256: string | null;
  batch_no: string | null;
  client_id: string | null;
  client: string | null;
  portfolio_id: string | null;
  portfolio: string | null;
  mapping_version: number | null;
  look: TableLook | null;
  mapping: LoanMapping | null;
  verification: Verification | null;
  counts: Partial<Counts>;
  problem: LoanImport['problem'];
  progress_done: number;
  progress_total: number;
  step_by: string | null;
  step_at: string | null;
  /** The last step that was asked for, and the last line that it has done. */
  step_work: { step?: Step; line?: number; missing?: Missing };
  undo_look: Look | null;
  created_at: string;
  created_by: string;
  committed_at: string | null;
  finished_at: string | null;
  same: LoanImport['sameAs'];
}

/** `wide` columns are read for one import alone. */
const columns = (wide: boolean) =>
  `i.id, i.kind, i.state, i.file_name, i.size, i.received, i.sha256, i.batch_no, i.client_id, c.name as client, i.portfolio_id,
   p.name as portfolio, i.mapping_version, i.counts, i.problem, i.progress_done, i.progress_total, i.step_by, i.step_at, i.step_work,
   i.created_at, u.full_name as created_by, i.committed_at, i.finished_at,
   (select jsonb_build_object('id', o.id, 'fileName', o.file_name, 'at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', w.full_name)
      from loan_imports o join users w on w.tenant_id = o.tenant_id and w.id = o.created_by
     where o.tenant_id = i.tenant_id and o.sha256 = i.sha256 and o.kind = i.kind and o.id <> i.id and o.created_at < i.created_at
     order by o.created_at desc limit 1) as same,
   ${wide ? 'i.look, i.mapping, i.verification, i.undo_look' : 'null as look, null as mapping, null as verification, null as undo_look'}`;

const FROM = `loan_imports i
   join users u on u.tenant_id = i.tenant_id and u.id = i.created_by
   left join clients c on c.tenant_id = i.tenant_id and c.id = i.client_id
   left join portfolios p on p.tenant_id = i.tenant_id and p.id = i.portfolio_id`;

/** A client's administrator sees the imports of their client, and those of their own that have none yet. */
function scope(actor: Actor, parameters: unknown[]): string {
  if (actor.role !== 'CLIENT_ADMIN') return 'true';
  const client = `$${parameters.push(actor.clientId)}::uuid`;
  return `(i.client_id = ${client} or (i.client_id is null and i.created_by = $${parameters.push(actor.userId)}::uuid))`;
}

export async function insertImport(
  tx: Tx,
  made: { id: string; kind: Kind; fileName: string; size: number; clientId: string | null; by: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into loan_imports (tenant_id, id, kind, state, file_name, size, client_id, created_by, created_at)
     values (current_tenant(), $1, $2, 'uploading', $3, $4, $5, $6, $7)`,
    [made.id, made.kind, made.fileName, made.size, made.clientId, made.by, made.now],
  );
}

/** `lock` keeps others from moving it on until the transaction ends. */
export async function findImport(tx: Tx, id: string, actor?: Actor, lock = false): Promise<ImportRow | undefined> {
  if (lock)
    await tx.query('select 1 from loan_imports where tenant_id = current_tenant() and id = $1 for update', [id]);
  const parameters: unknown[] = [id];
  const within = actor ? scope(actor, parameters) : 'true';
  const [row] = await tx.query<ImportRow & Record<string, unknown>>(
    `select ${columns(true)} from ${FROM} where i.tenant_id = current_tenant() and i.id = $1 and ${within}`,
    parameters,
  );
  return row;
}

export interface ImportQuestion {
  q?: string | undefined;
  kinds?: readonly Kind[] | undefined;
  state?: State | undefined;
  clientId?: string | undefined;
  committed?: boolean | undefined;
  page: number;
  pageSize: number;
}

export async function pageOfImports(
  tx: Tx,
  actor: Actor,
  question: ImportQuestion,
): Promise<{ rows: ImportRow[]; total: number }> {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const all = ['i.tenant_id = current_tenant()', scope(actor, parameters)];
  if (question.q) {
    const like = use(`%${question.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
    all.push(`(lower(i.file_name) like ${like} or lower(i.batch_no) like ${like})`);
  }
  if (question.kinds) all.push(`i.kind = any(${use(question.kinds)}::text[])`);
  if (question.state) all.push(`i.state = ${use(question.state)}`);
  if (question.clientId) all.push(`i.client_id = ${use(question.clientId)}::uuid`);
  if (question.committed) all.push('i.committed_at is not null');
  const where = all.join(' and ');
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from loan_imports i where ${where}`,
    parameters,
  );
  const rows = await tx.query<ImportRow & Record<string, unknown>>(
    `select ${columns(false)} from ${FROM} where ${where} order by i.created_at desc, i.id desc
      limit ${use(question.pageSize)} offset ${use((question.page - 1) * question.pageSize)}`,
    parameters,
  );
  return { rows, total: count?.total ?? 0 };
}

const JSON_COLUMNS = new Set(['look', 'mapping', 'verification', 'counts', 'problem', 'step_work', 'undo_look']);

/** Sets columns of one import. */
export async function setImport(tx: Tx, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const parameters: unknown[] = [id];
  const set = Object.entries(values).map(([column, value]) => {
    const json = JSON_COLUMNS.has(column);
    return `${column} = $${parameters.push(json && value !== null ? JSON.stringify(value) : value)}${json ? '::jsonb' : ''}`;
  });
  await tx.query(
    `update loan_imports set ${set.join(', ')} where tenant_id = current_tenant() and id = $1`,
    parameters,
  );
}

/** The import whose turn it is: one step at a time for each tenant, in the order in which they were asked for. */
export async function nextInLine(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from loan_imports where tenant_id = current_tenant() and state in ('verifying', 'committing', 'undoing')
      order by step_at, id limit 1`,
  );
  return row?.id;
}

export async function mappingsOf(
  tx: Tx,
  {
    clientIds,
    kind,
    id,
    limit = 50,
  }: { clientIds: readonly string[] | null; kind?: Kind | undefined; id?: string; limit?: number },
): Promise<SavedMapping[]> {
  return tx.query<SavedMapping & Record<string, unknown>>(
    `select m.id, m.client_id as "clientId", coalesce(c.name, '') as client, m.kind, m.version, m.mapping,
            m.created_at as "createdAt", u.full_name as "createdBy", m.used_on as "usedOn"
       from loan_mappings m
       join users u on u.tenant_id = m.tenant_id and u.id = m.created_by
       join clients c on c.tenant_id = m.tenant_id and c.id = m.client_id
      where m.tenant_id = current_tenant() and m.removed_at is null and ($1::uuid[] is null or m.client_id = any($1::uuid[]))
        and ($2::text is null or m.kind = $2) and ($4::uuid is null or m.id = $4)
      order by m.created_at desc, m.id desc limit $3`,
    [clientIds, kind ?? null, limit, id ?? null],
  );
}

/** The newest mapping of a kind that belongs to no client. */
export async function newestMapping(tx: Tx, kind: Kind): Promise<LoanMapping | undefined> {
  const [row] = await tx.query<{ mapping: LoanMapping }>(
    `select mapping from loan_mappings where tenant_id = current_tenant() and client_id is null and kind = $1 and removed_at is null order by version desc limit 1`,
    [kind],
  );
  return row?.mapping;
}

/** Keeps a mapping as a new version unless the client's newest one says the same; answers its version. */
export async function keepMapping(
  tx: Tx,
  made: { id: string; clientId: string | null; kind: Kind; mapping: LoanMapping; by: string; now: Date },
): Promise<number> {
  const [last] = await tx.query<{ version: number; same: boolean }>(
    `select version, mapping = $3::jsonb and removed_at is null as same from loan_mappings
      where tenant_id = current_tenant() and client_id is not distinct from $1 and kind = $2 order by version desc limit 1`,
    [made.clientId, made.kind, JSON.stringify(made.mapping)],
  );
  if (last?.same) return last.version;
  const version = (last?.version ?? 0) + 1;
  await tx.query(
    `insert into loan_mappings (tenant_id, id, client_id, kind, version, mapping, created_by, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5::jsonb, $6, $7)`,
    [made.id, made.clientId, made.kind, version, JSON.stringify(made.mapping), made.by, made.now],
  );
  return version;
}

export async function noteMappingUsed(
  tx: Tx,
  row: Pick<ImportRow, 'client_id' | 'kind' | 'mapping_version'>,
  day: string,
): Promise<void> {
  await tx.query(
    `update loan_mappings set used_on = $4 where tenant_id = current_tenant() and client_id is not distinct from $1 and kind = $2 and version = $3`,
    [row.client_id, row.kind, row.mapping_version, day],
  );
}

/** Of the client, when the tenant has it and it is switched on. */
export async function portfoliosOf(tx: Tx, clientId: string): Promise<{ id: string; name: string; product: string }[]> {
  return tx.query<{ id: string; name: string; product: string }>(
    'select id, name, product from portfolios where tenant_id = current_tenant() and client_id = $1 order by name',
    [clientId],
  );
}

export async function clientName(tx: Tx, clientId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    'select name from clients where tenant_id = current_tenant() and id = $1',
    [clientId],
  );
  return row?.name;
}

export async function lastBatch(tx: Tx): Promise<{ batchNo: string | null; at: string | null }> {
  const [row] = await tx.query<{ batch_no: string | null; committed_at: string }>(
    `select batch_no, committed_at from loan_imports where tenant_id = current_tenant() and committed_at is not null
        and kind <> 'suppressions' order by committed_at desc limit 1`,
  );
  return { batchNo: row?.batch_no ?? null, at: row?.committed_at ?? null };
}
