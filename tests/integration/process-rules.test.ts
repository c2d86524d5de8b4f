/** Rules that give loans to dialing processes: rehearsed, given as lists, told by their outcome, and taken back. */
import { describe, expect, it } from 'vitest';
import type { AllocationRun, RunLoan, RunOutcome } from '../../core/contract/allocation';
import type { DialList, Process } from '../../core/contract/predictive';
import { type AllocationRule, EVEN_WEIGHTS } from '../../core/domain/allocation';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/allocation/jobs';
import { createLogger } from '../../server/platform/logger';
import { engines } from '../support/databases';
import { predictiveDesk } from '../support/predictive-desk';
import type { Who } from '../support/world';

const RULES = '/api/v1/loans/allocation-rule';
const RUNS = '/api/v1/loans/auto-allocation';

describe.each(engines)('rules for processes on $name', ({ fresh }) => {
  const desk = predictiveDesk(fresh);
  const { call, put, made, started, steer, loanOf, work, ended } = desk;

  const rule = (processes: { id: string }[], over: Partial<AllocationRule> = {}): AllocationRule => ({
    id: uuidv7(),
    name: 'Late ones',
    active: true,
    condition: [[{ field: 'dpd', from: 70, to: 79, not: false }]],
    kind: 'process',
    target: { of: 'chosen', ids: processes.map(({ id }) => id) },
    method: 'round-robin',
    weights: EVEN_WEIGHTS,
    keepPresent: true,
    mostLoans: null,
    mostPos: null,
    needsDra: false,
    needsPresence: false,
    from: null,
    until: null,
    ...over,
  });
  async function save(...rules: AllocationRule[]) {
    const { version } = (await call('admin').get(RULES)).body.data as { version: number };
    return call('admin').post(`${RULES}/upload`, { version, rules });
  }
  async function worked(id: string, state: AllocationRun['state']): Promise<AllocationRun> {
    const parts = { db: desk.held.db, clock: { now: () => desk.now }, logger: createLogger('silent') };
    const jobs = createJobs({ ...parts, pollMs: 20 });
    registerJobs(jobs, parts);
    jobs.start();
    const one = async () => (await call('admin').get(`${RUNS}/${id}`)).body.data as AllocationRun;
    try {
      await expect.poll(async () => (await one()).state, { timeout: 20_000 }).toBe(state);
    } finally {
      await jobs.stop();
    }
    return one();
  }
  async function rehearsed(who: Who = 'admin'): Promise<AllocationRun> {
    const id = uuidv7();
    expect((await call(who).post(RUNS, { id })).status).toBe(200);
    return worked(id, 'rehearsed');
  }
  const step = async (id: string, verb: 'commit' | 'undo', state: AllocationRun['state']) => {
    expect((await put('admin', `${RUNS}/${id}/${verb}`, {})).status).toBe(200);
    return worked(id, state);
  };
  const lists = async (process: { id: string }) =>
    ((await call('admin').get(`/api/v2/predictive-lists?processId=${process.id}`)).body.data as { rows: DialList[] })
      .rows;
  const leftOut = async (id: string) =>
    ((await call('admin').get(`${RUNS}/${id}/loans?which=left-out`)).body.data as { content: RunLoan[] }).content;

  it('rehearses, gives, tells and takes back: a line to dial for each loan, and why one has none', async () => {
    const [one, other] = [await started({ maxAttempts: 1 }), await made({ agentIds: [] })];
    const loans = [];
    for (let at = 0; at < 5; at += 1) loans.push(await loanOf({ dpd: 70 + at }));
    const [first, muted, , , listed] = loans;
    if (!first || !muted || !listed) throw new Error('no loans');
    await desk.checked(await desk.upload(other, `Loan number\n${listed.number}`));
    await loanOf({ dpd: 75, otherClient: true });
    expect((await save(rule([one, other], { name: 'Late ones' }))).status).toBe(200);

    const run = await rehearsed();
    const [kind] = run.summary?.kinds ?? [];
    expect(kind).toMatchObject({ kind: 'process', moved: 4, kept: 0, retained: 1, full: 0, nobodyEligible: 0 });
    expect(run.summary?.rules).toMatchObject([{ matched: 4, placed: 4, excluded: [] }]);
    const holders = new Map(run.summary?.holders.map((holder) => [holder.id, holder]));
    expect(holders.get(one.id)).toMatchObject({ name: one.name, before: { loans: 0 }, after: { loans: 2 }, gets: 2 });
    expect(holders.get(other.id)).toMatchObject({ before: { loans: 1 }, after: { loans: 3 }, gets: 2 });
    expect(holders.get(one.id)?.after.pos).toBeGreaterThan(0);
    expect(await lists(one)).toEqual([]);

    // Meanwhile one borrower asked not to be called, and one loan came into a list by hand.
    await desk.world.run((tx) =>
      tx.query('update loans set flag_do_not_contact = true where tenant_id = $1 and id = $2', [
        desk.world.tenantId,
        muted.id,
      ]),
    );
    const given = await step(run.id, 'commit', 'committed');
    expect(given).toMatchObject({ given: 3, leftOut: 1, leftWhy: { held: 1 } });
    expect(await leftOut(run.id)).toMatchObject([{ loanNumber: muted.number, kind: 'process', became: 'held' }]);
    const errors = await (await call('admin').fetch(`${RUNS}/${run.id}/errors`)).text();
    expect(errors).toContain('The borrower may not be called');
    const made1 = [...(await lists(one)), ...(await lists(other))].filter(({ source }) => source === 'rules');
    expect(made1.map(({ lines }) => (lines.ready ?? 0) + (lines.refused ?? 0)).sort()).toEqual([2, 2]);
    expect((await desk.audited('dial-list.made')).at(-1)).toMatchObject({ detail: { after: { runId: run.id } } });

    // Its agent is handed one of them, like a line of a sheet.
    const { parties } = await work();
    expect(loans.map(({ number }) => number)).toContain(parties[0]?.loanNumber);
    for (const party of parties) await ended(party, 'no-answer');

    const outcomes = (await call('admin').get(`${RUNS}/${run.id}/outcomes?look=new`)).body.data as RunOutcome[];
    expect(outcomes).toEqual([]);
    await worked(run.id, 'committed');
    await expect
      .poll(
        async () => {
          await worked(run.id, 'committed');
          const told = await call('admin').get(`${RUNS}/${run.id}/outcomes?look=same`);
          return (told.body.data as RunOutcome[]).reduce((sum, { still }) => sum + still, 0);
        },
        { timeout: 10_000 },
      )
      .toBe(3);
    const told = (await call('admin').get(`${RUNS}/${run.id}/outcomes?look=same`)).body.data as RunOutcome[];
    expect(told.map(({ kind: of, rule: name }) => [of, name])).toEqual(told.map(() => ['process', 'Late ones']));
    expect(told.map(({ holder }) => holder).sort()).toEqual([one.name, other.name].sort());

    const undone = await step(run.id, 'undo', 'undone');
    const called = parties.length;
    expect(undone).toMatchObject({ given: 3, restored: 3 - called });
    for (const process of [one, other])
      for (const list of (await lists(process)).filter(({ source }) => source === 'rules'))
        expect([list.state, list.lines.ready]).toEqual(['cancelled', 0]);
    // The list that somebody brought stays as it was.
    expect((await lists(other)).find(({ source }) => source === 'file')).toMatchObject({ lines: { ready: 1 } });
  });

  it('a loan that came into a process since the rehearsal, or is closed, is left out', async () => {
    const process = await made({ agentIds: [] });
    const [taken, closed] = [await loanOf({ dpd: 71 }), await loanOf({ dpd: 72 })];
    await save(rule([process], { condition: [[{ field: 'dpd', from: 71, to: 72, not: false }]] }));
    const run = await rehearsed();
    await desk.checked(await desk.upload(process, `Loan number\n${taken.number}`));
    await desk.world.run((tx) =>
      tx.query("update loans set state = 'closed' where tenant_id = $1 and id = $2", [desk.world.tenantId, closed.id]),
    );
    const { leftWhy } = await step(run.id, 'commit', 'committed');
    expect(leftWhy).toMatchObject({ 'changed-hands': 1, 'not-active': 1 });
  });

  it('a stopped process is said while the rule is written, in the rehearsal, and by the commit', async () => {
    const process = await started();
    await loanOf({ dpd: 78 });
    const condition = [[{ field: 'dpd' as const, from: 78, to: 78, not: false }]];
    expect((await save(rule([process], { condition }))).status).toBe(200);
    const run = await rehearsed();
    expect(run.summary?.kinds).toMatchObject([{ moved: 1 }]);
    const stopped = (await steer(process, 'stop')).body.data as Process;
    expect((await step(run.id, 'commit', 'committed')).leftWhy).toEqual({ 'holder-refused': 1 });
    const again = await rehearsed();
    expect(again.summary).toMatchObject({
      kinds: [{ kind: 'process', nobodyEligible: 1, moved: 0 }],
      rules: [{ excluded: [{ id: process.id, name: process.name, why: 'process-stopped' }] }],
    });
    const refused = await save(rule([stopped]));
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(`The process ${process.name} is stopped`);
    // Switched off it may stand there.
    expect((await save(rule([stopped], { active: false }))).status).toBe(200);
    const offered = (await call('manager').get('/api/v2/processes/choices')).body.data as {
      processes: { id: string; stopped: boolean }[];
    };
    expect(offered.processes.find(({ id }) => id === process.id)).toMatchObject({ stopped: true });
  });

  it('refuses what no process can be given, and who is not its keeper gives it nothing', async () => {
    const [mine, elses] = [await made(), await made({ portfolioId: desk.otherPortfolioId, agentIds: [] }, 'admin')];
    const bad: [AllocationRule, string][] = [
      [rule([mine, elses]), 'several portfolios'],
      [rule([mine], { method: 'proximity' }), 'in turns'],
      [rule([mine], { target: { of: 'team', ids: [mine.id] } }), 'Choose the processes'],
      [rule([{ id: desk.world.agencyId }]), 'Not known here'],
    ];
    for (const [one, words] of bad) {
      const { status, body } = await save(one);
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(words)]);
    }
    await loanOf({ dpd: 79 });
    const condition = [[{ field: 'dpd' as const, from: 79, to: 79, not: false }]];
    expect((await save(rule([mine], { condition }))).status).toBe(200);
    // Another manager sees neither the loan nor a process of theirs.
    const rivals = await rehearsed('rival');
    expect(rivals.summary?.kinds).toMatchObject([{ moved: 0 }]);
    expect((await rehearsed('manager')).summary?.kinds).toMatchObject([{ moved: 1 }]);
  });
});
