/** What rows of a file said of people is not kept in its staging for ever; what an undo and an error file need of a row stays. */
import { LOAN_FIELDS } from '../../../core/domain/loan-import';
import type { Tx } from '../../db/database';
import { stagedColumn } from './columns';

/** Days after the last step of an import. */
export const ROWS_KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Lines of one transaction. */
const PAGE = 5000;

const VALUES = [...LOAN_FIELDS.map(({ id }) => stagedColumn(id)), 'suppression'];

/**
 * Empties the values of a page of rows of an import that nobody has gone on with since; lines, ids and refusals stay. One that was
 * checked and never taken in waits for its columns again; a commit that was stopped is not gone on with any more. Answers whether there
 * may be more.
 */
export async function forgetRows(tx: Tx, now: Date): Promise<boolean> {
  const [one] = await tx.query<{ id: string; forgotten_to: number }>(
    `select id, forgotten_to from loan_imports
      where tenant_id = current_tenant() and forgotten_to is not null and step_at < $1
        and state in ('verified', 'done', 'cancelled', 'failed', 'undone')
      order by step_at limit 1 for update skip locked`,
    [new Date(now.getTime() - ROWS_KEPT_DAYS * DAY_MS)],
  );
  if (!one) return false;
  const rows = await tx.query<{ line: number }>(
    `select line from loan_import_rows where tenant_id = current_tenant() and import_id = $1 and line > $2 order by line limit ${PAGE}`,
    [one.id, one.forgotten_to],
  );
  const last = rows.at(-1)?.line ?? one.forgotten_to;
  await tx.query(
    `update loan_import_rows set ${VALUES.map((column) => `${column} = null`).join(', ')}
      where tenant_id = current_tenant() and import_id = $1 and line > $2 and line <= $3`,
    [one.id, one.forgotten_to, last],
  );
  await tx.query(
    `update loan_imports set forgotten_to = $2, state = case when state = 'verified' then 'mapping' else state end,
            verification = null, step_work = '{}' where tenant_id = current_tenant() and id = $1`,
    [one.id, rows.length < PAGE ? null : last],
  );
  return true;
}
