/** Loans given to agencies by percentages: rehearsed, committed, seen by each agency, recalled on their day, and taken back. */
import { describe, expect, it } from 'vitest';
import type { AgencyHolding } from '../../core/contract/agency-allocation';
import type { AllocationRun } from '../../core/contract/allocation';
import { type AllocationRule, EVEN_WEIGHTS, type Share } from '../../core/domain/allocation';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/allocation/jobs';
import { recallFromAgencies } from '../../server/modules/loans/agency-recall';
import { systemClock as clock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import { engines } from '../support/databases';
import { createPerson } from '../support/people';
import { telecallerDesk } from '../support/telecaller-desk';
import type { TestLoan, Who } from '../support/world';

const PATH = '/api/v1/loans/agency-allocation';
const RUNS = '/api/v1/loans/auto-allocation';
const today = dayOf(new Date(), 'Asia/Kolkata');
const share = (id: string, percent: number, over: Partial<Share> = {}): Share => ({
  ...{ id, percent, mostLoans: null, mostPos: null },
  ...over,
});

describe.each(engines)('loans for agencies on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { send, rows, audit } = desk;
  const ruleOf = (shares: Share[], over: Partial<AllocationRule> = {}): AllocationRule => ({
    ...{ id: uuidv7(), name: 'Bucket 2', active: true, condition: [[{ field: 'dpd', from: 31, to: 60, not: false }]] },
    ...{ kind: 'agency', target: { of: 'chosen', ids: shares.map(({ id }) => id) }, method: 'share', shares },
    ...{
      weights: EVEN_WEIGHTS,
      keepPresent: true,
      mostLoans: null,
      mostPos: null,
      needsDra: false,
      needsPresence: false,
    },
    ...{ from: null, until: null },
    ...over,
  });
  const ask = (who: Who, rule: AllocationRule, recallOn: string | null = null, id = uuidv7()) =>
    send(who, 'POST', PATH, { id, rule, recallOn, reason: 'September' });
  const one = async (id: string) => (await send('admin', 'GET', `${RUNS}/${id}`)).body.data as AllocationRun;
  async function worked(id: string, state: AllocationRun['state']): Promise<AllocationRun> {
    const logger = createLogger('silent');
    const jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
    registerJobs(jobs, { db: desk.held.db, clock, logger });
    jobs.start();
    try {
      await expect.poll(async () => (await one(id)).state, { timeout: 20_000 }).toBe(state);
    } finally {
      await jobs.stop();
    }
    return one(id);
  }
  const holdings = async (who: Who = 'admin') =>
    ((await send(who, 'GET', `${PATH}/agencies`)).body.data as { agencies: AgencyHolding[] }).agencies;
  const held = async (agency: string, who: Who = 'admin') => (await holdings(who)).find(({ id }) => id === agency);
  const otherAgency = async () =>
    String((await rows('select id from agencies where id <> $1', desk.world.agencyId))[0]?.id);
  const night = (day: string) => desk.world.run((tx) => recallFromAgencies(tx, day, new Date()));
  const book = async (count: number): Promise<TestLoan[]> => {
    const loans: TestLoan[] = [];
    for (let at = 0; at < count; at += 1)
      loans.push(await desk.world.addLoan({ dpd: 40, posPaise: 1000 + at, held: { collector: 'collector' } }));
    return loans;
  };

  it('says in a rehearsal how many and how much each would get, gives them until a day, and takes them back', async () => {
    const loans = await book(10);
    await desk.world.addLoan({ dpd: 10, held: { collector: 'collector' } });
    const [first, second] = [desk.world.agencyId, await otherAgency()];
    const asked = await ask(
      'admin',
      ruleOf([share(first, 50), share(second, 30, { mostLoans: 2 })]),
      addDays(today, 3),
    );
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { id } = asked.body.data as AllocationRun;
    const run = await worked(id, 'rehearsed');
    expect(run).toMatchObject({ agencies: { name: 'Bucket 2', recallOn: addDays(today, 3), reason: 'September' } });
    const gets = new Map(run.summary?.holders.map((one) => [one.id, [one.gets, one.after.loans, one.after.pos > 0]]));
    expect(gets.get(first)).toEqual([5, 5, true]);
    expect(gets.get(second)).toEqual([2, 2, true]);
    // The rest of a hundred, and what there was no capacity for.
    expect(run.summary?.kinds).toMatchObject([{ kind: 'agency', loans: 10, moved: 7, full: 1, noRule: 2 }]);
    // Nothing changed yet.
    expect(await held(first)).toMatchObject({ loans: 0, near: 0, nextRecallOn: null });
    expect((await send('admin', 'PUT', `${RUNS}/${id}/commit`, {})).status).toBe(200);
    expect(await worked(id, 'committed')).toMatchObject({ given: 7, leftOut: 0 });
    expect(await held(first)).toMatchObject({ loans: 5, near: 5, nextRecallOn: addDays(today, 3), stopped: false });
    expect(await held(second)).toMatchObject({ loans: 2, near: 2 });
    // Who called them still does, and the loans' own recall by the lender is another one.
    expect(
      await rows(
        'select 1 from loans where recall_on is not null and id = any($1::uuid[])',
        loans.map((loan) => loan.id),
      ),
    ).toEqual([]);
    const reasons = await rows(
      "select distinct reason from loan_assignments where kind = 'agency' and ended_at is null and profile_id = any($1::uuid[])",
      [first, second],
    );
    expect(reasons).toEqual([{ reason: 'September' }]);
    expect((await send('admin', 'GET', PATH)).body.data).toMatchObject([
      { id, given: 7, agencies: { name: 'Bucket 2' } },
    ]);
    // Runs of the rules are others.
    expect((await send('admin', 'GET', RUNS)).body.data).toEqual([]);
    const outcomes = await send('admin', 'GET', `${RUNS}/${id}/outcomes?look=new`);
    expect(outcomes.status).toBe(200);
    expect((await send('admin', 'PUT', `${RUNS}/${id}/undo`, {})).status).toBe(200);
    expect(await worked(id, 'undone')).toMatchObject({ restored: 7 });
    expect(await held(first)).toMatchObject({ loans: 0, near: 0 });
  });

  it('ends on the day after: neither the agency nor its people hold them, and who called them from here still does', async () => {
    const [loan, later] = (await book(2)) as [TestLoan, TestLoan];
    const agency = desk.world.agencyId;
    const { id } = (await ask('admin', ruleOf([share(agency, 100)]), today)).body.data as AllocationRun;
    await worked(id, 'rehearsed');
    await send('admin', 'PUT', `${RUNS}/${id}/commit`, {});
    await worked(id, 'committed');
    const agent = await createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_FIELDAGENT', agencyId: agency });
    await send('admin', 'PUT', '/api/v1/loans/assign/field-agent', { loanIds: [loan.id], profileId: agent.id });
    const holders = async (of: TestLoan) =>
      (
        await rows('select kind from loan_assignments where loan_id = $1 and ended_at is null order by kind', of.id)
      ).map((row) => row.kind);
    await night(today);
    expect(await holders(loan)).toEqual(['agency', 'collector', 'field_agent']);
    await desk.world.run((tx) =>
      tx.query(
        "update loan_assignments set recall_on = $2 where kind = 'agency' and loan_id = $1 and ended_at is null",
        [later.id, addDays(today, 30)],
      ),
    );
    expect(await night(addDays(today, 1))).toBe(false);
    expect(await holders(loan)).toEqual(['collector']);
    expect(await holders(later)).toEqual(['agency', 'collector']);
    expect(await audit('loans.agency-recalled', loan.id)).toMatchObject([
      { detail: { recallOn: today, before: { agency, people: [agent.id] } }, actor_id: null },
    ]);
    // Once.
    await night(addDays(today, 1));
    expect(await audit('loans.agency-recalled', loan.id)).toHaveLength(1);
    expect(await held(agency)).toMatchObject({ loans: 1, near: 0, nextRecallOn: null });
  });

  it('what an agency keeps gets the new last day, and taken back the one of before', async () => {
    const [kept, later, fresh] = (await book(3)) as [TestLoan, TestLoan, TestLoan];
    const agency = desk.world.agencyId;
    const days = async () =>
      Object.fromEntries(
        (
          await rows(
            "select loan_id, recall_on from loan_assignments where kind = 'agency' and ended_at is null and profile_id = $1",
            agency,
          )
        ).map((row) => [row.loan_id, row.recall_on]),
      );
    const give = (loanIds: string[], recallOn?: string) =>
      send('admin', 'PUT', '/api/v1/loans/assign/agency', { loanIds, profileId: agency, recallOn });
    expect((await give([kept.id])).body.data).toMatchObject({ assigned: 1 });
    expect((await give([later.id], addDays(today, 2))).body.data).toMatchObject({ assigned: 1 });
    const until = addDays(today, 9);
    const { id } = (await ask('admin', ruleOf([share(agency, 100)]), until)).body.data as AllocationRun;
    expect((await worked(id, 'rehearsed')).summary?.kinds).toMatchObject([{ kind: 'agency', moved: 1, kept: 2 }]);
    const loans = async (which: string) =>
      ((await send('admin', 'GET', `${RUNS}/${id}/loans?which=${which}`)).body.data as { content: unknown[] }).content;
    expect(await loans('moves')).toMatchObject([{ loanId: fresh.id }]);
    await send('admin', 'PUT', `${RUNS}/${id}/commit`, {});
    expect(await worked(id, 'committed')).toMatchObject({ given: 3, leftOut: 0 });
    expect(await days()).toEqual({ [kept.id]: until, [later.id]: until, [fresh.id]: until });
    // They were not given anew: who has had them since when stays.
    expect(
      await rows('select 1 from loan_assignments where loan_id = $1 and kind = $2', kept.id, 'agency'),
    ).toHaveLength(1);
    // One was given another day since, which stays.
    await give([later.id], addDays(today, 20));
    await send('admin', 'PUT', `${RUNS}/${id}/undo`, {});
    expect(await worked(id, 'undone')).toMatchObject({ restored: 2 });
    expect(await days()).toEqual({ [kept.id]: null, [later.id]: addDays(today, 20) });
  });

  it('from the list of loans an agency is given them until a day too, at once and as a job', async () => {
    const [first, second, third] = (await book(3)) as [TestLoan, TestLoan, TestLoan];
    const agency = desk.world.agencyId;
    const give = (loanIds: string[], recallOn: string) =>
      send('admin', 'PUT', '/api/v1/loans/assign/agency', { loanIds, profileId: agency, recallOn });
    const over = await give([first.id], addDays(today, -1));
    expect([over.status, JSON.stringify(over.body)]).toEqual([422, expect.stringContaining('This day is over')]);
    await give([first.id], today);
    expect(await held(agency)).toMatchObject({ loans: 1, near: 1, nextRecallOn: today });
    const again = await give([first.id, second.id], addDays(today, 3));
    const { batchId, results } = again.body.data as { batchId: string; results: { became: string }[] };
    expect(results.map(({ became }) => became)).toEqual(['renewed', 'assigned']);
    expect((await give([first.id], addDays(today, 3))).body.data).toMatchObject({
      batchId: null,
      results: [{ became: 'unchanged' }],
    });
    expect(await held(agency)).toMatchObject({ loans: 2, nextRecallOn: addDays(today, 3) });
    expect(await audit('loans.assigned', batchId)).toMatchObject([
      { detail: { loans: [{ loanId: second.id }, { loanId: first.id, recall: { before: today } }] } },
    ]);
    expect((await send('admin', 'PUT', '/api/v1/loans/assign/undo', { batchId })).body.data).toMatchObject({
      restored: 2,
      left: 0,
    });
    expect(await held(agency)).toMatchObject({ loans: 1, nextRecallOn: today });

    const id = uuidv7();
    const body = {
      id,
      kind: 'agency',
      profileId: agency,
      recallOn: addDays(today, 4),
      filter: { dpdFrom: 40 },
      except: [third.id],
    };
    expect(
      (await send('admin', 'POST', '/api/v1/loans/manual-allocation', { ...body, recallOn: '2020-01-01' })).status,
    ).toBe(422);
    const begun = await send('admin', 'POST', '/api/v1/loans/manual-allocation', body);
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    expect(await worked(id, 'committed')).toMatchObject({ given: 2, leftOut: 0 });
    expect(await held(agency)).toMatchObject({ loans: 2, nextRecallOn: addDays(today, 4) });
    await send('admin', 'PUT', `${RUNS}/${id}/undo`, {});
    expect(await worked(id, 'undone')).toMatchObject({ restored: 2 });
    expect(await held(agency)).toMatchObject({ loans: 1, nextRecallOn: today });
  });

  it('is refused where it could not be done, and to whoever gives no loans to agencies', async () => {
    const { agencyId, people } = desk.world;
    const other = await otherAgency();
    const good = ruleOf([share(agencyId, 60)]);
    const bad: [AllocationRule, string | null, string][] = [
      [ruleOf([share(agencyId, 60), share(other, 60)]), null, 'rules.0'],
      [{ ...good, method: 'least-loaded' }, null, 'rule'],
      [{ ...good, kind: 'collector' }, null, 'rule'],
      [ruleOf([share(people.manager.id, 10)]), null, 'rules.0.target'],
      [ruleOf([share(desk.foreign.agencyId, 10)]), null, 'rules.0.target'],
      [good, addDays(today, -1), 'recallOn'],
      [{ ...good, condition: [] }, null, 'rules.0'],
    ];
    for (const [rule, recallOn, path] of bad) {
      const { status, body } = await ask('admin', rule, recallOn);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(`"${path}"`);
    }
    await rows('update agencies set locked = true where id = $1', agencyId);
    expect(JSON.stringify((await ask('admin', good)).body)).toContain('locked');
    expect(await held(agencyId)).toMatchObject({ stopped: true });
    for (const who of ['caller', 'agent', 'partner', 'plainManager'] as const) {
      expect((await ask(who, good)).status).toBe(403);
      expect((await send(who, 'GET', `${PATH}/agencies`)).status).toBe(403);
    }
  });

  it('a manager gives and sees what their people hold, and nothing of another one’s', async () => {
    await book(4);
    const agency = await otherAgency();
    const { id } = (await ask('manager', ruleOf([share(agency, 50)]))).body.data as AllocationRun;
    await worked(id, 'rehearsed');
    expect((await send('rival', 'PUT', `${RUNS}/${id}/commit`, {})).status).toBe(404);
    await send('manager', 'PUT', `${RUNS}/${id}/commit`, {});
    await worked(id, 'committed');
    expect((await held(agency, 'manager'))?.loans).toBe(2);
    expect((await held(agency, 'rival'))?.loans).toBe(0);
    expect((await send('rival', 'GET', PATH)).body.data).toEqual([]);
  });

  it('what an agency resolved this month stands by the bucket at its opening, as the last night counted it', async () => {
    const { agencyId, tenantId } = desk.world;
    const [portfolio] = await rows('select id, client_id from portfolios order by name');
    const nobody = '00000000-0000-0000-0000-000000000000';
    await rows(
      "insert into dupont_runs (tenant_id, month, before_day, started_at, finished_at) values (current_tenant(), '2026-11-01', '2026-11-20', now(), now())",
    );
    const columns = await rows(
      "select column_name as name from information_schema.columns where table_name = 'dupont_sums'",
    );
    const values: Record<string, unknown> = {
      ...{
        tenant_id: tenantId,
        month: '2026-11-01',
        before_day: '2026-11-20',
        client_id: portfolio?.client_id,
        portfolio_id: portfolio?.id,
      },
      ...{ bucket: '31-60', manager_id: nobody, collector_id: nobody, field_agent_id: nobody, agency_id: agencyId },
      ...{
        allocated: 4,
        opening_pos: 1000,
        resolved_calls: 100,
        resolved_field: 200,
        resolved_settlement: 50,
        resolved_self: 25,
      },
    };
    const names = columns.map(({ name }) => String(name));
    for (const bucket of ['180-360', '31-60'])
      await rows(
        `insert into dupont_sums (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        ...names.map((name) => (name === 'bucket' ? bucket : (values[name] ?? 0))),
      );
    const { body } = await send('admin', 'GET', `${PATH}/agencies`);
    expect(body.data).toMatchObject({ counted: { month: '2026-11-01', before: '2026-11-20' } });
    // In the order of the buckets.
    expect((await held(agencyId))?.buckets).toEqual(
      ['31-60', '180-360'].map((bucket) => ({ bucket, loans: 4, openingPaise: 1000, resolvedPaise: 375 })),
    );
    expect((await held(agencyId, 'manager'))?.buckets).toEqual([]);
  });
});
