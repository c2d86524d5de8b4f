/** Settlements that a phone raises without a network: once, whatever arrives how often, and with a word on what became of each. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BatchResult, Receipt } from '../../core/contract/dispositions';
import type { Settlement } from '../../core/contract/settlements';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { systemClock } from '../../server/platform/clock';
import { bothEngines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { DUES, openMatrix, settlementDesk } from '../support/settlement-desk';
import { createTenantWorld, fieldRecord, itemOf, type TenantWorld, type TestLoan, type Who } from '../support/world';

const OFFER = 60_000_00;

describe.each(bothEngines)('settlements raised on phones on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let desk: ReturnType<typeof settlementDesk>;
  let loan: TestLoan;
  const today = () => dayOf(Date.now(), 'Asia/Kolkata');

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    desk = settlementDesk(world, server.origin, systemClock, today);
    await openMatrix(world);
  }, 60_000);
  beforeEach(async () => {
    loan = await desk.newLoan();
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const offering = (more: object = {}, offer: object = {}) =>
    fieldRecord(loan, {
      code: 'FSTL',
      nextVisitOn: undefined,
      personMet: { relation: 'borrower' },
      amountPaise: OFFER,
      settlement: {
        instalments: [
          { dueOn: addDays(today(), 10), amountPaise: OFFER / 2 },
          { dueOn: addDays(today(), 40), amountPaise: OFFER / 2 },
        ],
        validTill: addDays(today(), 5),
        hardship: 'Crop failed',
        ...offer,
      },
      ...more,
    });
  const plain = (record: object) => JSON.parse(JSON.stringify(record)) as ReturnType<typeof fieldRecord>;
  const sent = async (record: object, who: Who = 'agent'): Promise<Receipt> => {
    const { body } = await desk.api(who).batch(itemOf(plain(record)));
    const [result] = body.results as BatchResult[];
    if (!result || 'error' in result) throw new Error(JSON.stringify(body));
    return result.receipt;
  };
  const ofLoan = async (who: Who = 'manager') =>
    (await desk.good<{ rows: Settlement[] }>(who, 'GET', `/api/v2/settlement?view=all&loanId=${loan.id}`)).rows;
  const setLoan = (columns: string) =>
    world.run((tx) =>
      tx.query(`update loans set ${columns} where tenant_id = $1 and id = $2`, [world.tenantId, loan.id]),
    );

  it('is raised with the visit, waits for the manager, and its receipt says its number', async () => {
    const record = offering();
    const receipt = await sent(record);
    const [row, ...more] = await ofLoan();
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ outcome: 'applied', settlement: { number: row?.number, problem: null } });
    const settlement = await desk.good('manager', 'GET', `/api/v2/settlement/${record.id}`);
    expect(settlement).toMatchObject({
      stage: 'manager',
      outstanding: DUES,
      payable: OFFER,
      waived: DUES - OFFER,
      hardship: 'Crop failed',
      maker: { role: 'CRM_FIELDAGENT' },
      plan: [{ amount: OFFER / 2 }, { amount: OFFER / 2 }],
    });
    expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });

  it('is raised once: sent again, twice in a batch and twice at once it is the same receipt', async () => {
    const item = itemOf(plain(offering()));
    const answers = await Promise.all([
      desk.api('agent').batch(item, item),
      desk.api('agent').batch(item),
      desk.api('agent').batch(item),
    ]);
    answers.push(await desk.api('agent').batch(item));
    const receipts = answers.flatMap(({ body }) => body.results as BatchResult[]);
    expect(receipts).toHaveLength(5);
    for (const one of receipts) expect(one).toEqual(receipts[0]);
    expect(await ofLoan()).toHaveLength(1);
  });

  it('a mended form takes the place of the first, which then raises nothing', async () => {
    const first = plain(offering());
    const mended = plain(offering({ mends: [first.id], amountPaise: OFFER }));
    expect((await sent(mended)).settlement?.number).toMatch(/^ST/);
    const { body } = await desk.api('agent').batch(itemOf(first));
    expect(JSON.stringify(body)).toContain('superseded');
    expect((await ofLoan()).map(({ id }) => id)).toEqual([mended.id]);
  });

  it('goes the whole way from there', async () => {
    const record = offering();
    await sent(record);
    const step = (who: Who, stage: string) =>
      desk.good(who, 'PUT', '/api/v2/settlement', {
        settlementId: record.id,
        data: { step: 'approve', stage, round: 1 },
      });
    await step('manager', 'manager');
    expect(await step('clientAdmin', 'client')).toMatchObject({ stage: 'approved' });
  });

  it('of a loan that somebody else settled meanwhile says so, and the visit is kept', async () => {
    await setLoan("state = 'settled'");
    expect(await sent(offering())).toMatchObject({
      outcome: 'late-closed',
      settlement: { number: null, problem: 'This loan was closed or settled before this arrived.' },
    });
    expect(await ofLoan()).toEqual([]);
  });

  it('of a loan with an open settlement says so; the other one stands', async () => {
    const id = uuidv7();
    const dues = { principal: DUES, interest: 0, penal: 0, charges: 0 };
    const offer = {
      dues,
      waiver: { ...dues, principal: 10_000_00 },
      instalments: [{ dueOn: addDays(today(), 3), amount: DUES - 10_000_00 }],
      validTill: addDays(today(), 2),
    };
    await desk.good('caller', 'POST', '/api/v2/settlement', { id, loanId: loan.id, offer, hardship: 'Job lost' });
    expect(await sent(offering())).toMatchObject({
      outcome: 'applied',
      settlement: { number: null, problem: 'A settlement of this loan is open already.' },
    });
    expect((await ofLoan()).map((row) => row.id)).toEqual([id]);
  });

  it.each<[string, () => Promise<unknown> | object, string]>([
    [
      'more than is due by now',
      () => setLoan('pos_paise = 1000, tos_paise = 1000'),
      'Less is due by now than was offered.',
    ],
    ['all that is due', () => setLoan(`tos_paise = ${OFFER}`), ''],
  ])('of %s', async (_, change, problem) => {
    await change();
    const { settlement } = await sent(offering());
    expect(settlement?.problem ?? '').toBe(problem);
    expect(await ofLoan()).toHaveLength(problem === '' ? 1 : 0);
  });

  it('that arrives when its days are over says so', async () => {
    const then = new Date(Date.now() - 6 * 86_400_000);
    const day = dayOf(then, 'Asia/Kolkata');
    const record = offering(
      { recordedAt: then.toISOString() },
      { instalments: [{ dueOn: addDays(day, 2), amountPaise: OFFER }], validTill: addDays(day, 3) },
    );
    const { outcome, settlement } = await sent(record);
    expect([outcome, settlement]).toEqual(['applied', { number: null, problem: 'This day is over.' }]);
    expect(await ofLoan()).toEqual([]);
  });

  it('by somebody who holds the loan no longer is evidence alone', async () => {
    await world.run((tx) =>
      tx.query(
        'update loan_assignments set ended_at = now() where tenant_id = $1 and loan_id = $2 and profile_id = $3',
        [world.tenantId, loan.id, world.people.agent.id],
      ),
    );
    expect(await sent(offering())).toMatchObject({
      outcome: 'late-reassigned',
      settlement: { number: null, problem: 'The loan is with somebody else now.' },
    });
  });

  it('in a batch with others touches none of them, and leaves nothing of one that is refused', async () => {
    const other = await desk.newLoan();
    await setLoan('pos_paise = 1000, tos_paise = 1000');
    const before = await world.run((tx) =>
      tx.query('select value from tenant_counters where tenant_id = $1 and name like $2', [
        world.tenantId,
        'settlement%',
      ]),
    );
    const items = [offering(), fieldRecord(other), fieldRecord(loan, { loanSeq: 2 })].map((record) =>
      itemOf(plain(record)),
    );
    const { body } = await desk.api('agent').batch(...items);
    expect((body.results as BatchResult[]).map((result) => 'receipt' in result && result.receipt.outcome)).toEqual([
      'applied',
      'applied',
      'applied',
    ]);
    expect(
      await world.run((tx) =>
        tx.query('select value from tenant_counters where tenant_id = $1 and name like $2', [
          world.tenantId,
          'settlement%',
        ]),
      ),
    ).toEqual(before);
    expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });

  it.each<[string, object, object, string]>([
    [
      'instalments that do not add up',
      {},
      { instalments: [{ dueOn: addDays(today(), 1), amountPaise: 5 }] },
      'settlement.instalments',
    ],
    ['no reason', {}, { hardship: '' }, 'settlement.hardship'],
    ['a field that nobody knows', {}, { waiver: 5 }, 'settlement'],
    ['an amount below zero', { amountPaise: -5 }, {}, 'amountPaise'],
  ])('with %s is refused as a whole', async (_, more, offer, path) => {
    const { body } = await desk.api('agent').batch(itemOf(plain(offering(more, offer))));
    expect(body.results).toMatchObject([{ error: { code: 'invalid' } }]);
    expect(JSON.stringify(body)).toContain(path);
    expect(await ofLoan()).toEqual([]);
  });
});
