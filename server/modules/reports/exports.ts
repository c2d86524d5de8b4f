/** Exports of reports as their owners see them: asked for, watched, cancelled, fetched. What writes them is the job. */
import type { RequestOf } from '../../../core/contract/kit';
import type { createExport, ReportExport } from '../../../core/contract/report-exports';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import {
  countOpen,
  type ExportRow,
  type ExportScope,
  endExport,
  findExport,
  insertExport,
  newestExports,
  presentExport,
  seesAll,
} from './export-rows';
import type { FormatService } from './formats';
import { fileNameOf, type ReportService } from './service';
import { plainShape } from './shape';

export const EXPORT_JOB = 'reports.export';
/** How long an export may take, and how long its file is kept. */
const DAY_MS = 86_400_000;
export const FILE_KEPT_MS = 7 * DAY_MS;
/** Of one person at a time. */
const MOST_OPEN = 3;
const LISTED = 20;
export const MIME = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** What a person sees is decided by the same as when the file was begun, and nobody in it has left their sight. */
async function stillSees(tx: Tx, actor: Actor, scope: ExportScope | null): Promise<boolean> {
  if (!scope) return false;
  const same =
    scope.role === actor.role &&
    scope.subRole === actor.subRole &&
    scope.agencyId === actor.agencyId &&
    scope.clientId === actor.clientId;
  return same && (scope.people === null || (await seesAll(tx, actor, scope.people)));
}

export function exportService(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  reports: ReportService,
  formats: FormatService,
) {
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const ownOne = async (tx: Tx, actor: Actor, id: string): Promise<ExportRow> => {
    const row = await findExport(tx, id);
    if (row?.user_id !== actor.userId) throw new ApiError('not-found');
    return row;
  };

  return {
    /** Throws as the report itself, `not-found` for a format that the caller does not see, `too-many` for a fourth at a time. */
    async create(
      actor: Actor,
      { id, kind, formatId, fileType, filters, list }: RequestOf<typeof createExport>['body'],
    ): Promise<ReportExport> {
      const shape = formatId ? await formats.shape(actor, formatId) : plainShape(kind);
      if (shape.kind !== kind) throw new ApiError('invalid', { message: 'The format is of another report' });
      const { span } = await reports.prepare(shape, actor, { ...filters, list });
      return run(actor, async (tx) => {
        const now = clock.now();
        const open = await countOpen(tx, actor.userId);
        const made = await insertExport(
          tx,
          actor.userId,
          {
            id,
            kind,
            format_id: formatId ?? null,
            file_type: fileType,
            file_name: `${fileNameOf(shape.name, span)}.${fileType}`,
            filters: { ...filters, ...span, ...(list && { list }) },
          },
          now,
          new Date(now.getTime() + DAY_MS),
        );
        if (made) {
          if (open >= MOST_OPEN)
            throw new ApiError('too-many', {
              message: 'Three exports are being written for you already. Wait for one, or cancel it.',
            });
          await enqueueWithin(tx, now, EXPORT_JOB, { id }, { tenantId: actor.tenantId, singletonKey: id });
        }
        return presentExport(await ownOne(tx, actor, id));
      });
    },

    list: async (actor: Actor): Promise<ReportExport[]> =>
      (await run(actor, (tx) => newestExports(tx, actor.userId, LISTED))).map(presentExport),

    cancel: (actor: Actor, id: string): Promise<ReportExport> =>
      run(actor, async (tx) => {
        await ownOne(tx, actor, id);
        await endExport(tx, id, { state: 'cancelled' }, clock.now());
        return presentExport(await ownOne(tx, actor, id));
      }),

    /** Throws `gone` when its time is over, `forbidden` when the caller no longer sees all that is in it. */
    file: (actor: Actor, id: string): Promise<FileReply> =>
      run(actor, async (tx) => {
        const row = await ownOne(tx, actor, id);
        if (row.state === 'expired' || (row.state === 'done' && Date.parse(row.expires_at) <= clock.now().getTime()))
          throw new ApiError('gone');
        const key = row.file;
        if (row.state !== 'done' || key === null || (await storage.size(key)) !== row.size)
          throw new ApiError('not-found');
        if (!(await stillSees(tx, actor, row.scope)))
          throw new ApiError('forbidden', { message: 'What you may see has changed since. Export it again.' });
        await appendAudit(
          tx,
          [
            {
              action: 'export.downloaded',
              subject: 'report-export',
              subjectId: id,
              actorId: actor.userId,
              detail: { fileName: row.file_name, rows: row.rows_done, sha256: row.sha256 },
            },
          ],
          clock.now(),
        );
        return new FileReply(storage.stream(key), MIME[row.file_type], row.file_name);
      }),
  };
}
