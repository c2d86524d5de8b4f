/** The leaderboard on a world whose truth is known: what is counted, who sees whom, how a score came about, promises and what people say of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardPerson, BoardRow, BoardSettingsKept } from '../../core/contract/leaderboard';
import { uuidv7 } from '../../core/domain/ids';
import { DEFAULT_BOARD } from '../../core/domain/leaderboard';
import { createJobs } from '../../server/jobs';
import { countPart } from '../../server/modules/figures/count';
import { countFurther, openRun } from '../../server/modules/leaderboard/count';
import { registerJobs } from '../../server/modules/leaderboard/jobs';
import { createLogger } from '../../server/platform/logger';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { createPerson, type Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const ZONE = 'Asia/Kolkata';
const BOARD = '/api/v1/agentprofile';
const MONTH = '2026-11-01';
const at = (day: string, hour = '10') => `${day}T${hour}:00:00+05:30`;

interface Listed {
  rows: BoardRow[];
  total: number;
  counted: { month: string; before: string; at: string } | null;
  counting: { state: string; done: number; total: number } | null;
  agencies: { id: string; name: string }[];
  waiting: { month: string }[];
}

describe.each(bothAtNight)('the leaderboard on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  /** A second field agent of the agency, with the same loans as the first but no work. */
  let idle: Person;

  beforeAll(async () => {
    held = await fresh();
    await held.db.owner((tx) => tx.query("select ensure_partitions('2026-10-01', 4)"));
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    idle = await createPerson(held.db, world.tenantId, {
      role: 'CRM_FIELDAGENT',
      managerId: world.people.rival.id,
      agencyId: world.agencyId,
      fullName: 'Idle Agent',
    });
    await fill();
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const asPerson = (person: Person) => as(server.origin, person);
  const send = async (who: Person, method: string, path: string, body?: unknown) => {
    const response = await asPerson(who).fetch(`${BOARD}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as { data: unknown; fields?: unknown } };
  };
  const get = async <T>(who: Person, path: string): Promise<T> => {
    const { status, body } = await send(who, 'GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as T;
  };
  const list = (who: Person, query = '') => get<Listed>(who, `/getList?size=50${query}`);
  const person = (who: Person, query = '') => get<BoardPerson>(who, query);
  const people = () => world.people;

  const record = (
    who: Who,
    loan: TestLoan,
    on: string,
    of: {
      channel?: 'call' | 'field';
      class: string;
      promise?: { paise: number; status: string; due?: string };
      talk?: number;
      hour?: string;
    },
  ) =>
    world.run(async (tx) => {
      const [id, callId] = [uuidv7(), uuidv7()];
      const made = at(on, of.hour);
      const user = people()[who].id;
      await tx.query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no, record, payload_hash)
         values ($1, $2, $3, $4, $5, $6, 'X', $7, 5, 'applied', $3, 1, $8, '')`,
        [world.tenantId, id, made, loan.id, user, of.channel ?? 'call', of.class, JSON.stringify({ callId })],
      );
      if (of.talk !== undefined)
        await tx.query(
          `insert into dialer_calls (tenant_id, id, user_id, loan_id, mode, number, phase, started_at, answered_at, ended_at, active)
           values ($1, $2, $3, $4, 'manual', '9812345678', 'over', $5, $5, $5::timestamptz + make_interval(secs => $6), false)`,
          [world.tenantId, callId, user, loan.id, made, of.talk],
        );
      if (of.promise)
        await tx.query(
          `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, 'cash', $8, $9)`,
          [
            world.tenantId,
            uuidv7(),
            id,
            loan.id,
            user,
            of.promise.paise,
            of.promise.due ?? on,
            of.promise.status,
            made,
          ],
        );
      return id;
    });

  /** Thirty loans of 1,000 each for each of three field agents and the caller; what happens to them is known. */
  async function fill(): Promise<void> {
    const hold = (who: Who, kind: 'collector' | 'field_agent', count: number) =>
      world.addLoans(count, { posPaise: 1_000_00, dpd: 20, held: { [kind]: who } });
    const agents = await hold('agent', 'field_agent', 30);
    const rivals = await hold('rivalAgent', 'field_agent', 30);
    const callers = await hold('caller', 'collector', 30);
    await hold('collector', 'collector', 4);
    const idles = await world.addLoans(30, { posPaise: 1_000_00, dpd: 20 });
    await world.run(async (tx) => {
      for (const { id } of idles)
        await tx.query(
          `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'field_agent', $4)`,
          [world.tenantId, uuidv7(), id, idle.id],
        );
      await tx.query('update loans set entered_on = null where tenant_id = current_tenant()');
      // All of the idle one's and half of the rival's loans went into a worse bucket.
      await tx.query('update loans set dpd = 50 where tenant_id = current_tenant() and id = any($1::uuid[])', [
        [...idles, ...rivals.slice(0, 15)].map(({ id }) => id),
      ]);
      await tx.query(
        `insert into attendance (tenant_id, user_id, day, clock_in_at) values ($1, $2, '2026-11-02', $3), ($1, $2, '2026-11-01', $3)`,
        [world.tenantId, people().agent.id, at('2026-11-02')],
      );
    });
    const [first, second, third] = agents;
    const [rivalFirst, rivalSecond] = rivals;
    if (!first || !second || !third || !rivalFirst || !rivalSecond) throw new Error('No loans');
    const kept = (paise: number) => ({ paise, status: 'kept' });
    await record('agent', first, '2026-11-03', { channel: 'field', class: 'PTP', promise: kept(300_00) });
    await record('agent', second, '2026-11-03', {
      channel: 'field',
      class: 'PTP',
      promise: { paise: 100_00, status: 'broken' },
    });
    await record('agent', third, '2026-11-04', { channel: 'field', class: 'CALLBACK' });
    await record('agent', third, '2026-11-05', { channel: 'field', class: 'NOT_MET' });
    await record('rivalAgent', rivalFirst, '2026-11-03', { channel: 'field', class: 'PTP', promise: kept(50_00) });
    await record('rivalAgent', rivalSecond, '2026-11-03', {
      channel: 'field',
      class: 'PTP',
      promise: { paise: 50_00, status: 'broken' },
    });
    await fillPromises(callers);
    await world.run(async (tx) => {
      await tx.query(
        `insert into contact_blocks (tenant_id, day, rule, channel, user_id, loan_id, kind, times, last_at)
         values ($1, '2026-11-03', 'hours', 'visit', $2, $3, 'outside', 2, $4), ($1, '2026-11-03', 'hours', 'visit', $2, $3, 'refused', 9, $4)`,
        [world.tenantId, people().rivalAgent.id, rivalFirst.id, at('2026-11-03')],
      );
      await tx.query(
        `insert into contact_preferences (tenant_id, id, borrower_id, loan_id, kind, created_at) values ($1, $2, $3, $4, 'complaint', $5)`,
        [world.tenantId, uuidv7(), rivalFirst.borrowerId, rivalFirst.id, at('2026-11-03')],
      );
    });
  }
  /** Of the caller: a loan that breaks again, a call too short, one that is right, one nobody measured. */
  async function fillPromises([twice, short, right, unknown, field]: TestLoan[]): Promise<void> {
    if (!twice || !short || !right || !unknown || !field) throw new Error('No loans');
    const broken = { paise: 10_00, status: 'broken' };
    await record('caller', twice, '2026-11-02', { class: 'PTP', promise: broken, talk: 60 });
    await record('caller', twice, '2026-11-06', { class: 'PTP', promise: broken, talk: 60 });
    await record('caller', short, '2026-11-06', { class: 'PTP', promise: { paise: 5_00, status: 'open' }, talk: 4 });
    await record('caller', right, '2026-11-06', { class: 'PTP', promise: { paise: 70_00, status: 'kept' }, talk: 40 });
    await record('caller', unknown, '2026-11-06', { class: 'PTP', promise: { paise: 5_00, status: 'open' } });
    await record('caller', field, '2026-11-06', { class: 'NON_CONTACT' });
    // Of another month.
    await record('caller', short, '2026-10-30', { class: 'PTP', promise: broken, talk: 1 });
  }

  const night = async (day: string, of = world) =>
    of.run(async (tx) => {
      while (await countPart(tx, day, ZONE, new Date(at(day))));
    });
  const count = (month = MONTH, people = 2, of = world) =>
    of.run(async (tx) => {
      const now = new Date();
      // Whoever signed in for this test was not at work in the month that it is about, whatever the day on which it runs.
      await tx.query(`update sessions set created_at = '2026-01-02' where tenant_id = current_tenant()`);
      const run = await openRun(tx, { id: uuidv7(), tenantId: of.tenantId, month, zone: ZONE, askedBy: null }, now);
      if (!run) throw new Error('No night');
      while (await countFurther(tx, run.id, now, people));
    });

  it('says that nothing was counted, and counts no month that no night counted', async () => {
    expect(await list(people().admin)).toMatchObject({ rows: [], total: 0, counted: null, counting: null });
    expect((await send(people().admin, 'GET', '')).status).toBe(404);
    expect((await send(people().manager, 'POST', '/count', { month: MONTH })).status).toBe(422);
  });

  it('counts each figure of each person to the paisa, the same in parts of any size', async () => {
    await night('2026-11-10');
    await count(MONTH, 100);
    const once = (await list(people().admin)).rows;
    await count(MONTH, 1);
    const { rows, counted, total } = await list(people().admin);
    expect(rows).toEqual(once);
    expect(counted).toMatchObject({ month: MONTH, before: '2026-11-10' });
    expect(total).toBe(5);
    const of = (who: Person) => rows.find(({ profileId }) => profileId === who.id);
    expect(of(people().agent)).toMatchObject({
      ...{ role: 'CRM_FIELDAGENT', bucket: '0-30', accounts: 30, openingPaise: 30_000_00, resolvedPaise: 30_000_00 },
      ...{
        reached: 3,
        promised: 2,
        duePaise: 400_00,
        keptPaise: 300_00,
        calls: 0,
        visits: 4,
        complaints: 0,
        breaches: 0,
      },
      // Clocked in on the 2nd, a Monday, and recorded on the three days after it; the 1st was a Sunday.
      ...{
        presentDays: 4,
        workDays: 7,
        quality: null,
        kept: 0.75,
        attendance: 4 / 7,
        median: 0.5,
        resolution: 1,
        rank: 1,
      },
    });
    expect(of(people().rivalAgent)).toMatchObject({ resolution: 0.5, breaches: 2, complaints: 1, kept: 0.5, rank: 2 });
    expect(of(idle)).toMatchObject({ resolution: 0, kept: null, conversion: null, attendance: 0, rank: 3, score: 0 });
    expect(of(people().caller)).toMatchObject({ calls: 6, reached: 4, promised: 4, promises: 5, doubtful: 2, rank: 1 });
    expect(of(people().collector)).toMatchObject({ accounts: 4, rank: null, score: null });
  });

  it('shows managers their team, agencies their people, sub-roles whom they lead, clients and dialers nobody', async () => {
    const names = async (who: Person, query = '') =>
      (await list(who, query)).rows.map(({ profileId }) => profileId).sort();
    const { agent, rivalAgent, caller, collector } = people();
    const ids = (...of: Person[]) => of.map(({ id }) => id).sort();
    expect(await names(people().manager)).toEqual(ids(agent, caller, collector));
    expect(await names(people().nationalManager)).toEqual(ids(agent, caller, collector));
    expect(await names(people().rival)).toEqual(ids(rivalAgent, idle));
    expect(await names(people().partner)).toEqual(ids(idle));
    for (const who of ['otherPartner', 'client', 'clientAdmin', 'customer', 'dialer'] as const)
      expect(await names(people()[who]), who).toEqual([]);
    const area = await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole: 'ACM' });
    expect(await names(area)).toEqual([]);
    expect((await list(other.people.admin)).counted).toBeNull();
    expect((await send(people().manager, 'GET', `?profileId=${rivalAgent.id}`)).status).toBe(404);
    expect((await send(people().agent, 'GET', `?profileId=${rivalAgent.id}`)).status).toBe(404);
    expect((await send(area, 'GET', `?profileId=${agent.id}`)).status).toBe(404);
    expect((await send(other.people.admin, 'GET', `?profileId=${agent.id}`)).status).toBe(404);
    // The rank is that of the whole cohort, whoever looks.
    expect((await list(people().rival)).rows.map(({ rank }) => rank)).toEqual([2, 3]);
    expect(await names(people().admin, '&role=CRM_TELECALLER,COLLECTOR')).toEqual(ids(caller, collector));
    expect(await names(people().admin, '&bucket=31-60')).toEqual([]);
    expect(await names(people().admin, `&agencyId=${world.agencyId}`)).toEqual(ids(idle));
    expect(await names(people().admin, '&q=idle')).toEqual(ids(idle));
    const worst = await list(people().admin, '&sort=score&dir=asc&role=CRM_FIELDAGENT');
    expect(worst.rows.map(({ rank }) => rank)).toEqual([3, 2, 1]);
  });

  it('shows an agent their own row and the cohort without names, unless the tenant shows them', async () => {
    const { agent, admin } = people();
    const seen = await list(agent);
    expect(seen.rows.map(({ own, name, profileId, agency }) => [own, name === null, profileId, agency])).toEqual([
      [true, false, agent.id, null],
      [false, true, null, null],
      [false, true, null, null],
    ]);
    expect(JSON.stringify(seen)).not.toContain(people().rivalAgent.id);
    expect(JSON.stringify(seen)).not.toContain(idle.id);
    expect(seen.rows.slice(1).every(({ id }) => id.startsWith('other.'))).toBe(true);
    // Neither a name nor an agency finds somebody whose name is not shown.
    expect((await list(agent, '&q=idle')).rows).toEqual([]);
    expect((await list(agent, `&agencyId=${world.agencyId}`)).rows).toEqual([]);
    expect((await list(agent, '&sort=name&dir=desc')).rows.map(({ rank }) => rank)).toEqual([3, 2, 1]);
    const saved = await send(admin, 'PUT', '/settings', { ...DEFAULT_BOARD, version: 0, names: true });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await list(agent, '&q=idle')).rows.map(({ name }) => name)).toEqual(['Idle Agent']);
    expect((await send(agent, 'GET', `?profileId=${idle.id}`)).status).toBe(404);
  });

  it('says line by line how a score came about and what would gain a rank', async () => {
    const first = await person(people().agent);
    expect(first).toMatchObject({
      row: { own: true, rank: 1 },
      cohort: { people: 3, ranked: 3 },
      gains: [],
      mayAnswer: true,
      mayAsk: false,
    });
    const { row, lines, penalty, gains } = await person(
      people().rival,
      `?profileId=${people().rivalAgent.id}&month=${MONTH}&bucket=0-30`,
    );
    expect(penalty).toBe(400);
    expect(lines.reduce((sum, { points }) => sum + points, 0) - penalty).toBe(row.score);
    expect(lines.find(({ part }) => part === 'quality')).toMatchObject({
      share: null,
      given: 0,
      points: 0,
      weight: 10,
    });
    expect(lines.find(({ part }) => part === 'resolution')).toMatchObject({ share: 0.5, index: 0.5 });
    expect(gains.every(({ rank, change }) => rank === 1 && change > 0)).toBe(true);
    expect((await send(people().rival, 'GET', `?profileId=${people().rivalAgent.id}&bucket=31-60`)).status).toBe(404);
  });

  it('keeps weights in versions with who changed them, refuses those that do not add up, and counts anew by them', async () => {
    const { admin, owner } = people();
    const wrong = await send(admin, 'PUT', '/settings', { ...DEFAULT_BOARD, version: 1, kept: 26 });
    expect(wrong.status).toBe(422);
    const change = { ...DEFAULT_BOARD, resolution: 0, kept: 100, conversion: 0, quality: 0, attendance: 0, breach: 0 };
    expect((await send(admin, 'PUT', '/settings', { ...change, version: 0 })).status).toBe(409);
    expect((await send(owner, 'PUT', '/settings', { ...change, version: 1 })).status).toBe(200);
    const settings = await get<BoardSettingsKept & { history: BoardSettingsKept[] }>(admin, '/settings');
    expect(settings).toMatchObject({ version: 2, kept: 100, names: false, savedBy: people().owner.username });
    expect(settings.history.map(({ version, kept }) => [version, kept])).toEqual([
      [2, 100],
      [1, 25],
    ]);
    const [saved] = await world.run((tx) =>
      tx.query<{ actor_id: string; detail: { before: unknown; after: unknown } }>(
        `select actor_id, detail from audit_log where tenant_id = current_tenant() and action = 'leaderboard.settings-saved' and subject_id = '2'`,
      ),
    );
    expect(saved).toMatchObject({
      actor_id: owner.id,
      detail: { before: [{ kept: 25, names: true }], after: [{ kept: 100 }] },
    });
    for (const who of ['manager', 'agent', 'partner'] as const) {
      expect((await send(people()[who], 'GET', '/settings')).status).toBe(403);
      expect((await send(people()[who], 'PUT', '/settings', { ...change, version: 2 })).status).toBe(403);
    }
    const area = await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole: 'ACM' });
    expect((await send(area, 'PUT', '/settings', { ...change, version: 2 })).status).toBe(403);
    expect((await list(admin)).counting).toMatchObject({ state: 'counting', done: 0 });
    await worked();
    const { rows, counting } = await list(admin, '&role=CRM_FIELDAGENT');
    expect(counting).toBeNull();
    expect(rows.map(({ score, rank }) => [score, rank])).toEqual([
      [7500, 1],
      [5000, 2],
      [null, null],
    ]);
  });

  /** Works what waits, as the server does. */
  async function worked(): Promise<void> {
    const logger = createLogger('silent');
    const clock = { now: () => new Date() };
    const jobs = createJobs({ db: held.db, clock, logger, pollMs: 20 });
    registerJobs(jobs, { db: held.db, clock, logger });
    jobs.start();
    try {
      await expect.poll(async () => (await list(people().admin)).counting, { timeout: 20_000 }).toBeNull();
    } finally {
      await jobs.stop();
    }
  }

  it('is counted anew for a manager, once at a time, and takes the earlier count away', async () => {
    const asked = await send(people().manager, 'POST', '/count', { month: MONTH });
    expect(asked.body.data).toMatchObject({ done: 0, total: 5 });
    expect((await send(people().partner, 'POST', '/count', { month: MONTH })).status).toBe(200);
    for (const who of ['agent', 'client', 'dialer'] as const)
      expect((await send(people()[who], 'POST', '/count', { month: MONTH })).status).toBe(403);
    const runs = () =>
      world.run((tx) => tx.query('select id from leaderboard_runs where tenant_id = current_tenant()'));
    expect(await runs()).toHaveLength(2);
    await worked();
    expect(await runs()).toHaveLength(1);
    const rows = await world.run((tx) => tx.query('select 1 from leaderboard_rows where tenant_id = current_tenant()'));
    expect(rows).toHaveLength(5);
  });

  it('begins again when a newer night takes away what it counts from, and compares with the month before', async () => {
    await world.run(async (tx) => {
      const now = new Date();
      const run = await openRun(
        tx,
        { id: uuidv7(), tenantId: world.tenantId, month: MONTH, zone: ZONE, askedBy: null },
        now,
      );
      if (!run) throw new Error('No night');
      await countFurther(tx, run.id, now, 2);
      while (await countPart(tx, '2026-11-11', ZONE, now));
      while (await countFurther(tx, run.id, now, 2));
    });
    expect((await list(people().admin)).counted).toMatchObject({ before: '2026-11-11' });
    await night('2026-12-01');
    await night('2026-12-03');
    await count('2026-12-01');
    const { rows, counted } = await list(people().admin, '&role=CRM_FIELDAGENT');
    expect(counted).toMatchObject({ month: '2026-12-01' });
    expect(rows.find(({ profileId }) => profileId === people().agent.id)).toMatchObject({ rankBefore: 1, visits: 0 });
    expect((await list(people().admin, `&month=${MONTH}`)).rows).toHaveLength(5);
  });

  it('finds promises that were too short for a call and those that a loan breaks again, each with its call', async () => {
    const { caller, manager, rival, client } = people();
    const path = `/promises?profileId=${caller.id}&month=${MONTH}`;
    interface Promises {
      rows: { signs: string[]; loanNumber: string | null; talkSeconds: number | null; brokenBefore: number }[];
      counts: unknown;
      total: number;
    }
    const found = await get<Promises>(manager, path);
    expect(found).toMatchObject({
      ...{ total: 2, counts: { short: 1, burst: 0, again: 1 } },
      ...{ promises: 5, promisedPaise: 100_00, keptPaise: 70_00 },
    });
    expect(found.rows.map(({ signs }) => signs).sort()).toEqual([['again'], ['short']]);
    expect(found.rows.every(({ loanNumber }) => loanNumber !== null)).toBe(true);
    expect((await get<Promises>(manager, `${path}&sign=short`)).rows).toMatchObject([
      { talkSeconds: 4, signs: ['short'] },
    ]);
    expect((await get<Promises>(caller, path)).total).toBe(2);
    expect((await get<Promises>(caller, `${path}&page=500`)).total).toBe(2);
    for (const who of [rival, client, people().agent, other.people.admin])
      expect((await send(who, 'GET', path)).status).toBe(404);
    // Given to somebody else by now: the promise stays the caller's, the loan is not theirs to see.
    await world.run((tx) =>
      tx.query(`update loan_assignments set ended_at = now() where tenant_id = current_tenant() and profile_id = $1`, [
        caller.id,
      ]),
    );
    expect((await get<Promises>(caller, path)).rows).toMatchObject([{ loanNumber: null }, { loanNumber: null }]);
  });

  it('lets a manager ask and the person answer once; both stay and are in the audit', async () => {
    const { manager, caller, rival, agent, client } = people();
    const id = uuidv7();
    const question = { id, profileId: caller.id, month: MONTH, question: 'Why was this call so short?' };
    const refused = async (who: Person, body: object, status: number) =>
      expect((await send(who, 'POST', '/questions', { ...question, id: uuidv7(), ...body })).status).toBe(status);
    await refused(rival, {}, 404);
    await refused(client, {}, 403);
    await refused(agent, {}, 403);
    await refused(other.people.admin, {}, 404);
    await refused(manager, { profileId: manager.id }, 422);
    const asked = await send(manager, 'POST', '/questions', question);
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    expect((await send(manager, 'POST', '/questions', question)).status).toBe(200);
    expect((await list(caller)).waiting).toEqual([{ month: MONTH }]);
    const reply = (who: Person, answer: string) => send(who, 'PUT', `/questions/${id}`, { answer });
    expect((await reply(agent, 'Not mine')).status).toBe(404);
    expect((await reply(manager, 'Not mine')).status).toBe(403);
    expect((await reply(caller, 'They knew me already.')).status).toBe(200);
    expect((await reply(caller, 'They knew me already.')).status).toBe(200);
    expect((await reply(caller, 'Something else')).status).toBe(409);
    expect((await list(caller)).waiting).toEqual([]);
    const { questions, mayAsk } = await person(manager, `?profileId=${caller.id}&month=${MONTH}`);
    expect(mayAsk).toBe(true);
    expect(questions).toMatchObject([
      { question: question.question, answer: 'They knew me already.', askedBy: manager.username },
    ]);
    const audit = await world.run((tx) =>
      tx.query(
        'select action, actor_id, detail from audit_log where tenant_id = current_tenant() and subject_id = $1 order by seq',
        [id],
      ),
    );
    expect(audit).toMatchObject([
      {
        ...{ action: 'leaderboard.asked', actor_id: manager.id },
        detail: { before: null, after: { profileId: caller.id, question: question.question } },
      },
      {
        ...{ action: 'leaderboard.answered', actor_id: caller.id },
        detail: { before: { answer: null }, after: { answer: 'They knew me already.' } },
      },
    ]);
  });
});
