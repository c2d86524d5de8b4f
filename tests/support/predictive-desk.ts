/** A tenant whose telecaller works processes, with the dialer that asks for their numbers, on a clock that only tests move. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DialList, Process } from '../../core/contract/predictive';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { createJobs, type Jobs } from '../../server/jobs';
import { issueServiceToken } from '../../server/modules/dialer';
import { registerJobs } from '../../server/modules/predictive/jobs';
import { createLogger } from '../../server/platform/logger';
import type { Engine, TestDatabase } from './databases';
import { startServer, type TestServer } from './server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from './world';

export type Handed = { callId: string; number: string; loanNumber: string };

/** Set up before the tests of the block that calls this, and taken down after them. */
export function predictiveDesk(fresh: Engine['fresh']) {
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

  const filled = async (count: number, more: object = {}) => {
    const process = await started(more);
    const loans: (TestLoan & { mobile: string })[] = [];
    for (let at = 0; at < count; at += 1) loans.push(await loanOf({ dpd: 50 - at }));
    const list = await checked(await upload(process, `Loan number\n${loans.map(({ number }) => number).join('\n')}`));
    return { process, loans, list };
  };

  return {
    get held() {
      return held;
    },
    get server() {
      return server;
    },
    get world() {
      return world;
    },
    get elsewhere() {
      return elsewhere;
    },
    get portfolioId() {
      return portfolioId;
    },
    get otherPortfolioId() {
      return otherPortfolioId;
    },
    get now() {
      return now;
    },
    set now(next: Date) {
      now = next;
    },
    NOON,
    later,
    call,
    put,
    dialer,
    username,
    work,
    ended,
    newProcess,
    made,
    steer,
    started,
    loanOf,
    upload,
    listed,
    checked,
    audited,
    filled,
  };
}
