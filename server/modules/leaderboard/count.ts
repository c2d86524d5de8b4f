/** Counts a month of the leaderboard: a few people at a time, then one cohort after the other; each part is one transaction. */
import { addDays, type Day } from '../../../core/domain/dates';
import { type BoardFigures, type BoardSettings, isRanked, standings } from '../../../core/domain/leaderboard';
import { LOAN_CARRIERS } from '../../../core/domain/roles';
import { isWorkingDay } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { newestDupont } from '../figures';
import { workCalendar } from '../targets';
import { factsOf } from './facts';
import { boardOf } from './settings';
import { type Span, spanOf } from './span';

/** People whose work is read in one transaction. */
const PEOPLE = 25;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const EVERYBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface Cohort {
  role: string;
  bucket: string;
  people: number;
  ranked: number;
  /** Share of principal resolved that half of the ranked reach; null when nobody is ranked. */
  median: number | null;
}
export interface BoardRun extends Record<string, unknown> {
  id: string;
  month: Day;
  before_day: Day;
  zone: string;
  tenant_id: string;
  settings: BoardSettings;
  after_user: string;
  done: number;
  total: number;
  cohorts: Cohort[];
  finished_at: string | null;
  failed_at: string | null;
}

const RUN = 'select * from leaderboard_runs where tenant_id = current_tenant()';

/** The newest finished count, of one month or of all. */
export async function newestRun(tx: Tx, month?: Day): Promise<BoardRun | undefined> {
  const [run] = await tx.query<BoardRun>(
    `${RUN} and finished_at is not null and ($1::date is null or month = $1::date) order by month desc, finished_at desc limit 1`,
    [month ?? null],
  );
  return run;
}

/** The newest that is not finished: it runs, or failed. */
export async function unfinishedRun(tx: Tx, month: Day): Promise<BoardRun | undefined> {
  const [run] = await tx.query<BoardRun>(
    `${RUN} and finished_at is null and month = $1::date order by failed_at nulls first, started_at desc limit 1`,
    [month],
  );
  return run;
}

/** The count of a month that runs, a new one if none does; undefined while no night counted the month's loans. */
export async function openRun(
  tx: Tx,
  {
    id,
    tenantId,
    month,
    zone,
    askedBy,
  }: { id: string; tenantId: string; month: Day; zone: string; askedBy: string | null },
  now: Date,
): Promise<BoardRun | undefined> {
  const night = await newestDupont(tx, month);
  if (!night) return undefined;
  await tx.query(
    `insert into leaderboard_runs (tenant_id, id, month, before_day, asked_by, settings, total, started_at, zone)
     select current_tenant(), $1, $2, $3, $4, $5, count(*), $7, $8 from users u
      where u.tenant_id = current_tenant() and upper(u.role) = any($6::text[])
     on conflict (tenant_id, month) where finished_at is null and failed_at is null do nothing`,
    [id, month, night.before_day, askedBy, JSON.stringify(await boardOf(tx, tenantId)), LOAN_CARRIERS, now, zone],
  );
  const [run] = await tx.query<BoardRun>(`${RUN} and month = $1 and finished_at is null and failed_at is null`, [
    month,
  ]);
  return run;
}

/** The next part of a count; false once it is over. */
export async function countFurther(tx: Tx, id: string, now: Date, people = PEOPLE): Promise<boolean> {
  const [run] = await tx.query<BoardRun>(`${RUN} and id = $1 for update`, [id]);
  if (!run || run.finished_at !== null || run.failed_at !== null) return false;
  const night = await newestDupont(tx, run.month);
  // A newer night took the one away that the count began with.
  if (night && night.before_day !== run.before_day) return beginAgain(tx, run, night.before_day);
  const span = spanOf(run);
  if (run.after_user !== EVERYBODY) return countPeople(tx, run, span, people);
  const cohorts = await tx.query<{ role: string; bucket: string }>(
    `select distinct role, bucket from leaderboard_rows where tenant_id = current_tenant() and run_id = $1 order by role, bucket`,
    [id],
  );
  const next = cohorts[run.cohorts.length];
  if (next) return rankCohort(tx, run, next);
  await tx.query(`update leaderboard_runs set finished_at = $2 where tenant_id = current_tenant() and id = $1`, [
    id,
    now,
  ]);
  await tx.query(
    `delete from leaderboard_rows where tenant_id = current_tenant() and run_id in (
       select r.id from leaderboard_runs r where r.tenant_id = current_tenant() and r.month = $1::date and r.id <> $2)`,
    [run.month, id],
  );
  await tx.query('delete from leaderboard_runs where tenant_id = current_tenant() and month = $1::date and id <> $2', [
    run.month,
    id,
  ]);
  return false;
}

/** Counts that run begin again with other settings. */
export async function takeSettings(tx: Tx, settings: BoardSettings): Promise<void> {
  const running = await tx.query<BoardRun>(`${RUN} and finished_at is null and failed_at is null for update`);
  for (const run of running) await beginAgain(tx, { ...run, settings }, run.before_day);
}

async function beginAgain(tx: Tx, { id, settings }: BoardRun, before: Day): Promise<boolean> {
  await tx.query('delete from leaderboard_rows where tenant_id = current_tenant() and run_id = $1', [id]);
  await tx.query(
    `update leaderboard_runs set before_day = $2, after_user = $3, settings = $4, done = 0, cohorts = '[]'
      where tenant_id = current_tenant() and id = $1`,
    [id, before, NOBODY, JSON.stringify(settings)],
  );
  return true;
}

const COLUMNS = {
  accounts: 'accounts',
  opening_paise: 'openingPaise',
  collected_paise: 'collectedPaise',
  resolved_paise: 'resolvedPaise',
  reached: 'reached',
  promised: 'promised',
  due_paise: 'duePaise',
  kept_paise: 'keptPaise',
  calls: 'calls',
  visits: 'visits',
  breaches: 'breaches',
  present_days: 'presentDays',
  work_days: 'workDays',
  doubtful: 'doubtful',
  promises: 'promises',
} as const;
/** The figures of a row `r`; nobody listens to calls yet, so that quality is not known of anybody. */
export const FIGURES = `${Object.entries({ ...COLUMNS, complaints: 'complaints' })
  .map(([column, name]) => `r.${column} as "${name}"`)
  .join(', ')}, null::integer as quality`;

async function countPeople(tx: Tx, run: BoardRun, span: Span, most: number): Promise<boolean> {
  const people = await tx.query<{ id: string; role: string }>(
    `select u.id, upper(u.role) as role from users u where u.tenant_id = current_tenant() and u.id > $1 and upper(u.role) = any($2::text[])
      order by u.id limit $3`,
    [run.after_user, LOAN_CARRIERS, most],
  );
  const roles = new Map(people.map(({ id, role }) => [id, role]));
  const calendar = await workCalendar(tx);
  const workDays: Day[] = [];
  for (let day = span.month; day < span.before; day = addDays(day, 1))
    if (isWorkingDay(day, calendar)) workDays.push(day);
  const { shortTalk } = run.settings;
  const facts = people.length > 0 ? await factsOf(tx, [...roles.keys()], span, { workDays, shortTalk }) : [];
  const columns = Object.entries(COLUMNS);
  await tx.copyFrom(
    'leaderboard_rows',
    ['tenant_id', 'run_id', 'user_id', 'bucket', 'role', 'complaints', ...columns.map(([column]) => column)],
    facts.map((row) => [
      ...[run.tenant_id, run.id, row.userId, row.bucket, roles.get(row.userId), 0],
      ...columns.map(([, name]) => row[name]),
    ]),
  );
  const over = people.length < most;
  await tx.query(
    `update leaderboard_runs set after_user = $2, done = case when $4 then total else least(total, done + $3) end
      where tenant_id = current_tenant() and id = $1`,
    [run.id, over ? EVERYBODY : people.at(-1)?.id, people.length, over],
  );
  if (over) await countComplaints(tx, run, span);
  return true;
}

/** Those of a month are few: all at once, for whoever holds the loan. */
const countComplaints = (tx: Tx, { id }: BoardRun, { month, from, to }: Span) =>
  tx.query(
    `update leaderboard_rows r set complaints = c.complaints from (
       select a.profile_id, coalesce(o.bucket, bucket_of(l.dpd_month_open)) as bucket, count(distinct p.id) as complaints
         from contact_preferences p join loans l on l.tenant_id = current_tenant() and l.id = p.loan_id
         join loan_assignments a on a.tenant_id = current_tenant() and a.loan_id = p.loan_id and a.ended_at is null
          and a.kind in ('collector', 'field_agent')
         left join loan_month_opens o on o.tenant_id = current_tenant() and o.month = $2::date and o.loan_id = p.loan_id
        where p.tenant_id = current_tenant() and p.kind = 'complaint' and p.created_at >= $3::timestamptz and p.created_at < $4::timestamptz
        group by 1, 2) c
      where r.tenant_id = current_tenant() and r.run_id = $1 and r.user_id = c.profile_id and r.bucket = c.bucket`,
    [id, month, from, to],
  );

interface Member extends BoardFigures, Record<string, unknown> {
  user_id: string;
}
export const membersOf = (
  tx: Tx,
  run: BoardRun,
  { role, bucket }: Pick<Cohort, 'role' | 'bucket'>,
): Promise<Member[]> =>
  tx.query<Member>(
    `select r.user_id, ${FIGURES} from leaderboard_rows r
      where r.tenant_id = current_tenant() and r.run_id = $1 and r.role = $2 and r.bucket = $3`,
    [run.id, role, bucket],
  );

async function rankCohort(tx: Tx, run: BoardRun, cohort: { role: string; bucket: string }): Promise<boolean> {
  const members = await membersOf(tx, run, cohort);
  const { median, rows } = standings(members, run.settings);
  await tx.query(
    `update leaderboard_rows r set rank = s.rank, score = s.score from unnest($2::uuid[], $3::integer[], $4::integer[]) as s(user_id, rank, score)
      where r.tenant_id = current_tenant() and r.run_id = $1 and r.user_id = s.user_id and r.bucket = $5`,
    [
      run.id,
      rows.map(({ member }) => member.user_id),
      rows.map(({ rank }) => rank),
      rows.map(({ score }) => score),
      cohort.bucket,
    ],
  );
  const known: Cohort = { ...cohort, people: members.length, ranked: members.filter(isRanked).length, median };
  await tx.query(
    'update leaderboard_runs set cohorts = cohorts || $2::jsonb where tenant_id = current_tenant() and id = $1',
    [run.id, JSON.stringify([known])],
  );
  return true;
}
