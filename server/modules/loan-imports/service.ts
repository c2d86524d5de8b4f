/** Each step of an import; what takes long is a job (jobs.ts) that is asked for in the same transaction. */
import type { RequestOf } from '../../../core/contract/kit';
import type { beginImport, mapImport } from '../../../core/contract/loan-imports';
import { uuidv7 } from '../../../core/domain/ids';
import { type LoanMapping, mappingProblems } from '../../../core/domain/loan-import';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { gatewaySecret } from '../../platform/signatures';
import { type LookAsked, lookedAt } from '../system';
import { errorFile } from './errors';
import { STEP_JOB } from './jobs';
import { batchNo, importKey, uploadAddress } from './places';
import { presentDetail, presentImport, verifyRefusal } from './present';
import { lastMapping, readFile } from './reading';
import {
  type Detail,
  findImport,
  type ImportQuestion,
  type ImportRow,
  insertImport,
  keepMapping,
  lastBatch,
  NO_COUNTS,
  pageOfImports,
  portfoliosOf,
  rowsDone,
  type Step,
  setImport,
} from './repository';
import { portfoliosOfTenant } from './suppressions';
import { beginLook, LOOK_JOB, presentLook } from './undo-look';

/** A file of this size is looked at before the answer; a larger one by a job. */
const SMALL = 8 * 1024 * 1024;

type NewImport = RequestOf<typeof beginImport>['body'];
export function importService(deps: Deps) {
  const { db, storage, clock, config } = deps;
  const secret = gatewaySecret(config);
  const at = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);

  async function visible(tx: Tx, actor: Actor, id: string, lock = false): Promise<ImportRow> {
    const row = await findImport(tx, id, actor, lock);
    if (!row) throw new ApiError('not-found');
    return row;
  }

  async function detailOf(tx: Tx, actor: Actor, id: string): Promise<Detail> {
    const row = await visible(tx, actor, id);
    const last = row.look && row.state === 'mapping' ? await lastMapping(tx, row, row.look.columns) : undefined;
    return presentDetail(row, last?.mapping);
  }
  const detail = (actor: Actor, id: string) => at(actor, (tx) => detailOf(tx, actor, id));

  const refuse = (message: string) => new ApiError('conflict', { message });

  async function begin(
    actor: Actor,
    { kind, fileName, size }: NewImport,
  ): Promise<{ import: Detail; uploadUrl: string }> {
    if (size > config.importLimit) throw new ApiError('too-large');
    // The list is the tenant's, whatever a client may see of it.
    if (kind === 'suppressions' && actor.role === 'CLIENT_ADMIN') throw new ApiError('forbidden');
    const id = uuidv7(clock.now().getTime());
    const clientId = actor.role === 'CLIENT_ADMIN' ? actor.clientId : null;
    const made = await at(actor, async (tx) => {
      await insertImport(tx, { id, kind, fileName, size, clientId, by: actor.userId, now: clock.now() });
      return detailOf(tx, actor, id);
    });
    return { import: made, uploadUrl: `/brake${uploadAddress(secret, actor.tenantId, id, clock.now())}` };
  }

  /** All bytes are there: a small file is read at once, a large one by a job. */
  async function startReading(actor: Actor, id: string, choice: Partial<TableLayout> = {}): Promise<void> {
    const size = await at(actor, async (tx) => {
      const row = await visible(tx, actor, id, true);
      if (row.state === 'uploading') {
        const there = (await storage.size(importKey(actor.tenantId, id))) ?? 0;
        if (there !== row.size) throw refuse(`Only ${there} of ${row.size} bytes have arrived.`);
        await setImport(tx, id, { state: 'reading', received: row.size });
        if (row.size > SMALL)
          await enqueueWithin(
            tx,
            clock.now(),
            STEP_JOB,
            { importId: id },
            { tenantId: actor.tenantId, singletonKey: id },
          );
        return row.size;
      }
      return row.state === 'reading' ? row.size : 0;
    });
    if (size > 0 && size <= SMALL) await readFile(deps, actor.tenantId, id, choice);
  }

  /** Moves an import to a step that a job does, unless `refusal` says why not. Asked for again, nothing more happens. */
  async function enqueueStep(
    actor: Actor,
    id: string,
    to: Step,
    refusal: (row: ImportRow) => string | undefined,
  ): Promise<Detail> {
    return at(actor, async (tx) => {
      const row = await visible(tx, actor, id, true);
      if (row.state !== to) {
        const why = refusal(row);
        if (why) throw refuse(why);
        const now = clock.now();
        // Rows that are in keep their ids and counts: whatever an import has loaded, it takes back.
        const goesOn = to === 'committing' && row.state !== 'verified';
        await setImport(tx, id, {
          state: to,
          step_at: now,
          step_by: actor.userId,
          step_work: goesOn ? row.step_work : { step: to },
          failures: 0,
          problem: null,
          finished_at: null,
          progress_done: goesOn ? rowsDone(row.counts) : 0,
          progress_total: to === 'verifying' ? 0 : (row.counts.rows ?? 0),
          ...(to === 'verifying' && { verification: null, counts: NO_COUNTS, forgotten_to: 0 }),
          ...(to === 'committing' &&
            !goesOn && {
              batch_no: row.batch_no ?? batchNo(now, id),
              counts: { ...NO_COUNTS, rows: row.counts.rows ?? 0 },
            }),
        });
        await enqueueWithin(tx, now, STEP_JOB, { importId: id }, { tenantId: actor.tenantId, singletonKey: id });
        await appendAudit(
          tx,
          [
            {
              action: `loan-imports.${to}`,
              subject: 'loan-import',
              subjectId: id,
              actorId: actor.userId,
              detail: { fileName: row.file_name, sha256: row.sha256 },
            },
          ],
          now,
        );
      }
      return detailOf(tx, actor, id);
    });
  }

  const list = (actor: Actor, question: ImportQuestion) =>
    at(actor, async (tx) => {
      const { rows, total } = await pageOfImports(tx, actor, question);
      return {
        content: rows.map(presentImport),
        page: question.page,
        pageSize: question.pageSize,
        totalElements: total,
        totalPages: Math.ceil(total / question.pageSize),
      };
    });

  return {
    begin,
    detail,
    list,

    async uploaded(actor: Actor, id: string): Promise<Detail> {
      await startReading(actor, id);
      return detail(actor, id);
    },

    /** A file that came in a form. */
    async take(
      actor: Actor,
      kind: NewImport['kind'],
      file: { filename: string; bytes: Buffer } | undefined,
    ): Promise<Detail> {
      if (!file || file.bytes.length === 0)
        throw new ApiError('invalid', { fields: [{ path: 'file', message: 'Choose a file' }] });
      const fileName = file.filename.trim().slice(0, 200) || 'loans.csv';
      const { import: made } = await begin(actor, { kind, fileName, size: file.bytes.length });
      await storage.put(importKey(actor.tenantId, made.id), file.bytes);
      await startReading(actor, made.id);
      return detail(actor, made.id);
    },

    async layout(actor: Actor, id: string, choice: Partial<TableLayout>): Promise<Detail> {
      await at(actor, async (tx) => {
        const row = await visible(tx, actor, id, true);
        if (!['mapping', 'verified'].includes(row.state)) throw refuse(`This import is ${row.state}.`);
        await setImport(tx, id, { state: 'mapping' });
      });
      await readFile(deps, actor.tenantId, id, choice);
      return detail(actor, id);
    },

    async map(actor: Actor, id: string, body: RequestOf<typeof mapImport>['body']): Promise<Detail> {
      return at(actor, async (tx) => {
        const row = await visible(tx, actor, id, true);
        if (!['mapping', 'verified'].includes(row.state) || !row.look) throw refuse(`This import is ${row.state}.`);
        const clientId = row.kind === 'suppressions' ? null : body.clientId;
        const wrong = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });
        if (row.kind !== 'suppressions') {
          if (!clientId) throw wrong('clientId', 'Choose whose loans these are');
          // Answers of another client's and of no client are the same.
          if (actor.role === 'CLIENT_ADMIN' && clientId !== actor.clientId)
            throw wrong('clientId', 'There is no such client');
          const own = await portfoliosOf(tx, clientId);
          if (body.portfolioId && !own.some((one) => one.id === body.portfolioId))
            throw wrong('portfolioId', 'The client has no such portfolio');
          const named =
            body.mapping.columns.some(({ field }) => field === 'portfolio') || 'portfolio' in body.mapping.fixed;
          if (row.kind === 'loans' && !body.portfolioId && !named)
            throw wrong('portfolioId', 'Choose a portfolio, or map a column to it');
        }
        if (row.kind === 'suppressions' && body.portfolioId) {
          const all = await portfoliosOfTenant(tx);
          if (!all.some(({ id: one }) => one === body.portfolioId))
            throw wrong('portfolioId', 'There is no such portfolio');
        }
        const mapping = body.mapping as LoanMapping;
        const problems = mappingProblems(mapping, row.look.columns, row.kind);
        if (problems.length)
          throw new ApiError('invalid', {
            fields: problems.map(({ field, header, message }) => ({
              path: `mapping.${field ?? header ?? ''}`,
              message,
            })),
          });
        const now = clock.now();
        const version = await keepMapping(tx, {
          id: uuidv7(now.getTime()),
          clientId,
          kind: row.kind,
          mapping,
          by: actor.userId,
          now,
        });
        await setImport(tx, id, {
          state: 'mapping',
          client_id: clientId,
          portfolio_id: body.portfolioId,
          mapping,
          mapping_version: version,
          verification: null,
          problem: null,
        });
        return detailOf(tx, actor, id);
      });
    },

    verify: (actor: Actor, id: string): Promise<Detail> => enqueueStep(actor, id, 'verifying', verifyRefusal),
    commit: (actor: Actor, id: string): Promise<Detail> =>
      enqueueStep(actor, id, 'committing', (row) =>
        row.state === 'verified' || presentImport(row).mayGoOn ? undefined : `This import is ${row.state}.`,
      ),
    undo: (actor: Actor, id: string): Promise<Detail> =>
      enqueueStep(actor, id, 'undoing', (row) =>
        presentImport(row).mayUndo ? undefined : 'There is nothing to take back.',
      ),

    cancel: (actor: Actor, id: string) =>
      at(actor, async (tx) => {
        const row = await visible(tx, actor, id, true);
        if (['done', 'undoing', 'undone'].includes(row.state)) throw refuse(`This import is ${row.state}.`);
        // What a commit took counts as committed: it can be undone.
        if (row.state === 'committing' && actor.role === 'CLIENT_ADMIN') throw new ApiError('forbidden');
        if (row.state !== 'cancelled') await setImport(tx, id, { state: 'cancelled', finished_at: clock.now() });
        return detailOf(tx, actor, id);
      }),

    async previewUndo(actor: Actor, id: string, asked: LookAsked) {
      let rows = 0;
      const found = await lookedAt(asked, (begins) =>
        at(actor, async (tx) => {
          const row = await visible(tx, actor, id);
          rows = row.counts.rows ?? 0;
          if (row.undo_look && !begins) return row.undo_look;
          await enqueueWithin(tx, clock.now(), LOOK_JOB, { id }, { tenantId: actor.tenantId, singletonKey: id });
          return beginLook(tx, id);
        }),
      );
      return presentLook(found, rows);
    },

    async file(actor: Actor, id: string): Promise<FileReply> {
      const row = await at(actor, (tx) => visible(tx, actor, id));
      const key = importKey(actor.tenantId, id);
      if (row.state === 'uploading' || (await storage.size(key)) === undefined) throw new ApiError('not-found');
      return new FileReply(storage.stream(key), 'application/octet-stream', row.file_name);
    },

    async errors(actor: Actor, id: string): Promise<FileReply> {
      const row = await at(actor, async (tx) => {
        const found = await visible(tx, actor, id);
        await appendAudit(
          tx,
          [
            {
              action: 'loan-imports.errors-exported',
              subject: 'loan-import',
              subjectId: id,
              actorId: actor.userId,
              detail: { rows: found.counts.refused ?? 0 },
            },
          ],
          clock.now(),
        );
        return found;
      });
      if (!row.look || !row.mapping || !row.counts.rows) throw new ApiError('not-found');
      const name = `${row.file_name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-errors.csv`;
      return new FileReply(errorFile(deps, actor.tenantId, row), 'text/csv; charset=utf-8', name);
    },

    lastBatch: (actor: Actor) => at(actor, lastBatch),

    rename: (actor: Actor, id: string, fileName: string) =>
      at(actor, async (tx) => {
        const before = await visible(tx, actor, id, true);
        await setImport(tx, id, { file_name: fileName });
        await appendAudit(
          tx,
          [
            {
              action: 'loan-imports.renamed',
              subject: 'loan-import',
              subjectId: id,
              actorId: actor.userId,
              detail: { before: before.file_name, after: fileName },
            },
          ],
          clock.now(),
        );
        return presentImport(await visible(tx, actor, id));
      }),
  };
}
