/** Rehearsing rules, committing what was rehearsed, and taking it back: each in pieces, so that a killed one goes on where it was. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AllocationRule, inForce, type Load, RULE_KINDS } from '../../../core/domain/allocation';
import { type Day, dayOf } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import { addMonths } from '../../../core/domain/working-days';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { defineLook, type Jobs, type Run } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { actorOf } from '../auth';
import { paidShares } from '../figures';
import { type Assignment, assignLoans, lockLoans, undoAssignment } from '../loans';
import { giveToProcess, processesOf, takeFromList } from '../predictive';
import { tenantRules } from '../tenants';
import { nextLoans, nextOpened } from './book';
import { gatherListed, gatherMatching } from './by-hand';
import { countLoans } from './counting';
import { failOutcomes, OUTCOMES_JOB, outcomesFurther } from './outcomes';
import { type Planner, PlanTooLarge, startPlanner } from './planner';
import { nameSummary, prepare } from './rehearsal';
import { rulesOfRun } from './rules';
import {
  clearPlanned,
  givenIn,
  type HandAsked,
  holdersOf,
  insertPlanned,
  moveRun,
  nextBatch,
  nextOpen,
  noteBecame,
  noteProgress,
  noteUndone,
  type RunState,
  runOf,
  storeFirstLook,
  storeSummary,
} from './runs';

export const ALLOCATION_JOB = 'allocation.work';
const READ = 5000;
const WRITTEN = 5000;
/** Loans of one holder in one transaction: a telecaller's own work waits no longer than that. */
const GIVEN = 500;
const FAILURES = 3;
/** Of counting every loan for the first look; of a larger book a sample says it. */
const FIRST_MS = 700;
/** How often somebody's wish to end a rehearsal is looked for while its plan is worked out. */
const LOOK_MS = 500;
/** A plan of visits is by days. */
const MORNING = '09:00';

/** What every loan of a run is given with. */
type How = Pick<Assignment, 'reason' | 'visit' | 'ownPincodes' | 'recallOn'>;

function count(held: Map<string, Load> | undefined, holder: string | undefined, pos: number): void {
  if (!held || holder === undefined) return;
  const load = held.get(holder);
  if (!load) held.set(holder, { loans: 1, pos });
  else {
    load.loans++;
    load.pos += pos;
  }
}

/** Whoever asked for it is no longer active, or somebody ended it. */
class Over extends Error {}

export function registerJobs(
  jobs: Jobs,
  {
    db,
    clock,
    logger,
    planner: start = startPlanner,
  }: Pick<Deps, 'db' | 'clock' | 'logger'> & { planner?: () => Planner },
): void {
  const rulesOf = tenantRules(db);

  /** A piece of the work of a run that is still wanted. */
  const piece = <T>(run: Run, id: string, state: RunState, work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (run.signal.aborted) throw new Error('The process ends');
    return run.step(async (tx) => {
      if ((await runOf(tx, id))?.state !== state) throw new Over('It was ended');
      return work(tx);
    });
  };

  /** What a thread works out, given up as soon as nobody wants it any more. */
  async function whileWanted<T>(run: Run, id: string, work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([ended, sleep(LOOK_MS, false)])))
      await piece(run, id, 'rehearsing', async () => undefined);
    return work;
  }

  /** What can be said at once of the rules that are in force. */
  async function firstLook(actor: Actor, set: readonly AllocationRule[], today: Day) {
    const rules = set.filter((rule) => rule.active && inForce(rule, today));
    const conditions = rules.map(({ condition }) => condition);
    const { matching, ...looked } = await countLoans(db, actor, { conditions }, FIRST_MS);
    const partOf = (at: number, { part = 100 }: AllocationRule) => Math.round(((matching[at] ?? 0) * part) / 100);
    return {
      ...looked,
      rules: rules.map((rule, at) => ({ id: rule.id, name: rule.name, matching: partOf(at, rule) })),
    };
  }

  async function rehearsal(
    run: Run,
    actor: Actor,
    id: string,
    row: NonNullable<Awaited<ReturnType<typeof runOf>>>,
  ): Promise<void> {
    const { zone } = await rulesOf(actor.tenantId);
    const today = dayOf(clock.now(), zone);
    const held = new Map(RULE_KINDS.map((kind) => [kind, new Map<string, Load>()]));
    const { replayed } = row;
    const month = replayed !== null && {
      first: replayed,
      from: new Date(instantAt(replayed, '00:00', zone)),
      to: new Date(instantAt(addMonths(replayed, 1), '00:00', zone)),
    };
    const planner = start();
    try {
      const set = await piece(run, id, 'rehearsing', async (tx) => {
        await clearPlanned(tx, id);
        return rulesOfRun(tx, actor.tenantId, row);
      });
      const conditions = set.map(({ condition }) => condition);
      const first = month ? undefined : await firstLook(actor, set, today);
      if (first) await piece(run, id, 'rehearsing', (tx) => storeFirstLook(tx, id, first));
      const wanted = { only: row.plan !== null, processes: set.some(({ kind }) => kind === 'process') };
      const shares = month ? undefined : await piece(run, id, 'rehearsing', paidShares);
      let [read, last, more] = [0, null as string | null, true];
      while (more) {
        const loans = await piece(run, id, 'rehearsing', async (tx) => {
          const next = month
            ? await nextOpened(tx, actor, month, last, READ, conditions)
            : await nextLoans(tx, actor, last, READ, conditions, wanted);
          await noteProgress(tx, id, read + next.length, first?.total ?? null);
          return next;
        });
        for (const loan of loans) {
          loan.worth ??= shares?.expected(loan) ?? null;
          for (const kind of RULE_KINDS) count(held.get(kind), loan.holders[kind], loan.pos);
        }
        await planner.add(loans);
        read += loans.length;
        last = loans.at(-1)?.id ?? last;
        more = loans.length === READ;
      }
      if (month && read === 0) throw new Over('Nothing is kept of how the book stood when that month began.');
      const prepared = await piece(run, id, 'rehearsing', (tx) => prepare(tx, actor, set, today, held, !!month));
      const keepers = (row.plan?.recallOn ?? null) !== null;
      const found = await whileWanted(run, id, planner.plan(prepared, today, keepers));
      // What can never be given needs no list.
      if (!month)
        for (let planned = await planner.next(WRITTEN); planned.length > 0; planned = await planner.next(WRITTEN))
          await piece(run, id, 'rehearsing', (tx) => insertPlanned(tx, id, planned));
      await run.finish(async (tx) => {
        const worthMonth = (replayed ?? shares?.month)?.slice(0, 7) ?? null;
        await storeSummary(tx, id, await nameSummary(tx, actor.tenantId, found, set, worthMonth));
        await noteProgress(tx, id, read, read);
        await moveRun(tx, id, ['rehearsing'], 'rehearsed', { finishedAt: clock.now() });
      });
    } finally {
      await planner.close();
    }
  }

  /** Finds the loans of what was asked by hand, a few thousand a transaction, and then gives them. */
  async function gather(run: Run, actor: Actor, id: string, asked: HandAsked): Promise<void> {
    const { zone } = await rulesOf(actor.tenantId);
    const today = dayOf(clock.now(), zone);
    const next = asked.source === 'filter' ? gatherMatching : gatherListed;
    while (await piece(run, id, 'rehearsing', (tx) => next(tx, actor, { id, asked, zone, today, limit: READ })));
    await piece(run, id, 'rehearsing', (tx) => moveRun(tx, id, ['rehearsing'], 'committing'));
  }

  async function howAsked(actor: Actor, { reason, visitOn, recallOn, ownPincodes }: HandAsked): Promise<How> {
    const { zone } = await rulesOf(actor.tenantId);
    const visit = visitOn && { at: instantAt(visitOn, MORNING, zone), day: visitOn };
    return { reason: reason ?? undefined, ownPincodes, recallOn, ...(visit && { visit }) };
  }

  /** Gives the next loans; false when none is left. A loan that is no longer where the rehearsal saw it stays there. */
  async function giveNext(tx: Tx, actor: Actor, id: string, how: How, zone: string): Promise<boolean> {
    const open = await nextOpen(tx, id, GIVEN);
    const [first] = open;
    if (!first) return false;
    const { kind, to_id: profileId } = first;
    const ids = open.map(({ loan_id }) => loan_id);
    await lockLoans(tx, actor.tenantId, ids);
    const holders = kind === 'process' ? await processesOf(tx, ids) : await holdersOf(tx, kind, ids);
    const same = open.filter(({ loan_id, from_id }) => (holders.get(loan_id) ?? null) === from_id);
    const results: { loanId: string; became: string }[] = open
      .filter((one) => !same.includes(one))
      .map(({ loan_id }) => ({ loanId: loan_id, became: 'changed-hands' }));
    let batchId: string | null = null;
    const loanIds = same.map(({ loan_id }) => loan_id);
    if (loanIds.length > 0) {
      try {
        const given =
          kind === 'process'
            ? await giveToProcess(
                tx,
                actor,
                { processId: profileId, runId: id, name: how.reason ?? '', loanIds },
                { now: clock.now(), zone },
              )
            : await assignLoans(tx, actor, { kind, profileId, loanIds, runId: id, ...how }, clock.now());
        batchId = given.batchId;
        // What an agency keeps until the new day is a loan that the run gave it.
        for (const { loanId, became } of given.results)
          results.push({ loanId, became: became === 'renewed' ? 'assigned' : became });
      } catch (error) {
        // Refused before anything was written: they left, or their agency was locked.
        if (!(error instanceof ApiError)) throw error;
        results.push(...loanIds.map((loanId) => ({ loanId, became: 'holder-refused' })));
      }
    }
    await noteBecame(tx, id, kind, results, batchId, clock.now());
    return true;
  }

  const end = (run: Run, actor: Actor, id: string, from: RunState, to: RunState, action: string) =>
    run.finish(async (tx) => {
      const now = clock.now();
      if (await moveRun(tx, id, [from], to, { finishedAt: now }))
        await appendAudit(
          tx,
          [{ action, subject: 'allocation', subjectId: id, actorId: actor.userId, detail: {} }],
          now,
        );
    });

  async function work(run: Run, tenantId: string, id: string, userId: string): Promise<void> {
    const { row, actor } = await db.transaction({ tenantId }, async (tx) => ({
      row: await runOf(tx, id),
      actor: await actorOf(tx, tenantId, userId),
    }));
    if (!row) return;
    if (!actor) throw new Over('Whoever asked for it is no longer active.');
    if (row.state === 'rehearsing' && !row.asked) await rehearsal(run, actor, id, row);
    if (row.state === 'rehearsing' && row.asked) await gather(run, actor, id, row.asked);
    if (row.state === 'committing' || (row.state === 'rehearsing' && row.asked)) {
      const { asked, plan } = row;
      const { zone } = await rulesOf(tenantId);
      const how: How = asked
        ? await howAsked(actor, asked)
        : plan
          ? { reason: plan.reason ?? undefined, recallOn: plan.recallOn }
          : { reason: `Rules, version ${row.rules_version}` };
      while (await piece(run, id, 'committing', (tx) => giveNext(tx, actor, id, how, zone)));
      await end(run, actor, id, 'committing', 'committed', 'allocation.committed');
    }
    if (row.state === 'undoing') {
      const undoNext = async (tx: Tx) => {
        const batch = await nextBatch(tx, id);
        if (batch === undefined) return false;
        if (batch.kind === 'process') {
          const loanIds = await givenIn(tx, id, batch.id, GIVEN);
          await noteUndone(tx, id, batch.id, await takeFromList(tx, batch.id, loanIds), loanIds);
          return true;
        }
        const { restored } = await undoAssignment(tx, actor, batch.id, clock.now());
        await noteUndone(tx, id, batch.id, restored);
        return true;
      };
      while (await piece(run, id, 'undoing', undoNext));
      await end(run, actor, id, 'undoing', 'undone', 'allocation.undone');
    }
  }

  jobs.define(
    ALLOCATION_JOB,
    async ({ tenantId, data, attempt }, run) => {
      if (tenantId === null) return;
      const id = String(data.id);
      try {
        await work(run, tenantId, id, String(data.userId));
      } catch (error) {
        const final = error instanceof Over || error instanceof PlanTooLarge;
        if (run.signal.aborted || (!final && attempt < FAILURES)) throw error;
        if (!final) logger.error('an allocation failed', { error });
        const problem = final ? error.message : 'Something went wrong on our side. Rehearse it again.';
        await run.finish((tx) =>
          moveRun(tx, id, ['rehearsing', 'committing', 'undoing'], 'failed', { problem, finishedAt: clock.now() }),
        );
      }
    },
    { attempts: FAILURES + 10 },
  );

  defineLook(jobs, OUTCOMES_JOB, logger, { further: (tx, id) => outcomesFurther(tx, id), fail: failOutcomes });
}
