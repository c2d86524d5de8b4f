/** Scheduled reports as rows; all SQL of them is here. Days are of the tenant's zone. */
import type { RequestOf } from '../../../core/contract/kit';
import type { listSchedules, ScheduledReport } from '../../../core/contract/schedule-reports';
import type { Day } from '../../../core/domain/dates';
import { mailedReport } from '../../../core/domain/reports';
import type { Rhythm } from '../../../core/domain/schedule-days';
import type { Frequency, Weekday } from '../../../core/domain/validators';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';
import { portfolioScope } from '../portfolios';

export interface ScheduleRow {
  id: string;
  report_name: string;
  portfolio_ids: string[];
  portfolios: string[];
  emails: string[];
  frequency: Frequency;
  days_of_week: Weekday[];
  date_of_month: number | null;
  timing: string;
  active: boolean;
  owner_id: string;
  owner: string | null;
  next_on: Day;
  failures: number;
  problem: string | null;
  version: number;
  updated_at: string;
  updated_by: string | null;
}

export const presentSchedule = (row: ScheduleRow, tenant: { id: string; name: string }): ScheduledReport => ({
  id: row.id,
  reportName: row.report_name,
  displayName: mailedReport(row.report_name)?.displayName ?? row.report_name,
  portfolios: row.portfolios,
  portfolioIds: row.portfolio_ids,
  emails: row.emails,
  frequency: row.frequency,
  daysOfWeek: row.days_of_week,
  dateOfMonth: row.date_of_month,
  timing: row.timing,
  active: row.active,
  tenantId: tenant.id,
  tenantName: tenant.name,
  owner: row.owner,
  nextOn: row.active ? row.next_on : null,
  problem: row.problem,
  version: row.version,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});

const portfoliosOf = (
  part: string,
  type: string,
) => `array(select ${part} from unnest(s.portfolio_ids) with ordinality as chosen (id, at)
    join portfolios p on p.tenant_id = s.tenant_id and p.id = chosen.id order by chosen.at)::${type}[]`;
const ROWS = `select s.id, s.report_name, ${portfoliosOf('p.id', 'uuid')} as portfolio_ids, ${portfoliosOf('p.name', 'text')} as portfolios,
    s.emails, s.frequency, s.days_of_week, s.date_of_month, s.timing, s.active, s.owner_id, o.full_name as owner, s.next_on,
    s.failures, s.problem, s.version, s.updated_at, u.full_name as updated_by
  from schedule_reports s
  left join users o on o.tenant_id = s.tenant_id and o.id = s.owner_id
  left join users u on u.tenant_id = s.tenant_id and u.id = s.updated_by
 where s.tenant_id = current_tenant()`;

export const rhythmOf = (row: Pick<ScheduleRow, 'frequency' | 'days_of_week' | 'date_of_month'>): Rhythm => ({
  frequency: row.frequency,
  daysOfWeek: row.days_of_week,
  dateOfMonth: row.date_of_month,
});

const ORDER = { reportName: 's.report_name', updatedAt: 's.updated_at' } as const;

/** `reports`: those of the catalogue whose shown name holds what is searched for. */
export async function schedulePage(
  tx: Tx,
  actor: Actor,
  { q = '', status, frequency, sort = 'reportName', dir = 'asc', page, size }: RequestOf<typeof listSchedules>['query'],
  reports: readonly string[],
): Promise<{ rows: ScheduleRow[]; total: number }> {
  const parameters: unknown[] = [`%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, reports];
  const conditions = [
    peopleScope(actor, parameters, 's.tenant_id', 's.owner_id'),
    `(s.report_name = any($2::text[]) or lower(array_to_string(s.emails, ' ')) like $1)`,
  ];
  if (status?.length === 1) conditions.push(status[0] === 'active' ? 's.active' : 'not s.active');
  if (frequency?.length) conditions.push(`s.frequency = any($${parameters.push(frequency)}::text[])`);
  const found = await pageWithTotal<ScheduleRow & Record<string, unknown>>(
    tx,
    `select *, count(*) over () as total from (${ROWS} and ${conditions.join(' and ')}) s order by ${ORDER[sort]} ${dir}, s.id`,
    parameters,
    { limit: size, offset: (page - 1) * size },
  );
  return { rows: found.rows, total: found.total };
}

/** Undefined also for one that the caller does not see; without a caller of the whole tenant. */
export async function findSchedule(
  tx: Tx,
  actor: Actor | null,
  id: string,
  lock = false,
): Promise<ScheduleRow | undefined> {
  const parameters: unknown[] = [id];
  const scope = actor ? peopleScope(actor, parameters, 's.tenant_id', 's.owner_id') : 'true';
  const [row] = await tx.query<ScheduleRow & Record<string, unknown>>(
    `${ROWS} and s.id = $1 and ${scope}${lock ? ' for update of s' : ''}`,
    parameters,
  );
  return row;
}

/** Whether all of them are within the caller's sight. */
export async function seesPortfolios(tx: Tx, actor: Actor, ids: readonly string[]): Promise<boolean> {
  const parameters: unknown[] = [ids];
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from portfolios p where p.tenant_id = current_tenant() and p.id = any($1::uuid[])
        and ${portfolioScope(actor, parameters)}`,
    parameters,
  );
  return row?.count === ids.length;
}

export interface ScheduleValues {
  report_name: string;
  portfolio_ids: readonly string[];
  emails: readonly string[];
  frequency: Frequency;
  days_of_week: Weekday[];
  date_of_month: number | null;
  timing: string;
  next_on: Day;
}
const listed = (values: ScheduleValues) => [
  values.report_name,
  values.portfolio_ids,
  values.emails,
  values.frequency,
  values.days_of_week,
  values.date_of_month,
  values.timing,
  values.next_on,
];

/** How many a tenant has. */
export async function countSchedules(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*) as count from schedule_reports where tenant_id = current_tenant()',
  );
  return row?.count ?? 0;
}

/** False when the id exists. */
export async function insertSchedule(
  tx: Tx,
  id: string,
  userId: string,
  values: ScheduleValues,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into schedule_reports (tenant_id, id, owner_id, updated_by, created_at, updated_at,
       report_name, portfolio_ids, emails, frequency, days_of_week, date_of_month, timing, next_on)
     values (current_tenant(), $1, $2, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (tenant_id, id) do nothing returning id`,
    [id, userId, now, ...listed(values)],
  );
  return rows.length > 0;
}

export async function changeSchedule(
  tx: Tx,
  id: string,
  userId: string,
  values: ScheduleValues,
  now: Date,
): Promise<void> {
  await tx.query(
    `update schedule_reports set updated_by = $2, updated_at = $3, version = version + 1, report_name = $4, portfolio_ids = $5,
        emails = $6, frequency = $7, days_of_week = $8, date_of_month = $9, timing = $10, next_on = $11
      where tenant_id = current_tenant() and id = $1`,
    [id, userId, now, ...listed(values)],
  );
}

/** Switched on it begins anew: what failed before is over. */
export async function setScheduleActive(
  tx: Tx,
  id: string,
  userId: string,
  active: boolean,
  nextOn: Day,
  now: Date,
): Promise<void> {
  await tx.query(
    `update schedule_reports set active = $3, next_on = $4, updated_by = $2, updated_at = $5,
        failures = case when $3 then 0 else failures end, problem = case when $3 then null else problem end
      where tenant_id = current_tenant() and id = $1`,
    [id, userId, active, nextOn, now],
  );
}

export const removeSchedule = (tx: Tx, id: string): Promise<unknown> =>
  tx.query('delete from schedule_reports where tenant_id = current_tenant() and id = $1', [id]);

/** Those whose next day has come, locked one after the other. */
export const dueSchedules = (tx: Tx, today: Day): Promise<ScheduleRow[]> =>
  tx.query<ScheduleRow & Record<string, unknown>>(
    `${ROWS} and s.active and s.next_on <= $1 order by s.id for update of s`,
    [today],
  );

export const moveOn = (tx: Tx, id: string, nextOn: Day): Promise<unknown> =>
  tx.query('update schedule_reports set next_on = $2 where tenant_id = current_tenant() and id = $1', [id, nextOn]);

export async function forgetFailures(tx: Tx, id: string): Promise<void> {
  await tx.query(
    'update schedule_reports set failures = 0, problem = null where tenant_id = current_tenant() and id = $1',
    [id],
  );
}

/** Answers whether this was the last one that is borne: it is then switched off. */
export async function countFailure(tx: Tx, id: string, problem: string, most: number): Promise<boolean> {
  const [row] = await tx.query<{ active: boolean }>(
    `update schedule_reports set failures = failures + 1, problem = $2, active = active and failures + 1 < $3
      where tenant_id = current_tenant() and id = $1 returning active`,
    [id, problem, most],
  );
  return row?.active === false;
}
