/** One loan at the desk: who sees it, how its borrower is reached, removed, retained; and the caller’s own day. */
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { engines } from '../support/databases';
import { insertOf, rowFor } from '../support/rows';
import { telecallerDesk } from '../support/telecaller-desk';
import { as, type TestLoan, type Who } from '../support/world';

const today = dayOf(new Date());

describe.each(engines)('a loan of the telecaller on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { api, send, page, record, rows, audit } = desk;

  it('gives one loan by path and by header, and 404 for what is not theirs', async () => {
    const loan = await desk.world.addLoan({ number: 'LN-77', held: { collector: 'caller' } });
    for (const key of [loan.id, 'LN-77']) {
      expect((await api('caller').get(`/api/v1/loans/${key}`)).body.data).toMatchObject({ id: loan.id });
      expect((await api('caller').get('/api/v1/loans/loanId', { id: key })).body.data).toMatchObject({ id: loan.id });
    }
    for (const who of ['collector', 'rival', 'otherPartner'] as const) {
      expect((await api(who).get(`/api/v1/loans/${loan.id}`)).status).toBe(404);
      expect((await api(who).get('/api/v1/loans/loanId', { id: loan.id })).status).toBe(404);
    }
    expect((await api('caller').get('/api/v1/loans/loanId')).status).toBe(422);
  });

  it('shows terms, holders, outcomes and the attempts of 1, 7 and 30 days, to whom the loan is shown', async () => {
    const loan = await desk.world.addLoan({ number: 'LN-78', held: { collector: 'caller' } });
    await rows(
      `update loans set batch_no = 'B-7', sanctioned_on = '2024-02-29', tenure_months = 36, rate = 14.25, nach_status = 'active',
              cibil = 702, foreclosure_paise = 1234500 where id = $1`,
      loan.id,
    );
    await rows(
      "update borrowers set born_on = '1990-04-01', employer = 'Asha Textiles' where id = (select borrower_id from loans where id = $1)",
      loan.id,
    );
    const facts = async (who: Who) => send(who, 'GET', '/api/v2/loans/LN-78/facts');
    const attempts = async () => ({
      facts: ((await facts('caller')).body.data as { attempts: unknown }).attempts,
      sheet: (await desk.loanOf('caller', loan)).attempts30d,
      list: ((await page('caller', 'loan2?q=LN-78')).content[0] as unknown as { attempts30d: number })?.attempts30d,
    });
    expect(await attempts()).toEqual({ facts: { today: 0, in7Days: 0, in30Days: 0 }, sheet: 0, list: 0 });
    // What was made when: today, five, twenty and forty days ago, and one that was withdrawn.
    const days = { now: 0, week: 5, month: 20, before: 40, withdrawn: 1 };
    for (const [made, ago] of Object.entries(days)) {
      const { id } = await record(
        'caller',
        loan,
        made === 'week' ? { code: 'LM', personMet: { relation: 'neighbour' } } : {},
      );
      await rows("update dispositions set received_at = received_at - $2 * interval '1 day' where id = $1", id, ago);
      if (made === 'withdrawn') await rows('update dispositions set withdrawn_at = now() where id = $1', id);
    }
    expect(await attempts()).toEqual({ facts: { today: 1, in7Days: 2, in30Days: 3 }, sheet: 3, list: 3 });
    expect((await facts('caller')).body.data).toMatchObject({
      loanId: loan.id,
      batchNo: 'B-7',
      sanctionedOn: '2024-02-29',
      tenureMonths: 36,
      ratePercent: 14.25,
      nachStatus: 'active',
      cibil: 702,
      foreclosurePaise: 1_234_500,
      bornOn: '1990-04-01',
      employer: 'Asha Textiles',
      advocate: null,
      holders: [{ kind: 'collector' }],
      best: { code: 'LM' },
    });
    for (const who of ['collector', 'rival', 'otherPartner'] as const) expect((await facts(who)).status).toBe(404);
  });

  it('waits for a borrower’s loans in the order of records, so that neither waits in a circle', async () => {
    // The embedded database has one transaction at a time.
    if (desk.held.db.kind !== 'postgres') return;
    const [first, second] = [
      await desk.world.addLoan({ held: { collector: 'caller' } }),
      await desk.world.addLoan({ held: { collector: 'caller' } }),
    ].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (!first || !second) throw new Error('There are two loans');
    await desk.world.run((tx) =>
      tx.query('update loans set borrower_id = (select borrower_id from loans where id = $1) where id = $2', [
        first.id,
        second.id,
      ]),
    );
    const caller = as(desk.server.origin, desk.world.people.caller);
    await caller.get('/api/v2/profiles/me');
    let changing: Promise<Response> | undefined;
    await desk.world.run(async (tx) => {
      await tx.query('select 1 from loans where id = $1 for no key update', [first.id]);
      changing = caller.fetch('/api/v1/loans/single/loan', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ loanId: second.id, language: 'ta' }),
      });
      await expect
        .poll(
          async () =>
            (
              await tx.query(
                // Who waits for this very transaction.
                "select 1 from pg_locks where not granted and locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid",
              )
            ).length,
          { timeout: 10_000, interval: 20 },
        )
        .toBeGreaterThan(0);
      await tx.query('select 1 from loans where id = $1 for no key update nowait', [second.id]);
    });
    expect((await changing)?.status).toBe(200);
  });

  it('changes how a borrower is reached, once, audited, and refuses forged headers', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
    const change = {
      loanId: loan.id,
      alternatePhone: '9000000001',
      language: 'mr',
      email: 'a.k@bank.in',
      address: { line: '7 Lake Road', pincode: '411001' },
    };
    const first = await send('caller', 'PUT', '/api/v1/loans/single/loan', change);
    expect(first).toMatchObject({ status: 200, body: { message: 'loan updated successfully' } });
    expect(first.body.data).toMatchObject({
      version: 2,
      borrower: { language: 'mr', email: 'a.k@bank.in' },
      phones: [{ number: '9812345678' }, { number: '9000000001' }],
      addresses: [{}, { line: '7 Lake Road', city: 'Pune', pincode: '411001' }],
    });
    // Said again, nothing happens twice.
    const again = await send('caller', 'PUT', '/api/v1/loans/single/loan', change);
    expect((again.body.data as { phones: unknown[]; version: number }).version).toBe(2);
    const [entry, more] = await audit('loans.updated', loan.id);
    expect(more).toBeUndefined();
    expect(entry).toMatchObject({
      detail: { before: { language: 'hi' }, after: { language: 'mr', email: 'a***@bank.in' } },
    });
    expect(JSON.stringify(entry)).not.toContain('9000000001');
    for (const [who, status] of [
      ['collector', 404],
      ['rival', 404],
      ['agent', 403],
      ['dialer', 403],
    ] as const)
      expect((await send(who, 'PUT', '/api/v1/loans/single/loan', { loanId: loan.id, language: 'ta' })).status).toBe(
        status,
      );
    const bad = await send('caller', 'PUT', '/api/v1/loans/single/loan', {
      loanId: loan.id,
      alternatePhone: '12',
      email: 'x',
    });
    expect(bad.status).toBe(422);
    expect((bad.body.fields as { path: string }[]).map(({ path }) => path).sort()).toEqual(['alternatePhone', 'email']);
    for (const headers of [
      { profileid: desk.world.people.manager.id },
      { collectorid: desk.world.people.manager.id },
      { tenantid: desk.foreign.tenantId },
    ])
      expect((await send('caller', 'PUT', '/api/v1/loans/single/loan', change, headers)).status).toBe(403);
  });

  it('removes only loans that nobody worked, by an administrator, and tells the devices', async () => {
    const [idle, worked, settled] = (await desk.world.addLoans(3, { held: { collector: 'caller' } })) as [
      TestLoan,
      TestLoan,
      TestLoan,
    ];
    await record('caller', worked);
    const settlement = await rowFor(desk.held.db, 'settlements', desk.world.tenantId);
    await desk.world.run((tx) => tx.query(...insertOf('settlements', { ...settlement, loan_id: settled.id })));
    for (const table of ['loan_month_opens', 'dial_items']) {
      const row = await rowFor(desk.held.db, table, desk.world.tenantId);
      await desk.world.run((tx) => tx.query(...insertOf(table, { ...row, loan_id: idle.id })));
    }
    const body = { loanIds: [idle.id, worked.id, settled.id, uuidv7()], reason: 'Came twice' };
    expect((await send('manager', 'DELETE', '/api/v1/loans', body)).status).toBe(403);
    const { status, body: answer } = await send('admin', 'DELETE', '/api/v1/loans', body);
    expect([status, answer.message]).toEqual([200, 'Loan deleted successfully']);
    expect((answer.data as { results: { became: string }[] }).results.map(({ became }) => became)).toEqual([
      'removed',
      'has-history',
      'has-history',
      'not-found',
    ]);
    expect(await rows('select 1 from borrowers where id = $1', idle.borrowerId)).toEqual([]);
    expect(await rows('select state, reason from loan_feed where loan_id = $1', idle.id)).toMatchObject([
      { state: 'revoked' },
    ]);
    const tables = await desk.held.db.owner((tx) =>
      tx.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'loan_id'
          where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'loan_feed'`,
      ),
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables)
      expect(await rows(`select 1 from "${name}" where loan_id = $1`, idle.id), name).toEqual([]);
    expect(await audit('loans.removed', idle.id)).toMatchObject([
      {
        detail: {
          before: { borrowerId: idle.borrowerId, state: 'active', heldBy: [desk.world.people.caller.id] },
          after: null,
          reason: 'Came twice',
        },
      },
    ]);
    expect((await send('admin', 'DELETE', '/api/v1/loans', { loanIds: [] })).status).toBe(422);
  });

  it('retains and lets go, however often it is asked', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
    for (const _ of [1, 2])
      expect(
        (await send('caller', 'POST', '/api/v1/retain/markRetain', { loanId: loan.id, reason: 'Good contact' })).body
          .data,
      ).toMatchObject({ retained: true, reason: 'Good contact' });
    expect((await page('caller', 'active/loans')).content[0]?.retained).toBe(true);
    expect((await send('caller', 'GET', `/api/v1/loans/loanByLoanId/${loan.id}`)).body.data).toMatchObject({
      retained: true,
    });
    expect(await audit('loans.retained', loan.id)).toMatchObject([
      { detail: { before: { retained: false }, after: { retained: true, reason: 'Good contact' } } },
    ]);
    expect((await send('rival', 'POST', '/api/v1/retain/markRetain', { loanId: loan.id })).status).toBe(404);
    expect((await send('rival', 'DELETE', `/api/v1/retain/unmarkRetain?loanId=${loan.id}`)).status).toBe(404);
    for (const _ of [1, 2])
      expect((await send('caller', 'DELETE', `/api/v1/retain/unmarkRetain?loanId=${loan.id}`)).body.data).toMatchObject(
        { retained: false },
      );
    expect(await audit('loans.retain-ended', loan.id)).toMatchObject([
      { detail: { before: { retained: true }, after: { retained: false } } },
    ]);
  });

  it('counts the caller’s own day', async () => {
    const loans = (await desk.world.addLoans(3, { held: { collector: 'caller' } })) as [TestLoan, TestLoan, TestLoan];
    await record('caller', loans[0]);
    await record('caller', loans[1], { code: 'LM', personMet: { relation: 'spouse' } });
    const kept = await record('caller', loans[2], {
      code: 'PTP',
      ptp: { amountPaise: 9000, dueOn: today, mode: 'upi' },
    });
    await rows(`update ptps set status = 'kept' where disposition_id = $1`, kept.id);
    const day = async (who: Who) => (await api(who).get('/api/v2/telecaller/day')).body.data;
    expect(await day('caller')).toMatchObject({
      funnel: {
        dials: { count: 3 },
        connect: { count: 2 },
        rpc: { count: 1 },
        ptp: { count: 1, paise: 9000 },
        kept: { count: 1, paise: 9000 },
      },
      month: { due: 1, kept: 1, keptPaise: 9000 },
    });
    expect(await day('manager')).toMatchObject({ funnel: { dials: { count: 0 } } });
    expect((await api('agent').get('/api/v2/telecaller/day')).status).toBe(403);
    const shown = (await api('caller').get(`/reporting/case-histories?mine=true&stage=kept&from=${today}&to=${today}`))
      .body;
    expect(shown.totalElements).toBe(1);
  });
});
