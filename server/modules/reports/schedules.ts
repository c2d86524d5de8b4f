/** Scheduled reports as administrators keep them; what sends them is the job (mail-jobs.ts). */
import type { RequestOf } from '../../../core/contract/kit';
import type {
  createSchedule,
  listSchedules,
  ScheduledReport,
  updateSchedule,
} from '../../../core/contract/schedule-reports';
import { dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { mayBeMailed } from '../../../core/domain/mail-domains';
import { mailedReport, REPORTS } from '../../../core/domain/reports';
import { isDue, nextSending, type Rhythm } from '../../../core/domain/schedule-days';
import { checkScheduledReport, type Frequency, type ScheduledReportForm } from '../../../core/domain/validators';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import {
  changeSchedule,
  countSchedules,
  findSchedule,
  insertSchedule,
  presentSchedule,
  removeSchedule,
  rhythmOf,
  type ScheduleRow,
  type ScheduleValues,
  schedulePage,
  seesPortfolios,
  setScheduleActive,
} from './schedule-rows';

type Body = Omit<RequestOf<typeof createSchedule>['body'], 'id'>;

/** Of a tenant. */
const MOST_SCHEDULES = 200;

const refuse = (message: string, path?: string) =>
  new ApiError('invalid', { message, ...(path && { fields: [{ path, message }] }) });

/** What a row says of itself in the audit. */
const inAudit = (row: ScheduleRow) => ({
  reportName: row.report_name,
  portfolioIds: row.portfolio_ids,
  emails: row.emails,
  frequency: row.frequency,
  daysOfWeek: row.days_of_week,
  dateOfMonth: row.date_of_month,
  active: row.active,
});

/** Each address once, however it is written. */
const distinct = (addresses: readonly string[]): string[] => [
  ...new Map(addresses.map((address) => [address.trim().toLowerCase(), address.trim()])).values(),
];

export function scheduleService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const presented = async (actor: Actor, row: ScheduleRow): Promise<ScheduledReport> =>
    presentSchedule(row, { id: actor.tenantId, name: (await rulesOf(actor.tenantId)).name });
  const oneOf = async (tx: Tx, actor: Actor, id: string, lock = false): Promise<ScheduleRow> => {
    const row = await findSchedule(tx, actor, id, lock);
    if (!row) throw new ApiError('not-found');
    return row;
  };
  const note = (
    tx: Tx,
    actor: Actor,
    action: string,
    id: string,
    before: ScheduleRow | null,
    after: ScheduleRow | null,
  ) =>
    appendAudit(
      tx,
      [
        {
          action: `schedule-reports.${action}`,
          subject: 'schedule-report',
          subjectId: id,
          actorId: actor.userId,
          detail: { before: before && inAudit(before), after: after && inAudit(after) },
        },
      ],
      clock.now(),
    );
  const nextOf = async (actor: Actor, rhythm: Rhythm, timing: string) => {
    const { zone } = await rulesOf(actor.tenantId);
    const now = clock.now();
    return nextSending(rhythm, timing, now, dayOf(now, zone), zone);
  };

  /** Throws `invalid` in the words of section 5. */
  async function checked(actor: Actor, body: Body): Promise<ScheduleValues> {
    const frequency = body.frequency.toLowerCase() as Frequency;
    const form: ScheduledReportForm = {
      tenantId: actor.tenantId,
      reportName: body.reportName,
      portfolioIds: [...new Set(body.portfolioIds)],
      emails: distinct(body.emails),
      frequency,
      daysOfWeek: frequency === 'weekly' ? [...new Set(body.daysOfWeek)] : [],
      dateOfMonth: frequency === 'monthly' ? body.dateOfMonth : null,
    };
    const wrong = checkScheduledReport(form);
    if (wrong) throw refuse(wrong);
    if (!mailedReport(form.reportName)) throw refuse('This report cannot be mailed', 'reportName');
    const { mailDomains } = await rulesOf(actor.tenantId);
    const outside = form.emails.filter((address) => !mayBeMailed(address, mailDomains));
    if (outside.length > 0)
      throw refuse(`Reports are not mailed to ${outside.join(', ')}: only to ${mailDomains.join(', ')}.`, 'emails');
    return {
      report_name: form.reportName,
      portfolio_ids: form.portfolioIds,
      emails: form.emails,
      frequency,
      days_of_week: [...form.daysOfWeek],
      date_of_month: form.dateOfMonth,
      timing: body.timing,
      next_on: await nextOf(actor, form, body.timing),
    };
  }
  const checkSight = async (tx: Tx, actor: Actor, { portfolio_ids }: ScheduleValues) => {
    if (!(await seesPortfolios(tx, actor, portfolio_ids))) throw refuse('There is no such portfolio', 'portfolioIds');
  };

  return {
    async list(actor: Actor, query: RequestOf<typeof listSchedules>['query']) {
      const typed = (query.q ?? '').toLowerCase();
      const reports = REPORTS.filter(({ label }) => label.toLowerCase().includes(typed)).map(({ path }) =>
        path.slice(1),
      );
      const { rows, total } = await run(actor, (tx) => schedulePage(tx, actor, query, reports));
      return { rows: await Promise.all(rows.map((row) => presented(actor, row))), total };
    },

    async create(
      actor: Actor,
      { id = uuidv7(clock.now().getTime()), ...body }: RequestOf<typeof createSchedule>['body'],
    ) {
      const values = await checked(actor, body);
      const row = await run(actor, async (tx) => {
        await checkSight(tx, actor, values);
        const made = await insertSchedule(tx, id, actor.userId, values, clock.now());
        const after = await oneOf(tx, actor, id);
        if (!made) return after;
        if ((await countSchedules(tx)) > MOST_SCHEDULES)
          throw refuse(`At most ${MOST_SCHEDULES} reports can be scheduled. Delete one that nobody needs.`);
        await note(tx, actor, 'created', id, null, after);
        return after;
      });
      return presented(actor, row);
    },

    /** The owner stays: a file never holds more than they see. */
    async update(actor: Actor, id: string, { version, ...body }: RequestOf<typeof updateSchedule>['body']) {
      const row = await run(actor, (tx) => oneOf(tx, actor, id));
      const values = await checked(actor, body);
      return presented(
        actor,
        await run(actor, async (tx) => {
          const before = await oneOf(tx, actor, row.id, true);
          if (version !== undefined && version !== before.version)
            throw new ApiError('conflict', {
              message: `${before.updated_by ?? 'Somebody else'} changed this while you were at it. Look at both and save again.`,
            });
          await checkSight(tx, actor, values);
          // A day that is over and not yet made stays due.
          const open = before.active && before.next_on < values.next_on && isDue(rhythmOf(values), before.next_on);
          const next_on = open ? before.next_on : values.next_on;
          await changeSchedule(tx, id, actor.userId, { ...values, next_on }, clock.now());
          const after = await oneOf(tx, actor, id);
          await note(tx, actor, 'changed', id, before, after);
          return after;
        }),
      );
    },

    async activate(actor: Actor, id: string, active: boolean): Promise<ScheduledReport> {
      const row = await run(actor, (tx) => oneOf(tx, actor, id));
      const nextOn = await nextOf(actor, rhythmOf(row), row.timing);
      return presented(
        actor,
        await run(actor, async (tx) => {
          const before = await oneOf(tx, actor, id, true);
          if (before.active === active) return before;
          await setScheduleActive(tx, id, actor.userId, active, nextOn, clock.now());
          const after = await oneOf(tx, actor, id);
          await note(tx, actor, active ? 'activated' : 'deactivated', id, before, after);
          return after;
        }),
      );
    },

    remove: (actor: Actor, id: string) =>
      run(actor, async (tx) => {
        const before = await oneOf(tx, actor, id, true);
        await removeSchedule(tx, id);
        await note(tx, actor, 'deleted', id, before, null);
        return { id };
      }),
  };
}
export type ScheduleService = ReturnType<typeof scheduleService>;
