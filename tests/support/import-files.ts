/** Files of loans made by chance, and all that a tenant has, to be compared before and after one of them. */
import type { Tx } from '../../server/db/database';
import type { Random } from '../faults/sim/random';

/** What remembers that a file came in: the audit with its counter, the jobs, and the import's own tables. The book is none of these. */
const TRACE = /^(audit_log.*|tenant_counters|jobs|loan_imports|loan_import_rows|loan_import_changes|loan_mappings)$/;
const STEPPING = ['version', 'updated_at'];

export async function tenantTables(tx: Tx) {
  const tables = await tx.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.column_name = 'tenant_id' order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (TRACE.test(name)) continue;
    const found = await tx.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t where tenant_id = current_tenant() order by 1`,
      [STEPPING],
    );
    // Totals of a group that became empty stay at nought.
    rows[name] = found.map(({ row }) => row).filter((row) => !name.endsWith('_totals') || !/"loans": 0[,}]/.test(row));
  }
  return rows;
}

const HEADER = 'Loan No,Customer Name,Mobile,Alternate Mobile,Address,City,State,Pincode,POS,Overdue Amount,DPD,EMI';
/** Loans of this seed in any order; empty cells, quoted commas and Indian digits where chance wants them. */
export function generated(random: Random, numbers: readonly number[]): string {
  const maybe = (value: string) => (random.chance(0.2) ? '' : value);
  const rows = numbers.map((at) =>
    [
      `GEN${String(at).padStart(7, '0')}`,
      random.pick(['Asha Devi', '"Rao, Ravi"', 'सुनीता', 'O’Neil']),
      `9${random.between(100_000_000, 999_999_999)}`,
      maybe(`8${random.between(100_000_000, 999_999_999)}`),
      `"${at}, MG Road"`,
      random.pick(['Pune', 'Nashik']),
      'Maharashtra',
      maybe('411001'),
      random.pick(['"1,23,456.78"', `${random.between(1, 900_000)}`, '0']),
      maybe(`${random.between(0, 90_000)}.5`),
      `${random.below(400)}`,
      maybe(`${random.between(100, 9000)}`),
    ].join(','),
  );
  return [HEADER, ...rows, ''].join('\n');
}
