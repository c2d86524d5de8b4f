/** Files of outcomes as their senders see them. What does the work is the job. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DispositionFile } from '../../../core/contract/disposition-files';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { csvFile, TableError, tableOfBytes, type WrittenCell } from '../../platform/tables';
import { breadthOf } from '../loans';
import { DISPOSITION_FILE_JOB, fileKey } from './file-jobs';
import { missingColumns } from './file-rows';
import {
  countFiles,
  endFile,
  type FileJobRow,
  findFile,
  insertFile,
  newestFiles,
  presentFile,
  sameAtWork,
  shownRows,
} from './file-store';

const LISTED = 20;
const FILE_PAGE = 2000;
const JOB_STATES = { working: 'committing', done: 'done', failed: 'failed', cancelled: 'cancelled' } as const;
const bad = (message: string) => new ApiError('invalid', { message, fields: [{ path: 'file', message }] });

async function lookAt(bytes: Buffer) {
  try {
    return (await tableOfBytes(bytes)).look;
  } catch (error) {
    if (error instanceof TableError) throw bad(error.message);
    throw error;
  }
}

export function dispositionFileService({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>) {
  const at = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const seen = async (tx: Tx, actor: Actor, id: string): Promise<FileJobRow> => {
    const row = await findFile(tx, actor, id);
    if (!row) throw new ApiError('not-found');
    return row;
  };

  async function* errorLines(actor: Actor, file: FileJobRow): AsyncGenerator<readonly WrittenCell[]> {
    yield [...file.columns, 'Reason'];
    for (let after = 0; ; ) {
      const rows = await at(actor, (tx) => shownRows(tx, file.id, after, FILE_PAGE));
      for (const { cells, reason } of rows) yield [...file.columns.map((_, column) => cells[column] ?? ''), reason];
      if (rows.length < FILE_PAGE) return;
      after = rows.at(-1)?.line ?? after;
    }
  }

  return {
    /** The same file of the same person while it is at work is that one. Throws `invalid` for a file that is no table of outcomes. */
    async upload(actor: Actor, bytes: Buffer, fileName: string): Promise<DispositionFile> {
      if (bytes.length === 0) throw bad('The file is empty');
      const look = await lookAt(bytes);
      const [missing] = missingColumns(look.columns);
      if (missing) throw bad(`The file needs a column ${missing}`);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const now = clock.now();
      const id = uuidv7(now.getTime());
      await storage.put(fileKey(actor.tenantId, id), bytes);
      return at(actor, async (tx) => {
        const known = await sameAtWork(tx, actor.userId, sha256);
        if (known) {
          await storage.remove(fileKey(actor.tenantId, id));
          return presentFile(await seen(tx, actor, known));
        }
        const { columns, layout } = look;
        await insertFile(tx, { id, fileName, sha256, columns, layout, by: actor.userId, now });
        await enqueueWithin(tx, now, DISPOSITION_FILE_JOB, { id }, { tenantId: actor.tenantId, singletonKey: id });
        await appendAudit(
          tx,
          [
            {
              action: 'dispositions.file-uploaded',
              subject: 'disposition-file',
              subjectId: id,
              actorId: actor.userId,
              detail: { before: null, after: { fileName, sha256 } },
            },
          ],
          now,
        );
        return presentFile(await seen(tx, actor, id));
      });
    },
    list: (actor: Actor, page: number) =>
      at(actor, async (tx) => {
        const rows = await newestFiles(tx, actor, { limit: LISTED + 1, offset: (page - 1) * LISTED });
        return { content: rows.slice(0, LISTED).map(presentFile), more: rows.length > LISTED };
      }),
    cancel: (actor: Actor, id: string): Promise<DispositionFile> =>
      at(actor, async (tx) => {
        await seen(tx, actor, id);
        const now = clock.now();
        if (await endFile(tx, id, 'cancelled', now))
          await appendAudit(
            tx,
            [
              {
                action: 'dispositions.file-cancelled',
                subject: 'disposition-file',
                subjectId: id,
                actorId: actor.userId,
                detail: { before: 'working', after: 'cancelled' },
              },
            ],
            now,
          );
        return presentFile(await seen(tx, actor, id));
      }),
    async errors(actor: Actor, id: string): Promise<FileReply> {
      const file = await at(actor, (tx) => seen(tx, actor, id));
      const name = `${file.file_name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-errors.csv`;
      return new FileReply(Readable.from(csvFile(errorLines(actor, file))), 'text/csv; charset=utf-8', name);
    },
    /** As jobs over files (specification 3 "Report job"), newest first; nothing for those who send none. */
    asJobs: (actor: Actor, page: number, limit: number, name?: string) =>
      at(actor, async (tx) => {
        const none = breadthOf(actor) === 'client';
        const rows = none ? [] : await newestFiles(tx, actor, { limit, offset: (page - 1) * limit, name });
        return {
          totalElements: none ? 0 : await countFiles(tx, actor, name),
          content: rows.map((row) => ({
            jobId: row.id,
            type: 'DispositionUploadFile' as const,
            fileName: row.file_name,
            startTime: row.created_at,
            endTime: row.finished_at,
            status: JOB_STATES[row.state],
            fileUrl: row.refused + row.without_effect > 0 ? `/api/v2/disposition-files/${row.id}/errors` : null,
            totalCount: row.rows_done,
            successCount: row.taken + row.repeated + row.without_effect,
            failureCount: row.refused,
          })),
        };
      }),
  };
}
