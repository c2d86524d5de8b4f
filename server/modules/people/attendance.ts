/** Attendance by day of the tenant's zone: clock marks, what sessions tell, and what was recorded. */
import type { AttendanceDay, ClockMark, clock as clockEndpoint } from '../../../core/contract/attendance';
import type { RequestOf } from '../../../core/contract/kit';
import { dayOf } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { personOf } from './rules';

interface StoredDay {
  day: string;
  clock_in_at: string | null;
  clock_in_lat: number | null;
  clock_in_lng: number | null;
  clock_in_accuracy_m: number | null;
  clock_in_battery: number | null;
  clock_out_at: string | null;
  clock_out_lat: number | null;
  clock_out_lng: number | null;
  clock_out_accuracy_m: number | null;
  clock_out_battery: number | null;
  first_sign_in: string | null;
  last_seen: string | null;
  first_record: string | null;
  last_record: string | null;
  records: number;
}

const mark = (
  at: string | null,
  lat: number | null,
  lng: number | null,
  accuracyM: number | null,
  battery: number | null,
): ClockMark | null => (at === null ? null : { at, lat, lng, accuracyM, battery });

function present(row: StoredDay): AttendanceDay {
  const times = [row.clock_in_at, row.clock_out_at, row.first_sign_in, row.last_seen, row.first_record, row.last_record]
    .filter((time) => time !== null)
    .map((time) => Date.parse(time));
  return {
    day: row.day,
    clockIn: mark(row.clock_in_at, row.clock_in_lat, row.clock_in_lng, row.clock_in_accuracy_m, row.clock_in_battery),
    clockOut: mark(
      row.clock_out_at,
      row.clock_out_lat,
      row.clock_out_lng,
      row.clock_out_accuracy_m,
      row.clock_out_battery,
    ),
    firstSignInAt: row.first_sign_in,
    lastSeenAt: row.last_seen,
    records: row.records,
    minutes: times.length ? Math.round((Math.max(...times) - Math.min(...times)) / 60_000) : null,
  };
}

/** `from` and `to` are days, both counted; a session counts on the day it began and on the day of its last sign of life. */
async function daysOf(tx: Tx, userId: string, from: string, to: string, zone: string): Promise<AttendanceDay[]> {
  const rows = await tx.query<StoredDay>(
    `with bounds as (
       select ($2::date)::timestamp at time zone $4 as since, ($3::date + 1)::timestamp at time zone $4 as until),
     began as (
       select (s.created_at at time zone $4)::date as day, min(s.created_at) as first_sign_in
         from sessions s, bounds b
        where s.tenant_id = current_tenant() and s.user_id = $1 and s.created_at >= b.since and s.created_at < b.until group by 1),
     seen as (
       select (least(coalesce(s.ended_at, s.refreshed_at), s.expires_at) at time zone $4)::date as day,
              max(least(coalesce(s.ended_at, s.refreshed_at), s.expires_at)) as last_seen
         from sessions s, bounds b
        where s.tenant_id = current_tenant() and s.user_id = $1 and s.created_at < b.until and s.expires_at >= b.since group by 1),
     work as (
       select (d.recorded_at at time zone $4)::date as day, min(d.recorded_at) as first_record, max(d.recorded_at) as last_record,
              count(*) as records
         from dispositions d, bounds b
        where d.tenant_id = current_tenant() and d.user_id = $1 and d.recorded_at >= b.since and d.recorded_at < b.until
          -- Received within a month of being recorded; by this the partitions are chosen.
          and d.received_at >= b.since and d.received_at < b.until + interval '31 days' group by 1),
     marks as (
       select * from attendance where tenant_id = current_tenant() and user_id = $1 and day between $2::date and $3::date),
     days as (select day from began union select day from seen union select day from work union select day from marks)
     select days.day, marks.clock_in_at, marks.clock_in_lat, marks.clock_in_lng, marks.clock_in_accuracy_m,
            marks.clock_in_battery, marks.clock_out_at, marks.clock_out_lat, marks.clock_out_lng,
            marks.clock_out_accuracy_m, marks.clock_out_battery, began.first_sign_in, seen.last_seen,
            work.first_record, work.last_record, coalesce(work.records, 0) as records
       from days left join marks on marks.day = days.day left join began on began.day = days.day
            left join seen on seen.day = days.day left join work on work.day = days.day
      where days.day between $2::date and $3::date order by days.day`,
    [userId, from, to, zone],
  );
  return rows.map(present);
}

/** The last day of a month. */
const lastOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

export function attendanceService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  return {
    async month(actor: Actor, userId: string, wanted: string | undefined) {
      const { zone } = await rulesOf(actor.tenantId);
      const month = wanted ?? dayOf(clock.now(), zone).slice(0, 7);
      return db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
        const person = await personOf(tx, actor, userId);
        return {
          person: { id: person.id, fullName: person.full_name, username: person.username, role: person.role },
          month,
          zone,
          days: await daysOf(tx, userId, `${month}-01`, lastOf(month), zone),
        };
      });
    },

    /** The first "in" and the last "out" of a day stay, however often the button is pressed or the call repeated. */
    async clock(actor: Actor, body: RequestOf<typeof clockEndpoint>['body']): Promise<AttendanceDay> {
      const now = clock.now();
      const { zone } = await rulesOf(actor.tenantId);
      const day = dayOf(now, zone);
      const side = body.direction === 'in' ? 'clock_in' : 'clock_out';
      return db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
        await tx.query(
          `insert into attendance (tenant_id, user_id, day, ${side}_at, ${side}_lat, ${side}_lng, ${side}_accuracy_m, ${side}_battery)
           values (current_tenant(), $1, $2, $3, $4, $5, $6, $7)
           on conflict (tenant_id, user_id, day) do update
             set ${side}_at = excluded.${side}_at, ${side}_lat = excluded.${side}_lat, ${side}_lng = excluded.${side}_lng,
                 ${side}_accuracy_m = excluded.${side}_accuracy_m, ${side}_battery = excluded.${side}_battery
           ${body.direction === 'in' ? 'where attendance.clock_in_at is null' : ''}`,
          [actor.userId, day, now, body.lat ?? null, body.lng ?? null, body.accuracyM ?? null, body.battery ?? null],
        );
        await appendAudit(
          tx,
          [
            {
              action: `people.clocked-${body.direction}`,
              subject: 'user',
              subjectId: actor.userId,
              actorId: actor.userId,
              detail: { day },
            },
          ],
          now,
        );
        const [today] = await daysOf(tx, actor.userId, day, day, zone);
        if (!today) throw new Error('A day that was just clocked is gone');
        return today;
      });
    },
  };
}
