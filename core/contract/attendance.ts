/** Attendance: clocking in and out, and what sessions tell (specification section 7 "collector/attendance", domain.md 1.1). */
import * as z from 'zod/mini';
import { PEOPLE_ADMINS } from '../domain/people';
import { defineEndpoint } from './kit';
import { day, id, instant } from './scalars';

const mark = z.object({
  at: instant,
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  accuracyM: z.nullable(z.number()),
  /** Percent. */
  battery: z.nullable(z.int()),
});
export type ClockMark = z.infer<typeof mark>;

export const attendanceDaySchema = z.object({
  day,
  clockIn: z.nullable(mark),
  clockOut: z.nullable(mark),
  /** First sign-in and last sign of life of that day's sessions. */
  firstSignInAt: z.nullable(instant),
  lastSeenAt: z.nullable(instant),
  /** First and last record in the field or by phone, and how many. */
  records: z.int(),
  /** From the earliest to the latest of the above, in minutes; null where there is nothing. */
  minutes: z.nullable(z.int()),
});
export type AttendanceDay = z.infer<typeof attendanceDaySchema>;

const month = z.string().check(z.regex(/^(19|2[01])\d{2}-(0[1-9]|1[0-2])$/, 'Not a month (YYYY-MM)'));
export const attendanceOfMonth = z.object({
  success: z.literal(true),
  data: z.object({
    person: z.object({ id, fullName: z.string(), username: z.string(), role: z.string() }),
    month,
    zone: z.string(),
    /** Days with anything, oldest first. */
    days: z.array(attendanceDaySchema),
  }),
});

export const monthQuery = { month: z.optional(month) };

export const attendance = defineEndpoint({
  id: 'people.attendance',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/attendance',
  summary: "A month of one person's attendance; the running month in the tenant's zone when none is named",
  access: { kind: 'session', roles: PEOPLE_ADMINS, scope: 'team' },
  idempotency: 'safe',
  params: z.object({ id }),
  query: z.strictObject(monthQuery),
  response: attendanceOfMonth,
});

export const clock = defineEndpoint({
  id: 'people.clock',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/me/clock',
  summary: "Clock in or out for the running day of the tenant's zone; the first in and the last out of a day count",
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'natural',
  body: z.strictObject({
    direction: z.enum(['in', 'out']),
    lat: z.optional(z.number().check(z.gte(-90), z.lte(90))),
    lng: z.optional(z.number().check(z.gte(-180), z.lte(180))),
    accuracyM: z.optional(z.number().check(z.gte(0), z.lte(100_000))),
    battery: z.optional(z.int().check(z.gte(0), z.lte(100))),
  }),
  response: z.object({ success: z.literal(true), data: attendanceDaySchema }),
});
