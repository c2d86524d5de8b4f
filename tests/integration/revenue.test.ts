/** Partners, success fees, and what clients owe and employees brought by them: counted, approved, invoiced, received, corrected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '../../core/contract/kit';
import type { getPartner, getSuccessFee, listPartners, listSuccessFees } from '../../core/contract/partners';
import {
  type getClientRevenue,
  type getRevenue,
  type listClientRevenue,
  type listRevenue,
  NOBODY_AT_WORK,
} from '../../core/contract/revenue';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson, type Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

type Partner = ResponseOf<typeof getPartner>['data'];
type Fee = ResponseOf<typeof getSuccessFee>['data'];
type ClientFees = ResponseOf<typeof listClientRevenue>['data'];
type ClientFee = ResponseOf<typeof getClientRevenue>['data'];
type People = ResponseOf<typeof listRevenue>['data'];
type Month = ResponseOf<typeof getRevenue>['data'];

const MONTH = '2025-03-01';
const FEES = '/api/v2/success-fees';
const PARTNERS = '/api/v2/partners';
const CLIENTS = '/api/v2/client-revenue';
const PEOPLE = '/api/v2/revenue';

describe.each(engines)('revenue on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let foreign: TenantWorld;
  let boss: Person;
  let stranger: Person;
  let loan: TestLoan;
  let late: TestLoan;
  let other: TestLoan;
  const clients: { id: string; portfolioId: string }[] = [];

  const ask = async <T>(method: string, path: string, body?: object, by: Person = boss) => {
    const response = await as(server.origin, by).fetch(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer = (await response.json()) as { data: T; message?: string; code?: string; fields?: { path: string }[] };
    return { status: response.status, ...answer, fields: (answer.fields ?? []).map(({ path }) => path) };
  };
  const pay = (of: TestLoan, by: Person | null, rupees: number, paidAt: string, status = 'verified') =>
    world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status)
         values ($1, $2, $3, $4, $5, 'upi', $6, $7)`,
        [world.tenantId, uuidv7(), of.id, by?.id ?? null, rupees * 100, paidAt, status],
      ),
    );
  const rule = (more: object) => ({ clientId: clients[0]?.id, percent: 10, fromMonth: '2025-01-01', ...more });
  const fees = async (query = '') => (await ask<ClientFees>('GET', `${CLIENTS}?month=${MONTH}${query}`)).data;
  const pathOf = (at = 0, month = MONTH) => `${CLIENTS}/${clients[at]?.id}/${clients[at]?.portfolioId}/${month}`;
  const decide = async (status: string, more: object = {}, by = boss) => {
    const { fee } = (await ask<ClientFee>('GET', pathOf())).data;
    return ask<ClientFee>('PUT', pathOf(), { status, version: fee.version, feePaise: fee.feePaise, ...more }, by);
  };
  const people = async (query = '') => (await ask<People>('GET', `${PEOPLE}?month=${MONTH}${query}`)).data;
  const monthOf = async (who: string, month = MONTH) => (await ask<Month>('GET', `${PEOPLE}/${who}/${month}`)).data;
  const audited = () =>
    world.run((tx) =>
      tx.query<{ action: string; detail: object }>('select action, detail from audit_log order by seq'),
    );

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    [world, foreign] = [await createTenantWorld(held.db), await createTenantWorld(held.db)];
    boss = await createPerson(held.db, world.tenantId, { role: 'ADMIN' });
    stranger = await createPerson(held.db, foreign.tenantId, { role: 'ADMIN' });
    loan = await world.addLoan();
    late = await world.addLoan({ dpd: 45 });
    other = await world.addLoan({ otherClient: true });
    for (const one of [loan, other]) {
      const [row] = await world.run((tx) =>
        tx.query<{ id: string; portfolioId: string }>(
          'select client_id as id, portfolio_id as "portfolioId" from loans where id = $1',
          [one.id],
        ),
      );
      if (row) clients.push(row);
    }
    const { agent, caller } = world.people;
    // The first and the last moment of March in the tenant's zone; what lies beyond, what was reversed, what came by itself.
    await pay(loan, agent, 1_000.01, '2025-02-28T18:30:00Z');
    await pay(loan, caller, 2_000.02, '2025-03-31T18:29:59Z');
    await pay(loan, null, 500, '2025-03-15T06:00:00Z');
    await pay(late, agent, 4_000, '2025-03-20T06:00:00Z', 'received');
    await pay(loan, agent, 9_000, '2025-03-31T18:30:00Z');
    await pay(loan, agent, 7_000, '2025-03-10T06:00:00Z', 'reversed');
    await pay(other, agent, 100, '2025-03-10T06:00:00Z');
  });
  afterAll(async () => {
    expect(await held.db.transaction({ tenantId: world.tenantId }, verifyAudit)).toMatchObject({ ok: true });
    await server.close();
    await held.close();
  });

  it('is for the legacy administrator alone', async () => {
    for (const path of [PARTNERS, FEES, CLIENTS, PEOPLE, pathOf(), `${PEOPLE}/${world.people.agent.id}/${MONTH}`]) {
      for (const who of ['admin', 'owner', 'nationalManager', 'manager', 'clientAdmin', 'partner'] as Who[])
        expect((await ask('GET', path, undefined, world.people[who])).status, `${who} ${path}`).toBe(403);
      expect((await ask('GET', path)).status, path).toBe(200);
    }
  });

  describe('partners', () => {
    const body = { name: 'Konkan Legal', kind: 'legal', contactName: 'Meena', ifsc: 'HDFC0001234' };
    it('are added once by a name, changed by their version, switched off and found', async () => {
      const { data } = await ask<Partner>('POST', PARTNERS, body);
      expect(data).toMatchObject({ ...body, active: true, fees: 0, version: 1 });
      expect(await ask('POST', PARTNERS, { ...body, name: 'konkan legal' })).toMatchObject({
        status: 422,
        fields: ['name'],
      });
      const change = { ...body, kind: 'tracing', version: 1 };
      expect((await ask<Partner>('PUT', `${PARTNERS}/${data.id}`, change)).data).toMatchObject({
        kind: 'tracing',
        version: 2,
      });
      expect((await ask('PUT', `${PARTNERS}/${data.id}`, { ...change, kind: 'other' })).status).toBe(409);
      for (const active of [false, true])
        expect((await ask<Partner>('PUT', `${PARTNERS}/${data.id}/active`, { active })).data.active).toBe(active);
      const found = async (query: string) =>
        (await ask<ResponseOf<typeof listPartners>['data']>('GET', `${PARTNERS}?${query}`)).data.total;
      expect([await found('q=meen'), await found('kind=legal'), await found('status=active')]).toEqual([1, 0, 1]);
      const verdict = async (name: string) =>
        (await ask<{ available: boolean }>('GET', `${PARTNERS}/validate?name=${encodeURIComponent(name)}`)).data
          .available;
      expect([await verdict('KONKAN LEGAL'), await verdict('Konkan')]).toEqual([false, true]);
    });
    it('take only what an account can be', async () => {
      for (const [field, value] of [
        ['ifsc', 'HDFC1001234'],
        ['accountNumber', '12 34'],
        ['gst', 'x'],
      ] as const)
        expect(await ask('POST', PARTNERS, { ...body, name: 'Other', [field]: value })).toMatchObject({
          status: 422,
          fields: [field],
        });
    });
    it('of another tenant are not there', async () => {
      const { data } = await ask<Partner>('POST', PARTNERS, { ...body, name: 'Theirs' }, stranger);
      expect((await ask('GET', `${PARTNERS}/${data.id}`)).status).toBe(404);
      expect((await ask('PUT', `${PARTNERS}/${data.id}/active`, { active: false })).status).toBe(404);
      expect(await ask('POST', FEES, rule({ partnerId: data.id, partnerPercent: 5 }))).toMatchObject({
        status: 422,
        fields: ['partnerId'],
      });
    });
  });

  describe('success fees', () => {
    it('are refused where they do not fit', async () => {
      const { data: partner } = await ask<Partner>('POST', PARTNERS, { name: 'Gone', kind: 'other' });
      await ask('PUT', `${PARTNERS}/${partner.id}/active`, { active: false });
      for (const [more, path] of [
        [{ percent: 0 }, 'percent'],
        [{ percent: 100.5 }, 'percent'],
        [{ percent: 1.2345 }, 'percent'],
        [{ clientId: uuidv7() }, 'clientId'],
        [{ portfolioId: clients[1]?.portfolioId }, 'portfolioId'],
        [{ toMonth: '2024-12-01' }, 'toMonth'],
        [{ fromMonth: '2025-01-15' }, 'fromMonth'],
        [{ partnerPercent: 5 }, 'partnerId'],
        [{ partnerId: partner.id }, 'partnerId'],
      ] as const)
        expect(await ask('POST', FEES, rule(more)), JSON.stringify(more)).toMatchObject({
          status: 422,
          fields: [path],
        });
    });

    it('say one thing about the same money in a month, also of two at once', async () => {
      const answers = await Promise.all([10, 12].map((percent) => ask<Fee>('POST', FEES, rule({ percent }))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const refused = answers.find(({ status }) => status === 422);
      expect(refused).toMatchObject({ fields: ['fromMonth'] });
      const made = answers.find(({ status }) => status === 200)?.data;
      const changed = await ask<Fee>(
        'PUT',
        `${FEES}/${made?.id}`,
        rule({ percent: 10, version: 1, remarks: 'Agreed' }),
      );
      expect(changed.data).toMatchObject({ percent: 10, gstPercent: 18, state: 'now', remarks: 'Agreed' });
      const { data: partner } = await ask<Partner>('POST', PARTNERS, { name: 'Sourcing', kind: 'sourcing' });
      const finer = await ask<Fee>(
        'POST',
        FEES,
        rule({ percent: 12.5, buckets: ['31-60'], partnerId: partner.id, partnerPercent: 20 }),
      );
      expect(finer.data).toMatchObject({ percent: 12.5, partner: { name: 'Sourcing' }, buckets: ['31-60'] });
      const { data } = await ask<ResponseOf<typeof listSuccessFees>['data']>(
        'GET',
        `${FEES}?state=now&sort=percent&dir=desc`,
      );
      expect(data.rows.map(({ percent }) => percent)).toEqual([12.5, 10]);
      expect((await ask('GET', `${FEES}/${made?.id}`, undefined, stranger)).status).toBe(404);
    });
  });

  describe('of clients', () => {
    it('is counted by client, portfolio and bucket from the payments of the month', async () => {
      const { rows, sums } = await fees();
      expect(rows).toMatchObject([
        {
          client: { name: 'Sahyadri Bank' },
          status: 'open',
          payments: 4,
          collectedPaise: 7_500_03,
          feePaise: 350_00 + 500_00,
          gstPaise: 63_00 + 90_00,
          partnerPaise: 100_00,
          ended: true,
        },
        { client: { name: 'Kaveri Finance' }, collectedPaise: 100_00, feePaise: 0 },
      ]);
      expect(sums).toMatchObject({ collectedPaise: 7_600_03, feePaise: 850_00, receivedPaise: 0 });
      const { lines } = (await ask<ClientFee>('GET', pathOf())).data;
      expect(lines).toMatchObject([
        { bucket: '0-30', percent: 10, collectedPaise: 3_500_03, feePaise: 350_00, partner: null },
        { bucket: '31-60', percent: 12.5, collectedPaise: 4_000_00, feePaise: 500_00, partner: 'Sourcing' },
      ]);
      expect((await fees('&q=kaveri')).rows).toHaveLength(1);
      expect((await fees('&status=approved')).rows).toEqual([]);
    });

    it('goes from approved to received, a step at a time, and back with a reason', async () => {
      const today = new Date().toISOString().slice(0, 10);
      const invoice = { invoiceNumber: 'INV-1', on: today };
      const money = { receivedPaise: 900_00, reference: 'UTR1', on: today };
      const steps: [status: string, more: object, field: string | null][] = [
        ['invoiced', invoice, null],
        ['approved', {}, ''],
        ['approved', {}, null],
        ['invoiced', {}, 'invoiceNumber'],
        ['invoiced', { ...invoice, on: '2199-01-01' }, 'on'],
        ['invoiced', invoice, ''],
        ['received', { ...money, receivedPaise: 1_003_01 }, 'receivedPaise'],
        ['received', { ...money, reference: '' }, 'reference'],
        ['received', money, ''],
        ['invoiced', {}, 'reason'],
        ['invoiced', { reason: 'Cheque returned' }, ''],
        ['received', money, ''],
      ];
      for (const [status, more, field] of steps) {
        const answer = await decide(status, more);
        if (field === '') expect(answer, status).toMatchObject({ status: 200, data: { fee: { status } } });
        else if (field === null) expect(answer.status, status).toBe(409);
        else expect(answer, status).toMatchObject({ status: 422, fields: [field] });
      }
      expect((await fees()).rows[0]).toMatchObject({ receivedPaise: 900_00, invoiceNumber: 'INV-1', nowPaise: null });
      // What comes later changes nothing that was approved, and is said.
      await pay(loan, world.people.agent, 1_000, '2025-03-12T06:00:00Z');
      expect((await fees()).rows[0]).toMatchObject({ feePaise: 850_00, nowPaise: 950_00 });
    });

    it('is approved once by two at once, and only when the month is over', async () => {
      const { fee } = (await ask<ClientFee>('GET', pathOf(1))).data;
      const nothing = { status: 'approved', version: fee.version, feePaise: fee.feePaise };
      expect(await ask('PUT', pathOf(1), nothing)).toMatchObject({ status: 422, fields: ['feePaise'] });
      await ask('POST', FEES, rule({ clientId: clients[1]?.id, percent: 20 }));
      const wanted = { status: 'approved', version: 0, feePaise: 20_00 };
      const both = await Promise.all([1, 2].map(() => ask('PUT', pathOf(1), wanted)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const taken = { status: 'invoiced', version: 1, feePaise: 20_00, invoiceNumber: 'inv-1', on: '2025-04-02' };
      expect(await ask('PUT', pathOf(1), taken)).toMatchObject({ status: 422, fields: ['invoiceNumber'] });
      const month = `${new Date().toISOString().slice(0, 7)}-01`;
      await pay(loan, world.people.agent, 10, new Date().toISOString());
      const now = (await ask<ClientFee>('GET', pathOf(0, month))).data.fee;
      expect(
        await ask('PUT', pathOf(0, month), { status: 'approved', version: now.version, feePaise: now.feePaise }),
      ).toMatchObject({ status: 422, fields: ['status'] });
    });

    it('is a file with every line', async () => {
      const { data } = await ask<{ fileName: string; csv: string }>('GET', `${CLIENTS}/export?month=${MONTH}`);
      expect(data.fileName).toBe('client-revenue_2025-03.csv');
      expect(data.csv.trim().split('\r\n')).toHaveLength(3);
      expect(data.csv).toContain('Sahyadri Bank,Two wheelers,4,7500.03,850.00,153.00,100.00,received,INV-1');
    });

    it('of another tenant is not there', async () => {
      expect((await ask('GET', pathOf(), undefined, stranger)).status).toBe(404);
      expect((await ask<ClientFees>('GET', `${CLIENTS}?month=${MONTH}`, undefined, stranger)).data.rows).toEqual([]);
    });
  });

  describe('of employees', () => {
    it('adds up to what clients owe, what came by itself too', async () => {
      const { rows, sums } = await people();
      expect(sums.feePaise).toBe(350_00 + 500_00 + 100_00 + 20_00);
      const of = (id: string) => rows.find((row) => row.id === id);
      expect(of(NOBODY_AT_WORK)).toMatchObject({ collectedPaise: 500_00, feePaise: 50_00 });
      expect(of(world.people.caller.id)).toMatchObject({
        collectedPaise: 2_000_02,
        feePaise: 200_00,
        costPaise: null,
        netPaise: null,
      });
      expect(rows[0]?.id).toBe(world.people.agent.id);
      const mine = await monthOf(world.people.agent.id);
      expect(mine.lines.map(({ bucket, feePaise }) => [bucket, feePaise])).toEqual([
        ['31-60', 500_00],
        ['0-30', 200_00],
        ['0-30', 20_00],
      ]);
      expect((await people('&q=zzz')).total).toBe(0);
    });

    it('knows a cost from a month on, and keeps earlier months', async () => {
      const who = world.people.caller.id;
      const put = (month: string, costPaise: number) =>
        ask<Month>('PUT', `${PEOPLE}/${who}/${month}/cost`, { costPaise });
      expect((await put(MONTH, 150_00)).data).toMatchObject({
        revenue: { costPaise: 150_00, netPaise: 50_00 },
        costFrom: MONTH,
      });
      await put('2025-05-01', 900_00);
      expect((await monthOf(who, '2025-04-01')).revenue.costPaise).toBe(150_00);
      expect((await monthOf(who, '2025-06-01')).revenue.costPaise).toBe(900_00);
      expect((await monthOf(who, '2025-02-01')).revenue.costPaise).toBeNull();
      expect((await people()).rows.find(({ id }) => id === who)).toMatchObject({ netPaise: 50_00 });
    });

    it('is corrected with a reason, once by an id, and taken back once', async () => {
      const who = world.people.caller.id;
      const at = `${PEOPLE}/${who}/${MONTH}/corrections`;
      const body = { id: uuidv7(), direction: 'less', amountPaise: 30_00, reason: 'Paid by a colleague' };
      for (let again = 0; again < 2; again += 1)
        expect((await ask<Month>('POST', at, body)).data.revenue).toMatchObject({
          correctionsPaise: -30_00,
          netPaise: 20_00,
        });
      expect((await ask('POST', at, { ...body, amountPaise: 31_00 })).status).toBe(409);
      expect(await ask('POST', at, { ...body, id: uuidv7(), amountPaise: 0 })).toMatchObject({ status: 422 });
      expect(await ask('POST', at, { ...body, id: uuidv7(), reason: ' ' })).toMatchObject({
        status: 422,
        fields: ['reason'],
      });
      const back = await Promise.all([1, 2].map(() => ask<Month>('POST', `${at}/${body.id}/take-back`)));
      expect(back.map(({ status }) => status)).toEqual([200, 200]);
      const { revenue, corrections } = await monthOf(who);
      expect(revenue.correctionsPaise).toBe(0);
      expect(corrections).toMatchObject([
        { amountPaise: -30_00, takenBack: true },
        { amountPaise: 30_00, takesBack: body.id, takenBack: false },
      ]);
      expect((await ask('POST', `${at}/${corrections[1]?.id}/take-back`)).status).toBe(409);
    });

    it('of another tenant, or of nobody, is not there', async () => {
      const there = `${PEOPLE}/${world.people.caller.id}/${MONTH}`;
      expect((await ask('GET', there, undefined, stranger)).status).toBe(404);
      expect((await ask('PUT', `${there}/cost`, { costPaise: 1 }, stranger)).status).toBe(404);
      expect((await ask('PUT', `${PEOPLE}/${uuidv7()}/${MONTH}/cost`, { costPaise: 1 })).status).toBe(404);
    });
  });

  it.each([
    ['partners.created', { before: null, after: { name: 'Konkan Legal' } }],
    ['partners.updated', { before: { kind: 'legal' }, after: { kind: 'tracing' } }],
    ['partners.deactivated', { before: { active: true }, after: { active: false } }],
    ['partners.activated', { before: { active: false }, after: { active: true } }],
    ['success_fees.created', { before: null, after: { fromMonth: '2025-01-01' } }],
    ['success_fees.updated', { before: { remarks: null }, after: { remarks: 'Agreed' } }],
    ['client-revenue.approved', { before: { status: 'open' }, after: { status: 'approved', feePaise: 850_00 } }],
    ['client-revenue.invoiced', { before: { invoiceNumber: null }, after: { invoiceNumber: 'INV-1' } }],
    ['client-revenue.received', { before: { receivedPaise: null }, after: { receivedPaise: 900_00 } }],
    ['revenue.cost', { before: null, after: 150_00 }],
    ['revenue.corrected', { before: null, after: { amountPaise: -30_00, reason: 'Paid by a colleague' } }],
    ['revenue.taken-back', { before: { amountPaise: -30_00 }, after: null }],
    ['export.client-revenue', { rows: 2 }],
  ])('keeps %s in the audit', async (action, detail) => {
    const found = (await audited()).find((entry) => entry.action === action);
    expect(found?.detail).toMatchObject(detail);
  });
});
