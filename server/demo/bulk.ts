/** What makes a bulk load into empty tables fast. */
import type { Tx } from '../db/database';

/**
 * Drops the tables' secondary indexes and answers the statements that make them again: sorting once is several times
 * cheaper than keeping a tree in order row by row. Primary keys stay.
 */
export async function dropIndexes(tx: Tx, tables: readonly string[]): Promise<string[]> {
  const indexes = await tx.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition
       from pg_index x
       join pg_class i on i.oid = x.indexrelid
       join pg_class t on t.oid = x.indrelid
       join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = 'public' and t.relname = any($1) and not x.indisprimary
        and not exists (select 1 from pg_constraint c where c.conindid = i.oid)
      order by i.relname`,
    [tables],
  );
  for (const { name } of indexes) await tx.query(`drop index "${name}"`);
  // The definition of a partitioned index names its parent alone; its partitions need theirs as well.
  return indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}
