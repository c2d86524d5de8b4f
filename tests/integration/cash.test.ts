/** Cash in hand: from accepted records, until it is handed over and somebody else has confirmed it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgentsHandover, OwnCash } from '../../core/contract/cash';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const CASH = '/api/v2/cash';
const HANDOVERS = `${CASH}/hand-overs`;
const today = dayOf(Date.now(), 'Asia/Kolkata');

describe.each(engines)('cash in hand on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let loan: TestLoan;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    elsewhere = await createTenantWorld(held.db);
  });
  beforeEach(async () => {
    world = await createTenantWorld(held.db);
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const call = (who: Who, there = world) => as(server.origin, there.people[who]);
  const put = async (who: Who, id: string, body: object, there = world) => {
    const response = await call(who, there).fetch(`${HANDOVERS}/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, data: ((await response.json()) as { data?: AgentsHandover }).data };
  };
  /** A visit at which money came, so many days ago. */
  async function collect(amountPaise: number, { mode = 'cash', daysAgo = 0, who = 'agent' as Who, on = loan } = {}) {
    const record = fieldRecord(on, {
      code: 'FPAR',
      personMet: { relation: 'borrower' },
      payment: { amountPaise, mode, ...(mode !== 'cash' && { reference: 'UTR123456' }) },
      recordedAt: new Date(Date.now() - 60_000 - daysAgo * 86_400_000).toISOString(),
      nextVisitOn: addDays(today, 2),
    });
    const { body } = await call(who).batch(itemOf(record));
    expect(body, JSON.stringify(body)).toMatchObject({ results: [{ receipt: { outcome: 'applied' } }] });
    return record.id;
  }
  const mine = async (who: Who = 'agent') => (await call(who).get(CASH)).body.data as unknown as OwnCash;
  const handOver = (paymentIds: string[], more: object = {}, who: Who = 'agent') =>
    call(who).post(HANDOVERS, {
      id: uuidv7(),
      paymentIds,
      handedOn: today,
      place: 'bank',
      reference: 'SLIP 7',
      ...more,
    });
  const listed = async (who: Who, state = 'open', there = world) =>
    (await call(who, there).get(`${HANDOVERS}?state=${state}`)).body.data as unknown as {
      rows: AgentsHandover[];
      total: number;
    };
  const statuses = () =>
    world.run((tx) =>
      tx.query<{ status: string }>("select status from payments where tenant_id = $1 and mode = 'cash' order by id", [
        world.tenantId,
      ]),
    );

  it('counts the cash of accepted records with the day of the oldest, and nothing else', async () => {
    expect((await mine()).inHand).toEqual({ amountPaise: 0, payments: 0, oldestOn: null });
    await collect(500_00);
    await collect(700_00, { daysAgo: 2 });
    await collect(900_00, { mode: 'upi' });
    const there = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
    await collect(11_00, { who: 'rivalAgent', on: there });
    const seen = await mine();
    expect(seen.inHand).toEqual({ amountPaise: 1_200_00, payments: 2, oldestOn: addDays(today, -2) });
    expect(seen.payments).toMatchObject([
      { loanNumber: loan.number, amountPaise: 700_00 },
      { loanNumber: loan.number, amountPaise: 500_00 },
    ]);
    expect((await mine('rivalAgent')).inHand.amountPaise).toBe(11_00);
  });

  it('leaves the hand with a hand-over that a supervisor confirms, who did not make it', async () => {
    await collect(500_00);
    await collect(700_00, { daysAgo: 1 });
    const [old] = (await mine()).payments;
    const id = uuidv7();
    const made = await handOver([old?.id ?? ''], { id });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    // An answer that was lost is asked for again.
    const again = await handOver([old?.id ?? ''], { id });
    expect(again.body.data).toEqual(made.body.data);
    expect(made.body.data).toMatchObject({
      inHand: { amountPaise: 500_00, payments: 1, oldestOn: today },
      handedOver: { amountPaise: 700_00, payments: 1 },
      handovers: [{ id, amountPaise: 700_00, place: 'bank', reference: 'SLIP 7', state: 'open' }],
    });

    expect(await listed('manager')).toMatchObject({ total: 1, rows: [{ id, agent: { id: world.people.agent.id } }] });
    expect(await listed('rival')).toMatchObject({ total: 0, rows: [] });
    expect(await listed('manager', 'open', elsewhere)).toMatchObject({ total: 0 });
    expect((await call('agent').get(HANDOVERS)).status).toBe(403);
    const confirmed = { state: 'confirmed' };
    expect((await put('agent', id, confirmed)).status).toBe(403);
    expect((await put('rival', id, confirmed)).status).toBe(404);
    expect((await put('manager', id, confirmed, elsewhere)).status).toBe(404);

    expect(await put('manager', id, confirmed)).toMatchObject({
      status: 200,
      data: { state: 'confirmed', decidedBy: expect.any(String) },
    });
    expect((await put('manager', id, confirmed)).status).toBe(200);
    expect((await put('manager', id, { state: 'declined', answer: 'Not there' })).status).toBe(409);
    expect((await statuses()).map(({ status }) => status).sort()).toEqual(['deposited', 'received']);
    expect(await mine()).toMatchObject({
      inHand: { amountPaise: 500_00 },
      handedOver: { amountPaise: 0, payments: 0 },
      handovers: [{ state: 'confirmed' }],
    });
    const audit = await world.run((tx) =>
      tx.query<{ action: string; actor_id: string; detail: object }>(
        "select action, actor_id, detail from audit_log where tenant_id = $1 and subject = 'cash-handover' order by seq",
        [world.tenantId],
      ),
    );
    expect(audit).toMatchObject([
      { action: 'cash.handed-over', actor_id: world.people.agent.id, detail: { amountPaise: 700_00 } },
      {
        action: 'cash.confirmed',
        actor_id: world.people.manager.id,
        detail: { before: { state: 'open' }, after: { state: 'confirmed' } },
      },
    ]);
  });

  it('comes back into the hand with its age when a hand-over is declined', async () => {
    await collect(700_00, { daysAgo: 3 });
    const [old] = (await mine()).payments;
    const id = uuidv7();
    await handOver([old?.id ?? ''], { id });
    expect((await put('manager', id, { state: 'declined' })).status).toBe(422);
    expect((await put('manager', id, { state: 'declined', answer: 'No such slip' })).status).toBe(200);
    expect(await mine()).toMatchObject({
      inHand: { amountPaise: 700_00, oldestOn: addDays(today, -3) },
      handovers: [{ state: 'declined', answer: 'No such slip' }],
    });
  });

  it('is taken back with its record only while it is in no hand-over', async () => {
    const withdraw = (id: string) =>
      call('admin').fetch('/api/v1/call-disposition', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, reason: 'Another loan' }),
      });
    const record = await collect(700_00);
    const [one] = (await mine()).payments;
    const id = uuidv7();
    await handOver([one?.id ?? ''], { id });
    expect((await withdraw(record)).status).toBe(409);
    await put('manager', id, { state: 'declined', answer: 'No such slip' });
    expect((await withdraw(record)).status).toBe(200);
    expect((await mine()).inHand.amountPaise).toBe(0);
    expect((await handOver([one?.id ?? ''])).status).toBe(409);
  });

  it.each<[string, object, number, string | null]>([
    ['a day to come', { handedOn: addDays(today, 1) }, 422, 'handedOn'],
    ['a day before it was taken', { handedOn: addDays(today, -1) }, 422, 'handedOn'],
    ['no slip', { reference: ' ' }, 422, 'reference'],
    ['nothing chosen', { paymentIds: [] }, 422, 'paymentIds'],
    ['a payment of nobody’s', { paymentIds: ['019a0000-0000-7000-8000-000000000000'] }, 409, null],
  ])('is not handed over with %s', async (_, more, status, path) => {
    await collect(500_00);
    const [one] = (await mine()).payments;
    const { status: answered, body } = await handOver([one?.id ?? ''], more);
    expect(answered, JSON.stringify(body)).toBe(status);
    if (path) expect(body.fields).toMatchObject([{ path }]);
    expect((await mine()).inHand.amountPaise).toBe(500_00);
  });

  it('of somebody else is not handed over', async () => {
    await collect(500_00);
    const [one] = (await mine()).payments;
    expect((await handOver([one?.id ?? ''], {}, 'rivalAgent')).status).toBe(409);
    expect((await mine()).inHand.amountPaise).toBe(500_00);
  });
});
