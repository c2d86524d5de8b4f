/** Writing exports, one after the other for each tenant, and taking their files away when their time is over. */
import { createHash } from 'node:crypto';
import type { ReportRow } from '../../../core/contract/reports';
import type { ExportKind } from '../../../core/domain/export-kinds';
import { appendAudit } from '../../db/audit';
import { lightly } from '../../db/heavy-places';
import { type Actor, ApiError } from '../../http/implement';
import { ClaimLost, enqueueWithin, type Jobs, type Run } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { csvFile, type WrittenCell, xlsxFile } from '../../platform/tables';
import { notifyOfExport } from '../alerts';
import { actorOf } from '../auth';
import { breadthOf } from '../loans';
import { cellText, cellValue } from './cells';
import {
  beginExport,
  type ExportRow,
  endExport,
  expireExports,
  exportKey,
  findExport,
  firstOpen,
  noteProgress,
  peopleOf,
} from './export-rows';
import { EXPORT_JOB, FILE_KEPT_MS } from './exports';
import { formatService } from './formats';
import { meaningsSheet } from './meanings-sheet';
import { summedOf } from './question';
import { reportService } from './service';
import { plainShape, type Shape } from './shape';
import { withSnapshot } from './snapshot';

const TURN_MS = 1000;
/** How often the owner hears how far it is, and a cancelled one is noticed. */
const BEAT_MS = 500;
/** Failures, and deaths of the process in the middle, before it is given up. */
const FAILURES = 3;
const DEATHS = 10;
const HOUR_MS = 3_600_000;
/** Lines of a sheet, the heading and the last line among them. */
const MOST_SHEET_LINES = 1_048_576;

/** No further try would end otherwise. */
class Unwritable extends Error {}

export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'storage' | 'clock' | 'logger'>): void {
  const { db, storage, clock, logger } = deps;
  const reports = reportService(deps);
  const formats = formatService(deps, reports);

  async function write(
    run: Run,
    attempt: number,
    row: ExportRow,
    actor: Actor,
    shape: Shape<ExportKind>,
  ): Promise<void> {
    const { columns, dayStyle, amounts } = shape;
    const { question, zone } = await reports.prepare(shape, actor, row.filters);
    const style = { zone, dayStyle, amounts };
    const added = shape.kind === 'loans' ? [] : summedOf(shape.kind);
    const key = exportKey(actor.tenantId, row.id, attempt);
    // What earlier tries left when their process died.
    for (let earlier = 1; earlier < attempt; earlier++)
      await storage.remove(exportKey(actor.tenantId, row.id, earlier));
    const workbook = row.file_type === 'xlsx';
    // Programs read a CSV, and a client's own file is as the client wants it: neither says more than its rows.
    const meanings = workbook && !row.format_id ? meaningsSheet(shape, await reports.policies(actor, row.filters)) : [];
    const cell = workbook ? cellValue : cellText;
    const reached = { done: 0, total: null as number | null };
    const stop = new AbortController();
    let beating = false;
    // Outside the snapshot's transaction and its place: it has a short one of its own.
    const tell = () => {
      if (beating) return;
      beating = true;
      run
        .step((tx) => noteProgress(tx, row.id, reached.done, reached.total))
        .then((wanted) => wanted || stop.abort())
        .catch((error: unknown) => (error instanceof ClaimLost ? stop.abort() : undefined))
        .finally(() => {
          beating = false;
        });
    };
    const beat = lightly(() => setInterval(tell, BEAT_MS));

    async function* lines(pieces: AsyncIterable<ReportRow[]>, total: number): AsyncGenerator<readonly WrittenCell[]> {
      yield columns.map(({ label }) => label);
      const sums = new Map(columns.flatMap(({ id }) => (added.includes(id) ? [[id, 0]] : [])));
      for await (const rows of pieces) {
        if (stop.signal.aborted || run.signal.aborted) throw new ClaimLost(EXPORT_JOB);
        for (const one of rows) for (const [id, sum] of sums) sums.set(id, sum + Number(one[id] ?? 0));
        for (const one of rows) yield columns.map((column) => cell(column, one[column.id], style));
        reached.done += rows.length;
      }
      if (reached.done !== total) throw new Error(`${reached.done} rows were written of ${total}`);
      // A client's own file is as the client wants it; its promise stands in the list of exports.
      if (row.format_id) return;
      if (sums.size > 0 && total > 0)
        yield columns.map((column, at) =>
          sums.has(column.id) ? cell(column, sums.get(column.id) ?? 0, style) : at === 0 ? 'Total' : '',
        );
      yield ['Complete', `${total} lines`];
    }

    try {
      const { rows, size, sha256 } = await withSnapshot(
        db,
        { tenantId: actor.tenantId, userId: actor.userId },
        question,
        async ({ total, pieces }) => {
          if (workbook && total + 3 > MOST_SHEET_LINES)
            throw new Unwritable('A workbook holds 1,048,573 lines at most. Choose CSV, fewer days or a filter.');
          reached.done = 0;
          reached.total = total;
          await storage.remove(key);
          const hash = createHash('sha256');
          const file = workbook ? xlsxFile(lines(pieces, total), shape.sheet, meanings) : csvFile(lines(pieces, total));
          async function* hashed() {
            for await (const chunk of file) {
              hash.update(chunk);
              yield chunk;
            }
          }
          return { rows: total, size: await storage.append(key, 0, hashed()), sha256: hash.digest('hex') };
        },
      );
      await run.finish(async (tx) => {
        const now = clock.now();
        const until = new Date(now.getTime() + FILE_KEPT_MS);
        if (!(await endExport(tx, row.id, { state: 'done', rows, size, sha256, file: key, until }, now)))
          throw new ClaimLost(EXPORT_JOB);
        // A mail tells of those that are written for one.
        if (row.delivery_id === null) await notifyOfExport(tx, row.id, row.user_id, now);
        await appendAudit(
          tx,
          [
            {
              action: 'export.report',
              subject: 'report',
              subjectId: shape.name,
              actorId: actor.userId,
              detail: { filter: row.filters, rows, sha256, fileType: row.file_type },
            },
          ],
          now,
        );
      });
    } catch (error) {
      await storage.remove(key);
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  async function work(run: Run, attempt: number, tenantId: string, id: string): Promise<void> {
    const { row, first, actor } = await db.transaction({ tenantId }, async (tx) => {
      const found = await findExport(tx, id);
      return {
        row: found,
        first: found && (await firstOpen(tx, found.delivery_id !== null)),
        actor: found && (await actorOf(tx, tenantId, found.user_id)),
      };
    });
    if (!row || (row.state !== 'waiting' && row.state !== 'running')) return;
    if (first !== id) {
      const runAt = new Date(clock.now().getTime() + TURN_MS);
      await run.finish((tx) =>
        enqueueWithin(tx, clock.now(), EXPORT_JOB, { id }, { tenantId, singletonKey: id, runAt }),
      );
      return;
    }
    if (!actor) throw new Unwritable('Whoever asked for it is no longer active.');
    const shape = row.format_id ? await formats.shape(actor, row.format_id) : plainShape(row.kind);
    const breadth = breadthOf(actor);
    const begun = await run.step(async (tx) =>
      beginExport(tx, id, {
        role: actor.role,
        subRole: actor.subRole,
        agencyId: actor.agencyId,
        clientId: actor.clientId,
        people: breadth === 'team' || breadth === 'agency' ? await peopleOf(tx, actor) : null,
      }),
    );
    if (begun) await write(run, attempt, row, actor, shape);
  }

  jobs.define(
    EXPORT_JOB,
    async ({ tenantId, data, attempt }, run) => {
      const id = String(data.id);
      if (tenantId === null) return;
      try {
        if (attempt > DEATHS) throw new Unwritable('The server ended while it was written. Export less at a time.');
        await work(run, attempt, tenantId, id);
      } catch (error) {
        if (run.signal.aborted) throw error;
        const cancelled = await db.transaction({ tenantId }, async (tx) => (await findExport(tx, id))?.state);
        if (cancelled === 'cancelled') return;
        const final = error instanceof Unwritable || error instanceof ApiError || error instanceof RangeError;
        if (error instanceof ClaimLost || (!final && attempt < FAILURES)) throw error;
        logger.error('an export failed', { error });
        const problem = final ? error.message : 'Something went wrong on our side. Export it again.';
        await run.finish((tx) => endExport(tx, id, { state: 'failed', problem }, clock.now()));
      }
    },
    { attempts: DEATHS + FAILURES },
  );

  jobs.schedule(
    'reports.expired-exports',
    { everyMs: HOUR_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const files = await run.finish((tx) => expireExports(tx, clock.now()));
      for (const file of files) await storage.remove(file);
    },
    { for: 'tenants' },
  );
}
