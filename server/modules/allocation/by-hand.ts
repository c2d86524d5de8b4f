/** What is given by hand as a job: asked for, and its loans found a few thousand at a time. */
import type { giveListed, giveMatching } from '../../../core/contract/hand-allocation';
import type { RequestOf } from '../../../core/contract/kit';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { readTable, TableError, tableOfBytes } from '../../platform/tables';
import { loanNumberColumn } from '../dispositions';
import { filtered, type LoanListQuery, loanScope } from '../loans';
import { type HandAsked, holdersOf, insertPlanned, noteProgress, runOf } from './runs';

/** Numbers of one list. */
const MOST_NUMBERS = 100_000;
const bad = (message: string) => new ApiError('invalid', { message, fields: [{ path: 'file', message }] });

type Listed = RequestOf<typeof giveListed>['query'];
type Matching = RequestOf<typeof giveMatching>['body'];

const common = ({ kind, profileId, visitOn, recallOn, reason }: Listed | Matching) => ({
  kind,
  profileId: profileId.toLowerCase(),
  reason: reason || null,
  visitOn: visitOn ?? null,
  recallOn: (kind === 'agency' && recallOn) || null,
});

export const askedMatching = (body: Matching): HandAsked => ({
  ...common(body),
  source: 'filter',
  ownPincodes: body.ownPincodes ?? false,
  fileName: null,
  filter: body.filter,
  except: body.except ?? [],
});

export const askedListed = (query: Listed): HandAsked => ({
  ...common(query),
  source: 'list',
  ownPincodes: query.ownPincodes === 'true',
  fileName: query.fileName,
  filter: null,
  except: [],
});

/** The loan numbers of a file: of its column of that name, or of its only column. Throws `invalid` for a file that holds none. */
export async function numbersOf(bytes: Buffer): Promise<string[]> {
  if (bytes.length === 0) throw bad('The file is empty');
  try {
    const { look, source } = await tableOfBytes(bytes);
    const named = loanNumberColumn(look.columns);
    if (named === undefined && look.columns.length > 1) throw bad('The file needs a column Loan number');
    // Without a header the first line is a number too.
    const numbers = named === undefined ? look.columns.slice(0, 1) : [];
    for await (const rows of readTable(source, look.layout))
      for (const { cells } of rows) {
        const number = (cells[named ?? 0] ?? '').trim().replace(/^="(.*)"$/, '$1');
        if (number !== '') numbers.push(number);
        if (numbers.length > MOST_NUMBERS) throw bad(`At most ${MOST_NUMBERS} loan numbers at a time`);
      }
    return numbers;
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    // A single number is a table without a row.
    const only = bytes.toString('utf8').trim();
    if (error.code === 'no-rows' && /^[^\s,;]{1,80}$/.test(only)) return [only];
    throw bad(error.message);
  }
}

export async function insertNumbers(tx: Tx, runId: string, numbers: readonly string[]): Promise<void> {
  await tx.query(
    `insert into allocation_run_numbers (tenant_id, run_id, line, loan_number)
     select current_tenant(), $1, n.line, n.number from unnest($2::text[]) with ordinality as n(number, line)
     on conflict (tenant_id, run_id, line) do nothing`,
    [runId, numbers],
  );
}

/** A few thousand loans of a run by hand that is being worked out. */
interface Piece {
  id: string;
  asked: HandAsked;
  zone: string;
  today: Day;
  limit: number;
}

async function plan(tx: Tx, { id, asked: { kind, profileId } }: Piece, loanIds: readonly string[]) {
  const holders = await holdersOf(tx, kind, loanIds);
  const planned = loanIds.map((loanId) => ({
    kind,
    loanId,
    from: holders.get(loanId) ?? null,
    to: profileId,
    ruleId: null,
    stays: null,
  }));
  await insertPlanned(tx, id, planned);
}

/** Plans the next loans that match; false when there are no more. */
export async function gatherMatching(tx: Tx, actor: Actor, piece: Piece): Promise<boolean> {
  const { id, asked, zone, today, limit } = piece;
  const [last] = await tx.query<{ loan_id: string }>(
    `select loan_id from allocation_run_loans where tenant_id = $1 and run_id = $2 and kind = $3
      order by loan_id desc limit 1`,
    [actor.tenantId, id, asked.kind],
  );
  const question = filtered(actor, (asked.filter ?? {}) as LoanListQuery, zone, today);
  if (last) question.where(`l.id > ${question.use(last.loan_id, '::uuid')}`);
  if (asked.except.length > 0) question.where(`l.id <> all(${question.use(asked.except, '::uuid[]')})`);
  const { from, where, parameters } = question.source;
  const rows = await tx.query<{ id: string }>(`select l.id from ${from} where ${where} order by l.id limit ${limit}`, [
    ...parameters,
  ]);
  await plan(
    tx,
    piece,
    rows.map((row) => row.id),
  );
  const [row] = await tx.query<{ done: number }>(
    `update allocation_runs set done = done + $3, total = done + $3 where tenant_id = $1 and id = $2 returning done`,
    [actor.tenantId, id, rows.length],
  );
  if (rows.length === limit) return true;
  await noteProgress(tx, id, 0, row?.done ?? 0);
  return false;
}

/** Plans the loans of the next numbers; false when there are no more. */
export async function gatherListed(tx: Tx, actor: Actor, piece: Piece): Promise<boolean> {
  const { id, limit } = piece;
  const [run] = await tx.query<{ done: number }>('select done from allocation_runs where tenant_id = $1 and id = $2', [
    actor.tenantId,
    id,
  ]);
  const numbers = await tx.query<{ line: number; loan_number: string }>(
    `select line, loan_number from allocation_run_numbers
      where tenant_id = $1 and run_id = $2 and line > $3 order by line limit $4`,
    [actor.tenantId, id, run?.done ?? 0, limit],
  );
  const parameters: unknown[] = [actor.tenantId, numbers.map(({ loan_number }) => loan_number), id, piece.asked.kind];
  const found = await tx.query<{ id: string; loan_number: string; planned: boolean }>(
    `select l.id, l.loan_number, exists (select 1 from allocation_run_loans p
              where p.tenant_id = $1 and p.run_id = $3 and p.kind = $4 and p.loan_id = l.id) as planned
       from loans l where l.tenant_id = $1 and l.loan_number = any($2::text[]) and ${loanScope(actor, parameters)}`,
    parameters,
  );
  const loans = new Map(found.map((row) => [row.loan_number, row]));
  const seen = new Set(found.filter(({ planned }) => planned).map((row) => row.id));
  const fresh: string[] = [];
  const problems: { line: number; problem: string }[] = [];
  for (const { line, loan_number } of numbers) {
    const loan = loans.get(loan_number);
    if (!loan) problems.push({ line, problem: 'unknown' });
    else if (seen.has(loan.id)) problems.push({ line, problem: 'double' });
    else fresh.push(loan.id);
    if (loan) seen.add(loan.id);
  }
  await plan(tx, piece, fresh);
  if (problems.length > 0)
    await tx.query(
      `with told as (update allocation_run_numbers n set problem = p.problem
         from jsonb_to_recordset($3::jsonb) as p(line int, problem text)
        where n.tenant_id = $1 and n.run_id = $2 and n.line = p.line)
       update allocation_runs set unknown = unknown + $4 where tenant_id = $1 and id = $2`,
      [actor.tenantId, id, JSON.stringify(problems), problems.length],
    );
  if (numbers.length === limit) {
    await noteProgress(tx, id, numbers.at(-1)?.line ?? 0, null);
    return true;
  }
  const counted = await runOf(tx, id);
  await noteProgress(tx, id, 0, counted?.planned ?? 0);
  return false;
}

/** Numbers of a list that name no loan, or name one again, after a line. */
export const numberProblems = (tx: Tx, runId: string, after: number, limit: number) =>
  tx.query<{ line: number; loan_number: string; problem: 'unknown' | 'double' }>(
    `select line, loan_number, problem from allocation_run_numbers
      where tenant_id = current_tenant() and run_id = $1 and problem is not null and line > $2 order by line limit $3`,
    [runId, after, limit],
  );
