/** Loans by file: read, mapped, verified without a change, committed, corrected, taken back; on both databases. */
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../server/db/database';
import { engines } from '../support/databases';
import { IMPORTS, importDesk, loansCsv } from '../support/import-desk';

/** The book as a file could have changed it; versions and times step with every change and are left out. */
async function bookOf(tx: Tx) {
  const of = (table: string, less: string[]) =>
    tx.query<{ row: unknown }>(
      `select to_jsonb(t) - array[${less.map((name) => `'${name}'`).join(', ')}]::text[] as row from ${table} t where tenant_id = current_tenant() order by t.id`,
    );
  return {
    loans: await of('loans', ['version', 'updated_at', 'dpd_as_of', 'dpd_reported', 'dpd_reported_on']),
    borrowers: await of('borrowers', ['tenant_id']),
    phones: await of('phones', ['tenant_id']),
    addresses: await of('addresses', ['tenant_id']),
    people: await of('loan_people', ['tenant_id']),
  };
}

describe.each(engines)('loans from a file on $name', ({ fresh }) => {
  const { desk, api, ask, upload, map, step, load, whose, until } = importDesk(fresh);
  const book = () => desk.world.run(bookOf);
  const loanOf = (number: string) =>
    desk.world.run(
      async (tx) =>
        (
          await tx.query<Record<string, unknown>>(
            `select l.*, b.name, b.pan_masked, (select array_agg(f.number order by f.rank) from phones f where f.tenant_id = l.tenant_id and f.borrower_id = l.borrower_id) as numbers
               from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id where l.tenant_id = current_tenant() and l.loan_number = $1`,
            [number],
          )
        )[0],
    );

  it('goes from bytes to the book, counted before and after', async () => {
    const before = await book();
    const one = await upload(loansCsv(120));
    expect(one).toMatchObject({ state: 'mapping', size: one.received });
    expect(one.look?.columns).toContain('Customer Name');
    await map(one);
    const verified = await step(one.id, 'verify', 'verified');
    expect(verified.verification).toMatchObject({ rows: 120, fresh: 120, changed: 0, unchanged: 0, refused: 0 });
    expect(await book()).toEqual(before);
    const done = await step(one.id, 'commit', 'done');
    expect(done.counts).toEqual({ rows: 120, inserted: 120, updated: 0, unchanged: 0, skipped: 0, refused: 0 });
    expect(done).toMatchObject({ mayUndo: true, progress: { done: 120, total: 120 } });
    expect(await loanOf('IMP0000007')).toMatchObject({
      name: 'Borrower 7',
      pos_paise: 1_000_700,
      overdue_paise: 50_750,
      dpd: 7,
      bucket: '0-30',
      product: 'TW',
      batch_no: done.batchNo,
      numbers: ['9100000007', '8100000007'],
    });
    // The same bytes again are noticed, and change nothing.
    const again = await load(loansCsv(120));
    expect(again.sameAs?.id).toBe(one.id);
    expect(again.counts).toMatchObject({ inserted: 0, updated: 0, unchanged: 120 });
    const undone = await step(one.id, 'undo', 'undone');
    expect(undone.counts.inserted).toBe(0);
    expect(await book()).toEqual(before);
  });
});
