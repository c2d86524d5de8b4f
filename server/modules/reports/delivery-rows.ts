/**
 * Sendings of scheduled reports and their mails; all SQL of them is here. A sending is made once for a schedule's day, by the
 * transaction that also moves the schedule on, orders its file and the job that mails it.
 */
import type { ExportFileType } from '../../../core/contract/report-exports';
import type { DELIVERY_STATES, MAIL_STATES, ReportDelivery } from '../../../core/contract/schedule-reports';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { mailedReport } from '../../../core/domain/reports';
import { coveredDays } from '../../../core/domain/schedule-days';
import type { Tx } from '../../db/database';
import { enqueueWithin } from '../../jobs';
import { insertExport } from './export-rows';
import { EXPORT_JOB } from './exports';
import { rhythmOf, type ScheduleRow } from './schedule-rows';
import { fileNameOf } from './service';

export const MAIL_JOB = 'reports.mail';
/** How long a file may take to be written. */
const DAY_MS = 86_400_000;
/** When the file is first asked after, and how often from then on. */
const FIRST_LOOK_MS = 300;
export const LOOK_MS = 2000;

export interface MailRow {
  position: number;
  address: string;
  state: (typeof MAIL_STATES)[number];
  attempts: number;
  problem: string | null;
  sent_at: string | null;
}
export interface DeliveryRow {
  id: string;
  schedule_id: string;
  day: Day | null;
  report_name: string;
  from_day: Day;
  to_day: Day;
  export_id: string;
  state: (typeof DELIVERY_STATES)[number];
  linked: boolean;
  problem: string | null;
  created_at: string;
  finished_at: string | null;
  rows_done: number | null;
  mails: MailRow[];
}

export const presentDelivery = (row: DeliveryRow): ReportDelivery => ({
  id: row.id,
  day: row.day,
  from: row.from_day,
  to: row.to_day,
  state: row.state,
  lines: row.state === 'building' ? null : row.rows_done,
  linked: row.linked,
  problem: row.problem,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  mails: row.mails.map(({ address, state, problem, sent_at }) => ({ address, state, problem, sentAt: sent_at })),
});

/** Of one day, or by hand (`day` null) of the days up to `upTo`. False when that sending exists. */
export async function makeDelivery(
  tx: Tx,
  schedule: ScheduleRow,
  { id, day, upTo, askedBy }: { id: string; day: Day | null; upTo: Day; askedBy: string | null },
  tenantId: string,
  now: Date,
): Promise<boolean> {
  const report = mailedReport(schedule.report_name);
  if (!report) return false;
  const { from, to } = coveredDays(rhythmOf(schedule), upTo);
  const exportId = uuidv7(now.getTime());
  const made = await tx.query(
    `insert into report_deliveries (tenant_id, id, schedule_id, day, asked_by, report_name, from_day, to_day, export_id, state, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, 'building', $9) on conflict do nothing returning id`,
    [id, schedule.id, day, askedBy, schedule.report_name, from, to, exportId, now],
  );
  if (made.length === 0) return false;
  await tx.query(
    `insert into report_mails (tenant_id, delivery_id, position, address, state)
     select current_tenant(), $1, at, address, 'waiting' from unnest($2::text[]) with ordinality as to_whom (address, at)`,
    [id, schedule.emails],
  );
  await insertExport(
    tx,
    schedule.owner_id,
    {
      id: exportId,
      kind: report.kind,
      format_id: null,
      file_type: 'csv',
      file_name: `${fileNameOf(report.displayName, { from, to })}.csv`,
      filters: { from, to, portfolioIds: schedule.portfolio_ids },
      delivery_id: id,
    },
    now,
    new Date(now.getTime() + DAY_MS),
  );
  await enqueueWithin(tx, now, EXPORT_JOB, { id: exportId }, { tenantId, singletonKey: exportId });
  await enqueueMails(tx, id, tenantId, now, FIRST_LOOK_MS);
  return true;
}

/** In the transaction that decides it, so that a sending which is not over always has its job. */
export const enqueueMails = (tx: Tx, id: string, tenantId: string, now: Date, afterMs: number): Promise<void> =>
  enqueueWithin(tx, now, MAIL_JOB, { id }, { tenantId, singletonKey: id, runAt: new Date(now.getTime() + afterMs) });

const ROWS = `select d.*, e.rows_done,
    (select coalesce(jsonb_agg(jsonb_build_object('position', m.position, 'address', m.address, 'state', m.state,
        'attempts', m.attempts, 'problem', m.problem, 'sent_at', to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by m.position), '[]') from report_mails m where m.tenant_id = d.tenant_id and m.delivery_id = d.id) as mails
  from report_deliveries d
  left join report_exports e on e.tenant_id = d.tenant_id and e.id = d.export_id
 where d.tenant_id = current_tenant()`;

export const newestDeliveries = (tx: Tx, scheduleId: string, most: number): Promise<DeliveryRow[]> =>
  tx.query<DeliveryRow & Record<string, unknown>>(
    `${ROWS} and d.schedule_id = $1 order by d.created_at desc, d.id desc limit ${most}`,
    [scheduleId],
  );

export async function findDelivery(tx: Tx, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await tx.query<DeliveryRow & Record<string, unknown>>(`${ROWS} and d.id = $1`, [id]);
  return row;
}

/** Of a schedule, sent by hand and not over. */
export async function isSending(tx: Tx, scheduleId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from report_deliveries where tenant_id = current_tenant() and schedule_id = $1 and day is null
        and state in ('building', 'sending')`,
    [scheduleId],
  );
  return rows.length > 0;
}

export interface MailedRow {
  id: string;
  report_name: string;
  from_day: Day;
  to_day: Day;
  sent_at: string;
  file_name: string;
  file_type: ExportFileType;
  rows_done: number;
  size: number;
  sha256: string;
  file: string;
  expires_at: string;
}

/** What went to the address by which a person is known, the newest first; `id` asks for one sending, kept or not. */
export const mailedTo = (
  tx: Tx,
  userId: string,
  most: number,
  now: Date,
  id: string | null = null,
): Promise<MailedRow[]> =>
  tx.query<MailedRow & Record<string, unknown>>(
    `select d.id, d.report_name, d.from_day, d.to_day, m.sent_at, e.file_name, e.file_type, e.rows_done, e.size, e.sha256, e.file, e.expires_at
       from report_mails m
       join report_deliveries d on d.tenant_id = m.tenant_id and d.id = m.delivery_id
       join report_exports e on e.tenant_id = d.tenant_id and e.id = d.export_id
      where m.tenant_id = current_tenant() and m.state = 'sent'
        and m.mailbox = (select lower(u.email) from users u where u.tenant_id = current_tenant() and u.id = $1)
        and ($3::uuid is null and e.state = 'done' and e.expires_at > $2 or m.delivery_id = $3::uuid)
      order by m.sent_at desc, d.id limit ${most}`,
    [userId, now, id],
  );

/** Before the mail server is spoken to: from here on the mail may have gone out. */
export async function beginMail(tx: Tx, id: string, position: number, linked: boolean): Promise<void> {
  await tx.query(
    `update report_mails set attempts = attempts + 1 where tenant_id = current_tenant() and delivery_id = $1 and position = $2`,
    [id, position],
  );
  await tx.query(
    "update report_deliveries set state = 'sending', linked = $2 where tenant_id = current_tenant() and id = $1",
    [id, linked],
  );
}

export const endMail = (
  tx: Tx,
  id: string,
  position: number,
  end: { state: 'sent' } | { state: 'refused'; problem: string },
  now: Date,
): Promise<unknown> =>
  tx.query(
    `update report_mails set state = $3, problem = $4, sent_at = $5
      where tenant_id = current_tenant() and delivery_id = $1 and position = $2 and state = 'waiting'`,
    [id, position, end.state, end.state === 'refused' ? end.problem : null, end.state === 'sent' ? now : null],
  );

/** Why those that wait still wait. */
export const delayMails = (tx: Tx, id: string, problem: string): Promise<unknown> =>
  tx.query('update report_deliveries set problem = $2 where tenant_id = current_tenant() and id = $1', [id, problem]);

/** Who got nothing until now gets nothing. Answers how many mails went out; undefined when it was over before. */
export async function endDelivery(tx: Tx, id: string, problem: string | null, now: Date): Promise<number | undefined> {
  await tx.query(
    `update report_mails set state = 'refused', problem = $2
      where tenant_id = current_tenant() and delivery_id = $1 and state = 'waiting'`,
    [id, problem],
  );
  const [count] = await tx.query<{ sent: number }>(
    "select count(*) as sent from report_mails where tenant_id = current_tenant() and delivery_id = $1 and state = 'sent'",
    [id],
  );
  const sent = count?.sent ?? 0;
  const rows = await tx.query(
    `update report_deliveries set state = $2, problem = $3, finished_at = $4
      where tenant_id = current_tenant() and id = $1 and state in ('building', 'sending') returning id`,
    [id, sent > 0 ? 'sent' : 'failed', problem, now],
  );
  return rows.length > 0 ? sent : undefined;
}
