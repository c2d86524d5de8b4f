/** Loans by file: read, mapped, verified without a change, committed, corrected, taken back; on both databases. */
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../server/db/database';
import { engines } from '../support/databases';
import { type Detail, IMPORTS, importDesk, loansCsv } from '../support/import-desk';
import { put } from '../support/people-desk';
import { fieldRecord, itemOf, type Who } from '../support/world';

/** The book as a file could have changed it; versions and times step with every change and are left out. */
async function bookOf(tx: Tx) {
  const of = (table: string, less: string[] = []) =>
    tx.query<{ row: unknown }>(
      `select to_jsonb(t) - $1::text[] as row from ${table} t where tenant_id = current_tenant() order by t.id`,
      [less],
    );
  return {
    loans: await of('loans', ['version', 'updated_at']),
    borrowers: await of('borrowers'),
    phones: await of('phones'),
    addresses: await of('addresses'),
    people: await of('loan_people'),
    totals: await tx.query(
      'select * from loan_totals where tenant_id = current_tenant() and loans > 0 order by bucket, product',
    ),
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

  it('goes from bytes to the book and back, counted before and after', async () => {
    const before = await book();
    const one = await upload(loansCsv(120));
    expect(one).toMatchObject({ state: 'mapping', received: one.size, mayUndo: false });
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
    const loaded = await book();
    const again = await load(loansCsv(120));
    expect(again.sameAs?.id).toBe(one.id);
    expect(again.counts).toMatchObject({ inserted: 0, updated: 0, unchanged: 120 });
    expect(await book()).toEqual(loaded);
    const undone = await step(one.id, 'undo', 'undone');
    expect(undone).toMatchObject({ mayUndo: false, counts: { inserted: 0 } });
    expect(await book()).toEqual(before);
  });

  it('knows its own file again after a spreadsheet has saved it: zeros, capitals and signs of the numbers differ', async () => {
    const columns = 'Loan No,Customer Name,POS,DPD,Overdue,Mobile';
    const of = (numberOf: (at: number) => string, pos: number) =>
      [
        columns,
        ...Array.from(
          { length: 40 },
          (_, at) => `${numberOf(at)},Asha ${at},${pos},${at % 3 ? 40 : 0},,98${String(10_000_000 + at)}`,
        ),
      ].join('\n');
    const first = await load(of((at) => `00-ab${12_345_600 + at}`, 5000));
    expect(first.counts).toMatchObject({ inserted: 40 });
    expect(first.verification).toMatchObject({ alike: 0, withoutDues: 26 });
    const again = await upload(of((at) => `AB ${12_345_600 + at}`, 6000));
    await map(again);
    const checked = await step(again.id, 'verify', 'verified');
    expect(checked.verification).toMatchObject({ fresh: 40, changed: 0, alike: 40 });
    await map(checked, {}, (mapping) => ({ ...mapping, policy: { ...mapping.policy, alike: true } }));
    const matched = await step(again.id, 'verify', 'verified');
    expect(matched.verification).toMatchObject({ fresh: 0, changed: 40, alike: 0 });
    expect((await step(again.id, 'commit', 'done')).counts).toMatchObject({ inserted: 0, updated: 40 });
    expect(await loanOf('00-ab12345607')).toMatchObject({ pos_paise: 600_000 });
    await step(again.id, 'undo', 'undone');
    expect(await loanOf('00-ab12345607')).toMatchObject({ pos_paise: 500_000 });
    await step(first.id, 'undo', 'undone');
  });

  it('keeps second e-mails and addresses of a cell and what was lent, and takes them back', async () => {
    const before = await book();
    const csv = (email: string) =>
      [
        'Loan No,Customer Name,POS,DPD,Overdue,Amt Fin,Email,Address',
        `TWO1,Asha,100,5,10,"1,50,000",${email},"12 MG Road, Pune 411001 / 5 Hill View, Nashik 422001"`,
      ].join('\n');
    const first = await load(csv('a@bank.in; b@bank.in'));
    const [found] = await desk.world.run((tx) =>
      tx.query(
        `select l.financed_paise, b.email, b.email2, (select array_agg(a.line || ' | ' || a.pincode order by a.rank) from addresses a where a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id) as addresses
           from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id where l.tenant_id = current_tenant() and l.loan_number = 'TWO1'`,
      ),
    );
    expect(found).toEqual({
      financed_paise: 15_000_000,
      email: 'a@bank.in',
      email2: 'b@bank.in',
      addresses: ['12 MG Road, Pune 411001 | 411001', '5 Hill View, Nashik 422001 | 422001'],
    });
    const facts = await ask<{ financedPaise: number; secondEmail: string }>('/api/v2/loans/TWO1/facts');
    expect(facts).toMatchObject({ financedPaise: 15_000_000, secondEmail: 'b@bank.in' });
    // A file that names one e-mail says nothing of the second, also where its empty cells empty a field.
    const one = await upload(csv('a@bank.in'));
    await map(one, {}, (mapping) => ({ ...mapping, policy: { ...mapping.policy, known: 'replace' } }));
    expect((await step(one.id, 'verify', 'verified')).verification).toMatchObject({
      fresh: 0,
      changed: 0,
      unchanged: 1,
    });
    await step(first.id, 'undo', 'undone');
    expect(await book()).toEqual(before);
  });

  it('refuses numbers that differ by spaces that nobody sees, and shows two of them once for the file', async () => {
    const rows = ['SEE 1', 'SEE\u200B 1', 'SEE\u00A01', 'SEE 2', 'SEE 1'].map((number) => `${number},Asha,100,5,10`);
    const one = await upload(['Loan No,Customer Name,POS,DPD,Overdue', ...rows].join('\n'));
    await map(one);
    const { verification } = await step(one.id, 'verify', 'verified');
    expect(verification).toMatchObject({
      fresh: 2,
      refused: 3,
      unseen: {
        rows: 2,
        lines: [
          { line: 2, number: 'SEE 1' },
          { line: 3, number: 'SEE␣ 1' },
        ],
      },
    });
  });

  it('counts new numbers that are written as none of the portfolio', async () => {
    const of = (number: (at: number) => string) =>
      ['Loan No,Customer Name,POS,DPD,Overdue', ...[1, 2, 3].map((at) => `${number(at)},Asha,100,5,10`)].join('\n');
    const first = await load(of((at) => `WRT-000${at}`));
    for (const [number, unlike] of [
      ['WRT-010#', 0],
      ['XYZ-00#9', 0],
      ['WRTS-00#', 3],
      ['88#', 3],
    ] as const) {
      const one = await upload(of((at) => number.replace('#', String(at))));
      await map(one);
      expect((await step(one.id, 'verify', 'verified')).verification, number).toMatchObject({ fresh: 3, unlike });
    }
    await step(first.id, 'undo', 'undone');
  });

  it('changes what a newer file says, names each field, and undo puts back what was there', async () => {
    const first = await load(loansCsv(60, { from: 1000 }));
    const before = await book();
    const newer = loansCsv(70, {
      from: 1000,
      pos: (at) => (at < 1010 ? '"5,55,555.00"' : String(10_000 + at)),
      dpd: (at) => (at === 1003 ? '95' : String(at % 400)),
    }).replace('9100001005', '9777777777');
    const one = await upload(newer);
    await map(one);
    const { verification } = await step(one.id, 'verify', 'verified');
    expect(verification).toMatchObject({ rows: 70, fresh: 10, changed: 10, unchanged: 50, refused: 0 });
    expect(Object.fromEntries((verification?.changedFields ?? []).map(({ field, loans }) => [field, loans]))).toEqual({
      pos: 10,
      dpd: 1,
      phone1: 1,
    });
    const done = await step(one.id, 'commit', 'done');
    expect(done.counts).toMatchObject({ inserted: 10, updated: 10, unchanged: 50, refused: 0 });
    expect(await loanOf('IMP0001003')).toMatchObject({
      pos_paise: 55_555_500,
      dpd: 95,
      bucket: '91-180',
      dpd_reported: 95,
    });
    expect((await loanOf('IMP0001005'))?.numbers).toContain('9777777777');
    expect(await ask(`${IMPORTS}/${one.id}/undo`)).toMatchObject({ removed: 10, restored: 10, stays: 0 });
    // What a later file changed belongs to the later one.
    expect(await ask(`${IMPORTS}/${first.id}/undo`)).toMatchObject({ removed: 50, stays: 10 });
    await step(one.id, 'undo', 'undone');
    expect(await book()).toEqual(before);
  });

  it('keeps loans that somebody worked on, and says why', async () => {
    const one = await load(loansCsv(5, { from: 2000 }));
    const loan = await loanOf('IMP0002002');
    await desk.world.run((tx) =>
      tx.query(
        `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values (current_tenant(), gen_random_uuid(), $1, 'field_agent', $2)`,
        [loan?.id, desk.world.people.agent.id],
      ),
    );
    const preview = await ask<{ staying: unknown[] }>(`${IMPORTS}/${one.id}/undo`);
    expect(preview).toMatchObject({ removed: 4, stays: 1 });
    expect(preview.staying).toEqual([{ loanId: loan?.id, loanNumber: 'IMP0002002', why: 'It was given to somebody' }]);
    const undone = await step(one.id, 'undo', 'undone');
    expect(undone.counts.inserted).toBe(1);
    expect(await loanOf('IMP0002002')).toBeDefined();
    expect(await loanOf('IMP0002003')).toBeUndefined();
  });

  it('refuses wrong rows with their reasons; corrected, the error file goes in', async () => {
    const other = await desk.world.addLoan({ otherClient: true, number: 'KAV1' });
    const lines = loansCsv(6, { from: 3000 }).split('\n');
    lines[2] = lines[2]?.replace('9100003001', '12345') ?? '';
    lines[3] = lines[3]?.replace('IMP0003002', 'IMP0003000') ?? '';
    lines[4] = lines[4]?.replace('IMP0003003', other.number) ?? '';
    lines[5] = lines[5]?.replace(/"[^"]*"/, '"=HYPERLINK(""x"")"') ?? '';
    const one = await upload(lines.join('\n'));
    await map(one);
    const verified = await step(one.id, 'verify', 'verified');
    expect(verified.verification).toMatchObject({ rows: 6, fresh: 2, refused: 4 });
    expect(verified.verification?.problemKinds.map(({ kind, rows }) => [kind, rows]).sort()).toEqual([
      ['duplicate-in-file', 1],
      ['formula', 1],
      ['mobile', 1],
      ['other-client', 1],
    ]);
    expect(verified.verification?.problemRows.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
    const done = await step(one.id, 'commit', 'done');
    expect(done.counts).toEqual({ rows: 6, inserted: 2, updated: 0, unchanged: 0, skipped: 0, refused: 4 });
    const response = await api('admin').fetch(`${IMPORTS}/${one.id}/errors`);
    expect(response.headers.get('content-disposition')).toContain('loans-errors.csv');
    const file = await response.text();
    const [head, ...rest] = file.trim().split('\r\n');
    expect(head).toBe(`${lines[0]},Reason`);
    expect(rest).toHaveLength(4);
    expect(rest[0]).toContain('Mobile: ');
    expect(rest[1]).toMatch(/This loan number stands in the file already$/);
    const mended = file
      .replace(',12345,', ',9100003001,')
      .replace(/IMP0003000(?=,Borrower 3002)/, 'IMP0003002')
      .replace(other.number, 'IMP0003003')
      .replace(/"?'=HYPERLINK\([^)]*\)"?/, 'MG Road');
    const second = await load(mended);
    expect(second.counts).toMatchObject({ rows: 4, inserted: 4, refused: 0 });
    expect(await (await api('admin').fetch(`${IMPORTS}/${one.id}/file`)).text()).toBe(lines.join('\n'));
  });

  it.each([
    ['skip', { inserted: 1, updated: 0, unchanged: 0, skipped: 2, refused: 0 }, 1_400_000],
    ['refuse', { inserted: 1, updated: 0, unchanged: 0, skipped: 0, refused: 2 }, 1_400_000],
    ['merge', { inserted: 1, updated: 0, unchanged: 2, skipped: 0, refused: 0 }, 1_400_000],
    ['update', { inserted: 1, updated: 2, unchanged: 0, skipped: 0, refused: 0 }, 700],
  ] as const)('does with known loans what the policy says: %s', async (known, counts, pos) => {
    const from = 4000 + ['skip', 'refuse', 'merge', 'update'].indexOf(known) * 10;
    await load(loansCsv(2, { from, pos: () => '14000' }));
    const done = await load(loansCsv(3, { from, pos: () => '7' }), {
      change: (mapping) => ({ ...mapping, policy: { fresh: 'insert', known } }),
    });
    expect(done.counts).toMatchObject(counts);
    expect(await loanOf(`IMP000${from}`)).toMatchObject({ pos_paise: pos });
  });

  it('says how many active loans of the portfolios that it names are not in it', async () => {
    const { clientId, portfolioId } = await whose();
    // More than two pieces of the count; one of them is closed, and those of another portfolio count only where that is named.
    await load(loansCsv(130, { from: 8000 }));
    const other = await desk.world.run(async (tx) => {
      await tx.query(
        "update loans set state = 'closed' where tenant_id = current_tenant() and loan_number = 'IMP0008100'",
      );
      const [made] = await tx.query<{ id: string }>(
        `insert into portfolios (tenant_id, id, client_id, name, product, region)
         values (current_tenant(), gen_random_uuid(), $1, 'Third wheels', 'TW', 'West') returning id`,
        [clientId],
      );
      return made?.id ?? '';
    });
    await load(loansCsv(60, { from: 8200 }), { of: { portfolioId: other } });
    const active = async (id: string | null) => {
      const [found] = await desk.world.run((tx) =>
        tx.query<{ loans: number }>(
          "select count(*) as loans from loans where tenant_id = current_tenant() and portfolio_id = $1 and state = 'active'",
          [id],
        ),
      );
      return found?.loans ?? 0;
    };
    const missing = async (csv: string, portfolio: string | null) => {
      const one = await upload(csv);
      await map(one, { portfolioId: portfolio });
      return (await step(one.id, 'verify', 'verified')).verification?.missing;
    };
    const named = (csv: string, ...names: string[]) =>
      csv
        .trim()
        .split('\n')
        .map((line, at) => `${line},${at === 0 ? 'Portfolio' : names[at % names.length]}`)
        .join('\n');
    const [first, second] = [await active(portfolioId), await active(other)];
    expect([first >= 129, second]).toEqual([true, 60]);
    expect(await missing(loansCsv(5, { from: 8000 }), portfolioId)).toBe(first - 5);
    expect(await missing(named(loansCsv(5, { from: 8000 }), 'Two wheelers'), null)).toBe(first - 5);
    expect(await missing(named(loansCsv(4, { from: 8000 }), 'Two wheelers', 'Third wheels'), null)).toBe(
      first + second - 4,
    );
  });

  it('takes a file of changes and leaves unknown loans out', async () => {
    await load(loansCsv(1, { from: 4500 }));
    const done = await load('Loan No,EMI\nIMP0004500,3100\nNOBODY,1\n', { kind: 'changes', of: { portfolioId: null } });
    expect(done.counts).toMatchObject({ rows: 2, updated: 1, skipped: 1, inserted: 0 });
    expect(await loanOf('IMP0004500')).toMatchObject({ emi_paise: 310_000, pos_paise: 1_450_000 });
  });

  it('loses nothing and refuses nobody while two files come in and visits are saved on their loans', async () => {
    await load(loansCsv(150, { from: 5000 }));
    const ids = await desk.world.run((tx) =>
      tx.query<{ id: string; number: string; borrower: string; phone: string }>(
        `select l.id, l.loan_number as number, l.borrower_id as borrower, f.id as phone from loans l join phones f on f.tenant_id = l.tenant_id and f.borrower_id = l.borrower_id and f.rank = 1
          where l.tenant_id = current_tenant() and l.loan_number between 'IMP0005000' and 'IMP0005149' order by l.id desc`,
      ),
    );
    await desk.world.run(async (tx) => {
      for (const { id } of ids)
        await tx.query(
          `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values (current_tenant(), gen_random_uuid(), $1, 'field_agent', $2)`,
          [id, desk.world.people.agent.id],
        );
    });
    const files = await Promise.all([
      upload(loansCsv(150, { from: 5000, pos: () => '222' })),
      upload(loansCsv(200, { from: 5000, pos: () => '333' })),
    ]);
    for (const one of files) {
      await map(one);
      await step(one.id, 'verify', 'verified');
    }
    for (const one of files) await ask(`${IMPORTS}/${one.id}/commit`, { method: 'POST' });
    for (let at = 0; at < 30; at += 5) {
      const items = ids
        .slice(at, at + 5)
        .map(({ id, number, borrower, phone }) =>
          itemOf(fieldRecord({ id, number, borrowerId: borrower, phoneId: phone })),
        );
      const saved = await api('agent').post('/api/v2/call-disposition/batch', { items });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      expect(JSON.stringify(saved.body)).not.toContain('"refused"');
    }
    const [first, second] = [await until(files[0].id, 'done'), await until(files[1].id, 'done')];
    expect(first.counts).toMatchObject({ updated: 150, refused: 0 });
    expect(second.counts).toMatchObject({ inserted: 50, updated: 150, refused: 0 });
    const [{ visits, pos } = { visits: 0, pos: 0 }] = await desk.world.run((tx) =>
      tx.query<{ visits: number; pos: number }>(
        `select (select count(*) from visits v where v.tenant_id = current_tenant() and v.loan_id = any($1::uuid[])) as visits,
                (select count(*) from loans l where l.tenant_id = current_tenant() and l.pos_paise = 33300) as pos`,
        [ids.map(({ id }) => id)],
      ),
    );
    expect({ visits, pos }).toEqual({ visits: 30, pos: 200 });
  }, 180_000);

  it('goes up in parts, resumed where it broke off; an address that was changed is none', async () => {
    const bytes = Buffer.from(loansCsv(40, { from: 6000 }));
    const made = (await (
      await api('admin').fetch('/brake/generate-upload-url', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fileName: 'parts.csv', size: bytes.length, type: 'loans' }),
      })
    ).json()) as { jobId: string; uploadUrl: string };
    const url = `${desk.server.origin}${made.uploadUrl}`;
    const part = (from: number, to: number, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'PUT',
        body: bytes.subarray(from, to),
        headers: {
          'content-range': `bytes ${from}-${to - 1}/${bytes.length}`,
          'content-type': 'application/json',
          ...headers,
        },
      });
    expect((await part(0, 1000)).status).toBe(200);
    expect((await part(2000, 3000)).status).toBe(409);
    expect((await fetch(url, { method: 'HEAD' })).headers.get('upload-offset')).toBe('1000');
    const early = await api('admin').fetch(`/brake/update-status?jobId=${made.jobId}`, { method: 'POST' });
    expect(early.status).toBe(409);
    expect((await part(1000, bytes.length)).status).toBe(200);
    expect((await api('admin').fetch(`/brake/update-status?jobId=${made.jobId}`, { method: 'POST' })).status).toBe(200);
    expect(await ask(`${IMPORTS}/${made.jobId}`)).toMatchObject({
      state: 'mapping',
      fileName: 'parts.csv',
      size: bytes.length,
    });
    expect((await part(0, 10)).status).toBe(410);
    for (const [from, to] of [
      [/signature=../, url.includes('signature=00') ? 'signature=11' : 'signature=00'],
      [/expires=\d/, 'expires=9'],
      [made.jobId, desk.world.tenantId],
    ] as const)
      expect((await fetch(url.replace(from, to), { method: 'HEAD' })).status).toBe(404);
    const found = await ask<{ content: { jobId: string; status: string }[] }>(
      '/reporting/api/jobs/search?fileName=parts',
    );
    expect(found.content.map(({ jobId, status }) => [jobId, status])).toEqual([[made.jobId, 'mapping']]);
  });

  it('says of a file that is none why, and of a file that lies below where', async () => {
    const failed = await upload('%PDF-1.7', { fileName: 'loans.csv' });
    expect(failed).toMatchObject({ state: 'failed', problem: { message: expect.stringContaining('This is a PDF') } });
    const unclosed = await upload(`${loansCsv(80, { from: 7000 })}IMP0007099,"never closed\n`);
    expect(unclosed).toMatchObject({ state: 'failed', problem: { line: 82, column: '2' } });
    expect(await loanOf('IMP0007000')).toBeUndefined();
  });

  it('belongs to its tenant and, for a client’s administrator, to the client; they commit nothing', async () => {
    const { clientId, portfolioId } = await whose();
    const kaveri = await whose(desk.world, 'Kaveri Finance');
    const foreign = await whose(desk.elsewhere);
    const one = await upload(loansCsv(1, { from: 8000 }), { by: 'clientAdmin' });
    const body = (more: object) => ({ clientId, portfolioId, mapping: one.mapping, ...more });
    const mapped = (more: object) => put(api('clientAdmin'), `${IMPORTS}/${one.id}/mapping`, body(more));
    expect((await mapped(kaveri)).status).toBe(422);
    expect((await mapped({ portfolioId: kaveri.portfolioId })).status).toBe(422);
    expect((await mapped(foreign)).status).toBe(422);
    await map(one);
    expect((await step(one.id, 'verify', 'verified')).state).toBe('verified');
    for (const path of ['commit', 'undo'])
      expect((await api('clientAdmin').fetch(`${IMPORTS}/${one.id}/${path}`, { method: 'POST' })).status).toBe(403);
    expect((await api('admin', desk.elsewhere).fetch(`${IMPORTS}/${one.id}`)).status).toBe(404);
    // Another client's is nothing to them, in lists as alone.
    const theirs = await upload(loansCsv(1, { from: 8001 }));
    await map(theirs, kaveri);
    expect((await api('clientAdmin').fetch(`${IMPORTS}/${theirs.id}`)).status).toBe(404);
    const listed = await ask<{ content: Detail[] }>(IMPORTS, { by: 'clientAdmin' });
    expect(listed.content.every((row) => row.clientId === clientId)).toBe(true);
    expect(await ask(`/api/v2.1/loans/import-mappings?clientId=${kaveri.clientId}`, { by: 'clientAdmin' })).toEqual([]);
  });

  it('is a step of the same machine by the specification’s own calls', async () => {
    const form = new FormData();
    form.append('file', new Blob([loansCsv(3, { from: 9000 })]), 'sheet.csv');
    const sent = (await (
      await api('admin').fetch('/api/v1/loans/csv/upload', { method: 'POST', body: form })
    ).json()) as { message: string; data: Detail };
    expect(sent.message).toBe('Loan sheet uploaded successfully');
    await map(sent.data);
    const verified = await put(api('admin'), '/api/v1/loans/csv/verify', { type: 'loanImport', id: sent.data.id });
    expect(verified.body.message).toBe('Loan sheet verified successfully');
    await until(sent.data.id, 'verified');
    const updated = await put(api('admin'), '/api/v1/loans/csv/update', { id: sent.data.id });
    expect(updated.body.message).toBe('Loan sheet is updated successfully');
    const done = await until(sent.data.id, 'done');
    expect(await ask('/api/v1/loans/last/upload/batch-no')).toMatchObject({ batchNo: done.batchNo });
    const history = await ask<{ content: Detail[] }>('/api/v1/loanFileHistory/mapping?isUpdate=false');
    expect(history.content).toHaveLength(5);
    expect(history.content[0]?.id).toBe(done.id);
    const { clientId } = await whose();
    const listed = async (client: string) =>
      (await ask<{ content: Detail[]; totalElements: number }>(`${IMPORTS}?pageSize=100&clientId=${client}`)).content;
    const ofClient = await listed(clientId);
    expect(ofClient.length).toBeGreaterThan(0);
    expect(ofClient.every((one) => one.clientId === clientId)).toBe(true);
    expect(await listed(desk.world.people.admin.id)).toEqual([]);
    const matched = await ask<{ matching: { loanNumber: string }[]; missing: string[] }>(
      '/api/v1/loans/matching-loanIds',
      { method: 'POST', body: { loanIds: ['IMP0009001', 'GONE', 'IMP0009002'] } },
    );
    expect(matched.matching.map(({ loanNumber }) => loanNumber)).toEqual(['IMP0009001', 'IMP0009002']);
    expect(matched.missing).toEqual(['GONE']);
  });

  it('keeps a mapping that is changed as the next version, takes an earlier one again, and forgets one', async () => {
    const MAPPINGS = '/api/v2.1/loans/import-mappings';
    const { clientId } = await whose();
    const kaveri = await whose(desk.world, 'Kaveri Finance');
    for (const to of [undefined, kaveri]) await map(await upload(loansCsv(1, { from: 8100 })), to);
    type Saved = { id: string; version: number; mapping: NonNullable<Detail['mapping']> };
    const saved = (of = clientId) => ask<Saved[]>(`${MAPPINGS}?clientId=${of}&kind=loans`);
    const [first] = await saved();
    const [theirs] = await saved(kaveri.clientId);
    if (!first || !theirs) throw new Error('no mapping was kept');
    const change = (id: string, body: object, by: Who = 'admin') => put(api(by), `${MAPPINGS}/${id}`, body);
    const other = {
      ...first.mapping,
      policy: { ...first.mapping.policy, known: 'skip' as const },
      columns: first.mapping.columns.map((column) =>
        column.field === 'pos' ? { ...column, transforms: [{ kind: 'lakhs' as const }] } : column,
      ),
    };
    const body = { newest: first.version, mapping: other };
    // Another client's, another tenant's, and whoever maps nothing.
    expect((await change(theirs.id, { ...body, newest: theirs.version }, 'clientAdmin')).status).toBe(404);
    expect((await put(api('admin', desk.elsewhere), `${MAPPINGS}/${first.id}`, body)).status).toBe(404);
    expect((await change(first.id, body, 'manager')).status).toBe(403);
    const less = { ...other, columns: other.columns.filter(({ field }) => field !== 'loanNumber') };
    expect((await change(first.id, { ...body, mapping: less })).status).toBe(422);
    expect((await change(first.id, body, 'clientAdmin')).status).toBe(200);
    // Sent again it is the same, from the version before a colleague's it is refused.
    expect((await saved()).slice(0, 2).map(({ version }) => version)).toEqual([first.version + 1, first.version]);
    expect((await change(first.id, body)).status).toBe(409);
    const next = await upload(loansCsv(1, { from: 8102 }), { by: 'clientAdmin' });
    expect(next.mapping).toMatchObject({ policy: { known: 'skip' } });
    expect(next.mapping?.columns.find(({ field }) => field === 'pos')?.transforms).toEqual([{ kind: 'lakhs' }]);
    expect((await change(first.id, { newest: first.version + 1, mapping: first.mapping })).status).toBe(200);
    const [again] = await saved();
    expect(again).toMatchObject({ version: first.version + 2, mapping: first.mapping });
    const remove = async (id: string, by: Who = 'admin') =>
      (await api(by).fetch(`${MAPPINGS}/${id}`, { method: 'DELETE' })).status;
    expect(await remove(theirs.id, 'clientAdmin')).toBe(404);
    expect(await remove(again?.id ?? '')).toBe(200);
    expect(await remove(again?.id ?? '')).toBe(404);
    expect((await saved())[0]?.version).toBe(first.version + 1);
    // A number is never used for two mappings.
    expect((await change(first.id, { newest: first.version + 1, mapping: first.mapping })).status).toBe(200);
    expect((await saved())[0]?.version).toBe(first.version + 3);
    const audit = (action: string) =>
      desk.world.run((tx) =>
        tx.query('select detail from audit_log where tenant_id = current_tenant() and action = $1 order by seq', [
          action,
        ]),
      );
    expect(await audit('loan-imports.mapping-changed')).toMatchObject([
      { detail: { before: first.version, after: first.version + 1 } },
      { detail: { before: first.version, after: first.version + 2 } },
      { detail: { before: first.version, after: first.version + 3 } },
    ]);
    expect(await audit('loan-imports.mapping-removed')).toMatchObject([{ detail: { version: first.version + 2 } }]);
  });
});
