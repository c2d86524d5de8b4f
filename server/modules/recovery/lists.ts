/** Loans that somebody listed by their numbers, to see what may be expected of them. A list is its maker's alone. */
import { MAX_LISTED, type RecoveryList } from '../../../core/contract/recovery';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { loanScope } from '../loans';

const KEPT = 20;
const EXAMPLES = 20;
/** Numbers that are looked up with one statement. */
const PIECE = 2000;

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  made_at: string;
  numbers: number;
  unknown: number;
  examples: string[];
}
const present = ({ id, name, made_at, numbers, unknown, examples }: Row): RecoveryList => ({
  ...{ id, name, madeAt: made_at, numbers, found: numbers - unknown, examples },
});

export async function listsOf(tx: Tx, actor: Actor): Promise<RecoveryList[]> {
  const rows = await tx.query<Row>(
    `select id, name, made_at, numbers, unknown, examples from recovery_lists
      where tenant_id = current_tenant() and user_id = $1 order by made_at desc, id desc limit ${KEPT}`,
    [actor.userId],
  );
  return rows.map(present);
}

/** Throws `not-found` for a list that is not the caller's. */
export async function ownList(tx: Tx, actor: Actor, id: string): Promise<void> {
  const [row] = await tx.query(
    'select 1 from recovery_lists where tenant_id = current_tenant() and id = $1 and user_id = $2',
    [id, actor.userId],
  );
  if (!row) throw new ApiError('not-found');
}

/** Throws `invalid` for too many numbers, `conflict` for an id that is somebody else's list. */
export async function addList(
  tx: Tx,
  actor: Actor,
  { id, fileName, given }: { id: string; fileName: string; given: readonly string[] },
  now: Date,
): Promise<RecoveryList> {
  const known = (await listsOf(tx, actor)).find((list) => list.id === id);
  if (known) return known;
  const numbers = [...new Set(given)];
  if (numbers.length > MAX_LISTED) {
    const message = `At most ${MAX_LISTED} loan numbers at a time`;
    throw new ApiError('invalid', { message, fields: [{ path: 'file', message }] });
  }
  const made = await tx.query(
    `insert into recovery_lists (tenant_id, id, user_id, name, made_at, numbers, unknown, examples)
     values (current_tenant(), $1, $2, $3, $4, 0, 0, '{}') on conflict do nothing returning id`,
    [id, actor.userId, fileName, now],
  );
  if (made.length === 0) throw new ApiError('conflict');
  const found = new Set<string>();
  for (let at = 0; at < numbers.length; at += PIECE) {
    const parameters: unknown[] = [id, numbers.slice(at, at + PIECE)];
    const rows = await tx.query<{ number: string }>(
      `with mine as (
         select l.id, l.loan_number from loans l
          where l.tenant_id = current_tenant() and l.loan_number = any($2::text[]) and ${loanScope(actor, parameters)}),
       kept as (insert into recovery_list_loans (tenant_id, list_id, loan_id) select current_tenant(), $1, id from mine)
       select loan_number as number from mine`,
      parameters,
    );
    for (const { number } of rows) found.add(number);
  }
  const unknown = numbers.filter((number) => !found.has(number));
  const [row] = await tx.query<Row>(
    `update recovery_lists set numbers = $2, unknown = $3, examples = $4 where tenant_id = current_tenant() and id = $1
     returning id, name, made_at, numbers, unknown, examples`,
    [id, numbers.length, unknown.length, unknown.slice(0, EXAMPLES).map((number) => number.slice(0, 80))],
  );
  if (!row) throw new Error('A list was not stored');
  const old = await tx.query<{ id: string }>(
    `select id from recovery_lists where tenant_id = current_tenant() and user_id = $1 order by made_at desc, id desc offset ${KEPT}`,
    [actor.userId],
  );
  await remove(
    tx,
    old.map((one) => one.id),
  );
  const after = { name: fileName, numbers: numbers.length, found: found.size };
  await note(tx, actor, 'recovery.list-added', id, { before: null, after }, now);
  return present(row);
}

/** Throws `not-found` for a list that is not the caller's. */
export async function deleteList(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  const list = (await listsOf(tx, actor)).find((one) => one.id === id);
  if (!list) throw new ApiError('not-found');
  await remove(tx, [id]);
  await note(tx, actor, 'recovery.list-deleted', id, { before: { name: list.name }, after: null }, now);
}

async function remove(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('delete from recovery_list_loans where tenant_id = current_tenant() and list_id = any($1::uuid[])', [
    ids,
  ]);
  await tx.query('delete from recovery_lists where tenant_id = current_tenant() and id = any($1::uuid[])', [ids]);
}

const note = (tx: Tx, { userId: actorId }: Actor, action: string, subjectId: string, detail: object, now: Date) =>
  appendAudit(tx, [{ action, subject: 'recovery-list', subjectId, actorId, detail: { ...detail } }], now);
