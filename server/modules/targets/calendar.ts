/** The tenant's working days: weekly days off and holidays. */
import { DEFAULT_CALENDAR, type WorkCalendar } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';

export interface StoredCalendar {
  /** 0 until it was saved for the first time. */
  version: number;
  weeklyOff: number[];
  holidays: { day: string; name: string }[];
}

export async function readCalendar(tx: Tx): Promise<StoredCalendar> {
  const [row] = await tx.query<{ version: number; weekly_off: number[] }>(
    'select version, weekly_off from work_calendars where tenant_id = current_tenant()',
  );
  const holidays = await tx.query<{ day: string; name: string }>(
    'select day, name from holidays where tenant_id = current_tenant() order by day',
  );
  return { version: row?.version ?? 0, weeklyOff: row?.weekly_off ?? [...DEFAULT_CALENDAR.weeklyOff], holidays };
}

export async function workCalendar(tx: Tx): Promise<WorkCalendar> {
  const { weeklyOff, holidays } = await readCalendar(tx);
  return { weeklyOff, holidays: holidays.map(({ day }) => day) };
}

/** False when it is not at this version any more. */
export async function writeCalendar(tx: Tx, { version, weeklyOff, holidays }: StoredCalendar): Promise<boolean> {
  const stepped = await tx.query(
    `insert into work_calendars as c (tenant_id, version, weekly_off)
     select current_tenant(), 1, $2 where $1 = 0 or exists (select 1 from work_calendars where tenant_id = current_tenant())
     on conflict (tenant_id) do update set version = c.version + 1, weekly_off = excluded.weekly_off where c.version = $1
     returning 1`,
    [version, [...new Set(weeklyOff)].sort()],
  );
  if (stepped.length === 0) return false;
  await tx.query('delete from holidays where tenant_id = current_tenant()');
  await tx.query(
    `insert into holidays (tenant_id, day, name) select current_tenant(), h.day, h.name from unnest($1::date[], $2::text[]) as h(day, name)
     on conflict (tenant_id, day) do update set name = excluded.name`,
    [holidays.map(({ day }) => day), holidays.map(({ name }) => name)],
  );
  return true;
}
