/** Rules of allocation: written, rehearsed without changing anything, committed past what changed since, undone. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AllocationRun, RuleSet } from '../../core/contract/allocation';
import { type AllocationRule, EVEN_WEIGHTS } from '../../core/domain/allocation';
import { DUPONT_SUMS } from '../../core/domain/dupont';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/allocation/jobs';
import { type Planner, PlanTooLarge, startPlanner } from '../../server/modules/allocation/planner';
import { columnOf } from '../../server/modules/figures/count';
import { systemClock as clock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import { engines } from '../support/databases';
import { createPerson } from '../support/people';
import { telecallerDesk } from '../support/telecaller-desk';
import type { TestLoan, Who } from '../support/world';

const RULES = '/api/v1/loans/allocation-rule';
const RUNS = '/api/v1/loans/auto-allocation';

const rule = (over: Partial<AllocationRule>): AllocationRule => ({
  id: uuidv7(),
  name: 'All',
  active: true,
  condition: [[]],
  kind: 'collector',
  target: { of: 'team', ids: [] },
  method: 'round-robin',
  weights: EVEN_WEIGHTS,
  keepPresent: false,
  mostLoans: null,
  mostPos: null,
  needsDra: false,
  needsPresence: false,
  from: null,
  until: null,
  ...over,
});

describe.each(engines)('allocation on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { send, numbers, audit } = desk;
  let loans: TestLoan[];

  /** Works the queue until the run is in a state. */
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
    await countedRight(id);
    return one(id);
  }
  /** What a run says of its loans is what its rows say. */
  async function countedRight(id: string): Promise<void> {
    const [found] = await desk.world.run((tx) =>
      tx.query<{ kept: number[]; rows: number[] }>(
        `select array[r.planned, r.given, r.left_out, r.undone] as kept,
                array[count(l.to_id), count(*) filter (where l.became in ('assigned', 'undone')),
                      count(*) filter (where l.became not in ('assigned', 'undone')), count(*) filter (where l.became = 'undone')]::int[] as rows
           from allocation_runs r left join allocation_run_loans l on l.tenant_id = r.tenant_id and l.run_id = r.id
          where r.tenant_id = current_tenant() and r.id = $1 group by r.tenant_id, r.id`,
        [id],
      ),
    );
    expect(found?.kept).toEqual(found?.rows);
  }
  const one = async (id: string, who: Who = 'admin') =>
    (await send(who, 'GET', `${RUNS}/${id}`)).body.data as AllocationRun;
  const rules = async () => (await send('manager', 'GET', RULES)).body.data as RuleSet;
  const save = async (...list: AllocationRule[]) =>
    send('admin', 'POST', `${RULES}/upload`, { version: (await rules()).version, rules: list });
  const rehearsed = async (who: Who = 'admin'): Promise<AllocationRun> => {
    const id = uuidv7();
    expect((await send(who, 'POST', RUNS, { id })).status).toBe(200);
    return worked(id, 'rehearsed');
  };
  const step = (id: string, verb: string, who: Who = 'admin') => send(who, 'PUT', `${RUNS}/${id}/${verb}`, {});

  beforeEach(async () => {
    loans = await desk.world.addLoans(6, { held: { collector: 'collector' } });
  });

  it('refuses rules that could never do what they say, and whoever may not write them', async () => {
    const team = { of: 'team' as const, ids: [desk.world.people.manager.id] };
    const bad: [Partial<AllocationRule>, string][] = [
      [{ condition: [], target: team }, 'rules.0'],
      [{ condition: [[{ field: 'dpd', from: 60, to: 31, not: false }]], target: team }, 'rules.0'],
      [{ target: { of: 'team', ids: [desk.foreign.people.manager.id] } }, 'rules.0.target'],
      [{ target: { of: 'agency', ids: [desk.world.people.manager.id] } }, 'rules.0.target'],
    ];
    for (const [over, path] of bad) {
      const { status, body } = await save(rule(over));
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(`"${path}"`);
    }
    await desk.world.run((tx) =>
      tx.query('update agencies set locked = true where tenant_id = $1 and id = $2', [
        desk.world.tenantId,
        desk.world.agencyId,
      ]),
    );
    const locked = await save(rule({ target: { of: 'agency', ids: [desk.world.agencyId] } }));
    expect(JSON.stringify(locked.body)).toContain('locked');
    await desk.world.run((tx) =>
      tx.query('update agencies set locked = false where tenant_id = $1 and id = $2', [
        desk.world.tenantId,
        desk.world.agencyId,
      ]),
    );
    for (const who of ['manager', 'caller', 'partner'] as const)
      expect((await send(who, 'POST', `${RULES}/upload`, { version: 0, rules: [] })).status).toBe(403);
    expect((await rules()).version).toBe(0);
    // Without rules there is nothing to rehearse.
    expect((await send('admin', 'POST', RUNS, { id: uuidv7() })).status).toBe(422);
  });

  it('keeps each version with who saved it, and takes no change of an old one', async () => {
    const { manager } = desk.world.people;
    const saved = await save(rule({ name: 'First', target: { of: 'team', ids: [manager.id] } }));
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.data).toMatchObject({ version: 1, rules: [{ name: 'First' }] });
    expect((saved.body.data as RuleSet).names[manager.id]).toBeDefined();
    expect((await send('owner', 'POST', `${RULES}/upload`, { version: 0, rules: [] })).status).toBe(409);
    expect((await send('manager', 'GET', `${RULES}/versions`)).body.data).toMatchObject([{ version: 1, rules: 1 }]);
    expect((await send('manager', 'GET', `${RULES}?version=7`)).status).toBe(404);
    expect(await audit('allocation.rules-saved', '1')).toMatchObject([
      { detail: { before: [], after: [{ name: 'First' }] } },
    ]);
    const counted = await send('manager', 'POST', `${RULES}/count`, {
      conditions: [[[]], [[{ field: 'dpd', from: 31, to: null, not: false }]], []],
    });
    expect(counted.body.data).toEqual({ matching: [6, 0, 0], lookedAt: 6, whole: true, total: 6 });
    // Another manager's people hold none of them.
    const rivals = await send('rival', 'POST', `${RULES}/count`, { conditions: [[[]]] });
    expect(rivals.body.data).toMatchObject({ matching: [0], lookedAt: 0 });
  });

  it('rehearses without changing anything, commits past what changed since, and is undone', async () => {
    const { caller, collector } = desk.world.people;
    await save(
      rule({ name: 'To the caller', target: { of: 'chosen', ids: [caller.id] }, mostLoans: 4 }),
      rule({ name: 'Rest', target: { of: 'chosen', ids: [desk.world.people.agent.id] } }),
    );
    const run = await rehearsed();
    expect(run.summary?.kinds).toMatchObject([{ kind: 'collector', loans: 6, moved: 4, kept: 0, full: 2 }]);
    expect(run.summary?.rules).toMatchObject([
      { name: 'To the caller', matched: 6, moved: 4, excluded: [] },
      { name: 'Rest', matched: 2, moved: 0, excluded: [{ why: 'unsuited' }] },
    ]);
    expect(run.summary?.holders.find(({ id }) => id === caller.id)).toMatchObject({ gets: 4, after: { loans: 4 } });
    expect(run.summary?.holders.find(({ id }) => id === collector.id)).toMatchObject({
      loses: 4,
      before: { loans: 6, pos: 30_000_000 },
      after: { loans: 2, pos: 10_000_000 },
    });
    expect(await numbers('caller', 'active/loans')).toEqual([]);
    const listed = (await send('admin', 'GET', `${RUNS}/${run.id}/loans?which=moves`)).body.data as {
      content: { loanId: string; to: string }[];
    };
    expect(listed.content).toHaveLength(4);
    // Meanwhile one is closed, and one goes to somebody else.
    const [closed, given] = listed.content as unknown as [{ loanId: string }, { loanId: string }];
    const elsewhere = loans.find(({ id }) => id === given.loanId) as TestLoan;
    await desk.world.run((tx) =>
      tx.query("update loans set state = 'closed' where tenant_id = $1 and id = $2", [
        desk.world.tenantId,
        closed.loanId,
      ]),
    );
    await desk.world.unassign(elsewhere, 'collector');

    for (const who of ['rival', 'manager'] as const) {
      expect((await send(who, 'GET', `${RUNS}/${run.id}`)).status).toBe(404);
      expect((await step(run.id, 'commit', who)).status).toBe(404);
    }
    expect((await step(run.id, 'undo')).status).toBe(409);
    expect((await step(run.id, 'commit')).status).toBe(200);
    expect(await worked(run.id, 'committed')).toMatchObject({ given: 2, leftOut: 2, done: 4, total: 4 });
    // The report says which job gave them, and by which rule.
    const report = (await send('admin', 'GET', '/api/v2/reports/allocations?pageSize=100')).body.data as {
      rows: { job: string | null; rule: string | null; reason: string | null }[];
    };
    const byRule = report.rows.filter(({ job }) => job !== null);
    expect(byRule.map(({ job, rule: name }) => [job, name])).toEqual([
      ['rules', 'To the caller'],
      ['rules', 'To the caller'],
    ]);
    expect(byRule[0]?.reason).toMatch(/^Rules, version /);
    // Asked again it is the same commit.
    expect((await step(run.id, 'commit')).body.data).toMatchObject({ state: 'committed', given: 2 });
    expect(await numbers('caller', 'active/loans')).toHaveLength(2);
    const left = (await send('admin', 'GET', `${RUNS}/${run.id}/loans?which=left-out`)).body.data as {
      content: { loanId: string; became: string }[];
    };
    expect(Object.fromEntries(left.content.map(({ loanId, became }) => [loanId, became]))).toEqual({
      [closed.loanId]: 'not-active',
      [elsewhere.id]: 'changed-hands',
    });
    const file = await desk.api('admin').fetch(`${RUNS}/${run.id}/errors`);
    const text = await file.text();
    expect(text).toContain(elsewhere.number);
    expect(text).toContain('Given to somebody else since the rehearsal');
    expect(text.trim().split('\r\n')).toHaveLength(1 + 2 + 2);
    const jobs = await send('admin', 'GET', '/reporting/api/jobs/search?type=AUTOALLOCATION');
    expect(jobs.body.data).toMatchObject({
      content: [{ jobId: run.id, status: 'done', totalCount: 4, successCount: 2, failureCount: 2 }],
    });
    expect((await send('clientAdmin', 'GET', '/reporting/api/jobs/search?type=AUTOALLOCATION')).body.data).toEqual({
      content: [],
      totalElements: 0,
    });

    expect((await step(run.id, 'undo')).status).toBe(200);
    expect(await worked(run.id, 'undone')).toMatchObject({ restored: 2 });
    expect(await numbers('caller', 'active/loans')).toEqual([]);
    expect(await audit('allocation.commit-asked', run.id)).toMatchObject([
      { detail: { before: 'rehearsed', after: 'committing' } },
    ]);
    expect(await audit('allocation.undo-asked', run.id)).toMatchObject([
      { detail: { before: 'committed', after: 'undoing' } },
    ]);
    expect(await audit('allocation.undone', run.id)).toHaveLength(1);
  });

  it('commits two rehearsals of the same loans so that each loan has one holder, the first one’s', async () => {
    const { caller } = desk.world.people;
    await save(rule({ target: { of: 'chosen', ids: [caller.id] }, mostLoans: 1 }));
    const [first, second] = [await rehearsed(), await rehearsed('nationalManager')];
    await step(first.id, 'commit');
    await step(second.id, 'commit', 'nationalManager');
    const ends = [await worked(first.id, 'committed'), await worked(second.id, 'committed')];
    expect(ends.map(({ given }) => given).sort()).toEqual([0, 1]);
    expect(await numbers('caller', 'active/loans')).toHaveLength(1);
  });

  it('ends a rehearsal that nobody wants any more', async () => {
    await save(rule({ target: { of: 'chosen', ids: [desk.world.people.caller.id] } }));
    const id = uuidv7();
    await send('admin', 'POST', RUNS, { id });
    expect((await step(id, 'cancel')).body.data).toMatchObject({ state: 'cancelled' });
    expect((await step(id, 'commit')).status).toBe(409);
  });

  it('gives to the agency whose people speak the language and work in the pincode', async () => {
    const [tamil, local] = [uuidv7(), uuidv7()];
    const person = () => createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_FIELDAGENT' });
    const [first, second] = [await person(), await person()];
    await desk.world.run(async (tx) => {
      for (const [agencyId, language, pincode, id] of [
        [tamil, 'ta', '600001', first.id],
        [local, 'mr', '411001', second.id],
      ]) {
        await tx.query('insert into agencies (tenant_id, id, code, name) values (current_tenant(), $1, $2, $2)', [
          agencyId,
          `AG-${language}`,
        ]);
        await tx.query(
          `update users set agency_id = $2, languages = array[$3], pincodes = array[$4] where tenant_id = current_tenant() and id = $1`,
          [id, agencyId, language, pincode],
        );
      }
      await tx.query(
        `update borrowers b set language = 'ta' from loans l
          where b.tenant_id = current_tenant() and l.tenant_id = b.tenant_id and l.borrower_id = b.id and l.id = any($1::uuid[])`,
        [loans.slice(0, 2).map(({ id }) => id)],
      );
      await tx.query(
        `update borrowers b set language = 'mr' from loans l
          where b.tenant_id = current_tenant() and l.tenant_id = b.tenant_id and l.borrower_id = b.id and l.id = any($1::uuid[])`,
        [loans.slice(2).map(({ id }) => id)],
      );
    });
    const saved = await save(
      rule({ kind: 'agency', target: { of: 'chosen', ids: [tamil, local] }, method: 'language' }),
    );
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const run = await rehearsed();
    const gets = (id: string) => run.summary?.holders.find((one) => one.id === id)?.gets;
    expect([gets(tamil), gets(local)]).toEqual([2, 4]);
  });

  /** Two field agents, one in Mumbai and one in Pune; four loans in Mumbai with the one in Pune, two in Pune with nobody. */
  async function apart(): Promise<{ mumbai: string; pune: string; ids: string[] }> {
    const person = () => createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_FIELDAGENT' });
    const [mumbai, pune] = [(await person()).id, (await person()).id];
    const ids = loans.map(({ id }) => id);
    await desk.world.run(async (tx) => {
      for (const [id, pincode] of [
        [mumbai, '400001'],
        [pune, '411001'],
      ])
        await tx.query(`update users set pincodes = array[$2] where tenant_id = current_tenant() and id = $1`, [
          id,
          pincode,
        ]);
      await tx.query(
        `update addresses a set pincode = case when l.id = any($1::uuid[]) then '400001' else '411001' end from loans l
          where a.tenant_id = current_tenant() and l.tenant_id = a.tenant_id and l.borrower_id = a.borrower_id`,
        [ids.slice(0, 4)],
      );
      for (const id of ids.slice(0, 4))
        await tx.query(
          `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id, assigned_at)
           values (current_tenant(), $1, $2, 'field_agent', $3, now() - interval '100 days')`,
          [uuidv7(), id, pune],
        );
    });
    return { mumbai, pune, ids };
  }
  const nearest = (ids: string[], over: Partial<AllocationRule> = {}) =>
    rule({ kind: 'field_agent', target: { of: 'chosen', ids }, method: 'proximity', ...over });

  it('says how far loans are, what they are expected to pay, and what the other wishes of a rule cost in travel', async () => {
    const { mumbai, pune } = await apart();
    await desk.world.run(async (tx) => {
      await tx.query(
        `insert into dupont_runs (tenant_id, month, before_day, started_at, finished_at)
         values (current_tenant(), '2026-09-01', '2026-10-01', now(), now())`,
      );
      // A tenth of their principal.
      const columns = DUPONT_SUMS.map(columnOf);
      const paid = { opening_pos: 100_000_000, self_paise: 10_000_000 } as Record<string, number>;
      await tx.query(
        `insert into dupont_sums (tenant_id, month, before_day, client_id, portfolio_id, bucket, manager_id, collector_id, field_agent_id, agency_id, ${columns.join(', ')})
         select tenant_id, '2026-09-01', '2026-10-01', client_id, portfolio_id, bucket, nobody(), nobody(), nobody(), nobody(), ${columns.map((name) => paid[name] ?? 0).join(', ')}
           from loans where tenant_id = current_tenant() and id = $1`,
        [loans[0]?.id],
      );
    });
    const stays = { travel: 5, language: 0, continuity: 10, balance: 0 };
    await save(nearest([mumbai, pune]));
    const near = await rehearsed();
    await save(nearest([mumbai, pune], { method: 'best', weights: stays }));
    const kept = await rehearsed();
    const of = ({ summary }: AllocationRun, who: string) => summary?.holders.find(({ id }) => id === who);
    expect(near.summary?.worthMonth).toBe('2026-09');
    // Each owes ₹50,000 and pays a tenth of it.
    expect([of(near, pune)?.worth, of(near, mumbai)?.worth]).toEqual([
      { before: 2_000_000, after: 1_000_000 },
      { before: 0, after: 2_000_000 },
    ]);
    const [kind] = near.summary?.kinds ?? [];
    expect(kind?.km).toMatchObject({ loans: 4, after: 0 });
    expect(kind?.km?.before).toBeGreaterThan(100);
    expect(of(near, mumbai)?.km).toEqual({ before: null, after: 0 });
    expect(kept.summary?.kinds[0]?.km?.after).toBe(kind?.km?.before);
    const price = kept.summary?.rules[0]?.prices?.find(({ wish }) => wish === 'continuity');
    expect(price?.without).toBe(0);
    expect(price?.travel).toBeGreaterThan(0);
  });

  it('replays a month over the book it began with, by what was really paid, and gives nothing of it', async () => {
    const { mumbai, pune, ids } = await apart();
    const first = `${new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)}-01`;
    const month = first.slice(0, 7);
    await save(nearest([mumbai, pune], { condition: [[{ field: 'dpd', from: 60, to: null, not: false }]] }));
    const replay = async (body: object, state: AllocationRun['state']) => {
      const id = uuidv7();
      const asked = await send('admin', 'POST', RUNS, { id, ...body });
      expect(asked.status, JSON.stringify(asked.body)).toBe(200);
      return worked(id, state);
    };
    expect((await replay({ month }, 'failed')).problem).toContain('Nothing is kept');
    await desk.world.run(async (tx) => {
      // By now only five are as late; then all were, and had twice the principal.
      await tx.query('select ensure_partitions($1::date, 1)', [first]);
      await tx.query(
        `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
         select tenant_id, $2, id, portfolio_id, 61, '61–90', 2 * pos_paise, 0, $2 from loans where tenant_id = current_tenant() and id = any($1::uuid[])`,
        [ids, first],
      );
      for (const [loan, day, paise] of [
        [ids[0], '14', 70_000],
        [ids[5], '02', 30_000],
      ] as const)
        await tx.query(
          `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at, status, detail, created_at)
           values (current_tenant(), $1, $2, $3, 'cash', $4::timestamptz, 'verified', '{}', now())`,
          [uuidv7(), loan, paise, `${month}-${day}T06:00:00Z`],
        );
    });
    const run = await replay({ month }, 'rehearsed');
    expect(run.replayed).toBe(month);
    expect(run.summary).toMatchObject({ worthMonth: month, kinds: [{ loans: 6, moved: 6 }] });
    const of = (who: string) => run.summary?.holders.find(({ id }) => id === who);
    expect(of(pune)).toMatchObject({
      before: { loans: 4, pos: 40_000_000 },
      after: { loans: 2, pos: 20_000_000 },
      worth: { before: 70_000, after: 30_000 },
    });
    expect(of(mumbai)).toMatchObject({
      before: { loans: 0 },
      after: { loans: 4 },
      worth: { before: 0, after: 70_000 },
    });
    expect((await step(run.id, 'commit')).status).toBe(409);
    const now = new Date().toISOString().slice(0, 7);
    for (const body of [{ month: now }, { month: '2026-13' }, { version: 99 }])
      expect((await send('admin', 'POST', RUNS, { id: uuidv7(), ...body })).status).toBe(422);
    // Of an earlier version, over today's book, of which nothing is that late.
    expect((await replay({ version: 1 }, 'rehearsed')).summary?.kinds).toMatchObject([
      { loans: 6, moved: 0, noRule: 6 },
    ]);
  });

  it('says how many loans each rule takes while the book is still read', async () => {
    const team = { of: 'chosen' as const, ids: [desk.world.people.caller.id] };
    await save(
      rule({ name: 'Nobody', condition: [[{ field: 'dpd', from: 5000, to: null, not: false }]], target: team }),
      rule({ name: 'Off', active: false, target: team }),
      rule({ name: 'Half', part: 50, target: team }),
    );
    const logger = createLogger('silent');
    const jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
    let goOn = () => {};
    const reads = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    registerJobs(jobs, {
      ...{ db: desk.held.db, clock, logger },
      planner: () => {
        const planner = startPlanner();
        return { ...planner, add: (loans) => reads.then(() => planner.add(loans)) };
      },
    });
    jobs.start();
    const id = uuidv7();
    try {
      await send('admin', 'POST', RUNS, { id });
      await expect.poll(async () => (await one(id)).first?.rules.length).toBe(2);
      const { first, total, state } = await one(id);
      expect(state).toBe('rehearsing');
      expect(first).toMatchObject({ whole: true, total, rules: [{ name: 'Nobody', matching: 0 }, { name: 'Half' }] });
      expect(first?.rules[1]?.matching).toBe(Math.round((total ?? 0) / 2));
      goOn();
      await expect.poll(async () => (await one(id)).state, { timeout: 20_000 }).toBe('rehearsed');
      expect(await one(id)).toMatchObject({ done: total, total });
      expect((await one(id)).first).toBeUndefined();
    } finally {
      goOn();
      await jobs.stop();
    }
  });

  it('ends the thread of a plan when the rehearsal is ended meanwhile, and says why one did not fit', async () => {
    await save(rule({ target: { of: 'chosen', ids: [desk.world.people.caller.id] } }));
    const logger = createLogger('silent');
    const asked = async (plan: (planner: Planner) => Planner) => {
      const jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
      registerJobs(jobs, { db: desk.held.db, clock, logger, planner: () => plan(startPlanner()) });
      jobs.start();
      const id = uuidv7();
      await send('admin', 'POST', RUNS, { id });
      return { id, jobs };
    };
    const steps: string[] = [];
    const endless = await asked((planner) => ({
      ...planner,
      plan: () => {
        steps.push('plans');
        return new Promise(() => {});
      },
      close: () => {
        steps.push('closed');
        return planner.close();
      },
    }));
    try {
      await expect.poll(() => steps).toEqual(['plans']);
      await step(endless.id, 'cancel');
      await expect.poll(() => steps).toEqual(['plans', 'closed']);
      expect((await one(endless.id)).state).toBe('cancelled');
    } finally {
      await endless.jobs.stop();
    }
    const large = await asked((planner) => ({
      ...planner,
      plan: () => Promise.reject(new PlanTooLarge('It needs more than 12 MB.')),
    }));
    try {
      await expect.poll(() => one(large.id)).toMatchObject({ state: 'failed', problem: 'It needs more than 12 MB.' });
    } finally {
      await large.jobs.stop();
    }
  });
});
