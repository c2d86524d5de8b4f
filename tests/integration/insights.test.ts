/** Data insights on a world whose truth is known: what is counted, who sees what, views that are saved and shared, and the file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Insights, InsightView } from '../../core/contract/insights';
import { uuidv7 } from '../../core/domain/ids';
import type { InsightFigure } from '../../core/domain/insights';
import { countInsights } from '../../server/modules/insights/count';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { createPerson, type Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const ZONE = 'Asia/Kolkata';
const BASE = '/api/v1/insights';
const TODAY = '2026-11-20';

describe.each(bothAtNight)('data insights on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let first: TestLoan;
  let second: TestLoan;
  let theirs: TestLoan;

  beforeAll(async () => {
    held = await fresh();
    await held.db.owner((tx) => tx.query("select ensure_partitions('2026-08-01', 5)"));
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    first = await world.addLoan({
      number: 'ONE',
      posPaise: 1_000_00,
      held: { collector: 'caller', field_agent: 'agent' },
    });
    second = await world.addLoan({ number: 'TWO', posPaise: 2_000_00, held: { collector: 'caller' } });
    theirs = await world.addLoan({
      number: 'THREE',
      posPaise: 4_000_00,
      held: { field_agent: 'rivalAgent', agency: true },
    });
    await fill();
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const people = () => world.people;
  const send = async (who: Person, method: string, path: string, body?: unknown) => {
    const response = await as(server.origin, who).fetch(`${BASE}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as { data: unknown } };
  };
  const get = async <T>(who: Person, path = ''): Promise<T> => {
    const { status, body } = await send(who, 'GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as T;
  };
  const cells = async (who: Person, figure: InsightFigure, query = '') =>
    (await get<Insights>(who, query)).figures
      .find((one) => one.figure === figure)
      ?.cells.map(({ key, at, base, first: one, second: two }) => [key, at, base, one, two]);
  const night = (today = TODAY, sizes = {}, of = world) =>
    of.run(async (tx) => {
      while (await countInsights(tx, today, ZONE, new Date(`${today}T02:00:00+05:30`), sizes));
    });

  const record = (
    who: Who,
    loan: TestLoan,
    at: string,
    of: { class: string; channel?: 'field'; phone?: string; promise?: { due: string; status: string } },
  ) =>
    world.run(async (tx) => {
      const id = uuidv7();
      const user = people()[who].id;
      await tx.query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no, record, payload_hash)
         values ($1, $2, $3, $4, $5, $6, 'X', $7, 5, 'applied', $3, 1, $8, '')`,
        [world.tenantId, id, at, loan.id, user, of.channel ?? 'call', of.class, JSON.stringify({ phoneId: of.phone })],
      );
      if (of.promise)
        await tx.query(
          `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status, created_at)
           values ($1, $2, $3, $4, $5, 100, $6, 'cash', $7, $8)`,
          [world.tenantId, uuidv7(), id, loan.id, user, of.promise.due, of.promise.status, at],
        );
    });

  async function fill(): Promise<void> {
    const later = uuidv7();
    await world.run(async (tx) => {
      await tx.query(
        `insert into phones (tenant_id, id, borrower_id, number, rank) values ($1, $2, $3, '9812345670', 7)`,
        [world.tenantId, later, first.borrowerId],
      );
      await tx.query(`update loans set disbursed_on = '2026-03-01' where tenant_id = current_tenant() and id = $1`, [
        first.id,
      ]);
      await tx.query(`update loans set disbursed_on = '2020-03-01' where tenant_id = current_tenant() and id = $1`, [
        theirs.id,
      ]);
      await tx.query(`update loans set last_bounce_reason = 'Funds insufficient ' where tenant_id = current_tenant()`);
      await tx.query(
        `update addresses set pincode = '411045' where tenant_id = current_tenant() and borrower_id = $1`,
        [second.borrowerId],
      );
      for (const [month, loan] of [
        ['2026-09-01', first],
        ['2026-10-01', first],
        ['2026-10-01', theirs],
        ['2026-11-01', first],
        ['2026-11-01', theirs],
      ] as const)
        await tx.query(
          `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
           select tenant_id, $2::date, id, portfolio_id, 20, '0-30', pos_paise, 0, $2::date from loans where tenant_id = current_tenant() and id = $1`,
          [loan.id, month],
        );
      for (const [day, status] of [
        ['2026-09-20', 'received'],
        ['2026-11-02', 'received'],
        ['2026-11-03', 'reversed'],
      ])
        await tx.query(
          `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at, status) values (current_tenant(), $1, $2, 10000, 'upi', $3, $4)`,
          [uuidv7(), first.id, `${day}T10:00:00+05:30`, status],
        );
    });
    // A Monday, at the edge of an hour.
    await record('caller', first, '2026-11-09T10:59:59+05:30', {
      class: 'PTP',
      phone: first.phoneId,
      promise: { due: '2026-11-12', status: 'kept' },
    });
    await record('caller', first, '2026-11-09T11:00:00+05:30', { class: 'NON_CONTACT', phone: later });
    await record('caller', second, '2026-11-10T11:00:00+05:30', { class: 'THIRD_PARTY', phone: second.phoneId });
    await record('caller', second, '2026-11-10T12:00:00+05:30', { class: 'NON_CONTACT' });
    await record('rivalAgent', theirs, '2026-11-10T12:00:00+05:30', {
      class: 'PTP',
      channel: 'field',
      promise: { due: '2026-11-11', status: 'broken' },
    });
    // Before the days that are looked back on, and on the day of the count.
    await record('caller', first, '2026-10-20T23:59:59+05:30', { class: 'PTP', phone: first.phoneId });
    await record('caller', first, '2026-11-20T00:00:00+05:30', { class: 'PTP', phone: first.phoneId });
  }

  it('says that nothing was counted', async () => {
    expect(await get<Insights>(people().manager)).toEqual({
      ...{ subscription: 'primary_explorar', counted: null, figures: [], portfolios: [] },
    });
  });

  it('counts each figure, the same in parts of any size', async () => {
    await night('2026-11-20', { people: 1, loans: 1 });
    const once = await get<Insights>(people().client);
    await world.run((tx) => tx.query('delete from insight_runs where tenant_id = current_tenant()'));
    for (const table of ['insight_people', 'insight_loans'])
      await world.run((tx) => tx.query(`delete from ${table} where tenant_id = current_tenant()`));
    await night();
    const whole = await get<Insights>(people().client);
    expect(whole).toEqual(once);
    expect(whole.counted).toMatchObject({ day: TODAY, from: '2026-10-21' });
    const { caller, manager, client, rival } = people();
    expect(await cells(caller, 'phone')).toEqual([
      ['', 0, 1, 0, 0],
      ['1', 0, 2, 2, 1],
      ['4', 0, 1, 0, 0],
    ]);
    expect(await cells(caller, 'hour')).toEqual([
      ['1', 10, 1, 1, 1],
      ['1', 11, 1, 0, 0],
      ['2', 11, 1, 1, 0],
      ['2', 12, 1, 0, 0],
    ]);
    expect(await cells(manager, 'vintage')).toEqual([
      ['', 0, 2, 1, 0],
      ['7-12', 0, 2, 1, 1],
    ]);
    expect(await cells(client, 'vintage')).toContainEqual(['37+', 0, 1, 1, 1]);
    expect(await cells(manager, 'pincode')).toEqual([
      ['411001', 0, 2, 1, 1],
      ['411045', 0, 2, 1, 0],
    ]);
    expect(await cells(client, 'promise')).toEqual([
      ['0-1', 0, 1, 0, 1],
      ['2-3', 0, 1, 1, 0],
    ]);
    expect(await cells(rival, 'promise')).toEqual([['0-1', 0, 1, 0, 1]]);
    expect(await cells(client, 'bounce')).toEqual([['Funds insufficient', 0, 3, 7_000_00, 1_500_000]]);
    expect(await cells(client, 'cohort')).toEqual([
      ['2026-09-01', 0, 1_000_00, 10000, 1],
      ['2026-09-01', 1, 1_000_00, 0, 1],
      ['2026-09-01', 2, 1_000_00, 10000, 1],
      ['2026-10-01', 0, 4_000_00, 0, 1],
      ['2026-10-01', 1, 4_000_00, 0, 1],
    ]);
    expect(await cells(manager, 'cohort')).toHaveLength(3);
  });

  it('shows the records of one’s people and the loans one sees, a portfolio of them, and tenant admins nothing', async () => {
    const tried = async (who: Person, query = '') =>
      (await cells(who, 'vintage', query))?.reduce((sum, [, , base]) => sum + Number(base), 0);
    const loans = async (who: Person) => (await cells(who, 'bounce'))?.[0]?.[2] ?? 0;
    const { manager, rival, caller, agent, partner, otherPartner, otherClient, dialer, client } = people();
    for (const [who, records, seen] of [
      [manager, 4, 2],
      [rival, 1, 1],
      [caller, 4, 2],
      [agent, 0, 1],
      [partner, 0, 1],
      [otherPartner, 0, 0],
      [client, 5, 3],
      [otherClient, 0, 0],
      [dialer, 0, 0],
    ] as const) {
      expect(await tried(who), who.id).toBe(records);
      expect(await loans(who), who.id).toBe(seen);
    }
    const admin = await createPerson(held.db, world.tenantId, { role: 'ADMIN' });
    expect(await tried(admin)).toBe(5);
    const area = await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole: 'ACM' });
    for (const who of [people().admin, people().owner, area]) expect((await send(who, 'GET', '')).status).toBe(403);
    expect((await get<Insights>(other.people.manager)).counted).toBeNull();
    const [portfolio] = (await get<Insights>(client)).portfolios;
    expect(await tried(client, `?portfolioId=${portfolio?.id}`)).toBe(5);
    expect(await tried(client, `?portfolioId=${uuidv7()}`)).toBe(0);
  });

  it('puts all but the twenty largest pincodes together, and forgets the night before', async () => {
    const many = await world.addLoans(25, { held: { collector: 'collector' } });
    await world.run(async (tx) => {
      for (const [at, loan] of many.entries())
        await tx.query('update addresses set pincode = $2 where tenant_id = current_tenant() and borrower_id = $1', [
          loan.borrowerId,
          String(500000 + at),
        ]);
    });
    for (const loan of many) await record('collector', loan, '2026-11-19T11:00:00+05:30', { class: 'NON_CONTACT' });
    await night('2026-11-21');
    const found = await cells(people().collector, 'pincode');
    expect(found).toHaveLength(21);
    expect(found?.at(-1)).toEqual(['other', 0, 5, 0, 0]);
    const days = await world.run((tx) =>
      tx.query('select distinct on_day from insight_people where tenant_id = current_tenant()'),
    );
    expect(days).toEqual([{ on_day: '2026-11-21' }]);
  });

  it('keeps views for their maker, shows shared ones to the tenant, and lets nobody else change them', async () => {
    const { manager, rival, caller, admin } = people();
    const id = uuidv7();
    const put = (who: Person, body: object) => send(who, 'PUT', `/views/${id}`, body);
    const view = { name: 'Mornings', shared: false, figures: ['hour'], portfolioId: null };
    expect((await put(manager, { ...view, version: 0 })).body.data).toMatchObject({ id, version: 1, own: true });
    expect((await put(manager, { ...view, version: 0 })).status).toBe(409);
    expect((await put(manager, { ...view, version: 1, figures: [] })).status).toBe(422);
    expect((await put(rival, { ...view, version: 1 })).status).toBe(404);
    expect(await get<InsightView[]>(rival, '/views')).toEqual([]);
    expect((await put(manager, { ...view, version: 1, shared: true })).body.data).toMatchObject({
      version: 2,
      shared: true,
    });
    for (const who of [rival, caller])
      expect(await get<InsightView[]>(who, '/views')).toMatchObject([
        { id, own: false, name: 'Mornings', figures: ['hour'] },
      ]);
    expect(await get<InsightView[]>(other.people.manager, '/views')).toEqual([]);
    expect((await send(admin, 'GET', '/views')).status).toBe(403);
    expect((await send(rival, 'DELETE', `/views/${id}`)).status).toBe(404);
    expect(await get<InsightView[]>(manager, '/views')).toHaveLength(1);
    expect((await send(manager, 'DELETE', `/views/${id}`)).status).toBe(200);
    expect(await get<InsightView[]>(manager, '/views')).toEqual([]);
    const entries = await world.run((tx) =>
      tx.query(
        `select action, detail from audit_log where tenant_id = current_tenant() and subject_id = $1 order by seq`,
        [id],
      ),
    );
    expect(entries).toMatchObject([
      { action: 'insights.view-saved', detail: { before: null, after: { name: 'Mornings', shared: false } } },
      { action: 'insights.view-saved', detail: { before: { shared: false }, after: { shared: true } } },
      { action: 'insights.view-deleted', detail: { before: { name: 'Mornings' }, after: null } },
    ]);
  });

  it('writes what the page shows as a file, and notes who took it', async () => {
    const { manager } = people();
    const { status, body } = await send(manager, 'POST', '/file', { figures: ['hour', 'bounce'] });
    expect(status, JSON.stringify(body)).toBe(200);
    const { csv, fileName } = body.data as { csv: string; fileName: string };
    expect(fileName).toMatch(/^data-insights_21-11-2026\.csv$/);
    const lines = csv.trim().split('\r\n').slice(1);
    expect(lines).toContain('Connects by day and hour,1,10,Attempts,1,Connected,1,Right-party contacts,1');
    expect(lines).toContain('Reasons of bounces,Funds insufficient,,Accounts,2,POS,3000.00,Overdue,10000.00');
    expect(lines.some((line) => line.startsWith('Cohorts'))).toBe(false);
    const entries = await world.run((tx) =>
      tx.query(
        `select actor_id, detail from audit_log where tenant_id = current_tenant() and action = 'insights.exported'`,
      ),
    );
    expect(entries).toMatchObject([
      { actor_id: manager.id, detail: { before: null, after: { figures: ['hour', 'bounce'] } } },
    ]);
  });
});
