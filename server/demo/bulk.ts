/** What makes a bulk load into empty tables fast; all of it inside the caller's transaction. */
import type { Tx } from '../db/database';

/**
 * Runs `load` without the tables' secondary indexes and builds them afterwards: sorting once is several times cheaper
 * than keeping a tree in order row by row. Primary keys stay.
 */
export async function withoutIndexes<T>(tx: Tx, tables: readonly string[], load: () => Promise<T>): Promise<T> {
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
  const result = await load();
  // The definition of a partitioned index names its parent alone; its partitions need theirs as well.
  for (const { definition } of indexes) await tx.query(definition.replace(' ON ONLY ', ' ON '));
  return result;
}
