/** The telecaller's endpoints of section 7: lists, corrections, assignments, withdrawals; who may, whose, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALL_QUEUES, inQueue } from '../../core/domain/call-queues';
import { addDays, DEFAULT_ZONE, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import {
  type Answer,
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const today = dayOf(new Date());
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

interface Row {
  id: string;
  Loan_ID: string;
  disposition: { code: string; remarks: string | null } | null;
  disCreatedAt: string | null;
  callbackAt: string | null;
  retained: boolean;
}
interface PageBody {
  content: Row[];
  totalElements: number;
}

describe.each(engines)('the telecaller on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let foreign: TenantWorld;
  const apis = new Map<Who, Api>();
  const api = (who: Who): Api => {
    const known = apis.get(who) ?? as(server.origin, world.people[who]);
    apis.set(who, known);
    return known;
  };
  const send = async (who: Who, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> => {
    const response = await api(who).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const page = async (who: Who, path: string): Promise<PageBody> => {
    const { status, body } = await api(who).get(`/api/v1/loans/${path}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as PageBody;
  };
  const numbers = async (who: Who, path: string) => (await page(who, path)).content.map(({ Loan_ID }) => Loan_ID);
  const record = async (who: Who, loan: TestLoan, more: Record<string, unknown> = {}) => {
    const made = callRecord(loan, more);
    const { body } = await api(who).batch(itemOf(made));
    expect((body.results as { receipt?: { outcome: string } }[])[0]?.receipt?.outcome, JSON.stringify(body)).toBe(
      'applied',
    );
    return made;
  };
  const loanOf = async (who: Who, loan: TestLoan) =>
    (await api(who).get(`/api/v1/loans/${loan.id}`)).body.data as Record<string, never>;
  const rows = (text: string, ...parameters: unknown[]) => world.run((tx) => tx.query(text, parameters));
  const audit = (action: string, subject: string) =>
    rows('select detail, actor_id from audit_log where action = $1 and subject_id = $2', action, subject);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    foreign = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    apis.clear();
    world = await createTenantWorld(held.db);
  });

  describe('lists', () => {
    it('merge each loan with its newest record, and show nobody what is not theirs', async () => {
      const mine = await world.addLoan({ number: 'M-1', held: { collector: 'caller' } });
      await world.addLoan({ number: 'X-1', held: { collector: 'collector' } });
      await foreign.addLoan({ number: 'F-1', held: { collector: 'caller' } });
      await record('caller', mine, { remarks: 'first', recordedAt: at(-2) });
      const last = await record('caller', mine, { code: 'BSY', remarks: 'then busy', loanSeq: 2 });
      const { content, totalElements } = await page('caller', 'active/loans');
      expect(totalElements).toBe(1);
      expect(content[0]).toMatchObject({
        _id: mine.id,
        Loan_ID: 'M-1',
        loanId: 'M-1',
        disposition: { id: last.id, code: 'BSY', remarks: 'then busy' },
        disCreatedAt: expect.any(String),
        retained: false,
      });
      expect(JSON.stringify(content)).not.toContain('9812345678');
      expect(await numbers('manager', 'active/loans?sort=loanNumber')).toEqual(['M-1', 'X-1']);
      expect(await numbers('manager', `active/loans?collectorId=${world.people.collector.id}`)).toEqual(['X-1']);
      expect(await numbers('nationalManager', `active/loans?managerId=${world.people.manager.id}`)).toHaveLength(2);
      expect(await numbers('admin', 'active/loans?disposition=BSY')).toEqual(['M-1']);
      expect(await numbers('admin', 'active/loans?disposition=NON_CONTACT&clientsName=sahyadri%20bank')).toEqual([
        'M-1',
      ]);
      expect(await numbers('admin', `active/loans?gte=${today}&lte=${today}`)).toEqual(['M-1']);
      expect(await numbers('dialer', 'active/loans')).toEqual([]);
    });

    it.each(['collectorId', 'managerId'])('by %s of somebody who is not theirs are not found', async (name) => {
      for (const other of [world.people.rivalAgent.id, foreign.people.caller.id, uuidv7()]) {
        const { status } = await api('manager').get(`/api/v1/loans/active/loans?${name}=${other}`);
        expect(status).toBe(404);
      }
      expect((await api('caller').get(`/api/v1/loans/active/loans?${name}=${world.people.collector.id}`)).status).toBe(
        404,
      );
    });

    it('hold to the same queues as the device', async () => {
      const loans = await world.addLoans(7, { held: { collector: 'caller' } });
      const [callback, later, due, broken, paid, fresh, quiet] = loans as [
        TestLoan,
        TestLoan,
        TestLoan,
        TestLoan,
        TestLoan,
        TestLoan,
        TestLoan,
      ];
      const ptp = (dueOn: string) => ({ code: 'PTP', ptp: { amountPaise: 5000, dueOn, mode: 'upi' } });
      await record('caller', callback, { code: 'CB', callbackAt: at(-1) });
      await record('caller', later, { code: 'CB', callbackAt: at(72) });
      await record('caller', due, ptp(today));
      await record('caller', broken, ptp(addDays(today, 3)));
      await rows(`update loans set ptp_due_on = $2 where id = $1`, broken.id, addDays(today, -2));
      await record('caller', paid, { code: 'FP', amountPaise: 100, reference: 'UTR1' });
      await record('caller', quiet);
      const expected = {
        callback: [callback.id],
        'ptp-today': [due.id],
        'ptp-broken': [broken.id],
        'paid-verify': [paid.id],
        fresh: [fresh.id],
      };
      for (const queue of CALL_QUEUES) {
        const { content } = await page('caller', `active/loans?queue=${queue}`);
        expect(
          content.map(({ id }) => id),
          queue,
        ).toEqual(expected[queue]);
      }
      // What a device is given sorts into the same queues.
      const { body } = await api('caller').get('/api/v2/sync/loans');
      for (const loan of (body.data as { loans: Parameters<typeof String>[0][] }).loans as never[]) {
        const {
          id,
          state,
          callbackAt,
          ptp: promise,
          recent,
          lastPayment,
        } = loan as {
          id: string;
          state: 'active';
          callbackAt: string | null;
          ptp: { dueOn: string; status: 'open' } | null;
          recent: { class: 'PAID'; at: string }[];
          lastPayment: { on: string } | null;
        };
        const [last] = recent;
        const facts = {
          state,
          callbackAt,
          ptp: promise,
          last: last ? { class: last.class, on: dayOf(last.at) } : null,
          lastPaymentOn: lastPayment?.on ?? null,
        };
        for (const queue of CALL_QUEUES)
          expect(inQueue(queue, facts, today, DEFAULT_ZONE), `${queue} ${id}`).toBe(expected[queue].includes(id));
      }
    });

    it('of a callback end with the next call, and a visit does not answer it', async () => {
      const loan = await world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
      await record('caller', loan, { code: 'CB', callbackAt: at(1) });
      await api('agent').batch(itemOf(fieldRecord(loan)));
      expect((await loanOf('caller', loan)).callbackAt).not.toBeNull();
      await record('caller', loan, { loanSeq: 2 });
      expect((await loanOf('caller', loan)).callbackAt).toBeNull();
    });

    it('of scheduled cases are the caller’s own, or everybody’s within sight', async () => {
      const [own, other] = (await world.addLoans(2, { held: { collector: 'caller', manager: 'manager' } })) as [
        TestLoan,
        TestLoan,
      ];
      const promise = { code: 'PTP', ptp: { amountPaise: 5000, dueOn: today, mode: 'upi' } };
      await record('caller', own, promise);
      await record('manager', other, promise);
      await record('caller', own, { code: 'CB', callbackAt: new Date().toISOString(), loanSeq: 2 });
      const cases = async (who: Who, path: string) =>
        (await api(who).get(`/api/v1/loans/${path}`)).body.data as { ptp: PageBody; callBack: PageBody };
      const mine = await cases('caller', 'scheduledCases');
      expect(mine.ptp.content.map(({ id }) => id)).toEqual([own.id]);
      expect(mine.callBack.content.map(({ id }) => id)).toEqual([own.id]);
      const all = await cases('caller', 'scheduledCasesAll?ptpPage=1&callBackPage=1');
      expect(all.ptp.totalElements).toBe(2);
      const past = await cases(
        'caller',
        `scheduledCasesAll?ptpStartDate=2020-01-01&ptpEndDate=2020-01-31&callBackStartDate=2020-01-01`,
      );
      expect([past.ptp.totalElements, past.callBack.totalElements]).toEqual([0, 0]);
      expect((await cases('rival', 'scheduledCasesAll')).ptp.totalElements).toBe(0);
      const stock = (await api('manager').get('/api/v1/loans/getTodaysPtpStockManager')).body.data as {
        rows: unknown[];
      };
      expect(stock.rows).toHaveLength(2);
      expect(stock.rows[0]).toMatchObject({ due: 1, duePaise: 5000, open: 1, kept: 0, broken: 0 });
    });

    it('of the field, of a manager and of who holds what', async () => {
      const visited = await world.addLoan({ number: 'V', held: { field_agent: 'agent', collector: 'caller' } });
      await world.addLoan({ number: 'N', held: { collector: 'collector' } });
      await world.addLoan({ number: 'U' });
      await api('agent').batch(itemOf(fieldRecord(visited)));
      expect(await numbers('manager', `fieldCases?dateFrom=${today}`)).toEqual(['V']);
      expect(await numbers('manager', 'by/manager')).toHaveLength(2);
      expect(await numbers('admin', `by/manager?managerId=${world.people.rival.id}`)).toEqual([]);
      expect((await api('manager').get(`/api/v1/loans/by/manager?managerId=${world.people.rival.id}`)).status).toBe(
        404,
      );
      const total = (await api('admin').get('/api/v1/loans/total/assigned')).body.data;
      expect(total).toEqual({
        total: 3,
        assigned: 2,
        unassigned: 1,
        manager: 0,
        collector: 2,
        fieldAgent: 1,
        agency: 0,
      });
    });

    it.each([
      'active/loans?page=0',
      'active/loans?queue=x',
      'active/loans?gte=x',
      'scheduledCases?nonsense=1',
      'fieldCases?pageSize=999',
    ])('refuse %s', async (path) => {
      expect((await api('caller').get(`/api/v1/loans/${path}`)).status).toBe(422);
    });
  });

  it('gives one loan by path and by header, and 404 for what is not theirs', async () => {
    const loan = await world.addLoan({ number: 'LN-77', held: { collector: 'caller' } });
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

  it('waits for a borrower’s loans in the order of records, so that neither waits in a circle', async () => {
    // The embedded database has one transaction at a time.
    if (held.db.kind !== 'postgres') return;
    const [first, second] = [
      await world.addLoan({ held: { collector: 'caller' } }),
      await world.addLoan({ held: { collector: 'caller' } }),
    ].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (!first || !second) throw new Error('There are two loans');
    await world.run((tx) =>
      tx.query('update loans set borrower_id = (select borrower_id from loans where id = $1) where id = $2', [
        first.id,
        second.id,
      ]),
    );
    const caller = as(server.origin, world.people.caller);
    await caller.get('/api/v2/profiles/me');
    let changing: Promise<Response> | undefined;
    await world.run(async (tx) => {
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
    const loan = await world.addLoan({ held: { collector: 'caller' } });
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
      { profileid: world.people.manager.id },
      { collectorid: world.people.manager.id },
      { tenantid: foreign.tenantId },
    ])
      expect((await send('caller', 'PUT', '/api/v1/loans/single/loan', change, headers)).status).toBe(403);
  });

  describe('assigning', () => {
    it('answers each loan on its own, and is undone where nobody came after', async () => {
      const [a, b, c] = (await world.addLoans(3, { held: { collector: 'collector' } })) as [
        TestLoan,
        TestLoan,
        TestLoan,
      ];
      const closed = await world.addLoan({ state: 'closed', held: { collector: 'collector' } });
      const strange = await foreign.addLoan({ held: { collector: 'caller' } });
      const rivals = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
      const ids = [a.id, b.id, c.id, closed.id, strange.id, rivals.id];
      const { status, body } = await send('manager', 'PUT', '/api/v1/loans/assign/collector', {
        loanIds: ids,
        profileId: world.people.caller.id,
      });
      expect(status).toBe(200);
      const data = body.data as { batchId: string; assigned: number; results: { became: string }[] };
      expect(data.results.map(({ became }) => became)).toEqual([
        'assigned',
        'assigned',
        'assigned',
        'not-active',
        'not-found',
        'not-found',
      ]);
      expect(await numbers('caller', 'active/loans')).toHaveLength(3);
      // Repeating it changes nothing more.
      const again = await send('manager', 'PUT', '/api/v1/loans/assign/collector', {
        loanIds: [a.id],
        profileId: world.people.caller.id,
      });
      expect(again.body.data).toMatchObject({ batchId: null, assigned: 0, results: [{ became: 'unchanged' }] });
      // One goes on to somebody else; the undo leaves that one.
      await send('manager', 'PUT', '/api/v1/loans/assign/collector', {
        loanIds: [c.id],
        profileId: world.people.collector.id,
      });
      for (const who of ['rival', 'plainManager'] as const)
        expect((await send(who, 'PUT', '/api/v1/loans/assign/undo', { batchId: data.batchId })).status).toBe(404);
      const undone = await send('nationalManager', 'PUT', '/api/v1/loans/assign/undo', { batchId: data.batchId });
      expect(undone.body.data).toEqual({ restored: 2, left: 1, refused: [] });
      expect(
        (await send('manager', 'PUT', '/api/v1/loans/assign/undo', { batchId: data.batchId })).body.data,
      ).toMatchObject({ restored: 0 });
      expect(await numbers('collector', 'active/loans')).toHaveLength(3);
      expect(await numbers('caller', 'active/loans')).toEqual([]);
      expect(await audit('loans.assigned', data.batchId)).toMatchObject([
        { detail: { loans: [{ before: world.people.collector.id }, {}, {}] } },
      ]);
    });

    it.each([
      ['locked', 'update agencies set locked = true where id = $1', 'is locked: it keeps what it has'],
      ['switched off', 'update agencies set active = false where id = $1', 'is switched off.'],
      ['deactivated', 'update users set active = false where agency_id = $1', 'This person is not active'],
    ])('gives nothing back to who was %s meanwhile, and the rest to who had it', async (_, change, words) => {
      const agency = uuidv7();
      await world.run((tx) =>
        tx.query('insert into agencies (tenant_id, id, code, name) values ($1, $2, $3, $4)', [
          world.tenantId,
          agency,
          agency.slice(-12),
          `Zenith ${agency}`,
        ]),
      );
      const theirs = await createPerson(held.db, world.tenantId, {
        role: 'CRM_TELECALLER',
        agencyId: agency,
        managerId: world.people.manager.id,
      });
      const [own, agencys] = (await world.addLoans(2, { held: { collector: 'collector' } })) as [TestLoan, TestLoan];
      const give = (loanIds: string[], profileId: string) =>
        send('manager', 'PUT', '/api/v1/loans/assign/collector', { loanIds, profileId });
      const holders = () =>
        world.run(async (tx) => {
          const rows = await tx.query<{ loan_id: string; profile_id: string }>(
            `select loan_id, profile_id from loan_assignments where kind = 'collector' and ended_at is null and loan_id = any($1::uuid[])`,
            [[own.id, agencys.id]],
          );
          return Object.fromEntries(rows.map((row) => [row.loan_id, row.profile_id]));
        });
      expect((await give([agencys.id], theirs.id)).body.data).toMatchObject({ assigned: 1 });
      const given = (await give([own.id, agencys.id], world.people.caller.id)).body.data as { batchId: string };
      await world.run((tx) => tx.query(change, [agency]));

      const undone = await send('manager', 'PUT', '/api/v1/loans/assign/undo', { batchId: given.batchId });
      const refused = [{ loanIds: [agencys.id], reason: expect.stringContaining(words) }];
      expect(undone.body.data).toEqual({ restored: 1, left: 1, refused });
      expect(await holders()).toEqual({
        [own.id]: world.people.collector.id,
        [agencys.id]: world.people.caller.id,
      });
      expect(await audit('loans.assignment-undone', given.batchId)).toMatchObject([
        { detail: { restored: [{ loanId: own.id, to: world.people.collector.id }], refused } },
      ]);
      await give([own.id, agencys.id], world.people.collector.id);
    });

    it.each(['CRM_MANAGER', 'MANAGER', 'CRM_TENANTADMIN', 'ADMIN'])(
      'is done by a %s, who finds the telecallers',
      async (role) => {
        const boss = await createPerson(held.db, world.tenantId, { role });
        const below = { role: 'CRM_TeleCaller', managerId: boss.id };
        const giver = await createPerson(held.db, world.tenantId, { ...below, fullName: 'Asha of before' });
        const taker = await createPerson(held.db, world.tenantId, { ...below, fullName: 'Binita of now' });
        const loan = await world.addLoan();
        await rows(
          "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'collector', $4)",
          world.tenantId,
          uuidv7(),
          loan.id,
          giver.id,
        );
        const by = as(server.origin, boss);
        const put = (path: string, body: object) =>
          by
            .fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
            .then(async (answer) => ((await answer.json()) as Answer['body']).data);
        const offered = (await by.get('/api/v2/portfolios/choices?q=binita')).body.data;
        expect(offered).toMatchObject({ collectors: [{ id: taker.id, name: 'Binita of now' }] });
        const given = (await put('/api/v1/loans/assign/collector', {
          loanIds: [loan.id],
          profileId: taker.id,
        })) as unknown as { batchId: string };
        expect(given).toMatchObject({ assigned: 1, results: [{ loanId: loan.id, became: 'assigned' }] });
        expect(await put('/api/v1/loans/assign/undo', { batchId: given.batchId })).toEqual({
          restored: 1,
          left: 0,
          refused: [],
        });
      },
    );

    it('gives a loan that two managers reach for at once to one of them, with one open assignment', async () => {
      const loan = await world.addLoan({ held: { collector: 'collector' } });
      const both = (['manager', 'nationalManager'] as const).map((who, at) =>
        send(who, 'PUT', '/api/v1/loans/assign/collector', {
          loanIds: [loan.id],
          profileId: world.people[at ? 'collector' : 'caller'].id,
        }),
      );
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
      const open = await rows(
        `select profile_id from loan_assignments where loan_id = $1 and ended_at is null`,
        loan.id,
      );
      expect(open).toHaveLength(1);
    });

    it.each([
      ['collector', 'agent', 422],
      ['field-agent', 'caller', 422],
      ['manager', 'caller', 422],
      ['collector', 'rivalAgent', 404],
    ] as const)('%s to %s answers %d', async (kind, whom, status) => {
      const loan = await world.addLoan({ held: { collector: 'collector' } });
      const answer = await send('manager', 'PUT', `/api/v1/loans/assign/${kind}`, {
        loanIds: [loan.id],
        profileId: world.people[whom].id,
      });
      expect(answer.status).toBe(status);
    });

    it('by payload plans the visit, and keeps to the agent’s pincodes when asked to', async () => {
      const loan = await world.addLoan({ held: { collector: 'collector' } });
      const ask = (more: object) =>
        send('manager', 'PUT', '/api/v2/assign/loans/profile', {
          profileId: world.people.agent.id,
          loanIds: [loan.id],
          agentType: 'Field_Agent',
          visitDate: `${today}T10:30:00`,
          ...more,
        });
      expect((await ask({ checkPinCode: true })).body.data).toMatchObject({
        assigned: 0,
        results: [{ became: 'other-pincode' }],
      });
      await rows(`update users set pincodes = '{411001}' where id = $1`, world.people.agent.id);
      expect((await ask({ checkPinCode: true })).body.data).toMatchObject({ assigned: 1 });
      const [open] = await rows(
        `select visit_on from loan_assignments where loan_id = $1 and kind = 'field_agent' and ended_at is null`,
        loan.id,
      );
      expect(new Date((open as { visit_on: string }).visit_on).toISOString()).toBe(
        new Date(`${today}T10:30:00+05:30`).toISOString(),
      );
      expect((await ask({ visitDate: 'tomorrow' })).status).toBe(422);
      expect((await send('caller', 'PUT', '/api/v2/assign/loans/profile', {})).status).toBe(403);
    });
  });

  it('removes only loans that nobody worked, by an administrator, and tells the devices', async () => {
    const [idle, worked] = (await world.addLoans(2, { held: { collector: 'caller' } })) as [TestLoan, TestLoan];
    await record('caller', worked);
    const body = { loanIds: [idle.id, worked.id, uuidv7()], reason: 'Came twice' };
    expect((await send('manager', 'DELETE', '/api/v1/loans', body)).status).toBe(403);
    const { status, body: answer } = await send('admin', 'DELETE', '/api/v1/loans', body);
    expect([status, answer.message]).toEqual([200, 'Loan deleted successfully']);
    expect((answer.data as { results: { became: string }[] }).results.map(({ became }) => became)).toEqual([
      'removed',
      'has-history',
      'not-found',
    ]);
    expect(await rows('select 1 from borrowers where id = $1', idle.borrowerId)).toEqual([]);
    expect(await rows('select state, reason from loan_feed where loan_id = $1', idle.id)).toMatchObject([
      { state: 'revoked' },
    ]);
    expect(await audit('loans.removed', idle.id)).toMatchObject([{ detail: { reason: 'Came twice' } }]);
    expect((await send('admin', 'DELETE', '/api/v1/loans', { loanIds: [] })).status).toBe(422);
  });

  it('retains and lets go, however often it is asked', async () => {
    const loan = await world.addLoan({ held: { collector: 'caller' } });
    for (const _ of [1, 2])
      expect(
        (await send('caller', 'POST', '/api/v1/retain/markRetain', { loanId: loan.id, reason: 'Good contact' })).body
          .data,
      ).toMatchObject({ retained: true, reason: 'Good contact' });
    expect((await page('caller', 'active/loans')).content[0]?.retained).toBe(true);
    expect(await audit('loans.retained', loan.id)).toHaveLength(1);
    expect((await send('rival', 'POST', '/api/v1/retain/markRetain', { loanId: loan.id })).status).toBe(404);
    expect((await send('rival', 'DELETE', `/api/v1/retain/unmarkRetain?loanId=${loan.id}`)).status).toBe(404);
    for (const _ of [1, 2])
      expect((await send('caller', 'DELETE', `/api/v1/retain/unmarkRetain?loanId=${loan.id}`)).body.data).toMatchObject(
        { retained: false },
      );
  });

  describe('records', () => {
    it('are read one by one, by loan and over all loans within sight', async () => {
      const loan = await world.addLoan({ held: { collector: 'caller' } });
      const other = await world.addLoan({ held: { collector: 'collector' } });
      const made = await record('caller', loan, { code: 'CB', callbackAt: at(3), durationSeconds: 42 });
      await record('collector', other);
      expect((await api('caller').get(`/api/v1/call-disposition/id/${made.id}`)).body.data).toMatchObject({
        id: made.id,
        loanId: loan.id,
        durationSeconds: 42,
        callbackAt: made.callbackAt,
        corrected: null,
      });
      expect((await api('caller').get(`/api/v1/call-disposition/by/loan?loanId=${loan.id}`)).body).toMatchObject({
        totalElements: 1,
        currentPageNumber: 1,
      });
      for (const who of ['collector', 'rival'] as const) {
        expect((await api(who).get(`/api/v1/call-disposition/id/${made.id}`)).status).toBe(404);
        expect((await api(who).get(`/api/v1/call-disposition/by/loan?loanId=${loan.id}`)).status).toBe(404);
      }
      const all = async (who: Who, query = '') =>
        (await api(who).get(`/reporting/case-histories?pageNo=1&pageSize=10${query}`)).body.totalElements;
      expect([await all('manager'), await all('caller'), await all('rival'), await all('dialer')]).toEqual([
        2, 1, 0, 0,
      ]);
      expect([
        await all('manager', '&mine=true'),
        await all('manager', '&stage=connect'),
        await all('manager', '&stage=dials'),
      ]).toEqual([0, 1, 2]);
      expect([await all('manager', `&from=${today}&to=${today}`), await all('manager', '&to=2020-01-01')]).toEqual([
        2, 0,
      ]);
    });

    it('are corrected by whose they are or who looks after them; the evidence stays', async () => {
      const loan = await world.addLoan({ held: { collector: 'caller', manager: 'manager', field_agent: 'agent' } });
      const made = await record('caller', loan, { remarks: 'Wrnog' });
      const correct = (who: Who, more: object) =>
        send(who, 'PUT', '/api/v1/call-disposition/single', { id: made.id, ...more });
      const { status, body } = await correct('caller', { remarks: 'Wrong', duration: 30, recordlink: 'https://rec/1' });
      expect([status, body.message]).toEqual([200, 'updated successfully']);
      expect(body.data).toMatchObject({
        remarks: 'Wrong',
        durationSeconds: 30,
        recordlink: 'https://rec/1',
        corrected: { by: expect.any(String) },
      });
      expect((await loanOf('caller', loan)).recent).toMatchObject([{ remarks: 'Wrong' }]);
      expect(
        await rows(`select remarks, record ->> 'remarks' as raw from dispositions where id = $1`, made.id),
      ).toEqual([{ remarks: 'Wrnog', raw: 'Wrnog' }]);
      expect(await audit('dispositions.corrected', made.id)).toMatchObject([
        { detail: { before: { remarks: 'Wrnog' }, after: { remarks: 'Wrong' } } },
      ]);
      expect((await correct('manager', { remarks: 'Seen by the manager' })).status).toBe(200);
      // Another telecaller of the same team does not hold the loan; one who holds it did not record it.
      expect((await correct('collector', { remarks: 'x' })).status).toBe(404);
      await world.unassign(loan, 'collector');
      await world.assign(loan, 'collector', 'collector');
      expect((await correct('collector', { remarks: 'x' })).status).toBe(404);
      expect((await correct('agent', { remarks: 'x' })).status).toBe(403);
      expect((await correct('manager', { remarks: 'x', code: 'PTP' })).status).toBe(422);
    });

    it('are withdrawn by an administrator: the loan is as before', async () => {
      const loan = await world.addLoan({ held: { collector: 'caller' } });
      await record('caller', loan, { code: 'PTP', ptp: { amountPaise: 7000, dueOn: addDays(today, 2), mode: 'upi' } });
      const before = await loanOf('caller', loan);
      const wrong = await record('caller', loan, {
        code: 'PPTP',
        loanSeq: 2,
        ptp: { amountPaise: 100, dueOn: today, mode: 'cash' },
        phoneId: loan.phoneId,
      });
      const body = { id: wrong.id, reason: 'Wrong loan' };
      for (const who of ['caller', 'manager', 'nationalManager'] as const)
        expect((await send(who, 'DELETE', '/api/v1/call-disposition', body)).status).toBe(403);
      for (const _ of [1, 2])
        expect((await send('admin', 'DELETE', '/api/v1/call-disposition', body)).body.data).toMatchObject({
          id: wrong.id,
          loanId: loan.id,
        });
      const after = await loanOf('caller', loan);
      expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
      expect(await rows(`select status from ptps where loan_id = $1`, loan.id)).toEqual([{ status: 'open' }]);
      expect(await audit('dispositions.withdrawn', wrong.id)).toHaveLength(1);
      expect((await api('caller').get(`/api/v1/call-disposition/id/${wrong.id}`)).status).toBe(404);
      expect(await rows('select 1 from dispositions where id = $1', wrong.id)).toHaveLength(1);
      expect((await send('admin', 'DELETE', '/api/v1/call-disposition', { id: uuidv7(), reason: 'None' })).status).toBe(
        404,
      );
    });

    it('that suppressed a loan free it again; those that marked it or were paid are refused', async () => {
      const loan = await world.addLoan({ held: { collector: 'caller' } });
      const made = await record('caller', loan, { code: 'HOS', until: addDays(today, 9) });
      expect((await api('admin').get(`/api/v1/loans/${loan.id}`)).body.data).toMatchObject({ state: 'suppressed' });
      expect(
        (await send('admin', 'DELETE', '/api/v1/call-disposition', { id: made.id, reason: 'Wrong loan' })).status,
      ).toBe(200);
      expect((await api('admin').get(`/api/v1/loans/${loan.id}`)).body.data).toMatchObject({
        state: 'active',
        contactPause: null,
      });
      const marked = await record('caller', loan, { code: 'DSP', reason: 'Amount', loanSeq: 2 });
      expect(
        await send('admin', 'DELETE', '/api/v1/call-disposition', { id: marked.id, reason: 'Wrong loan' }),
      ).toMatchObject({ status: 409, body: { code: 'loan-state' } });
      const paid = await world.addLoan({ held: { field_agent: 'agent' } });
      const collected = fieldRecord(paid, {
        code: 'FCOL',
        nextVisitOn: undefined,
        personMet: { relation: 'borrower' },
        payment: { amountPaise: 500, mode: 'upi', reference: 'U1' },
      });
      await api('agent').batch(itemOf(collected));
      await rows(`update payments set status = 'deposited' where loan_id = $1`, paid.id);
      expect(
        (await send('admin', 'DELETE', '/api/v1/call-disposition', { id: collected.id, reason: 'Wrong loan' })).status,
      ).toBe(409);
    });
  });

  describe('a call', () => {
    it('is one call whether its start comes before its record, after it, or never', async () => {
      const loan = await world.addLoan({ held: { collector: 'caller' } });
      const start = (callId: string) =>
        api('caller').post(
          '/api/v1/call-disposition',
          { call_status: 'CALL_STARTED', loanId: loan.id, phoneId: loan.phoneId, startedAt: at(-0.1) },
          { 'idempotency-key': callId },
        );
      const [before, after, never] = [uuidv7(), uuidv7(), uuidv7()];
      expect((await start(before)).body.data).toMatchObject({ callId: before });
      for (const [seq, callId] of [before, after, never].entries())
        await record('caller', loan, { callId, loanSeq: seq + 1, phoneId: loan.phoneId, durationSeconds: 20 });
      expect((await start(after)).status).toBe(200);
      const calls = await rows('select id, status, disposition_id, phone_id from calls where loan_id = $1', loan.id);
      expect(calls).toHaveLength(3);
      for (const call of calls)
        expect(call).toMatchObject({
          status: 'CALL_STARTED',
          disposition_id: expect.any(String),
          phone_id: loan.phoneId,
        });
    });

    it('of somebody else is not taken over', async () => {
      const loan = await world.addLoan({ held: { collector: 'caller', manager: 'manager' } });
      const callId = uuidv7();
      await record('caller', loan, { callId });
      const answer = await api('manager').post(
        '/api/v1/call-disposition',
        { call_status: 'CALL_STARTED', loanId: loan.id, startedAt: at(-0.1) },
        { 'idempotency-key': callId },
      );
      expect(answer.status).toBe(422);
      await record('manager', loan, { callId, loanSeq: 2 });
      expect(await rows('select user_id from calls where id = $1', callId)).toEqual([
        { user_id: world.people.caller.id },
      ]);
    });
  });

  it('counts the caller’s own day', async () => {
    const loans = (await world.addLoans(3, { held: { collector: 'caller' } })) as [TestLoan, TestLoan, TestLoan];
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
