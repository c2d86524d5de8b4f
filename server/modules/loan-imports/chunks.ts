import type { Tx } from '../../db/database';

/** The last line of the next rows after `from`, and how many they are; undefined when there is none. */
export async function chunkEnd(
  tx: Tx,
  importId: string,
  from: number,
  chunk: number,
): Promise<{ line: number; rows: number } | undefined> {
  const [end] = await tx.query<{ line: number | null; rows: number }>(
    `select max(line) as line, count(*) as rows from (select line from loan_import_rows
       where tenant_id = current_tenant() and import_id = $1 and line > $2 order by line limit $3) chunk`,
    [importId, from, chunk],
  );
  return end?.line == null ? undefined : { line: end.line, rows: end.rows };
}
