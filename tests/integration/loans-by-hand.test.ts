/** Loans by hand and sheets: what each leaves in the audit, who may not, and what a deleted sheet takes with it. */
import { describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { engines } from '../support/databases';
import { type Detail, IMPORTS, importDesk, loansCsv } from '../support/import-desk';
import { createPerson } from '../support/people';
import { as } from '../support/world';

describe.each(engines)('loans by hand on $name', ({ fresh }) => {
  const { desk, api, ask, load, whose, until } = importDesk(fresh);
  const audited = (action: string, subject: string) =>
    desk.world.run((tx) =>
      tx.query<{ actor_id: string; detail: Record<string, unknown> }>(
        'select actor_id, detail from audit_log where tenant_id = current_tenant() and action = $1 and subject_id = $2',
        [action, subject],
      ),
    );
  const status = async (
    path: string,
    body: unknown,
    method = 'PUT',
    by: 'admin' | 'agent' | 'clientAdmin' = 'admin',
  ) => {
    const headers = { 'content-type': 'application/json' };
    return (await api(by).fetch(path, { method, headers, body: JSON.stringify(body) })).status;
  };
  const enter = async (values: Record<string, string>) => {
    const { portfolioId } = await whose();
    const body = { portfolioId, values: { borrowerName: 'Asha Patil', pos: '1,50,000', dpd: '47', ...values } };
    return ask<Loan>('/api/v1/loans/manual/entry', { method: 'PUT', body });
  };

  it('an entered loan stands in the audit with its fields, and its number is taken once', async () => {
    const loan = await enter({ loanNumber: 'HAND1', phone1: '9845012345', emi: '2500' });
    expect(loan).toMatchObject({ loanNumber: 'HAND1', posPaise: 15_000_000, dpd: 47, bucket: '31-60' });
    expect(await audited('loans.entered', loan.id)).toEqual([
      {
        actor_id: desk.world.people.admin.id,
        detail: {
          before: null,
          after: { loanNumber: 'HAND1', fields: ['borrowerName', 'pos', 'dpd', 'loanNumber', 'phone1', 'emi'] },
        },
      },
    ]);
    const { portfolioId } = await whose();
    const again = { portfolioId, values: { loanNumber: 'HAND1', borrowerName: 'Ravi', pos: '1', dpd: '1' } };
    expect(await status('/api/v1/loans/manual/entry', again)).toBe(422);
    expect(await status('/api/v1/loans/manual/entry', again, 'PUT', 'agent')).toBe(403);
  });

  it('a corrected field stands there with what it was, what it is and why; the same value leaves nothing', async () => {
    const loan = await enter({ loanNumber: 'HAND2' });
    const correct = (value: string) =>
      ask<Loan>('/api/v2.1/loans/correct', {
        method: 'PUT',
        body: { loanId: loan.id, field: 'dpd', value, reason: 'The lender called' },
      });
    expect(await correct('12')).toMatchObject({ dpd: 12, bucket: '0-30' });
    await correct('12');
    const entries = await audited('loans.corrected', loan.id);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      actor_id: desk.world.people.admin.id,
      detail: {
        field: 'dpd',
        reason: 'The lender called',
        before: { dpd: 47, bucket: '31-60' },
        after: { dpd: 12, bucket: '0-30' },
      },
    });
    const body = { loanId: loan.id, field: 'loanNumber', value: 'OTHER', reason: 'No such thing' };
    expect(await status('/api/v2.1/loans/correct', body)).toBe(422);
  });

  it('an extended loan stands there with its recall date before and after; the others are answered one by one', async () => {
    const loan = await enter({ loanNumber: 'HAND3', recallOn: '31/03/2027' });
    const extend = { loanIds: ['HAND3', 'NOBODY'], recallOn: '2027-06-30', reason: 'The lender agreed' };
    const run = () => ask('/api/v1/loans/extend', { method: 'PUT', body: extend });
    expect(await run()).toEqual({ extended: 1, unchanged: 0, missing: ['NOBODY'] });
    expect(await run()).toEqual({ extended: 0, unchanged: 1, missing: ['NOBODY'] });
    expect(await audited('loans.extended', loan.id)).toEqual([
      {
        actor_id: desk.world.people.admin.id,
        detail: { before: { recallOn: '2027-03-31' }, after: { recallOn: '2027-06-30' }, reason: 'The lender agreed' },
      },
    ]);
    expect(await status('/api/v1/loans/extend', extend, 'PUT', 'agent')).toBe(403);
  });

  it('a sheet is listed, renamed and deleted by its keeper; its loans go but for those that were worked', async () => {
    const one = await load(loansCsv(4, { from: 7000 }));
    const { db } = desk.held;
    const keeper = as(desk.server.origin, await createPerson(db, desk.world.tenantId, { role: 'ADMIN' }));
    const call = async <T = Detail>(path: string, method = 'GET', body?: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const response = await keeper.fetch(path, {
        method,
        ...(body !== undefined && { headers, body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { data: T }).data;
    };
    const sheets = () => call<{ content: Detail[] }>('/api/v1/activity/loan/all');
    expect((await sheets()).content[0]).toMatchObject({ id: one.id, fileName: 'loans.csv', mayUndo: true });
    const rename = { id: one.id, fileName: 'April, corrected.csv' };
    expect(await call('/api/v1/activity/loan/sheet', 'PUT', rename)).toMatchObject(rename);
    expect(await audited('loan-imports.renamed', one.id)).toMatchObject([
      { detail: { before: 'loans.csv', after: 'April, corrected.csv' } },
    ]);
    expect(await status('/api/v1/activity/loan/sheet', rename)).toBe(403);

    await ask('/api/v1/loans/extend', {
      method: 'PUT',
      body: { loanIds: ['IMP0007001'], recallOn: '2027-06-30', reason: 'Worked on' },
    });
    const path = `/api/v1/activity/delete-loan/by/sheet?id=${one.id}`;
    expect((await api('admin').fetch(path, { method: 'DELETE' })).status).toBe(403);
    await call(path, 'DELETE');
    expect((await until(one.id, 'undone')).counts.inserted).toBe(1);
    const left = await desk.world.run((tx) =>
      tx.query<{ loan_number: string }>(
        "select loan_number from loans where tenant_id = current_tenant() and loan_number like 'IMP000700%'",
      ),
    );
    expect(left).toEqual([{ loan_number: 'IMP0007001' }]);
    expect(await ask(`${IMPORTS}/${one.id}/undo`)).toMatchObject({
      stays: 1,
      staying: [{ loanNumber: 'IMP0007001', why: 'It was changed by hand' }],
    });
  });
});
