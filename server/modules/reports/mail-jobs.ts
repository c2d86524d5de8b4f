/**
 * Mailing scheduled reports:
 *
 *   due ── one transaction: the day's sending, its mails, its export, its job ──▶ building ── the file is there ──▶ sending
 *                                                                                   │                              │
 *                                                           no file ──▶ failed ◀────┴── nobody for two days ◀──────┤
 *                                                                                              every mail ends ──▶ sent
 *
 * A sending exists once for a schedule's day. The mail server is spoken to between two transactions; a process that dies there
 * leaves a mail of which nobody knows whether it went out, and that goes out again under the same Message-ID (docs/decisions.md).
 */
import { addDays, dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { instantAt } from '../../../core/domain/local-time';
import { mayBeMailed } from '../../../core/domain/mail-domains';
import { mailedReport } from '../../../core/domain/reports';
import { dueFrom } from '../../../core/domain/schedule-days';
import { DEFAULT_TIMING } from '../../../core/domain/validators';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { ClaimLost, enqueueWithin, type Jobs, type Run } from '../../jobs';
import { originOf } from '../../platform/config';
import type { Deps } from '../../platform/deps';
import { hasAnswered, isRefused } from '../../platform/senders/mail';
import { tenantRules } from '../tenants';
import {
  beginMail,
  type DeliveryRow,
  delayMails,
  endDelivery,
  endMail,
  enqueueMails,
  findDelivery,
  LOOK_MS,
  MAIL_JOB,
  makeDelivery,
} from './delivery-rows';
import { type ExportRow, findExport, personOf } from './export-rows';
import { FILE_KEPT_MS, MIME } from './exports';
import { pausedLetter, reportLetter } from './report-letters';
import {
  countFailure,
  dueSchedules,
  findSchedule,
  forgetFailures,
  moveOn,
  rhythmOf,
  type ScheduleRow,
} from './schedule-rows';

const DUE_JOB = 'reports.mails-due';
const PAUSED_JOB = 'reports.mails-paused';
/** A change of the zone is noticed within so long, and what a dead process left is made up for. */
const SWEEP_MS = 600_000;
/** Days back that are made up for when no server ran. */
const MADE_UP_DAYS = 7;
/** Larger files are linked to: many mail servers take 10 MB, a third more than the file by its coding. */
const ATTACHED_BYTES = 5 * 1024 * 1024;
const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;
/** A mail that no server took for so long is given up. */
const GIVEN_UP_MS = 2 * 86_400_000;
/** Sendings in a row that reached nobody. */
const FAILURES = 3;

type MailDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'logger' | 'config' | 'mail'>;

export function registerJobs(
  jobs: Jobs,
  { db, storage, clock, logger, config, mail }: MailDeps,
  attachedBytes = ATTACHED_BYTES,
): void {
  const rulesOf = tenantRules(db);
  const origin = originOf(config);

  /** What is due by now becomes sendings; each schedule is locked, so two processes take turns. */
  async function makeDue(tx: Tx, tenantId: string, zone: string, now: Date): Promise<void> {
    const today = dayOf(now, zone);
    const earliest = addDays(today, -MADE_UP_DAYS);
    for (const schedule of await dueSchedules(tx, today)) {
      let day = schedule.next_on < earliest ? dueFrom(rhythmOf(schedule), earliest) : schedule.next_on;
      while (instantAt(day, schedule.timing, zone) <= now) {
        await makeDelivery(tx, schedule, { id: uuidv7(now.getTime()), day, upTo: day, askedBy: null }, tenantId, now);
        day = dueFrom(rhythmOf(schedule), addDays(day, 1));
      }
      await moveOn(tx, schedule.id, day);
    }
  }

  async function due(tenantId: string, run: Run): Promise<void> {
    const { zone } = await rulesOf(tenantId);
    await run.finish(async (tx) => {
      const now = clock.now();
      await makeDue(tx, tenantId, zone, now);
      const today = instantAt(dayOf(now, zone), DEFAULT_TIMING, zone);
      const runAt = today > now ? today : instantAt(addDays(dayOf(now, zone), 1), DEFAULT_TIMING, zone);
      await enqueueWithin(tx, now, DUE_JOB, {}, { tenantId, singletonKey: runAt.toISOString(), runAt });
    });
  }

  /** Ends it; a schedule whose sendings reach nobody several times in a row is switched off, and its owner told. */
  function end(
    run: Run,
    tenantId: string,
    delivery: DeliveryRow,
    schedule: ScheduleRow | undefined,
    problem: string | null,
  ) {
    return run.finish(async (tx) => {
      const now = clock.now();
      const sent = await endDelivery(tx, delivery.id, problem, now);
      if (sent === undefined) return;
      const entry = { subject: 'schedule-report', subjectId: delivery.schedule_id, actorId: null };
      const after = await findDelivery(tx, delivery.id);
      const addresses = (state: string) =>
        after?.mails.filter((one) => one.state === state).map(({ address }) => address);
      const detail = {
        delivery: delivery.id,
        day: delivery.day,
        sent: addresses('sent'),
        refused: addresses('refused'),
      };
      await appendAudit(tx, [{ ...entry, action: 'schedule-reports.sent', detail }], now);
      if (!schedule || delivery.day === null) return;
      if (sent > 0) return forgetFailures(tx, schedule.id);
      const why = problem ?? after?.mails.find((one) => one.problem)?.problem ?? 'Nobody could be reached.';
      if (!schedule.active || !(await countFailure(tx, schedule.id, why, FAILURES))) return;
      await appendAudit(
        tx,
        [
          {
            ...entry,
            action: 'schedule-reports.paused',
            detail: { before: { active: true }, after: { active: false }, why },
          },
        ],
        now,
      );
      await enqueueWithin(tx, now, PAUSED_JOB, { id: schedule.id, delivery: delivery.id }, { tenantId });
    });
  }

  async function fileOf(file: ExportRow): Promise<{ name: string; mime: string; content: Buffer } | null | undefined> {
    if (file.file === null || file.size === null) return undefined;
    if (file.size > attachedBytes) return null;
    const content = await storage.get(file.file);
    return content && { name: file.file_name, mime: MIME[file.file_type], content };
  }

  async function deliver(run: Run, tenantId: string, id: string): Promise<void> {
    const { delivery, schedule, file } = await db.transaction({ tenantId }, async (tx) => {
      const found = await findDelivery(tx, id);
      return {
        delivery: found,
        schedule: found && (await findSchedule(tx, null, found.schedule_id)),
        file: found && (await findExport(tx, found.export_id)),
      };
    });
    if (!delivery || (delivery.state !== 'building' && delivery.state !== 'sending')) return;
    if (!schedule) return end(run, tenantId, delivery, undefined, 'The schedule was deleted before it was sent.');
    if (delivery.day !== null && !schedule.active)
      return end(run, tenantId, delivery, schedule, 'The schedule was switched off before it was sent.');
    if (file?.state === 'waiting' || file?.state === 'running')
      return run.finish((tx) => enqueueMails(tx, id, tenantId, clock.now(), LOOK_MS));
    const attached = file?.state === 'done' ? await fileOf(file) : undefined;
    if (!file || attached === undefined)
      return end(run, tenantId, delivery, schedule, file?.problem ?? 'The file was not written.');

    const { name, mailDomains } = await rulesOf(tenantId);
    let delayed: unknown;
    for (const { position, address } of delivery.mails.filter(({ state }) => state === 'waiting')) {
      if (run.signal.aborted) throw new ClaimLost(MAIL_JOB);
      // The tenant may have named its domains after the schedule was made.
      if (!mayBeMailed(address, mailDomains)) {
        const problem = 'Reports are not mailed to this domain.';
        await run.step((tx) => endMail(tx, id, position, { state: 'refused', problem }, clock.now()));
        continue;
      }
      const letter = reportLetter({
        deliveryId: id,
        position,
        address,
        report: mailedReport(delivery.report_name)?.displayName ?? delivery.report_name,
        tenant: name,
        from: delivery.from_day,
        to: delivery.to_day,
        lines: file.rows_done,
        portfolios: schedule.portfolios,
        file: attached ?? { link: `${origin}/mailed-reports`, days: FILE_KEPT_MS / 86_400_000 },
      });
      await run.step((tx) => beginMail(tx, id, position, attached === null));
      try {
        await mail.send(letter);
      } catch (error) {
        if (!isRefused(error)) {
          delayed = error;
          // A server that answers may take the mails to others; one that does not is not asked again now.
          if (hasAnswered(error)) continue;
          break;
        }
        const problem = 'The mail server does not take mails for this address.';
        await run.step((tx) => endMail(tx, id, position, { state: 'refused', problem }, clock.now()));
        continue;
      }
      await run.step((tx) => endMail(tx, id, position, { state: 'sent' }, clock.now()));
    }
    await (delayed === undefined
      ? end(run, tenantId, delivery, schedule, null)
      : later(run, tenantId, delivery, schedule, delayed));
  }

  async function later(run: Run, tenantId: string, delivery: DeliveryRow, schedule: ScheduleRow, error: unknown) {
    logger.warn('a report could not be mailed yet', { tenantId, error });
    const age = clock.now().getTime() - Date.parse(delivery.created_at);
    if (age > GIVEN_UP_MS) return end(run, tenantId, delivery, schedule, 'The mail server took nothing for two days.');
    await run.finish(async (tx) => {
      await delayMails(tx, delivery.id, 'The mail server did not take it yet. It is tried again.');
      const pause = Math.min(Math.max(age, MINUTE_MS), LONGEST_PAUSE_MS);
      await enqueueMails(tx, delivery.id, tenantId, clock.now(), pause);
    });
  }

  jobs.schedule(
    'reports.mails-planned',
    { everyMs: SWEEP_MS },
    async ({ tenantId }, run) => {
      if (tenantId !== null) await due(tenantId, run);
    },
    { for: 'tenants' },
  );
  jobs.define(DUE_JOB, async ({ tenantId }, run) => {
    if (tenantId !== null) await due(tenantId, run);
  });
  jobs.define(MAIL_JOB, async ({ tenantId, data }, run) => {
    if (tenantId !== null) await deliver(run, tenantId, String(data.id));
  });
  jobs.define(PAUSED_JOB, async ({ tenantId, data }, run) => {
    if (tenantId === null) return;
    const { schedule, owner } = await db.transaction({ tenantId }, async (tx) => {
      const found = await findSchedule(tx, null, String(data.id));
      return { schedule: found, owner: found && (await personOf(tx, found.owner_id)) };
    });
    if (!schedule || schedule.active || !owner?.active || !owner.email || run.signal.aborted) return;
    await mail.send(
      pausedLetter(
        { name: owner.full_name, address: owner.email },
        {
          id: `paused-${String(data.delivery)}`,
          report: mailedReport(schedule.report_name)?.displayName ?? schedule.report_name,
          problem: schedule.problem ?? '',
          link: `${origin}/info-report`,
        },
      ),
    );
  });
}
