/** Lists of numbers to dial: from a sheet, checked by a job, or from a filter, at once. */
import { createHash } from 'node:crypto';
import type { RequestOf } from '../../../core/contract/kit';
import {
  type DialList,
  type listDialLists,
  MAX_SHEET_ROWS,
  type makeDialList,
  PROCESS_PAGE,
} from '../../../core/contract/predictive';
import { uuidv7 } from '../../../core/domain/ids';
import { REFUSALS } from '../../../core/domain/predictive';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { readCsv, writeCsv } from '../people';
import { tenantRules } from '../tenants';
import { loansOfFilter } from './filter';
import { settle } from './lines';
import {
  cancelLines,
  findList,
  insertLines,
  insertList,
  listBeingChecked,
  listPage,
  refusedLines,
  settleLines,
} from './list-store';
import { findProcess, lockProcess } from './process-store';
import { sheetColumns } from './sheet';

export const SHEET_JOB = 'predictive.sheet';
const bad = (message: string) => new ApiError('invalid', { message, fields: [{ path: 'file', message }] });

function sheetOf(bytes: Buffer) {
  if (bytes.length === 0) throw bad('The file is empty');
  const sheet = readCsv(bytes);
  const columns = sheetColumns(sheet.columns);
  if (columns.loan < 0 && columns.mobile < 0)
    throw bad('The first line must name a column Loan number or Mobile number');
  if (sheet.rows.length === 0) throw bad('The file has no lines below its header');
  if (sheet.rows.length > MAX_SHEET_ROWS)
    throw bad(`The file has ${sheet.rows.length} lines; at most ${MAX_SHEET_ROWS} at a time`);
  return sheet;
}

export const refusalWords = (reason: string): string =>
  (REFUSALS as Record<string, string | undefined>)[reason] ?? `May not be called: ${reason.replace('held:', '')}`;

export function listService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function one(tx: Tx, actor: Actor, id: string): Promise<DialList> {
    const found = await findList(tx, actor, id);
    if (!found) throw new ApiError('not-found');
    return found;
  }
  /** The process, if the caller may give it lists. */
  async function processFor(tx: Tx, actor: Actor, id: string, now: Date) {
    const found = await findProcess(tx, actor, id, now);
    if (!found)
      throw new ApiError('invalid', { fields: [{ path: 'processId', message: 'Choose one of your processes.' }] });
    if (!found.mayEdit) throw new ApiError('forbidden');
    return found;
  }
  const audit = (tx: Tx, actor: Actor, action: string, id: string, detail: Record<string, unknown>, now: Date) =>
    appendAudit(tx, [{ action, subject: 'dial-list', subjectId: id, actorId: actor.userId, detail }], now);

  return {
    page: (actor: Actor, query: RequestOf<typeof listDialLists>['query']) =>
      db.transaction(scopeOf(actor), (tx) => {
        const size = query.size ?? PROCESS_PAGE;
        return listPage(tx, actor, {
          q: query.q ?? '',
          processId: query.processId,
          source: query.source,
          state: query.state,
          sort: query.sort ?? 'created',
          dir: query.dir ?? (query.sort ? 'asc' : 'desc'),
          limit: size,
          offset: ((query.page ?? 1) - 1) * size,
        });
      }),

    one: (actor: Actor, id: string) => db.transaction(scopeOf(actor), (tx) => one(tx, actor, id)),

    /** Two who bring the same sheet at once get the same list. */
    async importSheet(
      actor: Actor,
      bytes: Buffer,
      { processId, name, fileName }: { processId: string; name: string; fileName?: string | undefined },
    ): Promise<DialList> {
      const sheet = sheetOf(bytes);
      const fileHash = createHash('sha256').update(bytes).digest('hex');
      return db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        await processFor(tx, actor, processId, now);
        const id = uuidv7(now.getTime());
        const made = await insertList(tx, {
          id,
          processId,
          name,
          source: 'file',
          state: 'checking',
          fileName: fileName ?? null,
          fileHash,
          columns: sheet.columns,
          filter: null,
          by: actor.userId,
          now,
        });
        if (!made) {
          const other = await listBeingChecked(tx, processId, fileHash);
          if (!other) throw new ApiError('conflict', { message: 'This sheet was just being taken. Try again.' });
          return one(tx, actor, other);
        }
        await insertLines(tx, actor.tenantId, { id, processId }, sheet.rows);
        await enqueueWithin(tx, now, SHEET_JOB, { listId: id }, { tenantId: actor.tenantId, singletonKey: id });
        await audit(
          tx,
          actor,
          'dial-list.uploaded',
          id,
          { before: null, after: { processId, name, fileName, fileHash, lines: sheet.rows.length } },
          now,
        );
        return one(tx, actor, id);
      });
    },

    /** At once: the loans are known, so only duplicates and holds are to be found. */
    async fromFilter(
      actor: Actor,
      body: RequestOf<typeof makeDialList>['body'],
    ): Promise<{ found: number; list: DialList | null }> {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        await lockProcess(tx, body.processId);
        const process = await processFor(tx, actor, body.processId, now);
        const loans = await loansOfFilter(tx, actor, process.portfolio.id, body.filter, now);
        if (body.preview) return { found: loans.length, list: null };
        const none = 'No loan matches; nothing was made.';
        if (loans.length === 0)
          throw new ApiError('invalid', { message: none, fields: [{ path: 'filter', message: none }] });
        const { id, processId, name, filter } = body;
        const made = await insertList(tx, {
          id,
          processId,
          name,
          source: 'filter',
          state: 'ready',
          fileName: null,
          fileHash: null,
          columns: ['Loan number'],
          filter,
          by: actor.userId,
          now,
        });
        if (made) {
          const lines = loans.map((loanNumber, at) => ({ line: at + 1, loanNumber, mobile: '' }));
          await insertLines(
            tx,
            actor.tenantId,
            { id, processId },
            lines.map(({ line, loanNumber }) => ({ line, cells: [loanNumber] })),
          );
          const settled = await settle(tx, actor, { id: processId, portfolioId: process.portfolio.id }, lines, {
            now,
            zone,
          });
          await settleLines(tx, id, settled, now);
          const after = { processId, name, filter, lines: loans.length };
          await audit(tx, actor, 'dial-list.made', id, { before: null, after }, now);
        }
        return { found: loans.length, list: await one(tx, actor, id) };
      });
    },

    cancel: (actor: Actor, id: string): Promise<DialList> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        const before = await one(tx, actor, id);
        if (!before.mayEdit) throw new ApiError('forbidden');
        // The check of its lines waits, or sees afterwards that the list is cancelled.
        await lockProcess(tx, before.process.id);
        if (before.state !== 'cancelled') {
          const lines = await cancelLines(tx, id, now);
          await audit(tx, actor, 'dial-list.cancelled', id, { before: before.state, after: 'cancelled', lines }, now);
        }
        return one(tx, actor, id);
      }),

    errors: (actor: Actor, id: string): Promise<{ fileName: string; csv: string }> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const list = await one(tx, actor, id);
        const { columns, rows } = await refusedLines(tx, id);
        return {
          fileName: `${(list.fileName ?? list.name).replace(/\.(csv|xlsx)$/i, '')}-errors.csv`,
          csv: writeCsv(
            [...columns, 'Reason'],
            rows.map(({ cells, reason }) => [...columns.map((_, column) => cells[column] ?? ''), refusalWords(reason)]),
          ),
        };
      }),
  };
}
