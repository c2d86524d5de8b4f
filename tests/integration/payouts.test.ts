/** What outside agencies are owed: counted from payments and incentive structures, approved once, paid once, and kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '../../core/contract/kit';
import type { AgencyPayout, getPayout, listPayouts } from '../../core/contract/payouts';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson, type Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, STAFF, type TenantWorld, type TestLoan, type Who } from '../support/world';

const MONTH = '2025-03-01';
const BASE = '/api/v2/agency-payouts';
type List = ResponseOf<typeof listPayouts>['data'];
type Whole = ResponseOf<typeof getPayout>['data'];
/** Roles exactly as /agency-payout-history has them. */
const ADMINS: readonly Who[] = ['admin', 'owner'];

describe.each(engines)('agency payouts on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let foreign: TenantWorld;
  let asha: Person;
  let ravi: Person;
  let loan: TestLoan;
  let portfolioId = '';

  const ask = async <T>(person: Person, method: string, path: string, body?: unknown) => {
    const response = await as(server.origin, person).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    const fields = (answer.fields ?? []) as { path: string; message: string }[];
    return {
      status: response.status,
      data: answer.data as T,
      message: answer.message as string | undefined,
      code: answer.code,
      fields: fields.map((field) => field.path),
    };
  };
  const list = async (query = '', by: Person = world.people.admin) =>
    (await ask<List>(by, 'GET', `${BASE}?month=${MONTH}${query}`)).data;
  const pathOf = (month = MONTH, agency = world.agencyId, portfolio = portfolioId) =>
    `${BASE}/${agency}/${portfolio}/${month}`;
  const get = async (month = MONTH) => (await ask<Whole>(world.people.admin, 'GET', pathOf(month))).data;
  const decide = (body: object, by: Person = world.people.admin, path = pathOf()) => ask<Whole>(by, 'PUT', path, body);
  const seen = async (month = MONTH) => {
    const { version, grossPaise } = (await get(month)).payout;
    return { version, grossPaise };
  };
  const audited = (action: string) =>
    world.run((tx) =>
      tx.query<{ actor_id: string; detail: { before?: object; after?: object } }>(
        'select actor_id, detail from audit_log where action = $1 order by seq',
        [action],
      ),
    );
  const pay = (person: Person, rupees: number, paidAt: string, status = 'verified', of = loan) =>
    world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status)
         values ($1, $2, $3, $4, $5, 'upi', $6, $7)`,
        [world.tenantId, uuidv7(), of.id, person.id, rupees * 100, paidAt, status],
      ),
    );

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    [world, foreign] = [await createTenantWorld(held.db), await createTenantWorld(held.db)];
    const outside = { agencyId: world.agencyId, managerId: world.people.manager.id };
    asha = await createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', fullName: 'Asha', ...outside });
    ravi = await createPerson(held.db, world.tenantId, { role: 'CRM_TELECALLER', fullName: 'Ravi', ...outside });
    loan = await world.addLoan();
    await world.run(async (tx) => {
      const [row] = await tx.query<{ portfolio_id: string }>('select portfolio_id from loans where id = $1', [loan.id]);
      portfolioId = row?.portfolio_id ?? '';
      for (const [audience, position, min, max, amount] of [
        ['fa', 0, 1_000, 5_000, 300],
        ['fa', 1, 5_000, 10_000, 800],
        ['ta', 0, 500, 5_000, 100.5],
      ])
        await tx.query(
          `insert into incentive_tiers (tenant_id, portfolio_id, audience, position, min_value, max_value, amount)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [world.tenantId, portfolioId, audience, position, min, max, amount],
        );
    });
    // The first and the last moment of March in the tenant's zone; what lies beyond, what was reversed, and who is in-house.
    await pay(asha, 4_000, '2025-02-28T18:30:00Z');
    await pay(asha, 1_500, '2025-03-31T18:29:59Z');
    await pay(asha, 9_000, '2025-03-31T18:30:00Z');
    await pay(asha, 7_000, '2025-03-10T06:00:00Z', 'reversed');
    await pay(ravi, 600, '2025-03-10T06:00:00Z');
    const inHouse = uuidv7();
    await world.run((tx) =>
      tx.query("insert into agencies (tenant_id, id, code, name, in_house) values ($1, $2, 'OWN', 'Own team', true)", [
        world.tenantId,
        inHouse,
      ]),
    );
    const own = await createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', agencyId: inHouse });
    await pay(own, 50_000, '2025-03-10T06:00:00Z');
    await pay(
      world.people.partner,
      250,
      '2025-03-10T06:00:00Z',
      'received',
      await world.addLoan({ otherClient: true }),
    );
  });
  afterAll(async () => {
    expect(await held.db.transaction({ tenantId: world.tenantId }, verifyAudit)).toMatchObject({ ok: true });
    await server.close();
    await held.close();
  });

  it('are counted from the payments of the month, agent by agent', async () => {
    const { payout, lines } = await get();
    expect(payout).toMatchObject({
      agency: { code: 'AG1' },
      portfolio: { name: 'Two wheelers' },
      status: 'open',
      agents: 2,
      payments: 3,
      collectedPaise: 6_100_00,
      grossPaise: 900_50,
      ended: true,
      version: 0,
    });
    expect(lines).toMatchObject([
      { agent: { name: 'Asha' }, audience: 'fieldAgent', payments: 2, measure: 5_500, amountPaise: 800_00 },
      { agent: { name: 'Ravi' }, audience: 'telecaller', measure: 600, tier: { amount: 100.5 }, amountPaise: 100_50 },
    ]);
    // A month without payments has nothing, and is there.
    expect(await get('2025-01-01')).toMatchObject({ payout: { grossPaise: 0, agents: 0 }, lines: [] });
  });

  it('are listed, searched, filtered, sorted and paged', async () => {
    const all = await list();
    expect(all).toMatchObject({
      month: MONTH,
      total: 2,
      sums: { collectedPaise: 6_350_00, grossPaise: 900_50, paidPaise: 0 },
    });
    const names = ({ rows }: List) => rows.map(({ portfolio }) => portfolio.name);
    expect(names(all)).toEqual(['Two wheelers', 'Personal loans']);
    expect(names(await list('&sort=portfolio'))).toEqual(['Personal loans', 'Two wheelers']);
    expect(names(await list('&sort=collected&dir=asc'))).toEqual(['Personal loans', 'Two wheelers']);
    expect(names(await list('&q=personal'))).toEqual(['Personal loans']);
    expect(names(await list('&q=ag1'))).toHaveLength(2);
    expect(names(await list('&status=approved,paid'))).toEqual([]);
    expect(await list('&size=1&page=2')).toMatchObject({ total: 2, rows: [{ portfolio: { name: 'Personal loans' } }] });
    expect(await list('', foreign.people.admin)).toMatchObject({ total: 0, rows: [] });
  });

  it('of an efficiency ask what the agent still has to collect', async () => {
    const other = await createTenantWorld(held.db);
    const agent = await createPerson(held.db, other.tenantId, { role: 'CRM_FIELDAGENT', agencyId: other.agencyId });
    const due = await other.addLoan({ overduePaise: 400_00 });
    const portfolio = await other.run(async (tx) => {
      const [row] = await tx.query<{ portfolio_id: string }>('select portfolio_id from loans where id = $1', [due.id]);
      const of = [other.tenantId, row?.portfolio_id];
      await tx.query("update portfolios set incentive_type = 'Efficiency' where tenant_id = $1 and id = $2", of);
      await tx.query(
        `insert into incentive_tiers (tenant_id, portfolio_id, audience, position, min_value, max_value, amount)
         values ($1, $2, 'fa', 0, 60, 100, 700)`,
        of,
      );
      await tx.query(
        "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'field_agent', $4)",
        [other.tenantId, uuidv7(), due.id, agent.id],
      );
      await tx.query(
        `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at)
         values ($1, $2, $3, $4, 60000, 'upi', '2025-03-10T06:00:00Z')`,
        [other.tenantId, uuidv7(), due.id, agent.id],
      );
      return row?.portfolio_id ?? '';
    });
    const found = await ask<Whole>(other.people.admin, 'GET', pathOf(MONTH, other.agencyId, portfolio));
    expect(found.data).toMatchObject({ payout: { grossPaise: 700_00 }, lines: [{ measure: 60 }] });
  });

  it('are approved as they were seen, paid with a reference, and stay as they were', async () => {
    for (const [body, status, field] of [
      [{ status: 'paid', reference: 'UTR1', paidOn: '2025-04-02' }, 409, undefined],
      [{ status: 'open' }, 409, undefined],
      [{ status: 'approved', grossPaise: 1 }, 409, undefined],
      [{ status: 'approved', version: 3 }, 409, undefined],
      [{ status: 'settled' }, 422, 'status'],
    ] as const) {
      const answer = await decide({ ...(await seen()), ...body });
      expect([answer.status, answer.fields[0]], JSON.stringify(body)).toEqual([status, field]);
    }
    const empty = await decide({ status: 'approved', ...(await seen('2025-01-01')) }, undefined, pathOf('2025-01-01'));
    expect([empty.status, empty.message]).toEqual([422, 'There is nothing to pay for this month.']);
    await pay(asha, 2_000, '2099-01-05T06:00:00Z');
    const early = await decide({ status: 'approved', ...(await seen('2099-01-01')) }, undefined, pathOf('2099-01-01'));
    expect([early.status, early.message]).toEqual([422, 'The month is not over yet.']);

    const approved = await decide({ status: 'approved', ...(await seen()) });
    expect(approved.data.payout).toMatchObject({ status: 'approved', grossPaise: 900_50, nowPaise: null, version: 1 });
    // A payment that is reversed afterwards changes what would be owed, not what was approved.
    await world.run((tx) =>
      tx.query("update payments set status = 'reversed' where user_id = $1 and paid_at < '2025-04-01'", [ravi.id]),
    );
    expect(await get()).toMatchObject({
      payout: { status: 'approved', collectedPaise: 6_100_00, grossPaise: 900_50, nowPaise: 800_00, agents: 2 },
      lines: [{}, { agent: { name: 'Ravi' } }],
    });
    // Taken back it is counted again; approved again it has a new version.
    expect((await decide({ status: 'open', ...(await seen()) })).data.payout).toMatchObject({
      status: 'open',
      grossPaise: 800_00,
      version: 2,
    });
    expect((await decide({ status: 'approved', ...(await seen()) })).data.payout).toMatchObject({ version: 3 });
    for (const [body, field] of [
      [{ paidOn: '2025-04-02' }, 'reference'],
      [{ reference: ' ', paidOn: '2025-04-02' }, 'reference'],
      [{ reference: 'UTR1' }, 'paidOn'],
      [{ reference: 'UTR1', paidOn: '2099-01-01' }, 'paidOn'],
    ] as const) {
      const answer = await decide({ status: 'paid', ...(await seen()), ...body });
      expect([answer.status, answer.fields], JSON.stringify(body)).toEqual([422, [field]]);
    }
    const paid = await decide({ status: 'paid', ...(await seen()), reference: 'UTR77', paidOn: '2025-04-02' });
    expect(paid.data.payout).toMatchObject({ status: 'paid', reference: 'UTR77', paidOn: '2025-04-02', version: 4 });
    expect((await decide({ status: 'open', ...(await seen()) })).status).toBe(409);
    expect((await list()).sums).toMatchObject({ paidPaise: 800_00 });

    const kept = { status: 'approved', grossPaise: 800_00, reference: null };
    expect(await audited('payouts.paid')).toMatchObject([
      {
        actor_id: world.people.admin.id,
        detail: { month: MONTH, before: kept, after: { ...kept, status: 'paid', reference: 'UTR77' } },
      },
    ]);
    expect(await audited('payouts.approved')).toHaveLength(2);
    expect(await audited('payouts.reopened')).toHaveLength(1);
  });

  it('that two people approve at once are approved once', async () => {
    const month = '2025-04-01';
    const body = { status: 'approved', ...(await seen(month)) };
    const both = await Promise.all(
      [world.people.admin, world.people.owner].map((person) => decide(body, person, pathOf(month))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await get(month)).payout).toMatchObject({ status: 'approved', version: 1 });
  });

  it('go into a file with every line that matches, and the audit knows who took it', async () => {
    const { data } = await ask<{ fileName: string; csv: string }>(
      world.people.admin,
      'GET',
      `${BASE}/export?month=${MONTH}&status=paid`,
    );
    expect(data.fileName).toBe('agency-payouts_2025-03.csv');
    const lines = data.csv.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^2025-03,AG1,AG1,Two wheelers,1,2,5500\.00,800\.00,paid,.*,UTR77,2025-04-02$/);
    expect(await audited('export.agency-payouts')).toMatchObject([{ detail: { rows: 1, filter: { month: MONTH } } }]);
  });

  it('belong to the administrators of their tenant', async () => {
    const body = { status: 'approved', version: 0, grossPaise: 0 };
    for (const who of Object.keys(STAFF) as Who[])
      for (const [method, path, sent] of [
        ['GET', BASE],
        ['GET', `${BASE}/export`],
        ['GET', pathOf()],
        ['PUT', pathOf(), body],
      ] as const) {
        const { status } = await ask(world.people[who], method, path, sent);
        if (ADMINS.includes(who)) expect(status, `${who} ${method} ${path}`).not.toBe(403);
        else expect(status, `${who} ${method} ${path}`).toBe(403);
      }
    const stranger = foreign.people.admin;
    expect((await ask(stranger, 'GET', pathOf())).status).toBe(404);
    expect((await decide(body, stranger)).status).toBe(404);
    const forged = await as(server.origin, stranger).get(BASE, { tenantid: world.tenantId });
    expect(forged.status).toBe(403);
    for (const bad of [`${BASE}?month=2025-03-02`, `${BASE}?sort=loans`, `${BASE}?page=0`, pathOf('2025-03')])
      expect((await ask<AgencyPayout>(world.people.admin, 'GET', bad)).status, bad).toBe(422);
  });
});
