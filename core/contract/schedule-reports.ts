/**
 * Reports that are mailed by themselves (specification 2.9, 5, 7 "Scheduled reports"). Administrators see their own and those of
 * the people below them; what a file holds is what its owner sees.
 */
import * as z from 'zod/mini';
import { ROLES } from '../domain/roles';
import { DEFAULT_TIMING, FREQUENCIES, WEEKDAYS } from '../domain/validators/scheduled-report';
import { defineEndpoint } from './kit';
import { anyOf, ORGANISATION_ADMINS, pageQuery } from './organisation';
import { day, id, instant, version } from './scalars';

const admins = { kind: 'session', roles: ORGANISATION_ADMINS, scope: 'team' } as const;

export const DELIVERY_STATES = ['building', 'sending', 'sent', 'failed'] as const;

export const MAIL_STATES = ['waiting', 'sent', 'refused'] as const;

export const deliverySchema = z.object({
  id,
  /** The day it was due; null where it was sent by hand. */
  day: z.nullable(day),
  /** The days that it covers. */
  from: day,
  to: day,
  state: z.enum(DELIVERY_STATES),
  /** Of the file; null until it is written. */
  lines: z.nullable(z.int()),
  /** The file was too large for a mail, which links to it. */
  linked: z.boolean(),
  problem: z.nullable(z.string()),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  mails: z.array(
    z.object({
      address: z.string(),
      state: z.enum(MAIL_STATES),
      problem: z.nullable(z.string()),
      sentAt: z.nullable(instant),
    }),
  ),
});
export type ReportDelivery = z.infer<typeof deliverySchema>;

export const scheduleSchema = z.object({
  id,
  /** Of the catalogue of reports, and as it is shown. */
  reportName: z.string(),
  displayName: z.string(),
  /** Names, in the order of the ids; those that are gone are left out of both. */
  portfolios: z.array(z.string()),
  portfolioIds: z.array(id),
  emails: z.array(z.string()),
  frequency: z.enum(FREQUENCIES),
  daysOfWeek: z.array(z.enum(WEEKDAYS)),
  dateOfMonth: z.nullable(z.int()),
  /** `HH:mm` in the tenant's zone. */
  timing: z.string(),
  active: z.boolean(),
  tenantId: id,
  tenantName: z.string(),
  owner: z.nullable(z.string()),
  /** The next day on which it is sent; null while it is not active. */
  nextOn: z.nullable(day),
  /** Why it was paused, or why the last sending reached nobody. */
  problem: z.nullable(z.string()),
  version: z.int(),
  updatedAt: instant,
  updatedBy: z.nullable(z.string()),
});
export type ScheduledReport = z.infer<typeof scheduleSchema>;
const one = z.object({ success: z.literal(true), data: scheduleSchema });
const byId = z.object({ id });

/** The identity headers are checked against the token. */
const identity = z.object({ profileid: z.optional(id), tenantid: z.optional(id), sub: z.optional(id) });

/** What may be missing is refused in the words of section 5. */
const settings = {
  reportName: z.string().check(z.maxLength(60)),
  portfolioIds: z.array(id).check(z.maxLength(250)),
  /** Taken and not believed: the names are the portfolios' own. */
  portfolioNames: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(250))),
  emails: z.array(z.string().check(z.maxLength(254))).check(z.maxLength(50)),
  frequency: z.enum(['DAILY', 'WEEKLY', 'MONTHLY']),
  daysOfWeek: z._default(z.array(z.enum(WEEKDAYS)).check(z.maxLength(7)), []),
  dateOfMonth: z._default(z.nullable(z.int().check(z.gte(1), z.lte(31))), null),
  timing: z._default(z.literal(DEFAULT_TIMING), DEFAULT_TIMING),
};

export const SCHEDULE_SORTS = ['reportName', 'updatedAt'] as const;

export const listSchedules = defineEndpoint({
  id: 'scheduleReports.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/schedule-reports',
  summary: 'Scheduled reports of the caller and of the people below; `q` looks in the report’s name and the addresses',
  access: admins,
  idempotency: 'safe',
  headers: identity,
  query: z.strictObject({
    ...pageQuery,
    status: anyOf(['active', 'inactive']),
    frequency: anyOf(FREQUENCIES),
    sort: z.optional(z.enum(SCHEDULE_SORTS)),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ rows: z.array(scheduleSchema), total: z.int() }) }),
});

export const createSchedule = defineEndpoint({
  id: 'scheduleReports.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/schedule-reports',
  summary: 'Mail a report by itself from now on; with an id that exists it is that one',
  access: admins,
  idempotency: 'natural',
  headers: identity,
  body: z.strictObject({ id: z.optional(id), ...settings }),
  response: one,
});

export const updateSchedule = defineEndpoint({
  id: 'scheduleReports.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/schedule-reports/{id}',
  summary: 'Change a scheduled report; with an older version than the present one it is a conflict',
  access: admins,
  idempotency: 'none',
  headers: identity,
  params: byId,
  body: z.strictObject({ version: z.optional(version), ...settings }),
  response: one,
});

export const deleteSchedule = defineEndpoint({
  id: 'scheduleReports.delete',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2/schedule-reports/{id}',
  summary: 'End a scheduled report; what was sent stays fetched and in the audit',
  access: admins,
  idempotency: 'natural',
  headers: identity,
  params: byId,
  response: z.object({ success: z.literal(true), data: byId }),
});

export const activateSchedule = defineEndpoint({
  id: 'scheduleReports.activate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/schedule-reports/active',
  summary: 'Switch the scheduled report that the header names on or off; switched on, it goes on with the next due day',
  access: admins,
  idempotency: 'natural',
  headers: z.object({ schedulereportid: id, active: z.enum(['true', 'false']) }),
  response: one,
});

export const sendSchedule = defineEndpoint({
  id: 'scheduleReports.send',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/schedule-reports/{id}/send',
  summary: 'Send the days up to today now, besides what is due; with a `deliveryId` that exists it is that sending',
  access: admins,
  idempotency: 'natural',
  params: byId,
  body: z.strictObject({ deliveryId: id }),
  response: z.object({ success: z.literal(true), data: deliverySchema }),
});

export const listDeliveries = defineEndpoint({
  id: 'scheduleReports.deliveries',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/schedule-reports/{id}/deliveries',
  summary: 'What went to whom, the newest 20 sendings',
  access: admins,
  idempotency: 'safe',
  params: byId,
  response: z.object({ success: z.literal(true), data: z.array(deliverySchema) }),
});

/** Callers and field agents are sent no reports. */
const addressed = {
  kind: 'session',
  roles: ROLES.filter((role) => role !== 'CRM_TELECALLER' && role !== 'CRM_FIELDAGENT'),
  scope: 'self',
} as const;

const mailedSchema = z.object({
  /** Of the sending. */
  id,
  displayName: z.string(),
  from: day,
  to: day,
  fileName: z.string(),
  lines: z.int(),
  /** Bytes. */
  size: z.int(),
  sentAt: instant,
  /** The file is there until then. */
  expiresAt: instant,
});
export type MailedReport = z.infer<typeof mailedSchema>;

export const listMailed = defineEndpoint({
  id: 'scheduleReports.mailed',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/report-deliveries',
  summary: 'Reports that were mailed to the caller’s address and whose files are still kept, the newest 20',
  access: addressed,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(mailedSchema) }),
});

export const mailedFile = defineEndpoint({
  id: 'scheduleReports.file',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/report-deliveries/{id}/file',
  summary: 'The file of one of them; noted in the audit',
  access: addressed,
  idempotency: 'safe',
  params: byId,
  response: z.unknown(),
});
