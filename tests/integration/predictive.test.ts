/** Processes, their lists and what the dialer makes of them: who may, what is refused and why, nobody twice or against a rule. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DialList, PredictiveRow, Process } from '../../core/contract/predictive';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { verifyAudit } from '../../server/db/audit';
import { createJobs, type Jobs } from '../../server/jobs';
import { issueServiceToken } from '../../server/modules/dialer';
import { registerJobs } from '../../server/modules/predictive/jobs';
import { createLogger } from '../../server/platform/logger';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, callRecord, createTenantWorld, itemOf, type TenantWorld, type TestLoan, type Who } from '../support/world';

type Handed = { callId: string; number: string; loanNumber: string };

describe.each(engines)('predictive processes on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let token: string;
  let jobs: Jobs;
  let portfolioId: string;
  let otherPortfolioId: string;
  // Noon in India: within the hours in which a borrower may be called.
  const NOON = new Date('2026-11-21T06:30:00Z');
  let now = NOON;
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  let numbers = 9_700_000_000;

  beforeAll(async () => {
    held = await fresh();
    const clock = { now: () => now };
    server = await startServer(held.db, { clock });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    elsewhere = await createTenantWorld(held.db, { contactRules: 'in-force' });
    token = await issueServiceToken(held.db, world.tenantId, 'test');
    const rows = await world.run((tx) =>
      tx.query<{ id: string; name: string }>('select id, name from portfolios where tenant_id = $1', [world.tenantId]),
    );
    portfolioId = rows.find(({ name }) => name === 'Two wheelers')?.id ?? '';
    otherPortfolioId = rows.find(({ name }) => name !== 'Two wheelers')?.id ?? '';
    // The manager sees the portfolio by the loans that their people hold.
    await world.addLoan({ held: { collector: 'caller' } });
    jobs = createJobs({ db: held.db, clock, logger: createLogger('silent'), pollMs: 20 });
    registerJobs(jobs, { db: held.db, clock });
    jobs.start();
  });
  afterAll(async () => {
    await jobs.stop();
    await server.close();
    await held.close();
  });
  /** One process has the caller at a time: each test begins with none. */
  beforeEach(async () => {
    now = NOON;
    await world.run(async (tx) => {
      for (const table of ['dial_process_agents', 'dial_calls', 'dial_items', 'dialer_calls', 'contact_attempts'])
        await tx.query(`delete from ${table} where tenant_id = $1`, [world.tenantId]);
    });
  });

  const call = (who: Who, there = world) => as(server.origin, there.people[who]);
  const put = async (who: Who, path: string, body: object, there = world) => {
    const response = await call(who, there).fetch(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const dialer = async (path: string, body: object) => {
    const response = await fetch(`${server.origin}/dialer/service/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dialer-token': token },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } };
  };
  const username = (who: Who = 'caller') => world.people[who].username;
  const work = async () => {
    const { body } = await dialer('work', { username: username() });
    return body.data as { parties: Handed[]; process: { name: string } | null };
  };
  const ended = (party: Handed, reason: string, talkSeconds = 0) => {
    const startedAt = now.toISOString();
    const answeredAt = talkSeconds > 0 || reason === 'dropped' ? startedAt : null;
    return dialer('events', {
      events: [
        {
          kind: 'call',
          callId: party.callId,
          mode: 'predictive',
          username: username(),
          number: party.number,
          loanNumber: party.loanNumber,
          phase: 'ended',
          startedAt,
          ringingAt: startedAt,
          answeredAt,
          endedAt: new Date(now.getTime() + talkSeconds * 1000).toISOString(),
          reason,
          recording: null,
        },
      ],
    });
  };

  const newProcess = (more: object = {}) => ({
    id: uuidv7(),
    portfolioId,
    name: `Process ${uuidv7().slice(-12)}`,
    agentIds: [world.people.caller.id],
    ...NEW_PROCESS,
    ...more,
  });
  const made = async (more: object = {}, who: Who = 'manager'): Promise<Process> => {
    const { status, body } = await call(who).post('/api/v2/processes', newProcess(more));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as Process;
  };
  const steer = (process: { id: string; version: number }, action: string, who: Who = 'manager') =>
    put(who, `/api/v2/processes/${process.id}/state`, { version: process.version, action });
  const started = async (more: object = {}) => {
    const { body } = await steer(await made(more), 'start');
    expect((body.data as Process).state).toBe('running');
    return body.data as Process;
  };
  const loanOf = async (more: Parameters<TenantWorld['addLoan']>[0] = {}): Promise<TestLoan & { mobile: string }> => {
    const loan = await world.addLoan({ held: { collector: 'caller' }, ...more });
    numbers += 1;
    const mobile = String(numbers);
    await world.run((tx) =>
      tx.query('update phones set number = $3 where tenant_id = $1 and id = $2', [
        world.tenantId,
        loan.phoneId,
        mobile,
      ]),
    );
    return { ...loan, mobile };
  };
  const upload = async (process: { id: string }, csv: string, who: Who = 'admin', name = 'Sheet', there = world) => {
    const query = new URLSearchParams({ processId: process.id, name, fileName: 'sheet.csv' });
    const response = await call(who, there).fetch(`/dialer/process/import?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: csv,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const listed = async (id: string): Promise<DialList> =>
    (await call('admin').get(`/api/v2/predictive-lists/${id}`)).body.data as DialList;
  const checked = async (answer: { status: number; body: Record<string, unknown> }): Promise<DialList> => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { id } = answer.body.data as DialList;
    await expect.poll(async () => (await listed(id)).state, { timeout: 10_000 }).toBe('ready');
    return listed(id);
  };
  const audited = (action: string) =>
    world.run((tx) =>
      tx.query<{ subject_id: string; actor_id: string; detail: Record<string, Record<string, unknown>> }>(
        'select subject_id, actor_id, detail from audit_log where tenant_id = $1 and action = $2 order by seq',
        [world.tenantId, action],
      ),
    );

  describe('processes', () => {
    it('are made, changed and steered, each step in the audit with before and after', async () => {
      const process = await made({ callerIds: ['1600123456'], maxLevel: 2.3 });
      expect(process).toMatchObject({
        state: 'draft',
        version: 1,
        callerIds: ['1600123456'],
        maxLevel: 2.3,
        dropPercent: 3,
        portfolio: { id: portfolioId, name: 'Two wheelers' },
        mayEdit: true,
        agents: [{ id: world.people.caller.id }],
        lines: { ready: 0, unheld: 0, dialing: 0, over: 0 },
      });
      const { id: _i, portfolioId: _p, ...settings } = newProcess({ name: process.name, dropPercent: 2.5 });
      const changed = await put('manager', `/api/v2/processes/${process.id}`, { version: 1, ...settings });
      expect(changed).toMatchObject({ status: 200, body: { data: { version: 2, dropPercent: 2.5, callerIds: [] } } });
      const stale = await put('manager', `/api/v2/processes/${process.id}`, { version: 1, ...settings });
      expect(stale).toMatchObject({ status: 409, body: { code: 'conflict' } });
      let version = 2;
      for (const [action, state] of [
        ['start', 'running'],
        ['pause', 'paused'],
        ['start', 'running'],
        ['stop', 'stopped'],
      ] as const) {
        const answer = await steer({ id: process.id, version }, action);
        version += 1;
        expect(answer).toMatchObject({ status: 200, body: { data: { state, version } } });
      }
      expect(await steer({ id: process.id, version }, 'pause')).toMatchObject({ status: 409 });
      const own = (rows: Awaited<ReturnType<typeof audited>>) =>
        rows.filter(({ subject_id }) => subject_id === process.id);
      expect(own(await audited('process.changed'))).toMatchObject([
        { actor_id: world.people.manager.id, detail: { before: { dropPercent: 3 }, after: { dropPercent: 2.5 } } },
      ]);
      expect(own(await audited('process.started'))).toHaveLength(2);
      const log = (await call('manager').get(`/api/v2/processes/${process.id}/log`)).body.data as {
        lines: { action: string; changed: string[] }[];
      };
      expect(log.lines.map(({ action }) => action)).toEqual([
        'stopped',
        'started',
        'paused',
        'started',
        'changed',
        'created',
      ]);
      expect(log.lines[4]?.changed.sort()).toEqual(['callerIds', 'dropPercent', 'maxLevel']);
    });

    it.each<[string, object, string]>([
      ['no name', { name: ' ' }, 'name'],
      ['the name of no process', { name: 'Manual' }, 'name'],
      ['a portfolio of another client’s side', { portfolioId: uuidv7() }, 'portfolioId'],
      ['hours before the gate’s', { fromTime: '07:00' }, 'untilTime'],
      ['hours after the gate’s', { untilTime: '19:30' }, 'untilTime'],
      ['hours that end before they begin', { fromTime: '12:00', untilTime: '11:00' }, 'untilTime'],
      ['too many lines', { maxLevel: 3.5 }, 'maxLevel'],
      ['no drop cap', { dropPercent: 0 }, 'dropPercent'],
      ['a caller id of letters', { callerIds: ['CALLME'] }, 'callerIds.0'],
      ['a retry after a minute', { retry: { ...NEW_PROCESS.retry, busy: 1 } }, 'retry.busy'],
      ['a field too many', { tenantId: uuidv7() }, 'tenantId'],
    ])('%s is refused by its field', async (_, more, field) => {
      const answer = await call('manager').post('/api/v2/processes', newProcess({ agentIds: [], ...more }));
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 422, body: { fields: [{ path: field }] } });
    });

    it('an agent works one process, and only telecallers of one’s own can be chosen', async () => {
      const first = await made();
      const again = await call('manager').post('/api/v2/processes', newProcess());
      expect(again).toMatchObject({ status: 422, body: { fields: [{ path: 'agentIds' }] } });
      expect(JSON.stringify(again.body)).toContain(first.name);
      for (const who of ['agent', 'rival'] as const) {
        const answer = await call('manager').post(
          '/api/v2/processes',
          newProcess({ agentIds: [world.people[who].id] }),
        );
        expect(answer, who).toMatchObject({ status: 422, body: { fields: [{ path: 'agentIds' }] } });
      }
      const taken = await call('manager').post(
        '/api/v2/processes',
        newProcess({ agentIds: [], name: first.name.toUpperCase() }),
      );
      expect(taken).toMatchObject({ status: 422, body: { fields: [{ path: 'name' }] } });
    });

    it('without an agent it does not start', async () => {
      expect(await steer(await made({ agentIds: [] }), 'start')).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'agentIds' }] },
      });
    });

    it('of two who start it at once one does', async () => {
      const process = await made();
      const answers = await Promise.all([steer(process, 'start'), steer(process, 'start', 'admin')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const rows = (await audited('process.started')).filter(({ subject_id }) => subject_id === process.id);
      expect(rows).toHaveLength(1);
    });

    it('a client’s administrator asks for one of their own portfolio; the agency gives it agents and starts it', async () => {
      const refused = await call('clientAdmin').post('/api/v2/processes', newProcess());
      expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: 'agentIds' }] } });
      const foreign = await call('clientAdmin').post(
        '/api/v2/processes',
        newProcess({ agentIds: [], portfolioId: otherPortfolioId }),
      );
      expect(foreign).toMatchObject({ status: 422, body: { fields: [{ path: 'portfolioId' }] } });
      const process = await made({ agentIds: [] }, 'clientAdmin');
      expect((await steer(process, 'start', 'clientAdmin')).status).toBe(403);
      const { id: _i, portfolioId: _p, ...settings } = newProcess({ name: process.name });
      expect((await put('admin', `/api/v2/processes/${process.id}`, { version: 1, ...settings })).status).toBe(200);
      expect((await steer({ id: process.id, version: 2 }, 'start', 'admin')).status).toBe(200);
      // From here on it is the agency's.
      const late = await put('clientAdmin', `/api/v2/processes/${process.id}`, {
        version: 3,
        ...settings,
        agentIds: [],
      });
      expect(late.status).toBe(403);
      const choices = (await call('clientAdmin').get('/api/v2/processes/choices')).body.data as {
        portfolios: { id: string }[];
        agents: unknown[];
      };
      expect(choices).toMatchObject({ portfolios: [{ id: portfolioId }], agents: [] });
    });

    it.each<[Who, number, number, number]>([
      ['admin', 200, 200, 200],
      ['owner', 200, 200, 200],
      ['nationalManager', 200, 200, 200],
      ['manager', 200, 200, 200],
      ['rival', 200, 404, 404],
      ['clientAdmin', 200, 200, 403],
      ['plainManager', 403, 403, 403],
      ['caller', 403, 403, 403],
      ['agent', 403, 403, 403],
      ['collector', 403, 403, 403],
      ['client', 403, 403, 403],
      ['customer', 403, 403, 403],
      ['partner', 403, 403, 403],
      ['dialer', 403, 403, 403],
    ])('%s lists %i, opens %i and starts %i', async (who, lists, opens, starts) => {
      await loanOf();
      const process = await made();
      const page = await call(who).get('/api/v2/processes?size=250');
      expect(page.status).toBe(lists);
      const seen = JSON.stringify(page.body).includes(process.id);
      expect(seen).toBe(opens === 200);
      expect((await call(who).get(`/api/v2/processes/${process.id}`)).status).toBe(opens);
      expect((await steer(process, 'start', who)).status).toBe(starts);
    });

    it('another tenant’s administrator finds none of it, and a forged identity is refused', async () => {
      const process = await made();
      expect((await call('admin', elsewhere).get(`/api/v2/processes/${process.id}`)).status).toBe(404);
      expect(
        (await put('admin', `/api/v2/processes/${process.id}/state`, { version: 1, action: 'start' }, elsewhere))
          .status,
      ).toBe(404);
      expect((await upload(process, 'Loan number\nX', 'admin', 'Foreign', elsewhere)).status).toBe(422);
      const forged = await call('manager').get('/api/v2/processes', { tenantid: elsewhere.tenantId });
      expect(forged).toMatchObject({ status: 403, body: { code: 'identity-mismatch' } });
    });

    it('lists are searched, filtered, sorted and paged by the server', async () => {
      const [a, b] = [
        await made({ name: `Zeta ${uuidv7().slice(-8)}`, agentIds: [] }),
        await made({ name: `Zeta ${uuidv7().slice(-8)}` }),
      ];
      await steer(b, 'start');
      const page = async (query: string) =>
        (await call('admin').get(`/api/v2/processes?q=zeta&${query}`)).body.data as { rows: Process[]; total: number };
      expect((await page('sort=state')).rows.map(({ id }) => id)).toEqual([b.id, a.id]);
      expect((await page('state=draft')).rows.map(({ id }) => id)).toEqual([a.id]);
      expect(await page('size=1&page=2')).toMatchObject({ total: 2, rows: [{}] });
    });
  });

  describe('lists', () => {
    it('a sheet is checked line by line, and each line that is not dialed says why', async () => {
      const process = await made();
      const [good, byMobile, gone, dnc] = [
        await loanOf(),
        await loanOf(),
        await loanOf({ state: 'closed' }),
        await loanOf(),
      ];
      const [elses, twice] = [await loanOf({ otherClient: true }), await loanOf()];
      const foreign = await elsewhere.addLoan({ held: { collector: 'caller' } });
      await world.run((tx) =>
        tx.query('update loans set flag_do_not_contact = true where tenant_id = $1 and id = $2', [
          world.tenantId,
          dnc.id,
        ]),
      );
      const csv = [
        'LAN;Mobile No;Remark',
        `${good.number};${good.mobile};first`,
        `;+91 ${byMobile.mobile};by mobile`,
        `${gone.number};;closed`,
        `${dnc.number};;asked not to be called`,
        `${elses.number};;other portfolio`,
        `${foreign.number};;another tenant`,
        'NOSUCH;;nobody',
        ';;only a remark',
        `${twice.number};12345;short`,
        `${twice.number};9999999999;not theirs`,
        `${twice.number};="${twice.mobile}";as text`,
        `${twice.number};;again`,
      ].join('\r\n');
      const list = await checked(await upload(process, csv));
      expect(list).toMatchObject({ total: 12, name: 'Sheet', source: 'file', fileName: 'sheet.csv', unheld: 0 });
      expect(list.lines).toMatchObject({ waiting: 0, ready: 3, refused: 9 });
      expect(Object.fromEntries(list.refused.map(({ reason, lines }) => [reason, lines]))).toEqual({
        'bad-mobile': 1,
        closed: 1,
        duplicate: 1,
        empty: 1,
        'held:do-not-contact': 1,
        'other-portfolio': 1,
        unknown: 2,
        'unknown-phone': 1,
      });
      const { csv: back, fileName } = (await call('admin').get(`/api/v2/predictive-lists/${list.id}/errors`)).body
        .data as {
        csv: string;
        fileName: string;
      };
      expect(fileName).toBe('sheet-errors.csv');
      const lines = back.replace('\uFEFF', '').trim().split('\r\n');
      expect(lines[0]).toBe('LAN,Mobile No,Remark,Reason');
      expect(lines).toContain('NOSUCH,,nobody,No such loan');
      expect(lines).toHaveLength(10);
      expect((await audited('dial-list.uploaded')).at(-1)).toMatchObject({
        subject_id: list.id,
        detail: { lines: 12 },
      });
    });

    it.each<[string, string]>([
      ['an empty file', ''],
      ['no column that is known', 'Name,City\nAsha,Pune'],
      ['no lines', 'Loan number,Mobile\n'],
      ['bytes', '\u0000\u0001\u0002'],
    ])('%s is refused as a whole', async (_, csv) => {
      const process = await made({ agentIds: [] });
      expect(await upload(process, csv)).toMatchObject({ status: 422, body: { fields: [{ path: 'file' }] } });
    });

    it('two who upload one sheet at once get one list; afterwards its loans are duplicates', async () => {
      const process = await made();
      const loans = [await loanOf(), await loanOf()];
      const csv = `Loan number\n${loans.map(({ number }) => number).join('\n')}`;
      const [a, b] = await Promise.all([upload(process, csv), upload(process, csv, 'owner')]);
      expect([a.status, b.status]).toEqual([200, 200]);
      const both = await Promise.all([checked(a), checked(b)]);
      const ready = new Map(both.map((list) => [list.id, list.lines.ready ?? 0]));
      expect([...ready.values()].reduce((all, one) => all + one, 0)).toBe(2);
      const third = await checked(await upload(process, csv));
      expect(third).toMatchObject({ lines: { ready: 0, refused: 2 }, refused: [{ reason: 'duplicate', lines: 2 }] });
    });

    it('two different sheets with one loan, at once: it stands in one of them', async () => {
      const process = await made();
      const loan = await loanOf();
      const lists = await Promise.all(
        ['a', 'b', 'c'].map(async (mark) => checked(await upload(process, `Loan number,Mark\n${loan.number},${mark}`))),
      );
      expect(lists.map(({ lines }) => lines.ready).sort()).toEqual([0, 0, 1]);
    });

    it.each<[Who, number]>([
      ['admin', 200],
      ['owner', 200],
      ['manager', 403],
      ['nationalManager', 403],
      ['clientAdmin', 403],
      ['caller', 403],
      ['dialer', 403],
    ])('%s uploads: %i', async (who, expected) => {
      const process = await made({ agentIds: [] });
      expect((await upload(process, 'Loan number\nX', who)).status).toBe(expected);
    });

    it('a filter makes one from the portfolio’s loans that the caller may see', async () => {
      const process = await made();
      const [near, far] = [await loanOf({ dpd: 20 }), await loanOf({ dpd: 45 })];
      await loanOf({ dpd: 45, held: { field_agent: 'rivalAgent' } });
      const body = (more: object, preview = false) => ({
        id: uuidv7(),
        processId: process.id,
        name: 'Filtered',
        filter: { buckets: [], dpdFrom: null, dpdTo: null, brokenPromise: false, restedDays: null, ...more },
        preview,
      });
      const preview = await call('manager').post('/api/v2/predictive-lists', body({ buckets: ['31-60'] }, true));
      const { found, list: none } = preview.body.data as { found: number; list: DialList | null };
      expect(none).toBeNull();
      const { body: made31 } = await call('manager').post('/api/v2/predictive-lists', body({ buckets: ['31-60'] }));
      const { list } = made31.data as { list: DialList };
      expect(list).toMatchObject({ state: 'ready', source: 'filter', total: found });
      const items = await world.run((tx) =>
        tx.query<{ loan_id: string }>('select loan_id from dial_items where tenant_id = $1 and list_id = $2', [
          world.tenantId,
          list.id,
        ]),
      );
      expect(items.map(({ loan_id }) => loan_id)).toContain(far.id);
      expect(items.map(({ loan_id }) => loan_id)).not.toContain(near.id);
      const empty = await call('manager').post('/api/v2/predictive-lists', body({ dpdFrom: 9000 }));
      expect(empty).toMatchObject({ status: 422, body: { fields: [{ path: 'filter' }] } });
    });

    it('taken back, what was not dialed is not dialed any more', async () => {
      const process = await started({ mode: 'progressive' });
      const loans = [await loanOf(), await loanOf(), await loanOf()];
      const list = await checked(await upload(process, `Loan number\n${loans.map(({ number }) => number).join('\n')}`));
      const [party] = (await work()).parties;
      if (!party) throw new Error('Nobody was handed out');
      const cancelled = await put('manager', `/api/v2/predictive-lists/${list.id}/cancel`, {});
      expect(cancelled).toMatchObject({
        status: 200,
        body: { data: { state: 'cancelled', lines: { ready: 0, dialing: 1, cancelled: 2 } } },
      });
      // The one that rings is not answered, and not tried again.
      await ended(party, 'no-answer');
      expect(await listed(list.id)).toMatchObject({ lines: { dialing: 0, cancelled: 3 } });
      later(600);
      expect((await work()).parties).toEqual([]);
      expect((await put('admin', `/api/v2/predictive-lists/${list.id}/cancel`, {}, elsewhere)).status).toBe(404);
      expect((await put('clientAdmin', `/api/v2/predictive-lists/${list.id}/cancel`, {})).status).toBe(403);
    });
  });

  describe('dialing', () => {
    const filled = async (count: number, more: object = {}) => {
      const process = await started(more);
      const loans: (TestLoan & { mobile: string })[] = [];
      for (let at = 0; at < count; at += 1) loans.push(await loanOf({ dpd: 50 - at }));
      const list = await checked(await upload(process, `Loan number\n${loans.map(({ number }) => number).join('\n')}`));
      return { process, loans, list };
    };

    it('numbers come with the process, count as attempts, and their results come back', async () => {
      const { process, list } = await filled(4, { maxLevel: 3, maxAttempts: 2 });
      const { parties, process: told } = await work();
      expect(told).toEqual({ name: process.name, mode: 'predictive', callerIds: [], maxLevel: 3, dropPercent: 3 });
      expect(parties).toHaveLength(3);
      const attempts = await world.run((tx) =>
        tx.query<{ id: string }>("select id from contact_attempts where tenant_id = $1 and channel = 'call'", [
          world.tenantId,
        ]),
      );
      expect(attempts.map(({ id }) => id).sort()).toEqual(parties.map(({ callId }) => callId).sort());
      const [first, second, third] = parties;
      if (!first || !second || !third) throw new Error('Three were to be handed out');
      later(1);
      await ended(first, 'hung-up', 65);
      await ended(second, 'busy');
      await ended(third, 'dropped');
      // A report that comes twice changes nothing.
      await ended(second, 'no-answer');
      expect(await listed(list.id)).toMatchObject({ lines: { done: 1, ready: 3, dialing: 0 } });
      const rows = await world.run((tx) =>
        tx.query<{ result: string; talk_seconds: number }>(
          'select result, talk_seconds from dial_calls where tenant_id = $1 order by result',
          [world.tenantId],
        ),
      );
      expect(rows).toEqual([
        { result: 'busy', talk_seconds: 0 },
        { result: 'connected', talk_seconds: 65 },
        { result: 'dropped', talk_seconds: 0 },
      ]);
      // Busy: after an hour, and only the second attempt.
      const [last] = (await work()).parties;
      if (!last) throw new Error('The fourth was to be handed out');
      await ended(last, 'hung-up', 5);
      later(59);
      expect((await work()).parties).toEqual([]);
      later(2);
      const [again] = (await work()).parties;
      expect(again?.loanNumber).toBe(second.loanNumber);
      if (again) await ended(again, 'no-answer');
      expect(await listed(list.id)).toMatchObject({ lines: { exhausted: 1 } });
    });

    it('a paused process hands out nothing, neither does one outside its hours, and its agents’ own loans stay untouched', async () => {
      const { process } = await filled(2, { fromTime: '11:00', untilTime: '13:00' });
      const paused = (await steer(process, 'pause')).body.data as Process;
      expect(await work()).toMatchObject({ parties: [], process: { name: process.name } });
      await steer(paused, 'start');
      now = new Date('2026-11-21T07:30:00Z');
      expect((await work()).parties).toEqual([]);
      now = new Date('2026-11-22T05:29:00Z');
      expect((await work()).parties).toEqual([]);
      now = new Date('2026-11-22T05:30:00Z');
      expect((await work()).parties.length).toBeGreaterThan(0);
    });

    it('the gate decides at each call: who may not be called now waits for their next lawful minute', async () => {
      const { loans } = await filled(1, { fromTime: '08:00', untilTime: '19:00' });
      const [loan] = loans;
      await world.run((tx) =>
        tx.query(
          `insert into contact_preferences (tenant_id, id, borrower_id, loan_id, kind, from_time, to_time, created_at)
           values ($1, $2, $3, $4, 'only-at-this-time', '15:00', '17:00', $5)`,
          [world.tenantId, uuidv7(), loan?.borrowerId, loan?.id, new Date('2026-11-20T00:00:00Z')],
        ),
      );
      expect((await work()).parties).toEqual([]);
      const blocks = await world.run((tx) =>
        tx.query<{ rule: string }>('select rule from contact_blocks where tenant_id = $1 and loan_id = $2', [
          world.tenantId,
          loan?.id,
        ]),
      );
      expect(blocks).toMatchObject([{ rule: 'not-at-this-time' }]);
      now = new Date('2026-11-21T09:29:00Z');
      expect((await work()).parties).toEqual([]);
      now = new Date('2026-11-21T09:30:00Z');
      expect((await work()).parties).toHaveLength(1);
    });

    it('nobody is handed out twice, however many ask at once', async () => {
      const { loans } = await filled(3, { maxLevel: 3 });
      const answers = await Promise.all([work(), work(), work(), work()]);
      const handed = answers.flatMap(({ parties }) => parties.map(({ loanNumber }) => loanNumber));
      expect(handed.sort()).toEqual(loans.map(({ number }) => number).sort());
    });

    it('a borrower with two loans, or on the phone already, is not dialed a second time', async () => {
      const { process, loans } = await filled(1, { maxLevel: 3 });
      const [first] = loans;
      const second = await loanOf();
      await world.run(async (tx) => {
        await tx.query('update loans set borrower_id = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          second.id,
          first?.borrowerId,
        ]);
        await tx.query('update phones set borrower_id = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          second.phoneId,
          first?.borrowerId,
        ]);
      });
      expect((await checked(await upload(process, `Loan number\n${second.number}`))).lines.ready).toBe(1);
      expect((await work()).parties).toHaveLength(1);
      expect((await work()).parties).toEqual([]);
    });

    it('what a dialer took and never dialed is free again after five minutes', async () => {
      const { list } = await filled(1);
      expect((await work()).parties).toHaveLength(1);
      later(4);
      expect((await work()).parties).toEqual([]);
      // Its attempt stays counted: the gate's pause between two attempts holds all the same.
      later(2);
      expect((await work()).parties).toEqual([]);
      expect(await listed(list.id)).toMatchObject({ lines: { ready: 1, dialing: 0 } });
      later(240);
      expect((await work()).parties).toHaveLength(1);
      const rows = await world.run((tx) =>
        tx.query<{ result: string | null }>('select result from dial_calls where tenant_id = $1 order by handed_at', [
          world.tenantId,
        ]),
      );
      expect(rows.map(({ result }) => result)).toEqual(['unused', null]);
    });

    it('too many dropped calls leave one line', async () => {
      const { process } = await filled(3, { maxLevel: 3 });
      const [line] = await world.run((tx) =>
        tx.query<{ list_id: string; loan_id: string }>(
          'select list_id, loan_id from dial_items where tenant_id = $1 limit 1',
          [world.tenantId],
        ),
      );
      await world.run(async (tx) => {
        for (let at = 0; at < 20; at += 1) {
          await tx.query(
            `insert into dial_calls (tenant_id, call_id, process_id, list_id, line, loan_id, borrower_id, user_id, handed_at, ended_at, result)
             values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $8, $9)`,
            [
              world.tenantId,
              uuidv7(),
              process.id,
              line?.list_id,
              line?.loan_id,
              uuidv7(),
              world.people.caller.id,
              now,
              at === 0 ? 'dropped' : 'connected',
            ],
          );
        }
      });
      expect((await work()).parties).toHaveLength(1);
    });

    it('loans that no agent of the process holds are counted and not dialed', async () => {
      const process = await started();
      const loan = await loanOf({ held: { collector: 'collector' } });
      const list = await checked(await upload(process, `Loan number\n${loan.number}`));
      expect(list).toMatchObject({ lines: { ready: 1 }, unheld: 1 });
      expect((await work()).parties).toEqual([]);
      await world.unassign(loan, 'collector');
      await world.assign(loan, 'collector', 'caller');
      expect((await work()).parties).toHaveLength(1);
    });

    it('the agent’s status and break name the process, and nothing else', async () => {
      const { process } = await filled(1);
      const asked = { username: username(), breakName: 'Tea' };
      const other = await call('caller').post('/api/v2/dialer/break', { ...asked, processName: 'Somebody’s' });
      expect(other).toMatchObject({ status: 422, body: { fields: [{ path: 'processName' }] } });
      expect((await call('caller').post('/api/v2/dialer/break', { ...asked, processName: process.name })).status).toBe(
        200,
      );
      const status = await call('caller').get(`/dialer/agent-status?username=${username()}`);
      expect(status.body.data).toMatchObject({ status: 'BREAK', processName: process.name });
      const times = await world.run((tx) =>
        tx.query<{ process: string }>("select process from dialer_times where tenant_id = $1 and reason = 'Tea'", [
          world.tenantId,
        ]),
      );
      expect(times.at(-1)).toEqual({ process: process.name });
      await steer(process, 'stop');
      const after = await call('caller').get(`/dialer/agent-status?username=${username()}`);
      expect(after.body.data).toMatchObject({ processName: 'manual' });
    });
  });

  describe('the report', () => {
    const report = async (query: string, who: Who = 'admin') => {
      const { status, body } = await call(who).get(`/api/v2/predictive-report?from=2026-11-21&to=2026-11-22&${query}`);
      return { status, body, data: body.data as { rows: PredictiveRow[]; total: number; sums: PredictiveRow } };
    };

    it('counts by process, list, day and agent; a disposition brings its promise and carries the process', async () => {
      const process = await started({ maxLevel: 3 });
      const loans = [await loanOf(), await loanOf(), await loanOf()];
      const list = await checked(await upload(process, `Loan number\n${loans.map(({ number }) => number).join('\n')}`));
      const [a, b, c] = (await work()).parties;
      if (!a || !b || !c) throw new Error('Three were to be handed out');
      await ended(a, 'hung-up', 120);
      await ended(b, 'no-answer');
      const loan = loans.find(({ number }) => number === a.loanNumber);
      if (!loan) throw new Error('A loan of the list');
      const record = callRecord(loan, {
        code: 'PTP',
        callId: a.callId,
        isPredictive: true,
        recordedAt: new Date(now.getTime() - 1000).toISOString(),
        ptp: { amountPaise: 100_000, dueOn: '2026-11-24', mode: 'upi' },
      });
      const stored = await call('caller').batch(itemOf(record));
      expect(JSON.stringify(stored.body)).toContain('"outcome":"applied"');
      const [disposition] = await world.run((tx) =>
        tx.query<{ process: string }>('select process from dispositions where tenant_id = $1 and id = $2', [
          world.tenantId,
          record.id,
        ]),
      );
      expect(disposition).toEqual({ process: process.name });
      // The loan's timeline names it, and the pop-up before that; to the agent of the call alone.
      const { caseHistories } = (await call('caller').get('/api/v1/call-disposition/caseHistory', { loanid: loan.id }))
        .body as unknown as { caseHistories: { id: string; process?: string }[] };
      expect(caseHistories).toMatchObject([{ id: record.id, process: process.name }]);
      const behind = async (query: string, who: Who = 'caller') =>
        (await call(who).get(`/api/v1/predictive-call/get-loan/by/mobile?mobile=${a.number}${query}`)).body.data;
      expect(await behind(`&callId=${a.callId}`)).toMatchObject({
        loan: { id: loan.id, recent: [{ id: record.id, process: process.name }] },
        flag: 0,
        process: process.name,
      });
      for (const query of ['', '&callId=another-call']) {
        expect(await behind(query)).toMatchObject({ loan: { id: loan.id } });
        expect(await behind(query)).not.toHaveProperty('process');
      }
      const stranger = await createPerson(held.db, world.tenantId, { role: 'CRM_TELECALLER' });
      const asked = await as(server.origin, stranger).get(
        `/api/v1/predictive-call/get-loan/by/mobile?mobile=${a.number}&callId=${a.callId}`,
      );
      expect(asked.body.data).toEqual({ loan: null, flag: 1 });

      const figures = {
        dialed: 3,
        connected: 1,
        dropped: 0,
        noAnswer: 1,
        busy: 0,
        error: 0,
        underWay: 1,
        connectPercent: 33.3,
        dropPercent: 0,
        disposed: 1,
        ptp: 1,
        talkSeconds: 120,
      };
      for (const [by, key, name] of [
        ['process', process.id, process.name],
        ['list', list.id, 'Sheet'],
        ['day', '2026-11-21', '2026-11-21'],
        ['agent', world.people.caller.id, null],
      ] as const) {
        const { data } = await report(`by=${by}&processId=${process.id}`);
        expect(data, by).toMatchObject({ total: 1, rows: [{ key, ...(name && { name }), ...figures }], sums: figures });
      }
      expect((await report(`by=process&q=no-such-name`)).data).toMatchObject({
        total: 0,
        rows: [],
        sums: { dialed: 0, connectPercent: null },
      });

      const before = (await audited('export.predictive-report')).length;
      const file = await call('admin').get(
        `/api/v2/predictive-report/export?from=2026-11-21&to=2026-11-21&by=process&processId=${process.id}`,
      );
      const { fileName, csv } = file.body.data as { fileName: string; csv: string };
      expect(fileName).toBe('predictive_process_2026-11-21_2026-11-21.csv');
      expect(csv.replace('\uFEFF', '').split('\r\n')).toEqual([
        'Process,Dialed,Connected,Connect %,Dropped,Drop %,No answer,Busy,Error,Under way,Disposed,Promises,Talk seconds',
        `${process.name},3,1,33.3,0,0,1,0,0,1,1,1,120`,
        '',
      ]);
      const notes = await audited('export.predictive-report');
      expect(notes.length).toBe(before + 1);
      expect(notes.at(-1)?.detail).toMatchObject({ filter: { by: 'process' }, rows: 1 });
    });

    it.each<[string, string]>([
      ['days that end before they begin', 'by=day&to=2026-11-20'],
      ['more than 92 days', 'by=day&to=2027-11-21'],
    ])('%s are refused', async (_, query) => {
      const answer = await call('admin').get(`/api/v2/predictive-report?from=2026-11-21&${query}`);
      expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'to' }] } });
    });

    it.each<[Who, number]>([
      ['admin', 200],
      ['owner', 200],
      ['manager', 403],
      ['nationalManager', 403],
      ['clientAdmin', 403],
      ['caller', 403],
      ['client', 403],
    ])('%s reads it: %i', async (who, expected) => {
      expect((await report('by=process', who)).status).toBe(expected);
    });

    it('another tenant’s holds nothing of it, and the audit chain holds', async () => {
      const there = await call('admin', elsewhere).get(
        '/api/v2/predictive-report?from=2026-11-21&to=2026-11-22&by=process',
      );
      expect(there.body.data).toMatchObject({ rows: [], total: 0 });
      expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
    });
  });
});
