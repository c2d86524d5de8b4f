/** A large book out of a small one, by SQL alone: each loan of a tenant with all that belongs to it, many times over. */
import type { Database } from '../../server/db/database';

/** Tables, with those of their columns that name a row which is copied too. */
const COPIED: Record<string, readonly string[]> = {
  borrowers: ['id'],
  loans: ['id', 'borrower_id'],
  phones: ['id', 'borrower_id'],
  addresses: ['id', 'borrower_id'],
  loan_assignments: ['id', 'loan_id'],
  dispositions: ['id', 'loan_id'],
  visits: ['id', 'disposition_id', 'loan_id'],
  ptps: ['id', 'disposition_id', 'loan_id'],
  payments: ['id', 'disposition_id', 'loan_id'],
};
/** Their triggers would run for every copy. */
const QUIET = ['loans', 'loan_assignments', 'dispositions', 'phones', 'addresses'];

/** Adds `times` copies of a tenant's loans; totals and search words are those of all of them afterwards. PostgreSQL only. */
export async function multiplyBook(db: Database, tenantId: string, times: number): Promise<void> {
  await db.owner(async (tx) => {
    await tx.query("select set_config('app.tenant', $1, true)", [tenantId]);
    for (const table of QUIET) await tx.query(`alter table ${table} disable trigger user`);
    for (const [table, ids] of Object.entries(COPIED)) {
      const columns = await tx.query<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
        [table],
      );
      const values = columns.map(({ name }) => {
        if (ids.includes(name))
          return `overlay(overlay(md5(t.${name}::text || n) placing '4' from 13) placing '8' from 17)::uuid`;
        return name === 'loan_number' ? `t.${name} || '-' || n` : `t."${name}"`;
      });
      await tx.query(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
         select ${values.join(', ')} from ${table} t cross join generate_series(1, $1::int) n`,
        [times],
      );
    }
    for (const table of QUIET) await tx.query(`alter table ${table} enable trigger user`);
    await tx.query('select read_book($1)', [tenantId]);
  });
  await db.owner((tx) =>
    tx.query(`analyze ${[...Object.keys(COPIED), 'loan_words', 'loan_totals', 'held_totals'].join(', ')}`),
  );
}
