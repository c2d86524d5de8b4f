/** Taking an import back: what it made goes, what it changed is as before; loans that somebody has worked on since stay. */

import type * as z from 'zod/mini';
import type { undoPreviewSchema } from '../../../core/contract/loan-imports';
import type { Tx } from '../../db/database';
import { WHY_IT_STAYS } from '../loans';
import { lookedUp, TARGETS } from './columns';
import type { Lines } from './staging';

export type Preview = z.infer<typeof undoPreviewSchema>;

/** Loans of some lines: `made` by the import, or changed by it. */
const TOUCHED = `(
  select s.tenant_id, s.line, l.id as loan_id, l.borrower_id, l.loan_number, true as made, '-infinity'::timestamptz as since
    from loan_import_rows s ${lookedUp('l', 'loans', 'k.tenant_id = s.tenant_id and k.id = s.loan_id')}
   where s.tenant_id = current_tenant() and s.import_id = $1 and s.line > $2 and s.line <= $3
  union all
  select c.tenant_id, c.line, l.id, l.borrower_id, l.loan_number, false, c.at
    from loan_import_changes c ${lookedUp('l', 'loans', 'k.tenant_id = c.tenant_id and k.id = c.loan_id')}
   where c.tenant_id = current_tenant() and c.import_id = $1 and c.line > $2 and c.line <= $3)`;

/** What an undo would do with the loans of some lines; of those that stay the first `most` are named. */
export async function previewLines(tx: Tx, importId: string, [after, last]: Lines, most: number): Promise<Preview> {
  const at = [importId, after, last];
  const found = await tx.query<{ made: boolean; loanId: string; loanNumber: string; why: string | null }>(
    `select w.made, w.loan_id as "loanId", w.loan_number as "loanNumber", ${WHY_IT_STAYS} as why from ${TOUCHED} w order by w.line`,
    at,
  );
  const free = found.filter(({ why }) => why === null);
  const removed = free.filter(({ made }) => made).length;
  return {
    removed,
    restored: free.length - removed,
    stays: found.length - free.length,
    staying: found
      .flatMap(({ loanId, loanNumber, why }) => (why === null ? [] : [{ loanId, loanNumber, why }]))
      .slice(0, most),
  };
}

const ofTable = (table: 'loans' | 'borrowers') => {
  const seen = new Map(
    TARGETS.filter((target) => target.table === table).map((target) => [target.column, target.type]),
  );
  if (table === 'loans') seen.set('dpd', 'integer');
  return [...seen];
};

/** What still stands as the import left it becomes what was there before; days past due with the day for which they are true. */
const restored = (table: 'loans' | 'borrowers'): [column: string, value: string][] => {
  const back = (column: string, type: string, by = column) =>
    `case when c.before ? '${table}.${by}' and to_jsonb(t.${by}) is not distinct from c.after -> '${table}.${by}'
       then (c.before ->> '${table}.${column}')::${type} else t.${column} end`;
  const columns = ofTable(table).map(([column, type]): [string, string] => [column, back(column, type)]);
  if (table === 'borrowers') return columns;
  return [
    ...columns,
    ['bucket', `bucket_of(${back('dpd', 'integer')})`],
    ['dpd_as_of', back('dpd_as_of', 'date', 'dpd')],
    ['dpd_reported', back('dpd_reported', 'integer', 'dpd')],
    ['dpd_reported_on', back('dpd_reported_on', 'date', 'dpd')],
    ['version', 't.version + 1'],
    ['updated_at', '$4::timestamptz'],
  ];
};

/** Takes back the loans of some lines, in the tenant's zone; answers how many went, are as before, and stay. */
export async function undoLines(
  tx: Tx,
  importId: string,
  after: number,
  last: number,
  now: Date,
  zone: string,
): Promise<{ removed: number; restored: number; stays: number }> {
  const at = [importId, after, last];
  const touched = await tx.query<{ loan_id: string; borrower_id: string; made: boolean; line: number }>(
    `select w.loan_id, w.borrower_id, w.made, w.line from ${TOUCHED} w`,
    at,
  );
  if (touched.length === 0) return { removed: 0, restored: 0, stays: 0 };
  await tx.query(
    'select 1 from loans where tenant_id = current_tenant() and borrower_id = any($1::uuid[]) order by id for update',
    [touched.map(({ borrower_id }) => borrower_id)],
  );
  // Looked for after the lock: a record that was on its way has arrived by now, or will find no loan.
  const free = await tx.query<{ loan_id: string; borrower_id: string; made: boolean; line: number }>(
    `select w.loan_id, w.borrower_id, w.made, w.line from ${TOUCHED} w where ${WHY_IT_STAYS} is null`,
    at,
  );
  const made = free.filter((one) => one.made);
  const changed = free.filter((one) => !one.made).map(({ line }) => line);
  const ids = made.map(({ loan_id }) => loan_id);
  if (ids.length > 0) {
    for (const table of ['loan_people', 'loan_month_opens'])
      await tx.query(`delete from ${table} where tenant_id = current_tenant() and loan_id = any($1::uuid[])`, [ids]);
    await tx.query('delete from loans where tenant_id = current_tenant() and id = any($1::uuid[])', [ids]);
    const alone = `array(select b.id from borrowers b where b.tenant_id = current_tenant() and b.id = any($1::uuid[])
       and not exists (select 1 from loans l where l.tenant_id = b.tenant_id and l.borrower_id = b.id offset 0))`;
    const borrowers = [made.map(({ borrower_id }) => borrower_id)];
    for (const table of ['phones', 'addresses'])
      await tx.query(
        `delete from ${table} where tenant_id = current_tenant() and borrower_id = any(${alone})`,
        borrowers,
      );
    await tx.query(`delete from borrowers where tenant_id = current_tenant() and id = any(${alone})`, borrowers);
  }
  if (changed.length > 0) {
    const of = [importId, changed];
    const WHERE = 'c.tenant_id = current_tenant() and c.import_id = $1 and c.line = any($2::integer[])';
    const back = async (table: 'loans' | 'borrowers', ids: string[], from: string, more: unknown[]) => {
      const columns = restored(table);
      await tx.query(
        `update ${table} t set (${columns.map(([column]) => column).join(', ')}) = (
           select ${columns.map(([, value]) => value).join(', ')} from ${from} limit 1)
          where t.tenant_id = current_tenant() and t.id = any($3::uuid[])`,
        [...of, ids, ...more],
      );
    };
    const restoring = free.filter((one) => !one.made);
    const changeOf = (loan: string) =>
      lookedUp(
        'c',
        'loan_import_changes',
        `k.tenant_id = t.tenant_id and k.loan_id = ${loan} and k.import_id = $1 and k.line = any($2::integer[])`,
      );
    await back(
      'borrowers',
      restoring.map(({ borrower_id }) => borrower_id),
      `(select o.id from loans o where o.tenant_id = t.tenant_id and o.borrower_id = t.id offset 0) o ${changeOf('o.id')}`,
      [],
    );
    await back(
      'loans',
      restoring.map(({ loan_id }) => loan_id),
      `(select 1) one ${changeOf('t.id')}`,
      [now],
    );
    const opened = (when: 'before' | 'after') => `(c.${when} ->> 'loans.dpd_month_open')::integer`;
    await tx.query(
      `update loan_month_opens m set dpd = ${opened('before')}, bucket = bucket_of(${opened('before')}) from loan_import_changes c
        where ${WHERE} and m.tenant_id = c.tenant_id and m.loan_id = c.loan_id and m.dpd = ${opened('after')}
          and m.month = date_trunc('month', c.at at time zone $3)::date`,
      [...of, zone],
    );
    for (const table of ['phones', 'addresses', 'loan_people'])
      await tx.query(
        `delete from ${table} where tenant_id = current_tenant()
            and id = any(array(select unnest(c.added) from loan_import_changes c where ${WHERE}))`,
        of,
      );
    await tx.query(`delete from loan_import_changes c where ${WHERE}`, of);
  }
  return { removed: made.length, restored: changed.length, stays: touched.length - free.length };
}
