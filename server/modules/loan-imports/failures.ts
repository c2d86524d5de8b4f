/** A step that fails is tried again; one that fails again and again without coming further ends the import, with how far it came. */
import type { Tx } from '../../db/database';
import { TableError } from '../../platform/tables';
import { problemOf } from './reading';
import { findImport, type ImportRow, rowsDone, setImport } from './repository';

const FAILURES = 5;

/** What a person is told of a step that could not be ended. */
function sentenceOf(row: ImportRow): string {
  const done = rowsDone(row.counts);
  if (row.state === 'undoing')
    return 'Something went wrong on our side while the file was taken back. Take it back again: what went stays gone.';
  if (row.state !== 'committing') return 'Something went wrong on our side. Nothing was loaded: try it again.';
  if (done === 0) return 'Something went wrong on our side before the first row. Nothing was loaded: try it again.';
  return `Something went wrong on our side after ${done} of ${row.counts.rows} rows. Go on with the rest, or take back what is loaded.`;
}

/** Counts a failure of the step that runs, and ends the import when it was the last one. Answers whether nothing is left to try. */
export async function noteFailure(tx: Tx, importId: string, error: unknown, now: Date): Promise<boolean> {
  const row = await findImport(tx, importId, undefined, true);
  if (!row || !['reading', 'verifying', 'committing', 'undoing'].includes(row.state)) return true;
  const [counted] = await tx.query<{ failures: number }>(
    'update loan_imports set failures = failures + 1 where tenant_id = current_tenant() and id = $1 returning failures',
    [importId],
  );
  const unreadable = error instanceof TableError;
  if (!unreadable && (counted?.failures ?? 0) < FAILURES) return false;
  await setImport(tx, importId, {
    state: 'failed',
    finished_at: now,
    problem: unreadable ? problemOf(error) : { message: sentenceOf(row), line: null, column: null },
  });
  return true;
}
