/** Generated files, taken in and back: every table of the tenant is as it was; a kept file under its kept mapping changes nothing. */
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../server/db/database';
import { forgetRows, ROWS_KEPT_DAYS } from '../../server/modules/loan-imports/forgetting';
import { type Random, randomOf } from '../faults/sim/random';
import { engines } from '../support/databases';
import { IMPORTS, importDesk } from '../support/import-desk';

/** What remembers that a file came in: the audit with its counter, the jobs, and the import's own tables. The book is none of these. */
const TRACE = /^(audit_log.*|tenant_counters|jobs|loan_imports|loan_import_rows|loan_import_changes|loan_mappings)$/;
const STEPPING = ['version', 'updated_at'];

async function tenantTables(tx: Tx) {
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
function generated(random: Random, numbers: readonly number[]): string {
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

describe.each(engines)('generated files of loans on $name', ({ fresh }) => {
  const { desk, api, ask, load, upload, map, step } = importDesk(fresh, { chunk: 7 });
  const book = () => desk.world.run(tenantTables);

  it.each([11, 12, 13])('seed %i: taken back leaves every table as it was', async (seed) => {
    const random = randomOf(seed);
    const from = seed * 1000;
    const known = Array.from({ length: random.between(10, 25) }, (_, at) => from + at);
    const first = await load(generated(random, known));
    expect(first.counts).toMatchObject({ inserted: known.length, refused: 0 });
    const before = await book();
    expect(before.loans?.length).toBeGreaterThanOrEqual(known.length);
    const some = known.filter(() => random.chance(0.6));
    const more = Array.from({ length: random.between(5, 20) }, (_, at) => from + 500 + at);
    const second = await load(generated(random, [...more, ...some]));
    expect(second.counts).toMatchObject({ inserted: more.length, refused: 0 });
    expect(await book()).not.toEqual(before);
    await step(second.id, 'undo', 'undone');
    expect(await book()).toEqual(before);
  });

  it.each([21, 22])('seed %i: the kept file under its kept mapping leaves all loans unchanged', async (seed) => {
    const random = randomOf(seed);
    const numbers = Array.from({ length: 30 }, (_, at) => seed * 1000 + at);
    const first = await load(generated(random, numbers));
    const before = await book();
    const kept = await api('admin').fetch(`${IMPORTS}/${first.id}/file`);
    const { mapping } = await ask(`${IMPORTS}/${first.id}`);
    if (!mapping) throw new Error('The import kept no mapping');
    const again = await upload(Buffer.from(await kept.arrayBuffer()));
    await map(again, {}, () => mapping);
    const { verification } = await step(again.id, 'verify', 'verified');
    expect(verification).toMatchObject({ rows: 30, fresh: 0, changed: 0, unchanged: 30, refused: 0 });
    const done = await step(again.id, 'commit', 'done');
    expect(done.counts).toMatchObject({ inserted: 0, updated: 0, unchanged: 30 });
    expect(await book()).toEqual(before);
  });

  it('a month later nothing stands in its rows of what they said, and it is taken back all the same', async () => {
    const before = await desk.world.run(tenantTables);
    const refused = 'BAD1,,,,,,,,plenty,,,';
    const one = await load(`${generated(randomOf(31), [9001, 9002, 9003, 9004])}\n${refused}\n`);
    const rows = () =>
      desk.world.run((tx) =>
        tx.query<{ row: Record<string, unknown> }>(
          `select jsonb_strip_nulls(to_jsonb(r)) as row from loan_import_rows r
            where r.tenant_id = current_tenant() and r.import_id = $1 order by line`,
          [one.id],
        ),
      );
    const forget = (days: number) =>
      desk.world.run(async (tx) => {
        while (await forgetRows(tx, new Date(Date.now() + days * 86_400_000)));
      });
    await forget(ROWS_KEPT_DAYS - 1);
    expect((await rows())[0]?.row).toHaveProperty('loan_number');
    await forget(ROWS_KEPT_DAYS + 1);
    const kept = ['tenant_id', 'import_id', 'line', 'loan_id', 'borrower_id'];
    for (const { row } of await rows())
      expect(
        Object.keys(row)
          .filter((name) => name !== 'refusal')
          .sort(),
      ).toEqual([...kept].sort());
    const errors = await (await api('admin').fetch(`${IMPORTS}/${one.id}/errors`)).text();
    expect(errors).toContain('BAD1');
    expect((await step(one.id, 'undo', 'undone')).counts).toMatchObject({ inserted: 0, refused: 1 });
    expect(await desk.world.run(tenantTables)).toEqual(before);
  });

  it('a late file corrects how the running month began, and taken back leaves it as it was kept', async () => {
    const first = await load('Loan No,Customer Name,POS,DPD\nOPEN1,Asha,1000,40\nOPEN2,Ravi,1000,40\n');
    expect(first.counts.inserted).toBe(2);
    const [day] = await desk.world.run((tx) =>
      tx.query<{ month: string; other: string }>(
        `select date_trunc('month', now() at time zone 'Asia/Kolkata')::date as month,
                (date_trunc('month', now() at time zone 'Asia/Kolkata') + interval '1 month')::date as other`,
      ),
    );
    await desk.world.run(async (tx) => {
      for (const month of [day?.month, day?.other])
        await tx.query(
          `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
           select tenant_id, $1::date, id, portfolio_id, 40, '31-60', pos_paise, overdue_paise, $1::date from loans
            where tenant_id = current_tenant() and loan_number like 'OPEN%'`,
          [month],
        );
    });
    const before = await book();
    const opens = () =>
      desk.world.run((tx) =>
        tx.query<{ n: string; month: string; dpd: number; bucket: string }>(
          `select l.loan_number as n, m.month, m.dpd, m.bucket from loan_month_opens m join loans l on l.tenant_id = m.tenant_id and l.id = m.loan_id
            where m.tenant_id = current_tenant() and l.loan_number like 'OPEN%' order by m.month, 1`,
        ),
      );
    const late = await load('Loan No,DPD at month open\nOPEN1,95\nOPEN2,40\n', { kind: 'changes' });
    expect((await opens()).map(({ n, dpd, bucket }) => [n, dpd, bucket])).toEqual([
      ['OPEN1', 95, '91-180'],
      ['OPEN2', 40, '31-60'],
      // Another month stays as it began.
      ['OPEN1', 40, '31-60'],
      ['OPEN2', 40, '31-60'],
    ]);
    await step(late.id, 'undo', 'undone');
    expect(await book()).toEqual(before);
  });
});
