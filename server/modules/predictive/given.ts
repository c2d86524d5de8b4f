/** Processes as whom rules of allocation give loans to: which there are, what they have to call, and their lists filled and emptied. */
import { MAX_SHEET_ROWS } from '../../../core/contract/predictive';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { loanScope } from '../loans';
import { settle } from './lines';
import { insertLines, insertList, settleLines } from './list-store';
import { lockProcess } from './process-store';
import { processEditable, processScope } from './scope';

const STOPPED = "(d.state = 'stopped' or not f.active)";

export interface GivenProcess extends Record<string, unknown> {
  id: string;
  name: string;
  portfolioId: string;
  portfolio: string;
  /** It, or its portfolio: nobody is dialed. */
  stopped: boolean;
  mayEdit: boolean;
}

/** Those that the caller sees, of these ids or of all, in the order of their names. */
export function processesFor(
  tx: Tx,
  actor: Actor,
  ids: readonly string[] | null,
  limit = 500,
): Promise<GivenProcess[]> {
  const parameters: unknown[] = [ids, limit];
  return tx.query<GivenProcess>(
    `select d.id, d.name, d.portfolio_id as "portfolioId", f.name as portfolio, ${STOPPED} as stopped,
            ${processEditable(actor, parameters)} as "mayEdit"
       from dial_processes d join portfolios f on f.tenant_id = d.tenant_id and f.id = d.portfolio_id
      where d.tenant_id = current_tenant() and ($1::uuid[] is null or d.id = any($1::uuid[])) and ${processScope(actor, parameters)}
      order by lower(d.name), d.id limit $2`,
    parameters,
  );
}

/** Why these may be given nothing together, in words; whoever they are unknown to says so. */
export async function processRefusals(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string; portfolio_id: string; stopped: boolean }>(
    `select d.name, d.portfolio_id, ${STOPPED} as stopped
       from dial_processes d join portfolios f on f.tenant_id = d.tenant_id and f.id = d.portfolio_id
      where d.tenant_id = current_tenant() and d.id = any($1::uuid[]) order by lower(d.name)`,
    [ids],
  );
  const several = new Set(rows.map(({ portfolio_id }) => portfolio_id)).size > 1;
  return [
    ...rows.flatMap(({ name, stopped }) => (stopped ? [`The process ${name} is stopped`] : [])),
    ...(several ? ['The processes are of several portfolios: write a rule for each'] : []),
  ];
}

/** The process that still has to call each of these loans, by loan; of several the oldest. */
export async function processesOf(tx: Tx, loanIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ loan_id: string; process_id: string }>(
    `select distinct on (loan_id) loan_id, process_id from dial_items
      where tenant_id = current_tenant() and loan_id = any($1::uuid[]) and state in ('ready', 'dialing') order by loan_id, process_id`,
    [loanIds],
  );
  return new Map(rows.map(({ loan_id, process_id }) => [loan_id, process_id]));
}

/** What processes still have to call; principal in paise. */
export async function processLoads(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { loans: number; pos: number }>> {
  const rows = await tx.query<{ id: string; loans: number; pos: number }>(
    `select i.process_id as id, count(*)::bigint as loans, sum(l.pos_paise)::bigint as pos
       from dial_items i join loans l on l.tenant_id = i.tenant_id and l.id = i.loan_id
      where i.tenant_id = current_tenant() and i.process_id = any($1::uuid[]) and i.state in ('ready', 'dialing') group by 1`,
    [ids],
  );
  return new Map(rows.map(({ id, loans, pos }) => [id, { loans: Number(loans), pos: Number(pos) }]));
}

/** The list of a run that has room for more, and its last line; a new one where there is none, or somebody took it back. */
async function listFor(
  tx: Tx,
  actor: Actor,
  { processId, runId, name }: { processId: string; runId: string; name: string },
  more: number,
  now: Date,
): Promise<{ id: string; last: number }> {
  const [open] = await tx.query<{ id: string; last: number }>(
    `select s.id, coalesce((select max(i.line) from dial_items i where i.tenant_id = s.tenant_id and i.list_id = s.id), 0) as last
       from dial_lists s where s.tenant_id = current_tenant() and s.run_id = $1 and s.process_id = $2 and s.state = 'ready'
      order by s.id desc limit 1`,
    [runId, processId],
  );
  if (open && open.last + more <= MAX_SHEET_ROWS) return open;
  const id = uuidv7(now.getTime());
  const columns = ['Loan number'];
  const rest = { fileName: null, fileHash: null, filter: null, by: actor.userId, now };
  await insertList(tx, { id, processId, runId, name, source: 'rules', state: 'ready', columns, ...rest });
  const detail = { before: null, after: { processId, name, runId } };
  await appendAudit(
    tx,
    [{ action: 'dial-list.made', subject: 'dial-list', subjectId: id, actorId: actor.userId, detail }],
    now,
  );
  return { id, last: 0 };
}

/** What a refused line says of its loan, as an allocation tells it. */
const became = (reason: string | null): string => {
  if (reason === null) return 'assigned';
  if (reason === 'duplicate') return 'unchanged';
  if (reason === 'no-phone') return 'no-phone';
  return reason === 'closed' || reason === 'held:suppressed'
    ? 'not-active'
    : reason === 'unknown'
      ? 'not-found'
      : 'held';
};

/**
 * Puts loans, which the caller has locked, into a process's list as lines to dial, checked like those of a sheet. Throws `invalid` for
 * a process that dials nobody, and `not-found` for one that the caller may give nothing.
 */
export async function giveToProcess(
  tx: Tx,
  actor: Actor,
  given: { processId: string; runId: string; name: string; loanIds: readonly string[] },
  { now, zone }: { now: Date; zone: string },
): Promise<{ batchId: string; results: { loanId: string; became: string }[] }> {
  await lockProcess(tx, given.processId);
  const [process] = await processesFor(tx, actor, [given.processId]);
  if (!process?.mayEdit) throw new ApiError('not-found');
  const [refusal] = await processRefusals(tx, [given.processId]);
  if (refusal) throw new ApiError('invalid', { fields: [{ path: 'profileId', message: refusal }] });
  const parameters: unknown[] = [given.loanIds];
  const seen = await tx.query<{ id: string; loan_number: string }>(
    `select l.id, l.loan_number from loans l
      where l.tenant_id = current_tenant() and l.id = any($1::uuid[]) and ${loanScope(actor, parameters)} order by l.id`,
    parameters,
  );
  const list = await listFor(tx, actor, given, seen.length, now);
  const lines = seen.map(({ loan_number: loanNumber }, at) => ({ line: list.last + at + 1, loanNumber, mobile: '' }));
  await insertLines(
    tx,
    actor.tenantId,
    { id: list.id, processId: process.id },
    lines.map(({ line, loanNumber }) => ({ line, cells: [loanNumber] })),
  );
  const settled = await settle(tx, actor, process, lines, { now, zone });
  await settleLines(tx, list.id, settled, now);
  const reasons = new Map(seen.map(({ id }, at) => [id, settled[at]?.reason ?? null]));
  return {
    batchId: list.id,
    results: given.loanIds.map((loanId) => {
      const reason = reasons.get(loanId);
      return { loanId, became: reason === undefined ? 'not-found' : became(reason) };
    }),
  };
}

/** Takes loans out of a list that were not dialed yet; what is being called is not called again. Answers how many. */
export async function takeFromList(tx: Tx, listId: string, loanIds: readonly string[]): Promise<number> {
  const [list] = await tx.query<{ process_id: string }>(
    'select process_id from dial_lists where tenant_id = current_tenant() and id = $1',
    [listId],
  );
  if (!list) return 0;
  await lockProcess(tx, list.process_id);
  await tx.query(
    "update dial_lists set state = 'cancelled' where tenant_id = current_tenant() and id = $1 and state <> 'cancelled'",
    [listId],
  );
  const rows = await tx.query(
    `update dial_items set state = 'cancelled', cells = '{}', next_at = null
      where tenant_id = current_tenant() and list_id = $1 and loan_id = any($2::uuid[]) and state in ('waiting', 'ready') returning 1`,
    [listId, loanIds],
  );
  return rows.length;
}
