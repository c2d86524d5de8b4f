/** Sendings of scheduled reports as people see them: sent by hand, looked through, and fetched by those they were mailed to. */
import type { MailedReport, ReportDelivery } from '../../../core/contract/schedule-reports';
import { dayOf } from '../../../core/domain/dates';
import { mailedReport } from '../../../core/domain/reports';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { findDelivery, isSending, mailedTo, makeDelivery, newestDeliveries, presentDelivery } from './delivery-rows';
import { MIME } from './exports';
import { findSchedule, type ScheduleRow } from './schedule-rows';

const LISTED = 20;

export function deliveryService({ db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>) {
  const rulesOf = tenantRules(db);
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const scheduleOf = async (tx: Tx, actor: Actor, id: string): Promise<ScheduleRow> => {
    const schedule = await findSchedule(tx, actor, id, true);
    if (!schedule) throw new ApiError('not-found');
    return schedule;
  };

  return {
    /** Throws `too-many` while one is under way. */
    async send(actor: Actor, scheduleId: string, id: string): Promise<ReportDelivery> {
      const { zone } = await rulesOf(actor.tenantId);
      return run(actor, async (tx) => {
        const schedule = await scheduleOf(tx, actor, scheduleId);
        const known = await findDelivery(tx, id);
        if (known && known.schedule_id !== scheduleId) throw new ApiError('not-found');
        if (known) return presentDelivery(known);
        if (await isSending(tx, scheduleId))
          throw new ApiError('too-many', { message: 'This report is being sent already. Wait until it has gone out.' });
        const now = clock.now();
        const upTo = dayOf(now, zone);
        if (!(await makeDelivery(tx, schedule, { id, day: null, upTo, askedBy: actor.userId }, actor.tenantId, now)))
          throw new ApiError('invalid', { message: 'This report cannot be mailed' });
        await appendAudit(
          tx,
          [
            {
              action: 'schedule-reports.sent-by-hand',
              subject: 'schedule-report',
              subjectId: scheduleId,
              actorId: actor.userId,
              detail: { before: null, after: { delivery: id, emails: schedule.emails } },
            },
          ],
          now,
        );
        const made = await findDelivery(tx, id);
        if (!made) throw new ApiError('not-found');
        return presentDelivery(made);
      });
    },

    list: (actor: Actor, scheduleId: string): Promise<ReportDelivery[]> =>
      run(actor, async (tx) => {
        const schedule = await findSchedule(tx, actor, scheduleId);
        if (!schedule) throw new ApiError('not-found');
        return (await newestDeliveries(tx, scheduleId, LISTED)).map(presentDelivery);
      }),

    mailed: async (actor: Actor): Promise<MailedReport[]> =>
      (await run(actor, (tx) => mailedTo(tx, actor.userId, LISTED, clock.now()))).map((row) => ({
        id: row.id,
        displayName: mailedReport(row.report_name)?.displayName ?? row.report_name,
        from: row.from_day,
        to: row.to_day,
        fileName: row.file_name,
        lines: row.rows_done,
        size: row.size,
        sentAt: row.sent_at,
        expiresAt: row.expires_at,
      })),

    /** Throws `not-found` for what was not mailed to the caller, `gone` when its time is over. */
    file: (actor: Actor, id: string): Promise<FileReply> =>
      run(actor, async (tx) => {
        const now = clock.now();
        const [row] = await mailedTo(tx, actor.userId, 1, now, id);
        if (!row) throw new ApiError('not-found');
        if (Date.parse(row.expires_at) <= now.getTime() || (await storage.size(row.file)) !== row.size)
          throw new ApiError('gone');
        await appendAudit(
          tx,
          [
            {
              action: 'export.downloaded',
              subject: 'report-delivery',
              subjectId: id,
              actorId: actor.userId,
              detail: { fileName: row.file_name, rows: row.rows_done, sha256: row.sha256 },
            },
          ],
          now,
        );
        return new FileReply(storage.stream(row.file), MIME[row.file_type], row.file_name);
      }),
  };
}
