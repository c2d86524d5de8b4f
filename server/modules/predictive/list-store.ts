/** SQL over lists and their lines. */

import type { DialList, ListSort } from '../../../core/contract/predictive';
import type { ItemState } from '../../../core/domain/predictive';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { UNHELD } from './process-store';
import { processEditable, processScope } from './scope';

interface Stored {
  id: string;
  name: string;
  process_id: string;
  process: string;
  source: DialList['source'];
  file_name: string | null;
  state: DialList['state'];
  made_by: string | null;
  created_at: string;
  finished_at: string | null;
  may_edit: boolean;
}

const from = (actor: Actor, parameters: unknown[]) => `
  select s.id, s.name, s.process_id, d.name as process, s.source, s.file_name, s.state, u.full_name as made_by, s.created_at,
         s.finished_at, ${processEditable(actor, parameters)} as may_edit
    from dial_lists s
    join dial_processes d on d.tenant_id = s.tenant_id and d.id = s.process_id
    left join users u on u.tenant_id = s.tenant_id and u.id = s.created_by
   where s.tenant_id = current_tenant() and ${processScope(actor, parameters)}`;

async function present(tx: Tx, rows: readonly Stored[]): Promise<DialList[]> {
  if (rows.length === 0) return [];
  const counts = await tx.query<{
    list_id: string;
    state: ItemState;
    reason: string | null;
    lines: number;
    unheld: number;
  }>(
    `select i.list_id, i.state, i.reason, count(*) as lines,
            count(*) filter (where i.state = 'ready' and ${UNHELD}) as unheld
       from dial_items i where i.tenant_id = current_tenant() and i.list_id = any($1::uuid[]) group by 1, 2, 3`,
    [rows.map(({ id }) => id)],
  );
  return rows.map((row) => {
    const own = counts.filter(({ list_id }) => list_id === row.id);
    const sum = (of: typeof own, what: 'lines' | 'unheld' = 'lines') => of.reduce((all, one) => all + one[what], 0);
    const inState = (state: ItemState) => sum(own.filter((one) => one.state === state));
    return {
      id: row.id,
      name: row.name,
      process: { id: row.process_id, name: row.process },
      source: row.source,
      fileName: row.file_name,
      state: row.state,
      createdBy: row.made_by ?? '',
      createdAt: row.created_at,
      finishedAt: row.finished_at,
      total: sum(own),
      lines: {
        waiting: inState('waiting'),
        ready: inState('ready'),
        dialing: inState('dialing'),
        done: inState('done'),
        exhausted: inState('exhausted'),
        refused: inState('refused'),
        cancelled: inState('cancelled'),
      },
      refused: own
        .filter(({ state }) => state === 'refused')
        .map(({ reason, lines }) => ({ reason: reason ?? '', lines }))
        .sort((a, b) => b.lines - a.lines || (a.reason < b.reason ? -1 : 1)),
      unheld: sum(own, 'unheld'),
      mayEdit: row.may_edit,
    };
  });
}

const ORDER: Record<ListSort, string> = { created: 'r.created_at', name: 'lower(r.name)', process: 'lower(r.process)' };

export async function listPage(
  tx: Tx,
  actor: Actor,
  wanted: {
    q: string;
    processId: string | undefined;
    source: DialList['source'] | undefined;
    state: DialList['state'] | undefined;
    sort: ListSort;
    dir: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{ rows: DialList[]; total: number }> {
  const parameters: unknown[] = [];
  const use = (value: unknown, type = '') => `$${parameters.push(value)}${type}`;
  const source = `with r as (${from(actor, parameters)})`;
  const like = use(`%${wanted.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
  const all = [`lower(r.name || ' ' || coalesce(r.file_name, '') || ' ' || r.process) like ${like}`];
  if (wanted.processId) all.push(`r.process_id = ${use(wanted.processId, '::uuid')}`);
  if (wanted.source) all.push(`r.source = ${use(wanted.source)}`);
  if (wanted.state) all.push(`r.state = ${use(wanted.state)}`);
  const { rows, total } = await pageWithTotal<Stored>(
    tx,
    `${source} select r.*, count(*) over () as total from r where ${all.join(' and ')}
      order by ${ORDER[wanted.sort]} ${wanted.dir}, r.id desc`,
    parameters,
    wanted,
  );
  return { rows: await present(tx, rows), total };
}

export async function findList(tx: Tx, actor: Actor, id: string): Promise<DialList | undefined> {
  const parameters: unknown[] = [];
  const rows = await tx.query<Stored>(`${from(actor, parameters)} and s.id = $${parameters.push(id)}`, parameters);
  return (await present(tx, rows))[0];
}

export interface NewList {
  id: string;
  processId: string;
  name: string;
  source: DialList['source'];
  state: DialList['state'];
  fileName: string | null;
  fileHash: string | null;
  columns: readonly string[];
  filter: object | null;
  /** The allocation that made it. */
  runId?: string;
  by: string;
  now: Date;
}

/** False when the id is taken, or the same sheet is being checked for the process just now. */
export async function insertList(tx: Tx, made: NewList): Promise<boolean> {
  const rows = await tx.query(
    `insert into dial_lists (tenant_id, id, process_id, name, source, state, file_name, file_hash, columns, filter, created_by,
       created_at, finished_at, run_id)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8::text[], $9, $10, $11, case when $5 = 'ready' then $11::timestamptz end, $12)
     on conflict do nothing returning 1`,
    [
      made.id,
      made.processId,
      made.name,
      made.source,
      made.state,
      made.fileName,
      made.fileHash,
      made.columns,
      made.filter,
      made.by,
      made.now,
      made.runId ?? null,
    ],
  );
  return rows.length > 0;
}

export async function listBeingChecked(tx: Tx, processId: string, fileHash: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from dial_lists where tenant_id = current_tenant() and process_id = $1 and file_hash = $2 and state = 'checking'`,
    [processId, fileHash],
  );
  return row?.id;
}

export const insertLines = (
  tx: Tx,
  tenantId: string,
  list: { id: string; processId: string },
  rows: readonly { line: number; cells: readonly string[] }[],
) =>
  tx.copyFrom(
    'dial_items',
    ['tenant_id', 'list_id', 'line', 'process_id', 'cells', 'state'],
    rows.map(({ line, cells }) => [tenantId, list.id, line, list.processId, cells, 'waiting']),
  );

export const nextLines = (tx: Tx, listId: string, limit: number) =>
  tx.query<{ line: number; cells: string[] }>(
    `select line, cells from dial_items
      where tenant_id = current_tenant() and list_id = $1 and state = 'waiting' order by line limit $2`,
    [listId, limit],
  );

export interface SettledLine {
  line: number;
  state: 'ready' | 'refused';
  reason: string | null;
  loanId: string | null;
  phoneId: string | null;
}

/** What a good line said is in its loan; what a refused one said goes back to who wrote it. */
export const settleLines = (tx: Tx, listId: string, lines: readonly SettledLine[], now: Date) =>
  tx.query(
    `update dial_items i set state = n.state, reason = n.reason, loan_id = n.loan_id, phone_id = n.phone_id,
            next_at = case when n.state = 'ready' then $7::timestamptz end,
            cells = case when n.state = 'ready' then '{}' else i.cells end
       from unnest($2::int[], $3::text[], $4::text[], $5::uuid[], $6::uuid[]) as n(line, state, reason, loan_id, phone_id)
      where i.tenant_id = current_tenant() and i.list_id = $1 and i.line = n.line and i.state = 'waiting'`,
    [
      listId,
      lines.map(({ line }) => line),
      lines.map(({ state }) => state),
      lines.map(({ reason }) => reason),
      lines.map(({ loanId }) => loanId),
      lines.map(({ phoneId }) => phoneId),
      now,
    ],
  );

export const finishList = (tx: Tx, id: string, now: Date) =>
  tx.query(
    `update dial_lists set state = 'ready', finished_at = $2
      where tenant_id = current_tenant() and id = $1 and state = 'checking'`,
    [id, now],
  );

/** Lines that were not dialed yet. Answers how many. */
export async function cancelLines(tx: Tx, id: string, now: Date): Promise<number> {
  await tx.query(
    `update dial_lists set state = 'cancelled', finished_at = coalesce(finished_at, $2)
      where tenant_id = current_tenant() and id = $1`,
    [id, now],
  );
  const rows = await tx.query(
    `update dial_items set state = 'cancelled', cells = '{}', next_at = null
      where tenant_id = current_tenant() and list_id = $1 and state in ('waiting', 'ready') returning 1`,
    [id],
  );
  return rows.length;
}

export async function refusedLines(
  tx: Tx,
  id: string,
): Promise<{ columns: string[]; rows: { cells: string[]; reason: string }[] }> {
  const [head] = await tx.query<{ columns: string[] }>(
    'select columns from dial_lists where tenant_id = current_tenant() and id = $1',
    [id],
  );
  const rows = await tx.query<{ cells: string[]; reason: string }>(
    `select cells, reason from dial_items
      where tenant_id = current_tenant() and list_id = $1 and state = 'refused' order by line`,
    [id],
  );
  return { columns: head?.columns ?? [], rows };
}
