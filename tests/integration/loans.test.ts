/** Who sees which loan, at every endpoint that touches one; and the figures of a landing page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '../../core/contract/kit';
import type { dashboardByCategory } from '../../core/contract/landing';
import { loanSchema } from '../../core/contract/loans';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { presentLoans } from '../../server/modules/loans';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  STAFF,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const RECORDERS: readonly Who[] = ['agent', 'caller', 'collector', 'manager', 'plainManager', 'rival', 'rivalAgent'];

/** Which loan each may see: held by the agent · by the caller · by the rival's agent (other client) · by the agency. */
const SIGHT: [Who, agents: boolean, callers: boolean, rivals: boolean, agencys: boolean][] = [
  ['admin', true, true, true, true],
  ['owner', true, true, true, true],
  ['nationalManager', true, true, false, false],
  ['manager', true, true, false, false],
  ['plainManager', false, false, false, false],
  ['agent', true, false, false, false],
  ['caller', false, true, false, false],
  ['collector', false, false, false, false],
  ['rival', false, false, true, false],
  ['rivalAgent', false, false, true, false],
  ['client', true, true, false, true],
  ['clientAdmin', true, true, false, true],
  ['customer', true, true, false, true],
  ['otherClient', false, false, true, false],
  ['partner', false, false, false, true],
  ['otherPartner', false, false, false, false],
  ['dialer', false, false, false, false],
];

describe.each(engines)('loans on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let foreign: TestLoan;
  let loans: TestLoan[];
  const apis = new Map<Who, Api>();
  const api = (who: Who): Api => {
    const known = apis.get(who) ?? as(server.origin, world.people[who]);
    apis.set(who, known);
    return known;
  };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    loans = [
      await world.addLoan({ held: { field_agent: 'agent' }, number: 'AG-1' }),
      await world.addLoan({ held: { collector: 'caller' }, dpd: 40 }),
      await world.addLoan({ held: { field_agent: 'rivalAgent' }, otherClient: true }),
      await world.addLoan({ held: { agency: true } }),
    ];
    foreign = await (await createTenantWorld(held.db)).addLoan({ held: { field_agent: 'agent' }, number: 'AG-1' });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it.each(SIGHT)('%s sees what is theirs, and 404 for the rest', async (who, ...sight) => {
    const targets: [TestLoan, boolean][] = [
      ...loans.map((loan, at): [TestLoan, boolean] => [loan, sight[at] === true]),
      [foreign, false],
    ];
    for (const [loan, visible] of targets) {
      const status = visible ? 200 : 404;
      expect((await api(who).get(`/api/v1/loans/loanByLoanId/${loan.id}`)).status).toBe(status);
      const history = await api(who).get('/api/v1/call-disposition/caseHistory', { loanid: loan.id });
      expect(history.status).toBe(status);
      const call = { call_status: 'CALL_STARTED', loanId: loan.id };
      const started = await api(who).post('/api/v1/call-disposition', call, { 'idempotency-key': uuidv7() });
      expect(started.status).toBe(RECORDERS.includes(who) ? status : 403);
      if (!RECORDERS.includes(who)) continue;
      const item = itemOf(callRecord(loan));
      const { results } = (await api(who).batch(item)).body as { results: Record<string, unknown>[] };
      expect(results).toEqual([
        visible
          ? { key: item.key, receipt: expect.objectContaining({ outcome: 'applied' }) }
          : { key: item.key, error: expect.objectContaining({ code: 'not-found', status: 404 }) },
      ]);
    }
  });

  it('finds a loan by its number within the tenant only', async () => {
    const { body } = await api('admin').get('/api/v1/loans/loanByLoanId/AG-1');
    expect(body.data).toMatchObject({
      id: loans[0]?.id,
      loanNumber: 'AG-1',
      borrower: { name: 'Asha Kulkarni' },
      phones: [{ number: '9812345678' }],
      addresses: [{ pincode: '411001' }],
      relatedPeople: [{ name: 'Ravi', relation: 'guarantor' }],
      client: 'Sahyadri Bank',
    });
  });

  it('presents 1000 loans quickly, in the order asked for, with the same statements as one', async () => {
    const many = await world.addLoans(1000, { held: { field_agent: 'rivalAgent' } });
    const ids = many.map((loan) => loan.id).reverse();
    const counted = async (wanted: string[]) =>
      world.run(async (tx) => {
        let statements = 0;
        const started = performance.now();
        const shown = await presentLoans(
          {
            ...tx,
            query: (sql, parameters) => {
              statements += 1;
              return tx.query(sql, parameters);
            },
          },
          world.tenantId,
          wanted,
          '2026-11-23',
        );
        return { shown, statements, ms: performance.now() - started };
      });
    const one = await counted(ids.slice(0, 1));
    const all = await counted(ids);
    expect(all.statements).toBe(one.statements);
    expect(all.shown.map((loan) => loan.id)).toEqual(ids);
    expect(all.ms).toBeLessThan(5000);
    for (const loan of all.shown.slice(0, 20)) loanSchema.parse(loan);
  });

  it('answers real figures for the day within the caller’s scope', async () => {
    const own = await createTenantWorld(held.db);
    const mine = await own.addLoan({ held: { field_agent: 'agent' }, posPaise: 1_000_00, overduePaise: 100_00 });
    const second = await own.addLoan({ held: { field_agent: 'agent' }, dpd: 45, posPaise: 2_000_00 });
    await own.addLoan({ held: { field_agent: 'agent' }, state: 'closed' });
    const theirs = await own.addLoan({ held: { field_agent: 'rivalAgent' }, posPaise: 7_00 });
    const today = dayOf(Date.now());
    const met = { personMet: { relation: 'borrower' } };
    const agent = as(server.origin, own.people.agent);
    const answer = await agent.batch(
      itemOf(
        fieldRecord(mine, {
          ...met,
          code: 'FPTP',
          ptp: { amountPaise: 5000, dueOn: today, mode: 'upi' },
          recordedAt: new Date().toISOString(),
        }),
      ),
      itemOf(
        fieldRecord(second, {
          ...met,
          code: 'FPAR',
          payment: { amountPaise: 25_00, mode: 'cash' },
          // Recorded now, so that it is today's money at any hour.
          recordedAt: new Date().toISOString(),
        }),
      ),
    );
    expect((answer.body.results as object[]).every((result) => 'receipt' in result)).toBe(true);
    await as(server.origin, own.people.rivalAgent).batch(
      itemOf(fieldRecord(theirs, { recordedAt: new Date().toISOString() })),
    );

    const dashboard = (who: Who, category: string = STAFF[who]) =>
      as(server.origin, own.people[who]).get(`/api/v1/data-visualization/by/category?category=${category}`);
    /** The home's dashboard and the older path answer the same, and buckets add up to the whole. */
    const landing = async (who: Who) => {
      const { data } = (await dashboard(who)).body as { data: ResponseOf<typeof dashboardByCategory>['data'] };
      const { category, asOf: _, ...figures } = data;
      expect(category).toBe(STAFF[who]);
      const older = await as(server.origin, own.people[who]).get('/api/v1/loans/getLandingAnalytics');
      expect(older.body.data).toMatchObject(figures);
      const sum = (of: (row: (typeof figures.buckets)[number]) => number) =>
        figures.buckets.reduce((total, row) => total + of(row), 0);
      expect(figures).toMatchObject({
        allocated: { loans: sum((row) => row.loans), posPaise: sum((row) => row.posPaise) },
        attemptedToday: sum((row) => row.attemptedToday),
        promisesDueToday: { amountPaise: sum((row) => row.promisesDueToday.amountPaise) },
        collectedToday: { count: sum((row) => row.collectedToday.count) },
        collectedThisMonth: { amountPaise: sum((row) => row.collectedThisMonth.amountPaise) },
      });
      return figures;
    };
    const nothing = { count: 0, amountPaise: 0 };
    const paid = { count: 1, amountPaise: 25_00 };
    const buckets = [
      {
        ...{ bucket: '0-30', loans: 1, posPaise: 1_000_00, overduePaise: 100_00, attemptedToday: 1 },
        ...{ promisesDueToday: { count: 1, amountPaise: 5000 }, collectedToday: nothing, collectedThisMonth: nothing },
      },
      {
        ...{ bucket: '31-60', loans: 1, posPaise: 2_000_00, overduePaise: 500_000, attemptedToday: 1 },
        ...{ promisesDueToday: nothing, collectedToday: paid, collectedThisMonth: paid },
      },
    ];
    const figures = {
      allocated: { loans: 2, posPaise: 3_000_00 },
      attemptedToday: 2,
      promisesDueToday: { count: 1, amountPaise: 5000 },
      collectedToday: { count: 1, amountPaise: 25_00 },
      collectedThisMonth: { count: 1, amountPaise: 25_00 },
      buckets,
    };
    expect(await landing('agent')).toMatchObject(figures);
    const managers = await landing('manager');
    expect(managers).toMatchObject(figures);
    expect(managers.latest).toHaveLength(2);
    // Another branch of the tree, another client's user and another tenant see none of it.
    expect(await landing('rival')).toMatchObject({ allocated: { loans: 1, posPaise: 7_00 }, attemptedToday: 1 });
    expect(await landing('otherClient')).toMatchObject({ allocated: { loans: 0 }, buckets: [] });
    const foreign = await createTenantWorld(held.db);
    expect(
      (
        await as(server.origin, foreign.people.admin).get(
          `/api/v1/data-visualization/by/category?category=${STAFF.admin}`,
        )
      ).body.data,
    ).toMatchObject({ allocated: { loans: 0 }, buckets: [], latest: [] });
    expect(await landing('admin')).toMatchObject({
      allocated: { loans: 3, posPaise: 3_007_00 },
      attemptedToday: 3,
      latest: [{ loanNumber: theirs.number, outcome: 'applied', borrower: 'Asha Kulkarni' }, {}, {}],
    });
    expect(await landing('dialer')).toMatchObject({ allocated: { loans: 0, posPaise: 0 }, buckets: [], latest: [] });
    // Money on a loan that was closed since still counts, in the bucket that it left.
    await own.run((tx) => tx.query("update loans set state = 'closed' where id = $1", [second.id]));
    expect((await landing('manager')).buckets[1]).toMatchObject({ bucket: '31-60', loans: 0, collectedToday: paid });

    // Both spellings of one's own role; another one is a forged identity, and kept in the audit; no role is bad input.
    expect((await dashboard('manager', 'CRM_Manager')).status).toBe(200);
    expect(await dashboard('agent', 'CRM_TENANTADMIN')).toMatchObject({
      status: 403,
      body: { code: 'identity-mismatch' },
    });
    const claims = await own.run((tx) =>
      tx.query<{ detail: object }>("select detail from audit_log where action = 'auth.identity-mismatch'"),
    );
    expect(claims.map(({ detail }) => detail)).toEqual([
      { header: 'category', claimed: 'CRM_TENANTADMIN', endpoint: 'loans.dashboard' },
    ]);
    for (const wrong of ['', 'category=KING', 'category=CRM_MANAGER&agent=1'])
      expect((await agent.get(`/api/v1/data-visualization/by/category?${wrong}`)).status, wrong).toBe(422);
  });
});
