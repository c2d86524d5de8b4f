/** Loans given by hand as one job: all that match a filter, and lists of numbers, with what was left out, stopped and taken back. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AllocationRun } from '../../core/contract/allocation';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/allocation/jobs';
import { outcomesFurther } from '../../server/modules/allocation/outcomes';
import { systemClock as clock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import { bothAtNight } from '../support/databases';
import { telecallerDesk } from '../support/telecaller-desk';
import type { TestLoan, Who } from '../support/world';

const BY_HAND = '/api/v1/loans/manual-allocation';
const RUNS = '/api/v1/loans/auto-allocation';

describe.each(bothAtNight)('giving by hand as a job on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { send, numbers, audit } = desk;
  const logger = createLogger('silent');
  let jobs: ReturnType<typeof createJobs>;
  let loans: TestLoan[];

  const run = () => {
    jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
    registerJobs(jobs, { db: desk.held.db, clock, logger });
    jobs.start();
  };
  beforeAll(run);
  afterAll(() => jobs.stop());
  beforeEach(async () => {
    loans = await desk.world.addLoans(6, { held: { collector: 'collector' } });
  });

  const one = async (id: string, who: Who = 'manager') =>
    (await send(who, 'GET', `${RUNS}/${id}`)).body.data as AllocationRun;
  async function over(id: string, who: Who = 'manager'): Promise<AllocationRun> {
    const ended = ['committed', 'undone', 'failed', 'cancelled'];
    await expect.poll(async () => ended.includes((await one(id, who)).state), { timeout: 20_000 }).toBe(true);
    return one(id, who);
  }
  const matching = (who: Who, body: object) =>
    send(who, 'POST', BY_HAND, {
      id: uuidv7(),
      kind: 'collector',
      profileId: desk.world.people.caller.id,
      filter: {},
      ...body,
    });
  async function listed(text: string, who: Who = 'manager', fileName = 'loans.csv', id = uuidv7()) {
    const query = new URLSearchParams({ id, kind: 'collector', profileId: desk.world.people.caller.id, fileName });
    const response = await desk.api(who).fetch(`${BY_HAND}/file?${query}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return { status: response.status, body: (await response.json()) as { data: AllocationRun } };
  }
  const number = (at: number) => loans[at]?.number ?? '';
  const set = (text: string, at: number) =>
    desk.world.run((tx) =>
      tx.query(`update loans set ${text} where tenant_id = $1 and id = $2`, [desk.world.tenantId, loans[at]?.id]),
    );

  it('gives all that match, says what was left out and why, and is taken back', async () => {
    await set("state = 'closed'", 0);
    await set('dpd = 400', 1);
    const asked = await matching('manager', {
      filter: { dpdTo: '300' },
      except: [loans[2]?.id],
      reason: 'Diwali campaign',
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { id } = asked.body.data as AllocationRun;
    const done = await over(id);
    expect(done).toMatchObject({ state: 'committed', given: 3, leftOut: 1, done: 4, total: 4 });
    expect(done.leftWhy).toEqual({ 'not-active': 1 });
    expect(done.hand).toMatchObject({ source: 'filter', kind: 'collector', reason: 'Diwali campaign', unknown: 0 });
    expect((await numbers('caller', 'active/loans')).sort()).toEqual([number(3), number(4), number(5)].sort());
    expect(
      await desk.rows(
        `select distinct reason from loan_assignments where tenant_id = current_tenant() and profile_id = $1 and ended_at is null`,
        desk.world.people.caller.id,
      ),
    ).toEqual([{ reason: 'Diwali campaign' }]);
    const reported = async () => {
      const { body } = await send('manager', 'GET', '/api/v2/reports/allocations?pageSize=100');
      const { rows } = body.data as { rows: Record<string, unknown>[] };
      return rows.filter(({ job }) => job !== null).map(({ job, rule, reason }) => [job, rule, reason]);
    };
    expect(await reported()).toEqual(Array(3).fill(['filter', null, 'Diwali campaign']));
    // Asked again under its id it is the same run, and the rules do not list it.
    const again = await matching('manager', { id });
    expect(again.body.data).toMatchObject({ id, state: 'committed', given: 3 });
    expect((await send('manager', 'GET', RUNS)).body.data).toEqual([]);
    expect((await send('manager', 'GET', BY_HAND)).body.data).toMatchObject([{ id, given: 3 }]);
    const text = await (await desk.api('manager').fetch(`${RUNS}/${id}/errors`)).text();
    expect(text).toContain(`${number(0)},,`);
    expect(text).toContain('The loan is not active any more');
    expect(await audit('allocation.by-hand-asked', id)).toMatchObject([
      { detail: { before: null, after: { reason: 'Diwali campaign', source: 'filter' } } },
    ]);

    expect((await send('manager', 'PUT', `${RUNS}/${id}/undo`, {})).status).toBe(200);
    await expect.poll(async () => (await one(id)).state, { timeout: 20_000 }).toBe('undone');
    expect(await one(id)).toMatchObject({ restored: 3 });
    expect(await numbers('caller', 'active/loans')).toEqual([]);
  });

  it('says what became of what was given, to whom the run is shown', async () => {
    const { caller } = desk.world.people;
    // A record from before counts for nothing.
    await desk.record('collector', loans[0] as TestLoan);
    const { id } = (await matching('manager', {})).body.data as AllocationRun;
    await over(id);
    const outcomes = async () => (await send('manager', 'GET', `${RUNS}/${id}/outcomes`)).body.data;
    const none = { kind: 'collector', holderId: caller.id, rule: null, loans: 6, attempted: 0, untouched: 6, still: 6 };
    expect(await outcomes()).toMatchObject([{ ...none, promised: 0, paid: 0, paidPaise: 0, posPaise: 30_000_000 }]);
    const dueOn = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const recordedAt = () => new Date().toISOString();
    await desk.record('caller', loans[1] as TestLoan, { recordedAt: recordedAt() });
    await desk.record('caller', loans[2] as TestLoan, {
      code: 'PTP',
      recordedAt: recordedAt(),
      ptp: { amountPaise: 150_000, dueOn, mode: 'upi' },
    });
    await desk.world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status)
         select $1, n.id, $2, $3, 70000, 'upi', now(), n.status
           from (values ($4::uuid, 'received'), ($5::uuid, 'reversed')) as n(id, status)`,
        [desk.world.tenantId, loans[2]?.id, caller.id, uuidv7(), uuidv7()],
      ),
    );
    await desk.world.unassign(loans[3] as TestLoan, 'collector');
    expect(await outcomes()).toMatchObject([
      { ...none, attempted: 2, untouched: 4, still: 5, promised: 1, paid: 1, paidPaise: 70_000 },
    ]);
    // In pieces of one loan it comes to the same, and says how far it is.
    const parts = () => send('manager', 'GET', `${RUNS}/${id}/outcomes?look=same`);
    const before = (await parts()).body;
    const places: number[] = [];
    await jobs.stop();
    await send('manager', 'GET', `${RUNS}/${id}/outcomes?look=new`);
    while (await desk.world.run((tx) => outcomesFurther(tx, id, 1)))
      places.push(((await parts()).body.progress as { done: number }).done);
    expect(places).toEqual([1, 2, 3, 4, 5, 5]);
    expect((await parts()).body).toEqual(before);
    run();
    expect((await send('rival', 'GET', `${RUNS}/${id}/outcomes`)).status).toBe(404);
    expect((await send('caller', 'GET', `${RUNS}/${id}/outcomes`)).status).toBe(403);
  });

  it('gives only what the sender sees: another manager’s filter finds none of these loans', async () => {
    const asked = await matching('rival', { kind: 'field_agent', profileId: desk.world.people.rivalAgent.id });
    const { id } = asked.body.data as AllocationRun;
    expect(await over(id, 'rival')).toMatchObject({ state: 'committed', given: 0, leftOut: 0 });
    expect((await send('manager', 'GET', `${RUNS}/${id}`)).status).toBe(404);
  });

  it('gives a list of numbers, with or without a header, and names those that are none', async () => {
    const { status, body } = await listed(`${number(0)}\n${number(1)}\nNOBODYS\n${number(0)}\n`);
    expect(status, JSON.stringify(body)).toBe(200);
    const done = await over(body.data.id);
    expect(done).toMatchObject({ state: 'committed', given: 2, leftOut: 0, hand: { source: 'list', unknown: 2 } });
    const text = await (await desk.api('manager').fetch(`${RUNS}/${body.data.id}/errors`)).text();
    expect(text).toMatch(/NOBODYS,,,.*There is no such loan among yours/);
    expect(text).toMatch(new RegExp(`${number(0)},,,.*An earlier line names the same loan`));
    const shown = (await send('manager', 'GET', '/api/v2/reports/allocations?pageSize=100')).body.data as {
      rows: Record<string, unknown>[];
    };
    expect(shown.rows.filter(({ rule }) => rule === 'loans.csv').map(({ job }) => job)).toEqual(['list', 'list']);
    const named = await listed(`Name,LAN\nA,${number(2)}\n`, 'admin', 'named.csv');
    expect(await over(named.body.data.id, 'admin')).toMatchObject({ given: 1, hand: { unknown: 0 } });
    const only = await listed(number(3), 'admin', 'one.csv');
    expect(await over(only.body.data.id, 'admin')).toMatchObject({ given: 1 });
    const found = await send('admin', 'GET', '/reporting/api/jobs/search?type=ManualAllocationFile');
    expect(found.body.data).toMatchObject({
      totalElements: 3,
      content: [
        { fileName: 'one.csv', totalCount: 1, successCount: 1, failureCount: 0, fileUrl: null },
        { fileName: 'named.csv', status: 'done' },
        { fileName: 'loans.csv', totalCount: 4, successCount: 2, failureCount: 2 },
      ],
    });
  });

  it('refuses a holder who may get none, a table without numbers, and whoever may not give', async () => {
    const refused: [Who, object, number][] = [
      ['manager', { profileId: desk.world.people.agent.id }, 422],
      ['manager', { profileId: desk.foreign.people.caller.id }, 404],
      ['manager', { profileId: desk.world.people.rivalAgent.id, kind: 'field_agent' }, 404],
      ['manager', { kind: 'field_agent', profileId: desk.world.people.agent.id, visitOn: '2020-01-01' }, 422],
      ['manager', { filter: { tenantId: desk.foreign.tenantId } }, 403],
      ['caller', {}, 403],
      ['agent', {}, 403],
      ['partner', {}, 403],
    ];
    for (const [who, body, status] of refused) {
      const answer = await matching(who, body);
      expect(answer.status, `${who} ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`).toBe(status);
    }
    expect((await listed('Name,City\nA,B\n')).status).toBe(422);
    expect((await listed('')).status).toBe(422);
    expect((await listed(number(0), 'caller')).status).toBe(403);
  });

  it('stops in the middle with what was given taken back, and goes on after a death', async () => {
    await jobs.stop();
    const asked = await matching('manager', {});
    const { id } = asked.body.data as AllocationRun;
    run();
    await over(id);
    // As the rows were when the process died after half of the loans: each piece is one transaction.
    await jobs.stop();
    const half = loans.slice(3).map((loan) => loan.id);
    await desk.world.run(async (tx) => {
      await tx.query(
        'delete from loan_assignments where tenant_id = $1 and loan_id = any($2::uuid[]) and ended_at is null',
        [desk.world.tenantId, half],
      );
      await tx.query(
        'update loan_assignments set ended_at = null where tenant_id = $1 and loan_id = any($2::uuid[]) and profile_id = $3',
        [desk.world.tenantId, half, desk.world.people.collector.id],
      );
      await tx.query(
        'update allocation_run_loans set became = null, batch_id = null where tenant_id = $1 and run_id = $2 and loan_id = any($3::uuid[])',
        [desk.world.tenantId, id, half],
      );
      await tx.query(
        "update allocation_runs set state = 'committing', finished_at = null, given = 3, done = 3 where tenant_id = $1 and id = $2",
        [desk.world.tenantId, id],
      );
    });
    await jobs.enqueue(
      'allocation.work',
      { id, userId: desk.world.people.manager.id },
      { tenantId: desk.world.tenantId },
    );
    run();
    expect(await over(id)).toMatchObject({ state: 'committed', given: 6, done: 6 });
    expect(await numbers('caller', 'active/loans')).toHaveLength(6);

    await jobs.stop();
    const later = (await matching('manager', { profileId: desk.world.people.collector.id })).body.data as AllocationRun;
    expect((await send('manager', 'PUT', `${RUNS}/${later.id}/cancel`, {})).body.data).toMatchObject({
      state: 'cancelled',
    });
    run();
    await expect
      .poll(async () => desk.held.db.platform((tx) => tx.query("select 1 from jobs where name = 'allocation.work'")), {
        timeout: 20_000,
      })
      .toEqual([]);
    expect(await one(later.id)).toMatchObject({ state: 'cancelled', given: 0 });
    expect(await numbers('caller', 'active/loans')).toHaveLength(6);
  });
});
