/** The dialer's calls of the server: who may ask for whom, how time is kept, and hand-overs that work once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentChanges, agentChangesSchema, type MonitoredAgent } from '../../core/contract/dialer';
import { DIALER_STATUSES, SUPERVISION_MODES } from '../../core/contract/dialer-socket';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { issueServiceToken } from '../../server/modules/dialer';
import { eventsOf } from '../../src/api/events';
import { engines, type TestDatabase } from '../support/databases';
import { signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, callRecord, createTenantWorld, itemOf, type TenantWorld, type Who } from '../support/world';

describe.each(engines)('the dialer on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let token: string;
  // Noon in India: within the hours in which a borrower may be called.
  let now = new Date('2026-11-21T06:30:00Z');
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, {
      clock: { now: () => now },
      environment: { DIALER_APP_URL: 'http://127.0.0.1:8181', BI_URL: 'https://bi.example/start?view=day' },
    });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    elsewhere = await createTenantWorld(held.db);
    token = await issueServiceToken(held.db, world.tenantId, 'test');
    for (const { people, tenantId, run } of [world, elsewhere]) {
      await run((tx) =>
        tx.query("update users set dialer_username = 'asha.d' where tenant_id = $1 and id = $2", [
          tenantId,
          people.caller.id,
        ]),
      );
    }
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const call = (who: Who, there = world) => as(server.origin, there.people[who]);
  const put = async (who: Who, path: string) => {
    const response = await call(who).fetch(path, { method: 'PUT' });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const service = async (path: string, body: unknown, secret = token) => {
    const response = await fetch(`${server.origin}/dialer/service/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dialer-token': secret },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } };
  };
  const agentEvent = (more: object = {}) => ({
    kind: 'agent',
    username: 'asha.d',
    status: 'Ready',
    state: 'idle',
    since: now.toISOString(),
    present: true,
    callId: null,
    ...more,
  });
  const callEvent = (more: object = {}) => ({
    kind: 'call',
    callId: 'c-1',
    mode: 'predictive',
    username: 'asha.d',
    number: '9812345678',
    loanNumber: null,
    phase: 'talk',
    startedAt: now.toISOString(),
    ringingAt: null,
    answeredAt: now.toISOString(),
    endedAt: null,
    reason: null,
    recording: null,
    ...more,
  });
  const tell = (...events: object[]) => service('events', { events });
  const monitored = async (who: Who = 'manager') => {
    const { body } = await call(who).get('/api/v2/agent-monitor');
    return (body.data as { agents: MonitoredAgent[] }).agents;
  };
  const audited = (action: string, there = world) =>
    there.run((tx) =>
      tx.query<{ detail: Record<string, unknown>; actor_id: string }>(
        'select detail, actor_id from audit_log where tenant_id = $1 and action = $2 order by seq',
        [there.tenantId, action],
      ),
    );

  it('a telecaller takes a break and is ready again, under the own name', async () => {
    const body = { username: 'asha.d', breakName: 'Lunch', processName: 'manual' };
    expect(await call('caller').post('/api/v2/dialer/break', body)).toEqual({ status: 200, body: { success: true } });
    const status = () => call('caller').get('/dialer/agent-status?username=asha.d');
    expect((await status()).body.data).toMatchObject({
      status: 'BREAK',
      dialerStatus: 'Not Ready - Lunch',
      state: 'break',
      processName: 'manual',
    });
    later(60);
    expect((await call('caller').post('/api/v2/dialer/readyCall', { username: 'ASHA.D' })).status).toBe(200);
    expect((await status()).body.data).toMatchObject({ status: 'READY', state: 'idle' });
    // Both reach the dialer, in their order.
    expect((await tell()).body.data.commands).toMatchObject([{ status: 'Ready' }]);
  });

  it.each([
    ['break', { username: 'ravi.d', breakName: 'Tea', processName: 'manual' }],
    ['readyCall', { username: 'ravi.d' }],
  ])('%s for somebody else is refused and noted', async (path, body) => {
    const before = (await audited('auth.identity-mismatch')).length;
    expect(await call('caller').post(`/api/v2/dialer/${path}`, body)).toMatchObject({
      status: 403,
      body: { code: 'identity-mismatch' },
    });
    const notes = await audited('auth.identity-mismatch');
    expect(notes.length).toBe(before + 1);
    expect(notes.at(-1)).toMatchObject({
      actor_id: world.people.caller.id,
      detail: { header: 'username', claimed: 'ravi.d', endpoint: `dialer.${path}` },
    });
  });

  it.each([
    ['an unknown break', { username: 'asha.d', breakName: 'Nap', processName: 'manual' }, 'breakName'],
    ['no process', { username: 'asha.d', breakName: 'Tea' }, 'processName'],
    ['a field too many', { username: 'asha.d', breakName: 'Tea', processName: 'm', role: 'ADMIN' }, 'role'],
  ])('%s is refused by its field', async (_, body, field) => {
    const answer = await call('caller').post('/api/v2/dialer/break', body);
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: field }] } });
  });

  it.each<[Who, number]>([
    ['manager', 200],
    ['nationalManager', 200],
    ['admin', 200],
    ['rival', 404],
    ['agent', 403],
    ['client', 403],
  ])('%s asks for the agent’s status: %i', async (who, expected) => {
    expect((await call(who).get('/dialer/agent-status?username=asha.d')).status).toBe(expected);
  });

  it('each tenant has its own asha.d', async () => {
    await tell(agentEvent({ status: 'Do Not Disturb', state: 'break' }));
    const there = await call('caller', elsewhere).get('/dialer/agent-status?username=asha.d');
    expect(there.body.data).toMatchObject({ status: 'LOGOUT', dialerStatus: null });
    expect((await monitored()).find(({ username }) => username === 'asha.d')?.status).toBe('DND');
  });

  it.each(DIALER_STATUSES)('knows %s', async (status) => {
    const state = status === 'Ready' ? 'idle' : status === 'After Call Work' ? 'wrap-up' : 'break';
    expect((await tell(agentEvent({ status, state }))).status).toBe(200);
    const { body } = await call('caller').get('/dialer/agent-status?username=asha.d');
    expect(body.data).toMatchObject({ dialerStatus: status, state });
  });

  it('splits the day into the seven states, and counts nothing twice or backwards', async () => {
    now = new Date('2026-11-22T04:00:00Z');
    const day = (await monitored()).find(({ username }) => username === 'asha.d')?.today;
    // The open stay goes on over midnight of India.
    expect(Object.values(day ?? {}).reduce((sum, seconds) => sum + seconds, 0)).toBe((4 + 5.5) * 3600);
    await tell(agentEvent({ present: false }));
    const states = [
      ['idle', 100, null],
      ['dialing', 5, 'c-9'],
      ['ringing', 12, 'c-9'],
      ['talk', 60, 'c-9'],
      ['hold', 20, 'c-9'],
      ['talk', 30, 'c-9'],
      ['wrap-up', 25, 'c-9'],
    ] as const;
    for (const [state, seconds, callId] of states) {
      const event = agentEvent({ state, callId });
      await tell(event, event);
      later(seconds);
    }
    await tell(agentEvent({ status: 'Not Ready - Tea', state: 'break' }));
    later(40);
    await tell(agentEvent({ status: 'Not Ready - Lunch', state: 'break' }));
    later(20);
    // The page is closed: nothing of what follows is anybody's time.
    await tell(agentEvent({ status: 'Not Ready - Lunch', state: 'break', present: false }));
    later(500);
    const agent = (await monitored()).find(({ username }) => username === 'asha.d');
    const { break: paused = 0, ...rest } = agent?.today ?? ({} as MonitoredAgent['today']);
    expect(rest).toEqual({ idle: 100, dialing: 5, ringing: 12, talk: 90, hold: 20, 'wrap-up': 25 });
    expect(paused).toBeGreaterThanOrEqual(60);
    // The caller sees the same figures of their own day.
    const own = await call('caller').get('/api/v2/dialer/my-day');
    expect(own).toMatchObject({
      status: 200,
      body: { data: { state: 'break', today: agent?.today, calls: agent?.calls } },
    });
    const reasons = await world.run((tx) =>
      tx.query<{ reason: string }>(
        "select reason from dialer_times where tenant_id = $1 and state = 'break' and reason in ('Tea', 'Lunch') order by from_at desc limit 2",
        [world.tenantId],
      ),
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['Lunch', 'Tea']);
  });

  it('calls are kept from their reports, and a late repeat changes nothing', async () => {
    const loan = await world.addLoan({ held: { collector: 'caller' } });
    const event = callEvent({ callId: 'c-2', loanNumber: loan.number });
    await tell(event, agentEvent({ state: 'talk', callId: 'c-2' }));
    const [agent] = await monitored();
    expect(agent).toMatchObject({
      username: 'asha.d',
      status: 'ONCALL',
      call: { callId: 'c-2', mode: 'predictive', number: '98••••••78', loanNumber: loan.number },
    });
    later(30);
    await tell(
      callEvent({
        ...event,
        phase: 'ended',
        reason: 'hung-up',
        endedAt: now.toISOString(),
        recording: '/recordings/c-2.wav',
      }),
      event,
      agentEvent(),
    );
    const { body } = await call('manager').get('/api/v2/agent-monitor/status', { username: 'asha.d' });
    const { lastCalls, agent: one } = body.data as { lastCalls: unknown[]; agent: MonitoredAgent };
    expect(lastCalls[0]).toMatchObject({ callId: 'c-2', talkSeconds: 30, reason: 'hung-up', loanNumber: loan.number });
    expect(one.call).toBeNull();
    expect((await put('caller', '/api/v1/predictive-call/old-data/deactivate?username=asha.d')).body.data).toEqual({
      deactivated: 1,
    });
    expect((await put('caller', '/api/v1/predictive-call/old-data/deactivate?username=asha.d')).body.data).toEqual({
      deactivated: 0,
    });
    expect((await put('caller', '/api/v1/predictive-call/old-data/deactivate?username=ravi.d')).status).toBe(403);
  });

  it('tells telecallers their own day, and nobody else', async () => {
    const there = await call('caller', elsewhere).get('/api/v2/dialer/my-day');
    expect(there).toMatchObject({
      status: 200,
      body: { data: { state: null, since: null, calls: { total: 0, answered: 0 } } },
    });
    expect(Object.values((there.body.data as { today: object }).today)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    for (const who of ['manager', 'agent', 'collector', 'admin', 'dialer'] as const)
      expect((await call(who).get('/api/v2/dialer/my-day')).status, who).toBe(403);
    const asked = await call('caller').get('/api/v2/dialer/my-day', { collectorid: world.people.agent.id });
    expect(asked.status).toBe(403);
  });

  it('monitors only those below, by portfolio too', async () => {
    expect((await monitored()).map(({ userId }) => userId)).toEqual([world.people.caller.id]);
    expect(await monitored('rival')).toEqual([]);
    const [own] = await world.run((tx) =>
      tx.query<{ id: string }>("select id from portfolios where tenant_id = $1 and name = 'Two wheelers'", [
        world.tenantId,
      ]),
    );
    const [foreign] = await elsewhere.run((tx) =>
      tx.query<{ id: string }>('select id from portfolios where tenant_id = $1 limit 1', [elsewhere.tenantId]),
    );
    const by = (portfolioId?: string) =>
      call('manager').get('/api/v2/agent-monitor', { portfolioId: portfolioId ?? '', tenantId: world.tenantId });
    expect(((await by(own?.id)).body.data as { agents: unknown[] }).agents).toHaveLength(1);
    expect((await by(foreign?.id)).status).toBe(404);
    expect((await call('manager').get('/api/v2/agent-monitor', { tenantId: elsewhere.tenantId })).status).toBe(403);
    expect((await call('rival').get('/api/v2/agent-monitor/status', { username: 'asha.d' })).status).toBe(404);
    expect((await call('caller').get('/api/v2/agent-monitor')).status).toBe(403);
  });

  describe('the floor as a stream', () => {
    interface Floor {
      events: AgentChanges[];
      over: Promise<void>;
      leave(): void;
    }
    async function follow(token: string, query = '', origin = server.origin): Promise<Floor> {
      const leaving = new AbortController();
      const response = await fetch(`${origin}/api/v2/agent-monitor/stream${query}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const events: AgentChanges[] = [];
      const read = async () => {
        if (!response.body) return;
        for await (const { event, data } of eventsOf(response.body)) {
          if (event === 'agents') events.push(agentChangesSchema.parse(JSON.parse(data)));
        }
      };
      const over = read().catch(() => undefined);
      await expect.poll(() => events.length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);
      return { events, over, leave: () => leaving.abort() };
    }
    const tokenOf = async (who: Who, there = world) => (await signIn(server.origin, there.people[who])).token;
    const states = ({ events }: Floor) =>
      events.flatMap(({ agents }) => agents.filter(({ username }) => username === 'asha.d').map(({ state }) => state));

    it('shows a change of an agent within a second, here and in another process', async () => {
      await tell(agentEvent());
      const manager = await tokenOf('manager');
      const here = await follow(manager);
      expect(here.events[0]).toMatchObject({ whole: true, gone: [] });
      expect(here.events[0]?.agents.map(({ userId }) => userId)).toEqual([world.people.caller.id]);
      // The embedded database has one process.
      const other = held.db.listen ? await startServer(held.db, { clock: { now: () => now } }) : undefined;
      const there = other ? await follow(manager, '', other.origin) : undefined;
      const seen = [here, ...(there ? [there] : [])];
      // A busy machine may be late with one of them; a floor that is only asked by the clock is late with nearly all.
      const QUICK = 3;
      const quick = seen.map(() => 0);
      for (let change = 0; change < 12 && quick.some((count) => count < QUICK); change += 1) {
        later(1);
        const state = change % 2 === 0 ? 'talk' : 'idle';
        const callId = state === 'talk' ? 'c-stream' : null;
        const came = seen.map(async (floor) => {
          await expect.poll(() => states(floor).at(-1), { timeout: 20_000, interval: 5 }).toBe(state);
          return performance.now();
        });
        const told = performance.now();
        expect((await tell(agentEvent({ state, callId }), callEvent({ callId: 'c-stream' }))).status).toBe(200);
        for (const [at, moment] of (await Promise.all(came)).entries()) {
          if (moment - told < 1000) quick[at] = (quick[at] ?? 0) + 1;
        }
      }
      expect(Math.min(...quick)).toBeGreaterThanOrEqual(QUICK);
      later(1);
      await tell(agentEvent({ state: 'talk', callId: 'c-stream' }));
      for (const floor of seen) {
        await expect
          .poll(() => floor.events.at(-1)?.agents[0]?.call?.callId, { timeout: 20_000, interval: 10 })
          .toBe('c-stream');
        floor.leave();
      }
      await other?.close();
      later(1);
      await tell(
        agentEvent(),
        callEvent({ callId: 'c-stream', phase: 'ended', endedAt: now.toISOString(), reason: 'released' }),
      );
    });

    it('is of those below alone: not of another team, tenant or role, and follows who moves', async () => {
      const rival = await follow(await tokenOf('rival'));
      const foreign = await follow(await tokenOf('manager', elsewhere));
      const manager = await follow(await tokenOf('manager'));
      const portfolio = await world.addLoan({ held: { collector: 'caller' } });
      const [own] = await world.run((tx) =>
        tx.query<{ id: string }>('select portfolio_id as id from loans where id = $1', [portfolio.id]),
      );
      const [others] = await elsewhere.run((tx) => tx.query<{ id: string }>('select id from portfolios limit 1'));
      const byPortfolio = await follow(await tokenOf('manager'), `?portfolioId=${own?.id}`);
      expect(byPortfolio.events[0]?.agents.map(({ userId }) => userId)).toEqual([world.people.caller.id]);
      const refused = async (who: Who, query = '') =>
        (
          await fetch(`${server.origin}/api/v2/agent-monitor/stream${query}`, {
            headers: { authorization: `Bearer ${await tokenOf(who)}` },
          })
        ).status;
      expect(await refused('manager', `?portfolioId=${others?.id}`)).toBe(404);
      expect(await refused('caller')).toBe(403);
      expect(await refused('agent')).toBe(403);

      later(1);
      await tell(agentEvent({ status: 'Not Ready - Tea', state: 'break' }));
      await expect.poll(() => states(manager).at(-1), { timeout: 20_000, interval: 10 }).toBe('break');
      // Both were looked for in the same look or a later one: another change flushes them.
      later(1);
      await tell(agentEvent());
      await expect.poll(() => states(manager).at(-1), { timeout: 20_000, interval: 10 }).toBe('idle');
      expect(rival.events.flatMap(({ agents }) => agents)).toEqual([]);
      expect(foreign.events.flatMap(({ agents }) => agents.map(({ userId }) => userId))).not.toContain(
        world.people.caller.id,
      );

      const tree = (sql: string) => world.run((tx) => tx.query(sql, [world.people.manager.id, world.people.caller.id]));
      await tree('delete from user_tree where ancestor_id = $1 and descendant_id = $2');
      try {
        await tell(agentEvent({ status: 'Do Not Disturb', state: 'break' }));
        await expect
          .poll(() => manager.events.at(-1)?.gone, { timeout: 20_000, interval: 10 })
          .toEqual([world.people.caller.id]);
        expect(states(manager).at(-1)).toBe('idle');
      } finally {
        await tree(
          'insert into user_tree (tenant_id, ancestor_id, descendant_id, depth) values (current_tenant(), $1, $2, 1)',
        );
        await tell(agentEvent());
      }
      for (const floor of [rival, foreign, manager, byPortfolio]) floor.leave();
    });

    it('ends at sign-out, when the person may not look any more, and with the server', async () => {
      const first = await tokenOf('manager');
      const out = await follow(first);
      const response = await fetch(`${server.origin}/api/v1/profile/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${first}`, profileid: world.people.manager.id },
      });
      expect(response.status).toBe(200);
      await out.over;

      const demoted = await follow(await tokenOf('manager'));
      const role = (to: string) =>
        world.run((tx) => tx.query('update users set role = $2 where id = $1', [world.people.manager.id, to]));
      await role('COLLECTOR');
      try {
        await demoted.over;
      } finally {
        await role('CRM_MANAGER');
      }

      const third = await startServer(held.db, { clock: { now: () => now } });
      const last = await follow((await signIn(third.origin, world.people.manager)).token, '', third.origin);
      await third.close();
      await last.over;
    });
  });

  it('a manager comes into a call with a reason; the dialer hears it once, the audit keeps it', async () => {
    const body = { username: 'asha.d', mode: 'whisper', reason: 'First day on the floor' };
    await tell(agentEvent());
    expect(await call('manager').post('/api/v2/agent-monitor/supervise', body)).toMatchObject({ status: 409 });
    await tell(callEvent({ callId: 'c-3' }), agentEvent({ state: 'talk', callId: 'c-3' }));
    expect(await call('rival').post('/api/v2/agent-monitor/supervise', body)).toMatchObject({ status: 404 });
    expect(await call('manager').post('/api/v2/agent-monitor/supervise', { ...body, reason: ' ' })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'reason' }] },
    });
    expect(await call('manager').post('/api/v2/agent-monitor/supervise', body)).toMatchObject({
      status: 200,
      body: { data: { callId: 'c-3' } },
    });
    expect((await tell()).body.data.commands).toEqual([
      { kind: 'supervise', username: 'asha.d', mode: 'whisper', by: world.people.manager.username },
    ]);
    expect((await tell()).body.data.commands).toEqual([]);
    expect((await audited('dialer.supervised')).at(-1)).toMatchObject({
      actor_id: world.people.manager.id,
      detail: { mode: 'whisper', reason: 'First day on the floor', callId: 'c-3' },
    });
    // A wish that comes too late is about another call.
    await call('manager').post('/api/v2/agent-monitor/supervise', body);
    later(31);
    expect((await tell()).body.data.commands).toEqual([]);
  });

  it.each(SUPERVISION_MODES)(
    'a manager who wants to %s is let into a call on the line or on hold; nobody else is',
    async (mode) => {
      const callId = `c-${mode}`;
      const body = { username: 'asha.d', mode, reason: 'Quality of the talk' };
      const come = (who: Who) => call(who).post('/api/v2/agent-monitor/supervise', body);
      later(1);
      await tell(callEvent({ callId, phase: 'ringing', answeredAt: null }), agentEvent({ state: 'ringing', callId }));
      expect((await come('manager')).status).toBe(409);
      for (const state of ['talk', 'hold']) {
        later(1);
        await tell(callEvent({ callId, phase: state }), agentEvent({ state, callId }));
        for (const [who, status] of [
          ['caller', 403],
          ['agent', 403],
          ['dialer', 403],
          ['rival', 404],
        ] as const) {
          expect((await come(who)).status, who).toBe(status);
        }
        expect(await come('manager')).toMatchObject({ status: 200, body: { data: { callId } } });
        expect((await tell()).body.data.commands).toEqual([
          { kind: 'supervise', username: 'asha.d', mode, by: world.people.manager.username },
        ]);
        expect((await audited('dialer.supervised')).at(-1)?.detail).toEqual({
          mode,
          reason: 'Quality of the talk',
          callId,
        });
      }
      later(1);
      const over = { phase: 'ended', endedAt: now.toISOString(), reason: 'released' };
      await tell(callEvent({ callId, ...over }), agentEvent());
      expect((await come('manager')).status).toBe(409);
      expect((await tell()).body.data.commands).toEqual([]);
    },
  );

  it.each([
    ['none of ours', 'ds_x'],
    ['a guess', () => `ds_${world.tenantId}.${'A'.repeat(43)}`],
    ['of another tenant', () => token.replace(world.tenantId, elsewhere.tenantId)],
  ])('a service token that is %s is not let in', async (_, secret) => {
    const shown = typeof secret === 'string' ? secret : secret();
    for (const [path, body] of [
      ['events', { events: [agentEvent({ status: 'Not Ready - Bio', state: 'break' })] }],
      ['work', { username: 'asha.d' }],
      ['redeem', { code: 'x' }],
    ] as const) {
      expect((await service(path, body, shown)).status).toBe(401);
    }
  });

  it('an unknown agent is named and the rest is taken', async () => {
    const { body } = await tell(agentEvent({ username: 'ghost.d' }), agentEvent({ state: 'idle' }));
    expect(body.data.unknownAgents).toEqual(['ghost.d']);
  });

  it('finds the loan behind a number among the caller’s own, and the dialer’s loan number decides', async () => {
    const first = await world.addLoan({ dpd: 90, held: { collector: 'caller' } });
    const second = await world.addLoan({ dpd: 10, held: { collector: 'caller' } });
    const foreign = await world.addLoan({ dpd: 400, held: { collector: 'collector' } });
    const [number, others] = ['9700000001', '9700000002'];
    await world.run(async (tx) => {
      for (const { phoneId } of [first, second, foreign])
        await tx.query('update phones set number = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          phoneId,
          number,
        ]);
    });
    const find = async (query: string) => {
      const { status, body } = await call('caller').get(`/api/v1/predictive-call/get-loan/by/mobile?${query}`);
      const { loan, flag } = body.data as { loan: { loanNumber: string } | null; flag: number };
      return { status, loan: loan?.loanNumber ?? null, flag };
    };
    expect(await find(`mobile=${number}`)).toEqual({ status: 200, loan: first.number, flag: 0 });
    expect(await find(`mobile=${number}&loanNumber=${second.number}`)).toMatchObject({ loan: second.number, flag: 0 });
    expect(await find(`mobile=${number}&loanNumber=${foreign.number}`)).toMatchObject({ loan: first.number });
    expect(await find(`mobile=${others}&username=asha.d`)).toEqual({ status: 200, loan: null, flag: 1 });
    expect((await call('caller').get(`/api/v1/predictive-call/get-loan/by/mobile?mobile=12`)).status).toBe(422);
    expect(
      (await call('caller').get(`/api/v1/predictive-call/get-loan/by/mobile?mobile=${number}&username=ravi.d`)).status,
    ).toBe(403);
    expect((await call('manager').get(`/api/v1/predictive-call/get-loan/by/mobile?mobile=${number}`)).status).toBe(403);
  });

  it('hands numbers to the dialer that may be called now, each noted as an attempt', async () => {
    const loan = await world.addLoan({ dpd: 500, held: { collector: 'caller' } });
    await world.run((tx) =>
      tx.query("update phones set number = '9700000009' where tenant_id = $1 and id = $2", [
        world.tenantId,
        loan.phoneId,
      ]),
    );
    now = new Date('2026-11-23T06:30:00Z');
    const ask = async () =>
      (await service('work', { username: 'asha.d' })).body.data.parties as { callId: string; loanNumber: string }[];
    const parties = await ask();
    expect(parties[0]).toMatchObject({ number: '9700000009', loanNumber: loan.number });
    expect(parties.length).toBeLessThanOrEqual(3);
    const attempts = await world.run((tx) =>
      tx.query('select id from contact_attempts where tenant_id = $1 and loan_id = $2', [world.tenantId, loan.id]),
    );
    expect(attempts).toEqual([{ id: parties[0]?.callId }]);
    expect((await ask()).map(({ loanNumber }) => loanNumber)).not.toContain(loan.number);
    // Eight in the evening in India.
    now = new Date('2026-11-23T14:30:00Z');
    expect(await ask()).toEqual([]);
  });

  it('a tenant that was closed has no dialer: no numbers leave, no calls come in', async () => {
    const theirs = await issueServiceToken(held.db, elsewhere.tenantId, 'test');
    const ask = async () => [
      (await service('work', { username: 'asha.d' }, theirs)).status,
      (await service('events', { events: [agentEvent()] }, theirs)).status,
    ];
    const open = (active: boolean) =>
      held.db.platform((tx) => tx.query('update tenants set active = $2 where id = $1', [elsewhere.tenantId, active]));
    expect(await ask()).toEqual([200, 200]);
    await open(false);
    later(31);
    expect(await ask()).toEqual([401, 401]);
    await open(true);
    later(31);
    expect(await ask()).toEqual([200, 200]);
  });

  it('the dialer role’s code is good once, for a minute, at its own tenant’s dialer', async () => {
    const { dialer } = world.people;
    const login = async (username: string, password: string) => {
      const response = await fetch(`${server.origin}/dialer/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      return { status: response.status, body: (await response.json()) as string };
    };
    expect((await login(dialer.username, 'wrong password')).status).toBe(401);
    expect((await login(world.people.manager.username, world.people.manager.password)).status).toBe(401);
    const { body: code } = await login(dialer.username, dialer.password);
    expect(typeof code).toBe('string');
    const foreign = await issueServiceToken(held.db, elsewhere.tenantId, 'test');
    expect((await service('redeem', { code }, foreign)).status).toBe(410);
    const twice = await Promise.all([service('redeem', { code }), service('redeem', { code })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(twice.find(({ status }) => status === 200)?.body.data).toMatchObject({ username: dialer.username });
    const { body: late } = await login(dialer.username, dialer.password);
    later(61);
    expect((await service('redeem', { code: late })).status).toBe(410);

    const { body } = await call('dialer').post('/dialer/auth/hand-over', undefined);
    const url = new URL((body.data as { url: string }).url);
    expect(url.origin + url.pathname).toBe('http://127.0.0.1:8181/crmLogin');
    expect((await service('redeem', { code: url.searchParams.get('token') })).status).toBe(200);
    expect((await call('manager').post('/dialer/auth/hand-over', undefined)).status).toBe(403);
  });

  it('business intelligence gets a signed token that is good once', async () => {
    const { body } = await call('manager').post('/api/v1/redirectBi', undefined);
    const url = new URL((body.data as { url: string }).url);
    expect(url.searchParams.get('view')).toBe('day');
    const given = url.searchParams.get('token') ?? '';
    const redeem = async (shown: string) => {
      const response = await fetch(`${server.origin}/api/v1/redirectBi/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: shown }),
      });
      return { status: response.status, body: (await response.json()) as { data: object } };
    };
    const [head, payload, signature] = given.split('.');
    const forged = Buffer.from(payload ?? '', 'base64url')
      .toString()
      .replace('CRM_MANAGER', 'SUPER_ADMIN');
    expect((await redeem(`${head}.${Buffer.from(forged).toString('base64url')}.${signature}`)).status).toBe(410);
    expect((await redeem('x')).status).toBe(410);
    expect((await redeem(given)).body.data).toMatchObject({
      userId: world.people.manager.id,
      tenantId: world.tenantId,
      role: 'CRM_MANAGER',
    });
    expect((await redeem(given)).status).toBe(410);
    expect((await call('agent').post('/api/v1/redirectBi', undefined)).status).toBe(403);
  });

  it('a call of any id is one call from its start to the report, told late, twice and with more than was asked', async () => {
    const loan = await world.addLoan({ held: { collector: 'caller' } });
    const other = await world.addLoan({ held: { collector: 'caller' } });
    for (const [at, id] of [
      'CALL-2026-11-23-0001',
      '4711',
      'a84b4c76@pc33.atlanta.com:5060',
      '1763870000.42_x',
    ].entries()) {
      later(300);
      const startedAt = new Date(now.getTime() - 180_000).toISOString();
      const second = (s: number) => new Date(Date.parse(startedAt) + s * 1000).toISOString();
      const start = (loanId: string, more: object = {}) =>
        call('caller').post(
          '/api/v1/call-disposition',
          { call_status: 'CALL_STARTED', loanId, isPredictive: true, startedAt, ...more },
          { 'idempotency-key': id },
        );
      for (const time of [1, 2])
        expect((await start(loan.id)).body.data, `${id} ${time}`).toMatchObject({ callId: id, loanId: loan.id });
      expect((await start(loan.id, { phoneId: loan.phoneId })).status).toBe(409);

      const whole = { callId: id, loanNumber: loan.number, startedAt, vendorTrunk: { id: 9 } };
      const over = callEvent({
        ...whole,
        phase: 'ended',
        ringingAt: second(2),
        answeredAt: second(5),
        endedAt: second(45),
        reason: 'hung-up',
        recording: `/recordings/${at}.wav`,
      });
      const stood = (state: string, s: number, callId: string | null = id) =>
        agentEvent({ state, callId, since: second(s), skill: 'collections' });
      expect(
        (
          await tell(
            stood('talk', 5),
            over,
            callEvent({ ...whole, phase: 'ringing', ringingAt: second(2), answeredAt: null }),
            stood('hold', 20),
            stood('hold', 20),
            stood('talk', 28),
            over,
            stood('wrap-up', 45),
            stood('hold', 20),
            stood('idle', 56, null),
            stood('wrap-up', 45),
          )
        ).status,
      ).toBe(200);
      expect((await monitored()).find(({ username }) => username === 'asha.d')).toMatchObject({
        state: 'idle',
        call: null,
      });

      const made = callRecord(loan, { callId: id, loanSeq: at + 1, recordedAt: second(56), durationSeconds: 56 });
      expect(JSON.stringify((await call('caller').batch(itemOf(made))).body)).toContain('"outcome":"applied"');
      // Nobody else's loan gets the call, and no second contact is counted.
      const stray = callRecord(other, { callId: id, loanSeq: at + 1, recordedAt: second(57) });
      expect(JSON.stringify((await call('caller').batch(itemOf(stray))).body)).toContain('"outcome":"applied"');
      const attempts = await world.run((tx) =>
        tx.query('select id from contact_attempts where tenant_id = $1 and loan_id = $2', [world.tenantId, loan.id]),
      );
      expect(attempts).toHaveLength(at + 1);
      const { body } = await call('caller').get('/api/v1/call-disposition/daily-reports?pageSize=50');
      const rows = (body.data as { rows: Record<string, unknown>[] }).rows;
      expect(rows.filter((row) => row.recording === `/recordings/${at}.wav`)).toMatchObject([
        {
          loanNumber: loan.number,
          callStatus: 'answered',
          talkSeconds: 32,
          holdSeconds: 8,
          wrapSeconds: 11,
          formSeconds: 56,
        },
      ]);
      const shown = await call('manager').get('/api/v2/agent-monitor/status', { username: 'asha.d' });
      const { lastCalls } = shown.body.data as { lastCalls: { callId: string }[] };
      expect(lastCalls.find(({ callId }) => callId === id)).toMatchObject({ talkSeconds: 32 });
    }
  });

  it('a call that the page began is found by the id which the dialer gave it', async () => {
    const loan = await world.addLoan({ held: { collector: 'caller' } });
    const id = uuidv7();
    const begun = new Date(now.getTime() - 180_000).toISOString();
    const start = (more: object = {}) =>
      call('caller').post(
        '/api/v1/call-disposition',
        { call_status: 'CALL_STARTED', loanId: loan.id, phoneId: loan.phoneId, startedAt: begun, ...more },
        { 'idempotency-key': id },
      );
    expect((await start()).status).toBe(200);
    expect((await start({ dialerCallId: 'M:77' })).body.data).toMatchObject({ callId: id });
    const at = (s: number) => new Date(now.getTime() + s * 1000).toISOString();
    await tell(
      callEvent({
        callId: 'M:77',
        mode: 'manual',
        phase: 'ended',
        endedAt: at(30),
        reason: 'released',
        recording: '/r/77.wav',
      }),
    );
    const made = callRecord(loan, { callId: id, durationSeconds: 41 });
    await call('caller').batch(itemOf(made));
    const { body } = await call('caller').get(`/api/v1/call-disposition/id/${made.id}`);
    expect(body.data).toMatchObject({ recordlink: '/r/77.wav', talkSeconds: 30, durationSeconds: 41 });
  });

  it('leaves a whole audit chain', async () => {
    expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });
});
