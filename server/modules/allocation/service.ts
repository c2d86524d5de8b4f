/** Rules, rehearsals and commits as their users see them. What does the work is the job. */
import { Readable } from 'node:stream';
import type { rehearseAgencies } from '../../../core/contract/agency-allocation';
import type {
  AllocationRun,
  allocationLoans,
  countAllocation,
  RunLoan,
  rehearseAllocation,
  uploadAllocationRules,
} from '../../../core/contract/allocation';
import type { giveListed, giveMatching } from '../../../core/contract/hand-allocation';
import type { RequestOf } from '../../../core/contract/kit';
import { DEFAULT_ZONE, dayOf } from '../../../core/domain/dates';
import { addMonths } from '../../../core/domain/working-days';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import { enqueueWithin, lookProgress } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { csvFile, type WrittenCell } from '../../platform/tables';
import { breadthOf, checkRecallDay, checkVisitDay, filtered, holderOf, type LoanListQuery } from '../loans';
import { type LookAsked, lookedAt } from '../system';
import { tenantRules } from '../tenants';
import { holdingsOf, planOf } from './agencies';
import { namesOf } from './book';
import { askedListed, askedMatching, insertNumbers, numberProblems, numbersOf } from './by-hand';
import { countLoans } from './counting';
import { ALLOCATION_JOB } from './jobs';
import { beginOutcomes, OUTCOMES_JOB, presentOutcomes } from './outcomes';
import { checkRules, findRules, presentRules, rulesOfRun, ruleVersions, saveRules } from './rules';
import {
  beginStep,
  countRuns,
  findRun,
  type HandAsked,
  insertRun,
  moveRun,
  newestRuns,
  presentRun,
  type RunRow,
  type RunSource,
  type RunState,
  runLoans,
  type ShownLoan,
} from './runs';

/** As the search of jobs names them. */
const JOB_STATES = {
  rehearsing: 'verifying',
  rehearsed: 'verified',
  committing: 'committing',
  committed: 'done',
  undoing: 'undoing',
  undone: 'undone',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<RunState, string>;

const LISTED = 20;
const FILE_PAGE = 5000;

const WHY: Record<string, string> = {
  full: 'Nobody who may receive it has room',
  'nobody-eligible': 'Nobody of the rule may receive loans',
  'changed-hands': 'Given to somebody else since the rehearsal',
  'holder-refused': 'Whoever should get it may get none any more',
  'not-active': 'The loan is not active any more',
  'not-found': 'The loan is out of sight',
  'client-inactive': 'The lender is switched off',
  unchanged: 'They have it already',
  'other-pincode': 'No address in their pincodes',
  held: 'The borrower may not be called',
  'no-phone': 'The borrower has no number to call',
  unknown: 'There is no such loan among yours',
  double: 'An earlier line names the same loan',
};

export function allocationService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const at = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId, indexed: true }, work);
  const rulesOf = tenantRules(db);
  const seen = async (tx: Tx, actor: Actor, id: string): Promise<RunRow> => {
    const row = await findRun(tx, actor, id);
    if (!row) throw new ApiError('not-found');
    return row;
  };
  const enqueue = (tx: Tx, actor: Actor, id: string) =>
    enqueueWithin(
      tx,
      clock.now(),
      ALLOCATION_JOB,
      { id, userId: actor.userId },
      { tenantId: actor.tenantId, singletonKey: id },
    );

  /** Moves a run on and lets the job work; one that is there already, or past it, stays as it is. */
  const step = (
    actor: Actor,
    id: string,
    from: readonly RunState[],
    to: RunState,
    past: readonly RunState[],
    action: string,
  ) =>
    at(actor, async (tx) => {
      const row = await seen(tx, actor, id);
      // What happened a month ago is not given to anybody today.
      if (row.replayed !== null) throw new ApiError('conflict');
      if (await moveRun(tx, id, from, to)) {
        await beginStep(tx, id);
        await enqueue(tx, actor, id);
        await appendAudit(
          tx,
          [
            {
              action,
              subject: 'allocation',
              subjectId: id,
              actorId: actor.userId,
              detail: { before: row.state, after: to },
            },
          ],
          clock.now(),
        );
      } else if (![to, ...past].includes(row.state)) throw new ApiError('conflict');
      return presentRun(await seen(tx, actor, id));
    });

  const listedRun = (row: RunRow) => {
    const { summary: _, ...rest } = presentRun(row);
    return rest;
  };

  /** Begins a run by hand, once for its id. */
  async function askByHand(actor: Actor, id: string, asked: HandAsked, numbers: readonly string[] = []) {
    const { zone } = await rulesOf(actor.tenantId);
    const today = dayOf(clock.now(), zone);
    if (asked.visitOn) checkVisitDay('visitOn', asked.visitOn, today);
    checkRecallDay(asked.recallOn, today);
    return at(actor, async (tx) => {
      await holderOf(tx, actor, asked.kind, asked.profileId);
      const now = clock.now();
      if (await insertRun(tx, actor, id, { asked }, now)) {
        await insertNumbers(tx, id, numbers);
        await enqueue(tx, actor, id);
        const { kind, profileId, source, reason, recallOn, fileName, filter } = asked;
        await appendAudit(
          tx,
          [
            {
              action: 'allocation.by-hand-asked',
              subject: 'allocation',
              subjectId: id,
              actorId: actor.userId,
              detail: {
                before: null,
                after: { kind, profileId, source, reason, recallOn, fileName, filter, numbers: numbers.length },
              },
            },
          ],
          now,
        );
      }
      return presentRun(await seen(tx, actor, id));
    });
  }

  /** Rows with the names of their people. */
  async function shown(tx: Tx, actor: Actor, row: RunRow, rows: readonly ShownLoan[]): Promise<RunLoan[]> {
    const names = await namesOf(
      tx,
      actor.tenantId,
      rows.flatMap(({ from_id, to_id }) => [from_id, to_id].filter((id) => id !== null)),
    );
    const rules = await rulesOfRun(tx, actor.tenantId, row);
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? ''));
    return rows.map((one) => ({
      loanId: one.loan_id,
      loanNumber: one.loan_number,
      kind: one.kind,
      from: nameOf(one.from_id),
      to: nameOf(one.to_id),
      rule: rules.find(({ id }) => id === one.rule_id)?.name ?? '',
      stays: one.stays,
      became: one.became,
    }));
  }

  async function* errorLines(actor: Actor, row: RunRow): AsyncGenerator<readonly WrittenCell[]> {
    yield ['Loan number', 'Rule', 'Now with', 'Should go to', 'Reason'];
    let after: ShownLoan | null = null;
    for (;;) {
      const last: ShownLoan | null = after;
      const { rows, lines } = await at(actor, async (tx) => {
        const found = await runLoans(tx, row.id, 'failed', FILE_PAGE, { after: last });
        return { rows: found, lines: await shown(tx, actor, row, found) };
      });
      for (const one of lines)
        yield [one.loanNumber, one.rule, one.from, one.to, WHY[one.stays ?? one.became ?? ''] ?? ''];
      after = rows.at(-1) ?? null;
      if (rows.length < FILE_PAGE) break;
    }
    for (let line = 0; row.asked?.source === 'list'; ) {
      const found = await at(actor, (tx) => numberProblems(tx, row.id, line, FILE_PAGE));
      for (const one of found) yield [one.loan_number, null, null, row.hand_to, WHY[one.problem] ?? ''];
      line = found.at(-1)?.line ?? line;
      if (found.length < FILE_PAGE) break;
    }
  }

  return {
    rules: (actor: Actor, version?: number) => at(actor, (tx) => presentRules(tx, actor.tenantId, version)),
    saveRules: (actor: Actor, body: RequestOf<typeof uploadAllocationRules>['body']) =>
      at(actor, (tx) => saveRules(tx, actor, body, clock.now())),
    versions: (actor: Actor) => at(actor, (tx) => ruleVersions(tx, actor.tenantId)),
    count: (actor: Actor, body: RequestOf<typeof countAllocation>['body']) => countLoans(db, actor, body),

    /** Throws `invalid` before any rule was saved. */
    /** Of the newest rules or a version of them. Throws `invalid` where there is none, and for a month that is not over. */
    async rehearse(
      actor: Actor,
      { id, version, month }: RequestOf<typeof rehearseAllocation>['body'],
    ): Promise<AllocationRun> {
      const { zone } = await rulesOf(actor.tenantId);
      const replayed = month === undefined ? null : `${month}-01`;
      if (replayed && addMonths(replayed, 1) > dayOf(clock.now(), zone))
        throw new ApiError('invalid', {
          message: 'Only a month that is over can be replayed.',
          fields: [{ path: 'month', message: 'Choose a month that is over' }],
        });
      return at(actor, async (tx) => {
        const set = await findRules(tx, actor.tenantId, version);
        if (!set)
          throw new ApiError('invalid', {
            message: version ? 'There is no such version of the rules.' : 'There is no rule yet. Write one first.',
          });
        if (await insertRun(tx, actor, id, { rulesVersion: set.version, replayed }, clock.now()))
          await enqueue(tx, actor, id);
        return presentRun(await seen(tx, actor, id));
      });
    },
    runs: (actor: Actor) => at(actor, async (tx) => (await newestRuns(tx, actor, 'rules', LISTED)).map(listedRun)),
    byHand: (actor: Actor) => at(actor, async (tx) => (await newestRuns(tx, actor, 'hand', LISTED)).map(listedRun)),
    /** Throws `not-found` or `invalid` for whoever may get no such loans, and for a day on which nobody visits. */
    async giveMatching(actor: Actor, body: RequestOf<typeof giveMatching>['body']): Promise<AllocationRun> {
      // A filter that cannot be asked is refused now and not by the job.
      filtered(actor, body.filter as LoanListQuery, DEFAULT_ZONE, dayOf(clock.now()));
      return askByHand(actor, body.id, askedMatching(body));
    },
    async giveListed(
      actor: Actor,
      bytes: Buffer,
      query: RequestOf<typeof giveListed>['query'],
    ): Promise<AllocationRun> {
      return askByHand(actor, query.id, askedListed(query), await numbersOf(bytes));
    },
    /** Throws `invalid` for shares that cannot be dealt, and for agencies that get nothing or are not seen. */
    async rehearseAgencies(actor: Actor, body: RequestOf<typeof rehearseAgencies>['body']): Promise<AllocationRun> {
      const { zone } = await rulesOf(actor.tenantId);
      const plan = planOf(body, dayOf(clock.now(), zone));
      return at(actor, async (tx) => {
        await checkRules(tx, actor.tenantId, [plan.rule]);
        for (const agency of plan.rule.target.ids) await holderOf(tx, actor, 'agency', agency);
        if (await insertRun(tx, actor, body.id, { plan }, clock.now())) await enqueue(tx, actor, body.id);
        return presentRun(await seen(tx, actor, body.id));
      });
    },
    agencyRuns: (actor: Actor) =>
      at(actor, async (tx) => (await newestRuns(tx, actor, 'agencies', LISTED)).map(listedRun)),
    async agencies(actor: Actor) {
      const { zone } = await rulesOf(actor.tenantId);
      return at(actor, (tx) => holdingsOf(tx, actor, dayOf(clock.now(), zone)));
    },
    run: (actor: Actor, id: string) => at(actor, async (tx) => presentRun(await seen(tx, actor, id))),
    commit: (actor: Actor, id: string) =>
      step(actor, id, ['rehearsed'], 'committing', ['committed', 'undoing', 'undone'], 'allocation.commit-asked'),
    undo: (actor: Actor, id: string) =>
      step(actor, id, ['committed', 'cancelled', 'failed'], 'undoing', ['undone'], 'allocation.undo-asked'),
    cancel: (actor: Actor, id: string) =>
      at(actor, async (tx) => {
        await seen(tx, actor, id);
        await moveRun(tx, id, ['rehearsing', 'rehearsed', 'committing'], 'cancelled', { finishedAt: clock.now() });
        return presentRun(await seen(tx, actor, id));
      }),
    loans: (actor: Actor, id: string, { which, page }: RequestOf<typeof allocationLoans>['query']) =>
      at(actor, async (tx) => {
        const row = await seen(tx, actor, id);
        const rows = await runLoans(tx, id, which, LISTED + 1, { offset: (page - 1) * LISTED });
        return { content: await shown(tx, actor, row, rows.slice(0, LISTED)), more: rows.length > LISTED };
      }),
    async outcomes(actor: Actor, id: string, asked: LookAsked) {
      const found = await lookedAt(asked, (begins) =>
        at(actor, async (tx) => {
          const run = await seen(tx, actor, id);
          const under = begins ? null : run.outcomes_look;
          if (!under)
            await enqueueWithin(tx, clock.now(), OUTCOMES_JOB, { id }, { tenantId: actor.tenantId, singletonKey: id });
          const look = under ?? (await beginOutcomes(tx, id));
          return {
            state: look.state,
            data: await presentOutcomes(tx, actor, run, look),
            progress: lookProgress(look.state, look.done, run.given - run.undone),
          };
        }),
      );
      return { success: true as const, data: found.data, progress: found.progress };
    },
    errors: async (actor: Actor, id: string): Promise<FileReply> => {
      const row = await at(actor, (tx) => seen(tx, actor, id));
      return new FileReply(
        Readable.from(csvFile(errorLines(actor, row))),
        'text/csv; charset=utf-8',
        'not-allocated.csv',
      );
    },
    /** Commits and what was given by hand, as jobs over files (specification 3 "Report job"), newest first; nothing for those who commit none. */
    asJobs: (actor: Actor, of: RunSource, page: number, limit: number) =>
      at(actor, async (tx) => {
        const none = breadthOf(actor) === 'client';
        const rows = none ? [] : await newestRuns(tx, actor, of, limit, page - 1);
        return {
          totalElements: none ? 0 : await countRuns(tx, actor, of),
          content: rows.map((row) => {
            const failed = row.left_out + row.unknown;
            return {
              jobId: row.id,
              type: row.asked ? ('ManualAllocationFile' as const) : ('AUTOALLOCATION' as const),
              fileName: row.asked ? (row.asked.fileName ?? 'By filter') : `Rules, version ${row.rules_version}`,
              startTime: row.created_at,
              endTime: row.finished_at,
              status: JOB_STATES[row.state],
              fileUrl: failed > 0 ? `/api/v1/loans/auto-allocation/${row.id}/errors` : null,
              totalCount: row.given + failed,
              successCount: row.given,
              failureCount: failed,
            };
          }),
        };
      }),
  };
}
