/** Targets: who sets and sees them, what counts as achieved, splitting, copying, locking, and the tenant's working days. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CascadeRow, Target } from '../../core/contract/targets';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  type Answer,
  type Api,
  as,
  createTenantWorld,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const base = '/api/v2/targets';
const MONTH = '2026-11-01';
/** Saturday 21 November 2026, 10:30 in India. */
const NOW = new Date('2026-11-21T05:00:00Z');

describe.each(engines)('targets on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let portfolioId: string;
  let loans: { agent: TestLoan; second: TestLoan; rival: TestLoan };
  let secondAgent: string;
  const apis = new Map<string, Api>();
  const api = (who: Who, of = world): Api => {
    const key = `${of.tenantId}.${who}`;
    const known = apis.get(key) ?? as(server.origin, of.people[who]);
    apis.set(key, known);
    return known;
  };
  const send = async (
    who: Who,
    method: 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    of = world,
  ): Promise<Answer> => {
    const response = await api(who, of).fetch(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };

  beforeAll(async () => {
    held = await fresh();
    // Signing in and seeing who calls go by the same clock, which therefore runs on.
    const started = Date.now();
    server = await startServer(held.db, { clock: { now: () => new Date(NOW.getTime() + Date.now() - started) } });
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    const rows = await world.run((tx) =>
      tx.query<{ id: string }>("select id from portfolios where name = 'Two wheelers'"),
    );
    portfolioId = rows[0]?.id ?? '';
    loans = {
      agent: await world.addLoan({ held: { field_agent: 'agent' }, posPaise: 3_000_000, dpd: 20 }),
      second: await world.addLoan({ held: { field_agent: 'plainManager' }, posPaise: 1_000_000, dpd: 40 }),
      rival: await world.addLoan({ held: { field_agent: 'rivalAgent' }, posPaise: 1_000_000, dpd: 40 }),
    };
    // A second field agent under the same manager.
    secondAgent = world.people.collector.id;
    await world.run(async (tx) => {
      await tx.query("update users set role = 'CRM_FieldAgent' where tenant_id = $1 and id = $2", [
        world.tenantId,
        secondAgent,
      ]);
      await tx.query('update loan_assignments set profile_id = $3 where tenant_id = $1 and loan_id = $2', [
        world.tenantId,
        loans.second.id,
        secondAgent,
      ]);
    });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const pay = (loan: TestLoan, by: string, paise: number, at = '2026-11-10T10:00:00Z', status = 'received') =>
    world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status) values ($1, $2, $3, $4, $5, 'upi', $6, $7)`,
        [world.tenantId, uuidv7(), loan.id, by, paise, at, status],
      ),
    );
  const bodyOf = (more: object = {}) => ({
    id: uuidv7(),
    month: MONTH,
    scope: 'user',
    scopeId: world.people.agent.id,
    portfolioId: null,
    bucket: 'any',
    metric: 'amount',
    target: 1_000_00,
    ...more,
  });
  const create = async (more: object = {}, who: Who = 'manager'): Promise<Target> => {
    const answer = await api(who).post(base, bodyOf(more));
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as { data: Target }).data;
  };
  const list = async (who: Who, query = '') => {
    const { status, body } = await api(who).get(`${base}?month=${MONTH}&${query}`);
    expect(status).toBe(200);
    return body.data as { rows: Target[]; total: number; days: object; locked: number; mayUnlock: boolean };
  };
  const clear = () =>
    world.run(async (tx) => {
      for (const table of ['targets', 'target_month_locks', 'payments', 'ptps', 'visits', 'dispositions'])
        await tx.query(`delete from ${table}`);
    });
  const logOf = async (id: string) =>
    (
      (await api('admin').get(`${base}/${id}/log`)).body.data as {
        lines: { action: string; before: number; after: number }[];
      }
    ).lines;

  it('count what was really done in the month, by person, team and portfolio', async () => {
    const { agent, manager } = world.people;
    await pay(loans.agent, agent.id, 300_00);
    await pay(loans.agent, agent.id, 50_00, '2026-11-12T10:00:00Z', 'reversed');
    // The month begins at midnight in India, which is 18:30 of the evening before in UTC.
    await pay(loans.agent, agent.id, 7_00, '2026-10-31T18:31:00Z');
    await pay(loans.agent, agent.id, 1_00, '2026-10-31T18:29:00Z');
    await pay(loans.second, secondAgent, 200_00);
    await pay(loans.rival, world.people.rivalAgent.id, 40_00);
    // As records bring them: two promises, one of them by a visit.
    await world.run(async (tx) => {
      for (const channel of ['call', 'field']) {
        const id = uuidv7();
        await tx.query(
          `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no, record, payload_hash)
           values ($1, $2, '2026-11-15T10:00:00Z', $3, $4, $5, 'X', 'PTP', 3, 'applied', '2026-11-15T10:00:00Z', 1, '{}', '')`,
          [world.tenantId, id, loans.agent.id, agent.id, channel],
        );
        await tx.query(
          `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, created_at)
           values ($1, $2, $3, $4, $5, 100, '2026-11-25', 'upi', '2026-11-15T10:00:00Z')`,
          [world.tenantId, uuidv7(), id, loans.agent.id, agent.id],
        );
        if (channel === 'field')
          await tx.query(
            `insert into visits (tenant_id, id, disposition_id, loan_id, user_id, visited_at) values ($1, $2, $3, $4, $5, '2026-11-15T10:00:00Z')`,
            [world.tenantId, uuidv7(), id, loans.agent.id, agent.id],
          );
      }
    });
    const mine = await create({ target: 614_00 });
    await create({ metric: 'count', target: 4 });
    await create({ metric: 'ptp', target: 4 });
    await create({ metric: 'visits', target: 4 });
    await create({ metric: 'amount', bucket: '31-60' });
    await create({ metric: 'resolution', target: 80_00 });
    await create({ scope: 'team', scopeId: manager.id, target: 1_000_00 }, 'nationalManager');
    await create({ scope: 'portfolio', scopeId: portfolioId, target: 1_000_00 }, 'admin');
    await create({ scope: 'portfolio', scopeId: portfolioId, bucket: '31-60', target: 1_000_00 }, 'admin');
    // 25 working days without Sundays, 18 gone (today counts), 8 left with today.
    expect(mine).toMatchObject({
      achieved: 307_00,
      percent: 50,
      drr: Math.ceil(307_00 / 8),
      projection: Math.round((307_00 / 18) * 25),
    });
    const done = Object.fromEntries(
      (await list('admin')).rows.map((row) => [`${row.scope} ${row.metric} ${row.bucket}`, row.achieved]),
    );
    expect(done).toEqual({
      'user amount any': 307_00,
      'user count any': 1,
      'user ptp any': 2,
      'user visits any': 1,
      'user amount 31-60': 0,
      // Stab counts: the loan stands where it stood when the month opened.
      'user resolution any': 100_00,
      'team amount any': 507_00,
      'portfolio amount any': 547_00,
      'portfolio amount 31-60': 240_00,
    });
    expect((await list('admin')).days).toEqual({ total: 25, elapsed: 18, left: 8 });
    await clear();
  });

  it('are seen by those they are about and those above, and set by those above alone', async () => {
    const mine = await create();
    const team = await create({ scope: 'team', scopeId: world.people.manager.id }, 'nationalManager');
    const portfolio = await create({ scope: 'portfolio', scopeId: portfolioId }, 'admin');
    const seen = async (who: Who) => (await list(who)).rows.map(({ id }) => id).sort();
    const all = [mine.id, team.id, portfolio.id].sort();
    expect(await seen('admin')).toEqual(all);
    expect(await seen('nationalManager')).toEqual(all);
    expect(await seen('manager')).toEqual(all);
    expect(await seen('rival')).toEqual([portfolio.id]);
    expect(await seen('clientAdmin')).toEqual([portfolio.id]);
    expect(await seen('customer')).toEqual([portfolio.id]);
    for (const who of ['agent', 'caller', 'partner', 'dialer', 'client'] as const)
      expect((await api(who).get(base)).status).toBe(403);
    const rights = Object.fromEntries((await list('manager')).rows.map(({ id, mayEdit }) => [id, mayEdit]));
    expect(rights).toEqual({ [mine.id]: true, [team.id]: false, [portfolio.id]: false });

    expect((await send('manager', 'PUT', `${base}/${team.id}`, { version: 1, target: 5 })).status).toBe(403);
    expect((await send('rival', 'PUT', `${base}/${mine.id}`, { version: 1, target: 5 })).status).toBe(404);
    expect((await send('clientAdmin', 'PUT', `${base}/${portfolio.id}`, { version: 1, target: 5 })).status).toBe(403);
    expect((await send('admin', 'PUT', `${base}/${mine.id}`, { version: 1, target: 5 }, other)).status).toBe(404);
    for (const [who, more] of [
      ['manager', { scope: 'team', scopeId: world.people.manager.id }],
      ['manager', { scopeId: world.people.rivalAgent.id }],
      ['manager', { scope: 'portfolio', scopeId: portfolioId }],
      ['admin', { scopeId: other.people.agent.id }],
      ['admin', { scopeId: uuidv7() }],
    ] as [Who, object][])
      expect((await api(who).post(base, bodyOf({ metric: 'count', ...more }))).status).toBe(404);
    await clear();
  });

  it.each([
    ['a month that is no first day', { month: '2026-11-02' }],
    ['a fraction', { target: 1.5 }],
    ['less than nothing', { target: -1 }],
    ['more than a percentage can be', { metric: 'resolution', target: 100_01 }],
    ['login hours of a bucket', { metric: 'login', bucket: '0-30' }],
    ['login hours of a portfolio', { metric: 'login', scope: 'portfolio' }],
    ['an unknown field', { surprise: 1 }],
    ['a portfolio that is not there', { portfolioId: uuidv7() }],
  ])('refuse %s', async (_, more) => {
    expect((await api('admin').post(base, bodyOf(more))).status).toBe(422);
  });

  it('are one for the same thing, changed by one of two at once, and logged', async () => {
    const body = bodyOf();
    const made = await Promise.all([
      api('manager').post(base, body),
      api('admin').post(base, { ...body, id: uuidv7() }),
    ]);
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [{ id } = { id: '' }] = (await list('admin')).rows;
    const changed = await Promise.all(
      (['manager', 'nationalManager', 'admin'] as const).map((who, at) =>
        send(who, 'PUT', `${base}/${id}`, { version: 1, target: at + 1 }),
      ),
    );
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = changed.find(({ status }) => status === 200)?.body.data as Target | undefined;
    const value = won?.target;
    expect(await logOf(id)).toMatchObject([
      { action: 'changed', before: 1_000_00, after: value },
      { action: 'created', before: null, after: 1_000_00 },
    ]);
    expect((await send('manager', 'DELETE', `${base}/${id}?version=1`)).status).toBe(409);
    expect((await send('manager', 'DELETE', `${base}/${id}?version=2`)).status).toBe(200);
    expect((await list('admin')).total).toBe(0);
    await clear();
  });

  it('are split by principal without losing a rupee; what is locked stays', async () => {
    const team = await create({ scope: 'team', scopeId: world.people.manager.id, target: 1_001_00 }, 'nationalManager');
    const path = `${base}/${team.id}/cascade`;
    const ask = async (more: object = {}) => {
      const { status, body } = await api('nationalManager').post(path, {
        version: 1,
        agentType: 'Field_Agent',
        by: 'pos',
        preview: true,
        ...more,
      });
      expect(status).toBe(200);
      return (body.data as { rows: CascadeRow[] }).rows.map(({ userId, target, before, locked }) => ({
        userId,
        target,
        before,
        locked,
      }));
    };
    const agent = world.people.agent.id;
    const expected = [
      { userId: agent, target: 751_00, before: null, locked: false },
      { userId: secondAgent, target: 250_00, before: null, locked: false },
    ];
    expect(await ask()).toEqual(expected);
    expect((await list('admin', 'scope=user')).total).toBe(0);
    expect(await ask({ by: 'equal' })).toMatchObject([{ target: 501_00 }, { target: 500_00 }]);
    expect(await ask({ preview: false })).toEqual(expected);
    expect((await list('admin', 'scope=user')).rows.map(({ target }) => target).sort()).toEqual([250_00, 751_00]);
    await world.run((tx) => tx.query('update targets set locked_at = now() where scope_id = $1', [agent]));
    await send('nationalManager', 'PUT', `${base}/${team.id}`, { version: 1, target: 2_000_00 });
    expect(await ask({ version: 2, preview: false })).toEqual([
      { userId: agent, target: 751_00, before: 751_00, locked: true },
      { userId: secondAgent, target: 1_249_00, before: 250_00, locked: false },
    ]);
    expect(
      (await api('nationalManager').post(path, { version: 1, agentType: 'Collector', by: 'pos', preview: true }))
        .status,
    ).toBe(409);
    expect(
      (await api('manager').post(path, { version: 2, agentType: 'Collector', by: 'pos', preview: true })).status,
    ).toBe(403);
    expect(
      (await api('rival').post(path, { version: 2, agentType: 'Collector', by: 'pos', preview: true })).status,
    ).toBe(404);
    const [one] = (await list('admin', 'scope=user')).rows;
    expect(
      (
        await api('admin').post(`${base}/${one?.id}/cascade`, {
          version: one?.version,
          agentType: 'Collector',
          by: 'pos',
          preview: true,
        })
      ).status,
    ).toBe(422);
    await clear();
  });

  it('of a portfolio are split among the manager’s own people alone', async () => {
    await world.run((tx) =>
      tx.query(
        "insert into portfolio_members (tenant_id, portfolio_id, kind, profile_id) values ($1, $2, 'manager', $3)",
        [world.tenantId, portfolioId, world.people.manager.id],
      ),
    );
    const whole = await create({ scope: 'portfolio', scopeId: portfolioId, target: 3_000_00 });
    const split = async (who: Who) => {
      const { status, body } = await api(who).post(`${base}/${whole.id}/cascade`, {
        version: 1,
        agentType: 'Field_Agent',
        by: 'equal',
        preview: true,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return (body.data as { rows: CascadeRow[] }).rows.map(({ userId }) => userId).sort();
    };
    const [agent, rivals] = [world.people.agent.id, world.people.rivalAgent.id];
    expect(await split('admin')).toEqual([agent, secondAgent, rivals].sort());
    expect(await split('manager')).toEqual([agent, secondAgent].sort());
    await world.run((tx) => tx.query('delete from portfolio_members where kind = $1', ['manager']));
    await clear();
  });

  it('name only portfolios that whoever sets them may see', async () => {
    const foreign = uuidv7();
    await world.run((tx) =>
      tx.query(
        `insert into portfolios (tenant_id, id, client_id, name, product, secured, region)
         select tenant_id, $2, client_id, 'Nobody’s yet', product, secured, region from portfolios where id = $1`,
        [portfolioId, foreign],
      ),
    );
    const answer = await api('manager').post(base, bodyOf({ portfolioId: foreign }));
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'portfolioId' }] } });
    expect((await api('admin').post(base, bodyOf({ portfolioId: foreign }))).status).toBe(200);
    await clear();
  });

  it('are copied from the month before, raised, and what is there stays', async () => {
    await create({ month: '2026-10-01', target: 333_33 });
    await create({ month: '2026-10-01', metric: 'count', target: 10 });
    await create({ metric: 'count', target: 99 });
    const copy = (who: Who) => api(who).post(`${base}/copy`, { month: MONTH, percent: 10 });
    expect((await copy('manager')).body.data).toEqual({ copied: 1, kept: 1 });
    expect((await copy('manager')).body.data).toEqual({ copied: 0, kept: 2 });
    expect((await copy('rival')).body.data).toEqual({ copied: 0, kept: 0 });
    expect((await copy('clientAdmin')).status).toBe(403);
    const { rows } = await list('admin', 'sort=metric');
    expect(rows.map(({ metric, target }) => [metric, target])).toEqual([
      ['amount', 367_00],
      ['count', 99],
    ]);
    await clear();
  });

  it('are locked for those who set them and opened by those above', async () => {
    await create({ month: '2026-10-01', scopeId: world.people.caller.id, metric: 'visits' });
    const mine = await create();
    const lock = (who: Who, locked: boolean) => api(who).post(`${base}/lock`, { month: MONTH, locked });
    expect((await lock('rival', true)).body.data).toEqual({ changed: 0 });
    expect((await lock('manager', true)).body.data).toEqual({ changed: 1 });
    const [row] = (await list('manager')).rows;
    expect(row).toMatchObject({ lockedBy: world.people.manager.username, version: 2 });
    for (const answer of [
      await send('manager', 'PUT', `${base}/${mine.id}`, { version: 2, target: 5 }),
      await send('admin', 'PUT', `${base}/${mine.id}`, { version: 2, target: 5 }),
      await send('manager', 'DELETE', `${base}/${mine.id}?version=2`),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: { message: 'This month is locked. Ask the one above to open it.' },
      });
    expect((await lock('manager', false)).status).toBe(403);
    // Nor does anybody add a target there for whom the manager sets them; others' teams are not meant.
    const added = (who: Who, scopeId: string) => api(who).post(base, bodyOf({ scopeId, metric: 'visits', target: 5 }));
    for (const who of ['manager', 'nationalManager', 'admin'] as const)
      expect(await added(who, world.people.caller.id), who).toMatchObject({
        status: 409,
        body: { message: 'This month is locked. Ask the one above to open it.' },
      });
    expect((await added('rival', world.people.rivalAgent.id)).status).toBe(200);
    const copied = await api('nationalManager').post(`${base}/copy`, { month: MONTH, percent: 0 });
    expect(copied.body.data).toEqual({ copied: 0, kept: 1 });
    expect((await list('admin')).rows.filter(({ scopeId }) => scopeId === world.people.caller.id)).toEqual([]);
    expect((await lock('nationalManager', false)).body.data).toEqual({ changed: 1 });
    expect((await added('manager', world.people.caller.id)).status).toBe(200);
    expect((await send('manager', 'PUT', `${base}/${mine.id}`, { version: 3, target: 5 })).status).toBe(200);
    expect((await logOf(mine.id)).map(({ action }) => action)).toEqual(['changed', 'unlocked', 'locked', 'created']);
    await clear();
  });

  it('go by the tenant’s working days', async () => {
    const path = `${base}/calendar`;
    expect((await api('manager').get(path)).body.data).toEqual({
      version: 0,
      weeklyOff: [0],
      holidays: [],
      mayEdit: false,
    });
    const calendar = { version: 0, weeklyOff: [0, 6], holidays: [{ day: '2026-11-09', name: 'Diwali' }] };
    expect((await send('manager', 'PUT', path, calendar)).status).toBe(403);
    const answers = await Promise.all([send('admin', 'PUT', path, calendar), send('owner', 'PUT', path, calendar)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await list('manager')).days).toEqual({ total: 20, elapsed: 14, left: 6 });
    expect(
      (await send('admin', 'PUT', path, { ...calendar, version: 1, weeklyOff: [0, 1, 2, 3, 4, 5, 6] })).status,
    ).toBe(422);
    expect((await api('admin', other).get(path)).body.data).toMatchObject({ version: 0 });
    expect((await send('admin', 'PUT', path, { version: 1, weeklyOff: [0], holidays: [] })).status).toBe(200);
  });

  it('come to the agents themselves, and to a portfolio’s people', async () => {
    await pay(loans.agent, world.people.agent.id, 100_00);
    await create({ target: 400_00 });
    await create({ target: 200_00, portfolioId });
    await create({ scopeId: secondAgent, target: 50_00 });
    const read = async (who: Who, headers: Record<string, string> = {}) =>
      (
        (await api(who).get('/api/v2/collectors/targets', headers)).body.data as {
          rows: { collectorId: string; target: number; achieved: number; agentType: string }[];
        }
      ).rows.map(({ target, achieved, agentType }) => [target, achieved, agentType]);
    expect((await read('agent')).sort()).toEqual([
      [200_00, 100_00, 'Field_Agent'],
      [400_00, 100_00, 'Field_Agent'],
    ]);
    expect(await read('caller')).toEqual([]);
    expect(await read('manager')).toHaveLength(3);
    expect(await read('manager', { portfolioid: portfolioId })).toEqual([[200_00, 100_00, 'Field_Agent']]);
    expect(await read('clientAdmin')).toEqual([]);
    expect(await read('rival')).toEqual([]);
    await clear();
  });

  it('make a series of months, a manager’s of their team', async () => {
    const { agent, manager, rivalAgent } = world.people;
    await pay(loans.agent, agent.id, 100_00);
    await pay(loans.agent, agent.id, 90_00, '2026-10-05T10:00:00Z');
    await pay(loans.second, secondAgent, 10_00);
    await create({ target: 400_00 });
    await create({ target: 300_00, month: '2026-10-01', bucket: '0-30' });
    await create({ target: 30_00, month: '2026-10-01', bucket: '31-60' });
    const series = (who: Who, query: string) => api(who).get(`/api/v1/loans/getManagersCollTargets?${query}`);
    expect((await series('manager', `id=${agent.id}&months=3`)).body.data).toMatchObject({
      months: ['2026-09-01', '2026-10-01', '2026-11-01'],
      target: [0, 330_00, 400_00],
      achievement: [0, 90_00, 100_00],
      now: { target: 400_00, achieved: 100_00, percent: 25 },
    });
    expect((await series('manager', 'months=2')).body.data).toMatchObject({
      person: { id: manager.id },
      achievement: [90_00, 110_00],
    });
    expect((await series('manager', `id=${rivalAgent.id}`)).status).toBe(404);
    expect((await series('manager', `id=${other.people.agent.id}`)).status).toBe(404);
    expect((await series('customer', `id=${agent.id}`)).status).toBe(404);
    expect((await series('agent', '')).status).toBe(403);
    await clear();
  });

  it('leave an audit chain that can be verified', async () => {
    expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
  });
});
