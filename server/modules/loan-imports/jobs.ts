/**
 * Reading, verifying, committing and undoing, in chunks that are one transaction each with how far they came: a run that is killed is
 * taken up where its last chunk ended. One step at a time for each tenant, and a few for the whole installation.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf } from '../../../core/domain/dates';
import type { LoanMapping } from '../../../core/domain/loan-import';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { ClaimLost, defineLook, enqueueWithin, type Jobs, type Run } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { readTable } from '../../platform/tables';
import { releaseOfImport } from '../suppression-list';
import { eachDay, tenantRules } from '../tenants';
import { chunkEnd } from './chunks';
import { commitRows } from './commit';
import { noteFailure } from './failures';
import { forgetRows } from './forgetting';
import { readFile, sourceOf } from './reading';
import {
  clientName,
  findImport,
  type ImportRow,
  NO_COUNTS,
  nextInLine,
  noteMappingUsed,
  portfoliosOf,
  rowsDone,
  type State,
  setImport,
} from './repository';
import { clearRows, countMissing, countUnlike, type ImportFacts } from './staging';
import { commitSuppressions, portfoliosOfTenant } from './suppressions';
import { undoLines } from './undo';
import { failLook, LOOK_JOB, lookFurther } from './undo-look';
import { NO_VERIFICATION, withChunk } from './verification';
import { waitingLoans, waitingSuppressions } from './waiting';

export const STEP_JOB = 'loan-imports.step';
/** Lines of a chunk: short enough that whoever saves on one of its loans waits a moment. */
export const CHUNK = 5000;
const TURN_MS = 1000;
/** Imports that write at the same moment, over all processes of the installation. */
const LANES = 2;
const LANE = 7_262_700;

type JobDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'logger'>;

class NotNow extends Error {}

export function registerJobs(jobs: Jobs, deps: JobDeps, chunk = CHUNK): void {
  const { db, storage, clock, logger } = deps;
  const rulesOf = tenantRules(db);
  eachDay(jobs, deps, 'loan-imports.forget', (tx, _today, now) => forgetRows(tx, now));

  /** A chunk, when it is still this step's to do and there is a free lane; a busy installation lets it wait. */
  async function part<T>(
    run: Run,
    importId: string,
    state: State,
    work: (tx: Tx, row: ImportRow) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const done = await run.step(async (tx) => {
        const [lane] = await tx.query<{ free: boolean }>(
          Array.from({ length: LANES }, (_, at) => `pg_try_advisory_xact_lock(${LANE + at})`)
            .reduce((sql, lock) => `case when ${lock} then true else ${sql} end`, 'false')
            .replace(/^/, 'select ')
            .concat(' as free'),
        );
        if (!lane?.free) return undefined;
        const row = await findImport(tx, importId, undefined, true);
        if (row?.state !== state) throw new NotNow();
        return { value: await work(tx, row) };
      });
      if (done) return done.value;
      await pause(50 + Math.random() * 100);
    }
  }

  /**
   * Tells the planner of tables that have just grown, after the first chunk and each tenfold: what it believes of an empty table makes
   * it read all of it for every row. On the embedded database the application owns no table, and books are small.
   */
  async function measure(run: Run, chunks: number, tables: string): Promise<void> {
    if (db.kind === 'postgres' && /^10*$/.test(String(chunks))) await run.step((tx) => tx.query(`analyze ${tables}`));
  }

  async function verify(run: Run, tenantId: string, first: ImportRow): Promise<void> {
    const importId = first.id;
    const { zone } = await rulesOf(tenantId);
    if (first.verification === null)
      while (await part(run, importId, 'verifying', (tx) => clearRows(tx, importId, chunk)));
    const today = dayOf(clock.now(), zone);
    const clientId = first.client_id;
    const facts: ImportFacts = await db.transaction({ tenantId }, async (tx) => ({
      tenantId,
      today,
      clientName: (clientId && (await clientName(tx, clientId))) ?? '',
      portfolios: clientId ? await portfoliosOf(tx, clientId) : await portfoliosOfTenant(tx),
    }));
    const waiting = first.kind === 'suppressions' ? waitingSuppressions(first, facts) : waitingLoans(first, facts);
    let from = first.step_work.line ?? 0;
    let chunks = 0;
    const flush = async () => {
      const { last } = waiting;
      if (last === undefined) return;
      const after = from;
      await part(run, importId, 'verifying', async (tx, row) => {
        const { counts, told } = await waiting.stage(tx, row, after);
        const verification = withChunk(row.verification ?? NO_VERIFICATION, counts, told);
        await setImport(tx, importId, {
          verification,
          step_work: { ...row.step_work, line: last },
          progress_done: verification.rows,
          failures: 0,
        });
      });
      waiting.clear();
      from = last;
      await measure(run, ++chunks, 'loan_import_rows');
    };
    for await (const batch of readTable(
      await sourceOf(storage, tenantId, importId),
      (first.mapping as LoanMapping).layout,
    )) {
      if (run.signal.aborted) return;
      for (const row of batch) if (row.line > from) waiting.add(row);
      if (waiting.size >= chunk) await flush();
    }
    await flush();
    const chosen = facts.portfolios.filter(({ id }) => first.portfolio_id === null || id === first.portfolio_id);
    const portfolioIds = chosen.map(({ id }) => id).sort();
    for (let more = first.kind === 'loans'; more; ) {
      if (run.signal.aborted) return;
      more = await part(run, importId, 'verifying', async (tx, row) => {
        const missing = await countMissing(tx, row, portfolioIds, chunk);
        if (missing) await setImport(tx, importId, { step_work: { ...row.step_work, missing }, failures: 0 });
        return missing !== undefined;
      });
    }
    await run.finish(async (tx) => {
      const row = await findImport(tx, importId, undefined, true);
      if (row?.state !== 'verifying') return;
      const found = row.verification ?? NO_VERIFICATION;
      const unlike = row.kind === 'loans' && found.fresh > 0 ? await countUnlike(tx, row) : 0;
      await setImport(tx, importId, {
        state: 'verified',
        verification: { ...found, missing: row.step_work.missing?.loans ?? 0, unlike },
        counts: { ...NO_COUNTS, rows: found.rows, refused: found.refused },
        progress_done: found.rows,
        progress_total: found.rows,
      });
    });
  }

  async function commit(run: Run, tenantId: string, importId: string): Promise<void> {
    const { zone } = await rulesOf(tenantId);
    for (let more = true, chunks = 1; more; chunks++) {
      if (run.signal.aborted) return;
      more = await part(run, importId, 'committing', async (tx, row) => {
        const from = row.step_work.line ?? 0;
        const last = (await chunkEnd(tx, importId, from, chunk))?.line;
        if (last === undefined) return false;
        const now = clock.now();
        const commitChunk = row.kind === 'suppressions' ? commitSuppressions : commitRows;
        const became = await commitChunk(tx, { importId, lines: [from, last], row, today: dayOf(now, zone), now });
        const counts = { ...NO_COUNTS, ...row.counts };
        for (const [name, value] of Object.entries(became)) counts[name as keyof typeof became] += value;
        await setImport(tx, importId, {
          counts,
          step_work: { ...row.step_work, line: last },
          progress_done: rowsDone(counts),
          failures: 0,
          committed_at: row.committed_at ?? now,
        });
        return true;
      });
      await measure(run, chunks, 'loans, borrowers, phones, addresses, loan_people, loan_import_changes');
    }
    await run.finish(async (tx) => {
      const row = await findImport(tx, importId, undefined, true);
      if (row?.state !== 'committing') return;
      const now = clock.now();
      await setImport(tx, importId, { state: 'done', finished_at: now, committed_at: row.committed_at ?? now });
      await noteMappingUsed(tx, row, dayOf(now, zone));
      await appendAudit(
        tx,
        [
          {
            action: 'loan-imports.committed',
            subject: 'loan-import',
            subjectId: importId,
            actorId: row.step_by,
            detail: { fileName: row.file_name, batchNo: row.batch_no, counts: row.counts },
          },
        ],
        now,
      );
    });
  }

  async function undo(run: Run, tenantId: string, importId: string): Promise<void> {
    const { zone } = await rulesOf(tenantId);
    for (let more = true; more; ) {
      if (run.signal.aborted) return;
      more = await part(run, importId, 'undoing', async (tx, row) => {
        if (row.kind === 'suppressions') {
          const by = { userId: row.step_by, reason: 'The file was taken back', now: clock.now() };
          const released = await releaseOfImport(tx, importId, chunk, by);
          const progress = { progress_done: row.progress_done + released, failures: 0 };
          await setImport(tx, importId, {
            ...progress,
            ...(released === 0 && { counts: { ...row.counts, inserted: 0 } }),
          });
          return released > 0;
        }
        const from = row.step_work.line ?? 0;
        const last = (await chunkEnd(tx, importId, from, chunk))?.line;
        if (last === undefined) return false;
        const back = await undoLines(tx, importId, from, last, clock.now(), zone);
        const counts = { ...NO_COUNTS, ...row.counts };
        counts.inserted -= back.removed;
        counts.updated -= back.restored;
        await setImport(tx, importId, {
          counts,
          step_work: { ...row.step_work, line: last },
          failures: 0,
          progress_done: row.progress_done + back.removed + back.restored + back.stays,
        });
        return true;
      });
    }
    await run.finish(async (tx) => {
      const row = await findImport(tx, importId, undefined, true);
      if (row?.state !== 'undoing') return;
      const now = clock.now();
      await setImport(tx, importId, { state: 'undone', finished_at: now });
      await appendAudit(
        tx,
        [
          {
            action: 'loan-imports.undone',
            subject: 'loan-import',
            subjectId: importId,
            actorId: row.step_by,
            detail: { fileName: row.file_name, left: row.counts },
          },
        ],
        now,
      );
    });
  }

  async function step(run: Run, tenantId: string, importId: string): Promise<void> {
    const row = await db.transaction({ tenantId }, (tx) => findImport(tx, importId));
    if (row?.state === 'reading') return readFile(deps, tenantId, importId);
    if (!row || !['verifying', 'committing', 'undoing'].includes(row.state)) return;
    const first = await db.transaction({ tenantId }, nextInLine);
    if (first !== importId) {
      await run.finish((tx) =>
        enqueueWithin(
          tx,
          clock.now(),
          STEP_JOB,
          { importId },
          { tenantId, singletonKey: importId, runAt: new Date(clock.now().getTime() + TURN_MS) },
        ),
      );
      return;
    }
    if (row.state === 'verifying') return verify(run, tenantId, row);
    return row.state === 'committing' ? commit(run, tenantId, importId) : undo(run, tenantId, importId);
  }

  jobs.define(
    STEP_JOB,
    async ({ tenantId, data }, run) => {
      const importId = String(data.importId);
      if (tenantId === null) return;
      try {
        await step(run, tenantId, importId);
      } catch (error) {
        if (error instanceof NotNow) return;
        if (error instanceof ClaimLost) throw error;
        const told = await db.transaction({ tenantId }, (tx) => noteFailure(tx, importId, error, clock.now()));
        if (!told) throw error;
        logger.error('an import failed', { error });
      }
    },
    // Failures are counted on the import, where progress sets them back.
    { attempts: 1000 },
  );

  defineLook(jobs, LOOK_JOB, logger, { further: (tx, id) => lookFurther(tx, id, chunk), fail: failLook });
}
