/** Generated files, taken in and back: every table of the tenant is as it was; a kept file under its kept mapping changes nothing. */
import { describe, expect, it } from 'vitest';
import { appendAudit } from '../../server/db/audit';
import { forgetRows, ROWS_KEPT_DAYS } from '../../server/modules/loan-imports/forgetting';
import { TRACES } from '../../server/modules/loans/traces';
import { randomOf } from '../faults/sim/random';
import { engines } from '../support/databases';
import { IMPORTS, importDesk } from '../support/import-desk';
import { generated, tenantTables } from '../support/import-files';
import { columnsOf, insertOf, rowFor } from '../support/rows';

/** Why a row of a table that knows a loan or a borrower, and is no trace, is no work on the loan. */
const NO_TRACES: Record<string, string> = {
  loans: 'the loan itself; a change by hand is in the audit',
  phones: 'goes with the borrower; one that was added is in the audit or in a record',
  addresses: 'goes with the borrower; one that was added is in the audit or in a record',
  loan_people: 'of files alone, and goes with the loan',
  loan_month_opens: 'what ageing noted at the end of a month, and goes with the loan',
  loan_words: 'the words by which the loan is found, kept by a trigger',
  loan_feed: 'what phones are told of assignments, kept by a trigger',
  visits: 'part of a record',
  disposition_attachments: 'part of a record',
  callbacks_due: 'part of a record, kept by a trigger',
  notifications: 'tells of a payment, a promise or a message',
  assignment_batches: 'its loans have assignments',
  allocation_run_loans: 'a rehearsal gives nothing to anybody; what a commit gave is an assignment',
  allocation_run_numbers: 'numbers as they stand in a file of an allocation',
  loan_import_rows: 'a row of a file; what it changed is in loan_import_changes',
  ageing_runs: 'how far a night has come',
  dupont_runs: 'how far a night has come',
  insight_runs: 'how far a night has come',
  recovery_runs: 'how far a night has come',
  recovery_months: 'how far a night has come',
  predictor_runs: 'how far a night has come',
  predictor_months: 'how far a night has come',
  recovery_loans: 'what a night expected of it, counted anew by the next',
  predictor_loans: 'what a night expected of it, counted anew by the next',
  predictor_samples: 'what a night learned from it',
  recovery_list_loans: 'a number as it stands in a list of somebody',
  bank_lines: 'what a bank said; accepted it is a payment',
  bank_parts: 'a proposal, or a part of a payment',
};

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

  it('knows of every table with a loan or a borrower in it whether a row is work on the loan', async () => {
    const found = await desk.held.db.owner((tx) =>
      tx.query<{ name: string }>(
        `select distinct c.relname as name
           from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            and (a.attname = 'subject_id' or exists (select 1 from pg_constraint f
                   where f.contype = 'f' and f.conrelid = c.oid and f.confrelid in ('loans'::regclass, 'borrowers'::regclass) and a.attnum = any(f.conkey))
                 or a.attname ~ 'loan|borrower' and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype, 'jsonb'::regtype, 'text'::regtype))`,
      ),
    );
    const named = [...Object.keys(TRACES), ...Object.keys(NO_TRACES)];
    expect(named.sort()).toEqual(found.map(({ name }) => name).sort());
  });

  it('leaves each loan on which somebody worked, whatever the work was, and says what', async () => {
    const { db } = desk.held;
    const tenantId = desk.world.tenantId;
    const traces = Object.entries(TRACES);
    const numbers = traces.map((_, at) => 50_000 + at);
    const first = await load(generated(randomOf(41), [...numbers, 50_900]));
    const loans = await desk.world.run((tx) =>
      tx.query<{ id: string; borrower: string; number: string }>(
        `select id, borrower_id as borrower, loan_number as number from loans
          where tenant_id = current_tenant() and loan_number like 'GEN00500%' order by loan_number`,
      ),
    );
    for (const [at, [table]] of traces.entries()) {
      const { id = '', borrower = '' } = loans[at] ?? {};
      const columns = (await columnsOf(db, table)).map(({ name }) => name);
      const row = await rowFor(db, table, tenantId);
      if (columns.includes('loan_id')) row.loan_id = id;
      if (columns.includes('borrower_id')) row.borrower_id = borrower;
      await desk.world.run(async (tx) => {
        if (table === 'audit_log')
          await appendAudit(tx, [
            {
              action: 'loans.updated',
              subject: 'loan',
              subjectId: id,
              actorId: desk.world.people.admin.id,
              detail: {},
            },
          ]);
        else await tx.query(...insertOf(table, row));
      });
    }
    const why = traces.map(([, { words }], at) => [loans[at]?.number, words]);
    type Preview = { removed: number; stays: number; staying: { loanNumber: string; why: string }[] };
    const staying = async (of: string) =>
      (await ask<Preview>(`${IMPORTS}/${of}/undo`)).staying.map((one) => [one.loanNumber, one.why]);
    expect(await staying(first.id)).toEqual(why);
    expect((await step(first.id, 'undo', 'undone')).counts.inserted).toBe(traces.length);
    const left = await desk.world.run((tx) =>
      tx.query<{ number: string }>(
        `select loan_number as number from loans where tenant_id = current_tenant() and loan_number like 'GEN0050%' order by 1`,
      ),
    );
    expect(left.map(({ number }) => number)).toEqual(why.map(([number]) => number));
    // What was done before a file changed the loan does not keep its change.
    const second = await load(generated(randomOf(42), numbers));
    expect(second.counts).toMatchObject({ updated: numbers.length });
    expect(await staying(second.id)).toEqual(why.filter(([, words]) => words === TRACES.dial_items?.words));
  });
});
