/** The approval queue: by when an offer is to be answered, many decided at once, and who decides while somebody is away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settlement, SettlementRow } from '../../core/contract/settlements';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { judgePart } from '../../server/modules/settlements/judge';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const PATH = '/api/v2/settlement';
const ZONE = 'Asia/Kolkata';
const today = () => dayOf(new Date(), ZONE);
const DUES = 1_00_000_00;

describe.each(engines)('the approval queue on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    await world.run((tx) =>
      tx.query(
        `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
         select tenant_id, id, 1, 'any', 0, 9999, 20, 9, 'CRM_MANAGER' from portfolios where tenant_id = $1`,
        [world.tenantId],
      ),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  async function send<T = Settlement>(who: Who, method: string, path: string, body?: unknown) {
    const response = await as(server.origin, world.people[who]).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, ...((await response.json()) as { message?: string; data: T }) };
  }
  const newLoan = () => world.addLoan({ posPaise: DUES, held: { collector: 'caller', field_agent: 'agent' } });
  async function raised(
    loan: TestLoan,
    { by = 'caller' as Who, waived = 10_000_00, days = 20 }: { by?: Who; waived?: number; days?: number } = {},
  ) {
    const offer = {
      dues: { principal: DUES, interest: 0, penal: 0, charges: 0 },
      waiver: { principal: waived, interest: 0, penal: 0, charges: 0 },
      instalments: [{ dueOn: addDays(today(), 25), amount: DUES - waived }],
      validTill: addDays(today(), days),
    };
    const said = await send(by, 'POST', PATH, { id: uuidv7(), loanId: loan.id, offer, hardship: 'Crop failed' });
    expect(said, JSON.stringify(said)).toMatchObject({ status: 200 });
    return said.data;
  }
  const get = async (who: Who, id: string) => (await send(who, 'GET', `${PATH}/${id}`)).data;
  const step = async (who: Who, id: string, name: string, remarks = 'As agreed') => {
    const { stage, round } = await get(who, id);
    return send(who, 'PUT', PATH, { settlementId: id, remarks, data: { step: name, stage, round } });
  };
  const turn = async (who: Who) =>
    (await send<{ rows: SettlementRow[] }>(who, 'GET', `${PATH}?view=turn&size=100`)).data.rows;
  const judge = (day: string) => world.run((tx) => judgePart(tx, day, new Date()));
  const noticesOf = async (who: Who, loan: TestLoan) =>
    (
      await world.run((tx) =>
        tx.query<{ kind: string }>(
          'select kind from notifications where user_id = $1 and loan_id = $2 order by created_at, kind',
          [world.people[who].id, loan.id],
        ),
      )
    ).map(({ kind }) => kind);

  it('says since when an offer waits and by when it is to be answered, and tells whoever is late, once', async () => {
    const loan = await newLoan();
    const one = await raised(loan);
    // In which review it stands would be told by a day that begins anew with each.
    expect(one.answerBy).toBeNull();
    expect(await get('manager', one.id)).toMatchObject({ stage: 'manager', answerBy: addDays(today(), 3) });
    await judge(addDays(today(), 3));
    expect(await noticesOf('manager', loan)).toEqual(['settlement-turn']);
    await judge(addDays(today(), 4));
    await judge(addDays(today(), 5));
    await world.run((tx) => tx.query('update settlements set to_judge = true where id = $1', [one.id]));
    await judge(addDays(today(), 6));
    expect(await noticesOf('manager', loan)).toEqual(['settlement-turn', 'settlement-late']);
    for (const who of ['nationalManager', 'clientAdmin', 'caller', 'rival'] as const)
      expect(await noticesOf(who, loan)).toEqual([]);

    // The client has days of its own, as many as the portfolio gives.
    await world.run((tx) => tx.query('update portfolios set answer_days = 7 where tenant_id = $1', [world.tenantId]));
    await step('manager', one.id, 'approve');
    expect(await get('clientAdmin', one.id)).toMatchObject({ stage: 'client', answerBy: addDays(today(), 7) });
    expect((await get('caller', one.id)).answerBy).toBeNull();
    await judge(addDays(today(), 8));
    expect(await noticesOf('clientAdmin', loan)).toEqual(['settlement-turn', 'settlement-late']);
    expect((await noticesOf('manager', loan)).filter((kind) => kind === 'settlement-late')).toHaveLength(1);
    await step('clientAdmin', one.id, 'approve');
    expect((await get('manager', one.id)).answerBy).toBeNull();
    await judge(addDays(today(), 20));
    await judge(addDays(today(), 21));
    expect(await get('manager', one.id)).toMatchObject({ stage: 'lapsed' });
    await world.run((tx) =>
      tx.query('update portfolios set answer_days = null where tenant_id = $1', [world.tenantId]),
    );
  });

  it('sorts by what lapses first', async () => {
    const ids: string[] = [];
    for (const days of [9, 2, 5]) ids.push((await raised(await newLoan(), { days })).id);
    const [nine, two, five] = ids;
    expect((await turn('manager')).map(({ id }) => id)).toEqual([two, five, nine]);
  });
});
