/** Lists of loans: who sees how many, what search and filters find, orders, pages and totals; and the figures by group. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '../../core/contract/kit';
import { type landingBreakdown, type listLoans, NO_GROUP } from '../../core/contract/loan-list';
import { dayOf } from '../../core/domain/dates';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

type Page = ResponseOf<typeof listLoans>['data'];
type Groups = ResponseOf<typeof landingBreakdown>['data'];

/** How many of the five loans each sees. */
const SIGHT: [Who, number][] = [
  ['admin', 5],
  ['owner', 5],
  ['nationalManager', 3],
  ['manager', 3],
  ['plainManager', 0],
  ['agent', 2],
  ['caller', 1],
  ['collector', 0],
  ['rival', 1],
  ['rivalAgent', 1],
  ['clientAdmin', 4],
  ['otherClient', 1],
  ['partner', 1],
  ['otherPartner', 0],
  ['dialer', 0],
];

describe.each(engines)('loan lists on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loans: TestLoan[];
  const apis = new Map<Who, Api>();
  const api = (who: Who): Api => {
    const known = apis.get(who) ?? as(server.origin, world.people[who]);
    apis.set(who, known);
    return known;
  };
  const list = async (query: string, who: Who = 'admin', path = 'loan2'): Promise<Page> => {
    const { status, body } = await api(who).get(`/api/v1/loans/${path}?${query}`);
    expect(status).toBe(200);
    return (body as { data: Page }).data;
  };
  const numbers = async (query: string, who?: Who) =>
    (await list(query, who)).content.map(({ loanNumber }) => loanNumber);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    loans = [
      await world.addLoan({ held: { field_agent: 'agent' }, number: 'AB-1', dpd: 10, posPaise: 100, overduePaise: 10 }),
      await world.addLoan({ held: { field_agent: 'agent' }, number: 'ab_2', dpd: 20, posPaise: 500, overduePaise: 20 }),
      await world.addLoan({ held: { collector: 'caller' }, number: 'CD-3', dpd: 40, posPaise: 300 }),
      await world.addLoan({ held: { field_agent: 'rivalAgent' }, number: 'CD-4', dpd: 100, otherClient: true }),
      await world.addLoan({ held: { agency: true }, number: 'CD-5', dpd: 400, state: 'suppressed' }),
    ];
    // Another tenant's loan of the same number is nobody's business here.
    await (await createTenantWorld(held.db)).addLoan({ held: { field_agent: 'agent' }, number: 'AB-1' });
    const [first, second] = loans;
    if (!first || !second) throw new Error('no loans');
    await world.run(async (tx) => {
      await tx.query(`update phones set number = '9700001111'`);
      await tx.query(`update loans set bucket = '91-180' where dpd = 100`);
      await tx.query(`update loans set bucket = '360+' where dpd = 400`);
      const people: [TestLoan, string, string][] = [
        [first, 'Anjali Deshmukh', '9812345678'],
        [second, '100%_Wrong', '9800005678'],
      ];
      for (const [loan, name, phone] of people) {
        await tx.query('update borrowers set name = $2 where id = $1', [loan.borrowerId, name]);
        await tx.query('update phones set number = $2 where borrower_id = $1', [loan.borrowerId, phone]);
      }
      await tx.query(`update loans set ptp_due_on = $2::date, ptp_paise = 900, ptp_status = 'open' where id = $1`, [
        first.id,
        dayOf(new Date()),
      ]);
      await tx.query(`update loans set last_code = 'FDL', last_at = now() where id = $1`, [second.id]);
    });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it.each(SIGHT)('%s sees %d', async (who, count) => {
    const page = await list('pageSize=250', who);
    expect(page.totalElements).toBe(count);
    expect(page.content).toHaveLength(count);
    expect((await list('search=-', who, 'loan2/search')).totalElements).toBe(0);
  });

  it.each([
    ['q=AB-1', ['AB-1']],
    ['q=ab-1', ['AB-1']],
    ['q=ab', ['ab_2', 'AB-1']],
    ['q=ab_', ['ab_2']],
    ['q=%25', []],
    ['q=anjali', ['AB-1']],
    ['q=deshm', ['AB-1']],
    ['q=100%25_', ['ab_2']],
    ['q=9812345678', ['AB-1']],
    ['q=98123%2045678', ['AB-1']],
    ['q=5678', ['ab_2', 'AB-1']],
    ['q=nobody', []],
    ["q=' or true --", []],
    ['bucket=0-30', ['ab_2', 'AB-1']],
    ['bucket=91-180,360%2B', ['CD-5', 'CD-4']],
    ['state=suppressed', ['CD-5']],
    ['isSuppressed=true', ['CD-5']],
    ['isSuppressed=false&bucket=360%2B', []],
    ['ptp=today', ['AB-1']],
    ['ptp=broken', []],
    ['disposition_class=NOT_MET', ['ab_2']],
    ['client=kaveri%20finance', ['CD-4']],
    [`dateFrom=${dayOf(new Date())}&dateTo=${dayOf(new Date())}`, ['ab_2']],
    ['dateTo=2020-01-01', []],
    ['dispositionClass=NOT_MET', ['ab_2']],
    ['managerId={manager}', ['CD-3', 'ab_2', 'AB-1']],
    ['managerId={plainManager}', []],
    ['fieldAgentProfileId={agent}', ['ab_2', 'AB-1']],
    ['fieldAgentProfileId={caller}', []],
    ['agentId={caller}', ['CD-3']],
    ['agencyId={agency}', ['CD-5']],
    ['tenantId={tenant}&q=AB-1', ['AB-1']],
    ['dpdFrom=20&dpdTo=40', ['CD-3', 'ab_2']],
    ['dpdTo=10', ['AB-1']],
    ['pageSize=2&curPage=2', ['CD-3', 'ab_2']],
    ['sort=dpd&dir=asc&bucket=0-30', ['AB-1', 'ab_2']],
    ['sort=pos&bucket=0-30,31-60', ['ab_2', 'CD-3', 'AB-1']],
    ['sortPos=asc&bucket=0-30,31-60', ['AB-1', 'CD-3', 'ab_2']],
    ['sort=loanNumber&q=CD', ['CD-3', 'CD-4', 'CD-5']],
    ['sort=borrower&q=ab', ['ab_2', 'AB-1']],
    ['sort=lastAt&q=ab', ['ab_2', 'AB-1']],
  ])('%s finds %j', async (query, expected) => {
    const ids = { ...world.people, agency: { id: world.agencyId }, tenant: { id: world.tenantId } };
    const asked = query.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name].id);
    expect(await numbers(asked)).toEqual(expected);
  });

  it('of one portfolio are those that stand in it, and another tenant is refused', async () => {
    const [{ portfolio_id } = { portfolio_id: '' }] = await world.run((tx) =>
      tx.query<{ portfolio_id: string }>('select portfolio_id from loans where id = $1', [loans[3]?.id]),
    );
    const all = await list('pageSize=250');
    const one = await list(`portfolioId=${portfolio_id}&pageSize=250`);
    expect(one.content.map(({ loanNumber }) => loanNumber)).toContain('CD-4');
    expect(one.totalElements).toBe(
      all.content.filter(({ portfolio }) => portfolio === one.content[0]?.portfolio).length,
    );
    const other = await createTenantWorld(held.db);
    expect((await api('admin').get(`/api/v1/loans/loan2?tenantId=${other.tenantId}`)).status).toBe(403);
  });

  it('rows carry the specification’s names beside ours', async () => {
    const [row] = (await list('q=ab_2')).content;
    expect(row).toMatchObject({ Loan_ID: 'ab_2', loanId: row?.id, disCreatedAt: row?.last?.at });
    expect(row?.disCreatedAt).not.toBeNull();
  });

  it('counts pages from 1, ten rows each, with totals over everything that matches', async () => {
    const page = await list('pageSize=2&page=2&sort=dpd&dir=asc');
    expect(page).toMatchObject({ page: 2, pageSize: 2, totalElements: 5, totalPages: 3 });
    expect(page.content.map(({ loanNumber }) => loanNumber)).toEqual(['CD-3', 'CD-4']);
    expect((await list('bucket=0-30&pageSize=1')).totals).toMatchObject({ posPaise: 600, overduePaise: 30 });
    expect(await list('page=99')).toMatchObject({ content: [], totalElements: 5 });
    expect((await list('')).pageSize).toBe(10);
  });

  it('says who holds a loan and what was promised, and no phone', async () => {
    const [row] = (await list('q=AB-1')).content;
    expect(row).toMatchObject({
      borrower: 'Anjali Deshmukh',
      heldBy: [expect.any(String)],
      ptp: { amountPaise: 900, status: 'open' },
    });
    expect(JSON.stringify(row)).not.toContain('9812345678');
  });

  it.each(['page=0', 'pageSize=251', 'bucket=nonsense', 'sort=password', 'dateFrom=today', 'ptp=x'])(
    'refuses %s',
    async (query) => {
      expect((await api('admin').get(`/api/v1/loans/loan2?${query}`)).status).toBe(422);
    },
  );

  describe('figures by group', () => {
    const groups = async (by: string, who: Who): Promise<Groups> => {
      const { status, body } = await api(who).get(`/api/v1/loans/getManagerLandingAnalytics?by=${by}`);
      expect(status).toBe(200);
      return (body as { data: Groups }).data;
    };

    it('by agent are the team’s alone, with what was done today', async () => {
      const [first] = loans;
      if (!first) throw new Error('no loan');
      const done = await api('agent').batch(itemOf(fieldRecord(first, { recordedAt: new Date().toISOString() })));
      expect(done.status).toBe(200);
      const { rows, more } = await groups('agent', 'manager');
      expect(more).toBe(0);
      expect(rows.map(({ loans: count, attemptedToday }) => [count, attemptedToday])).toEqual([
        [2, 1],
        [1, 0],
      ]);
      expect(rows.reduce((sum, row) => sum + row.posPaise, 0)).toBe(900);
      expect((await groups('agent', 'rival')).rows).toHaveLength(1);
      expect((await groups('agent', 'dialer')).rows).toEqual([]);
    });

    it.each(['agency', 'pincode', 'city', 'state', 'product', 'client', 'portfolio'])(
      'by %s add up to the loans seen',
      async (by) => {
        const { rows } = await groups(by, 'admin');
        for (const row of rows) {
          const page = await list(`by=${by}&key=${encodeURIComponent(row.key)}&state=active`);
          expect(page.totalElements, row.label).toBe(row.loans);
          expect(page.totals?.posPaise).toBe(row.posPaise);
        }
        // The suppressed loan is not active; an agency holds none of the others.
        expect(rows.reduce((sum, row) => sum + row.loans, 0)).toBe(by === 'agency' ? 0 : 4);
      },
    );

    it('make up the dashboard’s whole, each agent with their own work, and lists of it are as long as said', async () => {
      const own = await createTenantWorld(held.db);
      const now = new Date().toISOString();
      const shared = await own.addLoan({
        held: { field_agent: 'agent', collector: 'caller' },
        number: 'SH-1',
        dpd: 45,
      });
      const late = await own.addLoan({ held: { field_agent: 'agent' }, number: 'LT-1', dpd: 50 });
      const closed = await own.addLoan({ held: { field_agent: 'agent' }, number: 'CL-1', dpd: 55 });
      const paid = (amountPaise: number) => ({
        code: 'FPAR',
        personMet: { relation: 'borrower' },
        payment: { amountPaise, mode: 'cash' },
        recordedAt: now,
      });
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      const sent = await as(server.origin, own.people.agent).batch(
        itemOf(fieldRecord(shared, paid(25_00))),
        itemOf(fieldRecord(closed, paid(40_00))),
        // A phone without a network delivers it a day later.
        itemOf(fieldRecord(late, { recordedAt: yesterday })),
      );
      expect((sent.body.results as { receipt?: { outcome: string } }[]).map(({ receipt }) => receipt?.outcome)).toEqual(
        ['applied', 'applied', 'applied'],
      );
      await own.run((tx) => tx.query("update loans set state = 'closed' where id = $1", [closed.id]));
      const manager = as(server.origin, own.people.manager);
      const whole = (await manager.get('/api/v1/loans/getLandingAnalytics')).body.data;
      expect(whole).toMatchObject({
        allocated: { loans: 2 },
        attemptedToday: 1,
        collectedToday: { count: 2, amountPaise: 65_00 },
        collectedThisMonth: { amountPaise: 65_00 },
      });
      const by = async (what: string) =>
        ((await manager.get(`/api/v1/loans/getManagerLandingAnalytics?by=${what}`)).body as { data: Groups }).data.rows;
      for (const what of ['client', 'portfolio', 'product', 'pincode'])
        expect(await by(what), what).toMatchObject([
          { loans: 2, attemptedToday: 1, collectedTodayPaise: 65_00, collectedThisMonthPaise: 65_00 },
        ]);
      const figures = new Map((await by('agent')).map((row) => [row.key, row]));
      expect(figures.get(own.people.agent.id)).toMatchObject({
        loans: 2,
        attemptedToday: 1,
        collectedTodayPaise: 65_00,
      });
      expect(figures.get(own.people.caller.id)).toMatchObject({
        loans: 1,
        attemptedToday: 0,
        collectedTodayPaise: 0,
        collectedThisMonthPaise: 0,
      });
      // Money that no agent brought, and loans that nobody works, have a row, which opens them.
      expect(figures.get(NO_GROUP)).toBeUndefined();
      const alone = await own.addLoan({ held: {}, number: 'NO-1', dpd: 60 });
      await own.run((tx) =>
        tx.query(
          `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at)
           values (current_tenant(), gen_random_uuid(), $1, 700, 'upi', now())`,
          [alone.id],
        ),
      );
      const admin = as(server.origin, own.people.admin);
      const all = (await admin.get('/api/v1/loans/getManagerLandingAnalytics?by=agent')).body as { data: Groups };
      const rest = all.data.rows.find(({ key }) => key === NO_GROUP);
      expect(rest).toMatchObject({ label: 'No agent', loans: 1, attemptedToday: 0, collectedTodayPaise: 7_00 });
      const behind = (await admin.get(`/api/v1/loans/loan2?by=agent&key=${NO_GROUP}&state=active`)).body as {
        data: Page;
      };
      expect(behind.data.content.map(({ loanNumber }) => loanNumber)).toEqual(['NO-1']);
      // Who holds loans is told of their own work, in the whole and by group.
      const caller = as(server.origin, own.people.caller);
      const clients = (await caller.get('/api/v1/loans/getManagerLandingAnalytics?by=client')).body as { data: Groups };
      expect(clients.data.rows).toMatchObject([{ loans: 1, attemptedToday: 0, collectedTodayPaise: 0 }]);
    });
  });
});
