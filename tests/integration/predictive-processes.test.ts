/** Processes: who makes, changes and steers them, and what is refused. */
import { describe, expect, it } from 'vitest';
import type { Process } from '../../core/contract/predictive';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { engines } from '../support/databases';
import { predictiveDesk } from '../support/predictive-desk';
import type { Who } from '../support/world';

describe.each(engines)('processes on $name', ({ fresh }) => {
  const desk = predictiveDesk(fresh);
  const { call, put, newProcess, made, steer, loanOf, upload, audited } = desk;

  it('are made, changed and steered, each step in the audit with before and after', async () => {
    const process = await made({ callerIds: ['1600123456'], maxLevel: 2.3 });
    expect(process).toMatchObject({
      state: 'draft',
      version: 1,
      callerIds: ['1600123456'],
      maxLevel: 2.3,
      dropPercent: 3,
      portfolio: { id: desk.portfolioId, name: 'Two wheelers' },
      mayEdit: true,
      agents: [{ id: desk.world.people.caller.id }],
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
    expect(own(await audited('process.created'))).toMatchObject([
      { detail: { before: null, after: { dropPercent: 3 } } },
    ]);
    expect(own(await audited('process.changed'))).toMatchObject([
      { actor_id: desk.world.people.manager.id, detail: { before: { dropPercent: 3 }, after: { dropPercent: 2.5 } } },
    ]);
    expect(own(await audited('process.started'))).toMatchObject([
      { detail: { before: { state: 'draft' }, after: { state: 'running' } } },
      {},
    ]);
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

  it('an agent belongs to several processes, and only telecallers of one’s own can be chosen', async () => {
    const first = await made();
    const second = await made();
    const choices = (await call('manager').get('/api/v2/processes/choices')).body.data as {
      agents: { id: string; process: string | null }[];
    };
    const names = [first.name, second.name].sort((a, b) => a.localeCompare(b)).join(', ');
    expect(choices.agents.find(({ id }) => id === desk.world.people.caller.id)?.process).toBe(names);
    for (const who of ['agent', 'rival'] as const) {
      const answer = await call('manager').post(
        '/api/v2/processes',
        newProcess({ agentIds: [desk.world.people[who].id] }),
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
      newProcess({ agentIds: [], portfolioId: desk.otherPortfolioId }),
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
    expect(choices).toMatchObject({ portfolios: [{ id: desk.portfolioId }], agents: [] });
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
    expect((await call('admin', desk.elsewhere).get(`/api/v2/processes/${process.id}`)).status).toBe(404);
    expect(
      (await put('admin', `/api/v2/processes/${process.id}/state`, { version: 1, action: 'start' }, desk.elsewhere))
        .status,
    ).toBe(404);
    expect((await upload(process, 'Loan number\nX', 'admin', 'Foreign', desk.elsewhere)).status).toBe(422);
    const forged = await call('manager').get('/api/v2/processes', { tenantid: desk.elsewhere.tenantId });
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
