/**
 * Alerts for telecallers and notifications (specification 3 "Alert", "Missed alert", "Notification"; 4; 7 "Alerts and
 * notifications"). Raised by the server when they are due; polled, streamed, and pushed to browsers that allow it.
 */
import * as z from 'zod/mini';
import type { Role } from '../domain/roles';
import { defineEndpoint } from './kit';
import { base64url, id, instant, sentDay, xid } from './scalars';

/** Section 6: only telecallers get alerts. */
export const ALERT_ROLES = ['CRM_TELECALLER'] as const satisfies readonly Role[];
export const ALERT_TYPES = ['Callback', 'PTP', 'BrokenPTP', 'FieldDisposition'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];
/** Section 9. */
export const ALERT_POLL_MS = 120_000;

const alertFields = {
  id,
  loanId: id,
  loanNumber: z.string(),
  alertType: z.enum(ALERT_TYPES),
  customerName: z.string(),
} as const;
export const alertSchema = z.object({
  ...alertFields,
  /** When what it is about is due, or was. */
  alertTime: instant,
});
export type Alert = z.infer<typeof alertSchema>;

export const missedAlertSchema = z.object({
  ...alertFields,
  alertDateTime: instant,
  createdAt: instant,
  updatedAt: instant,
  /** The borrower's first phone, masked: first two and last two digits. */
  mobile: z.nullable(z.string()),
  overduePaise: z.int(),
});
export type MissedAlert = z.infer<typeof missedAlertSchema>;

const telecallers = { kind: 'session', roles: ALERT_ROLES, scope: 'self' } as const;
/** Named by the specification; must be the caller's own id. */
const collectorHeader = z.object({ collectorid: id });

export const newAlerts = defineEndpoint({
  id: 'alerts.new',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/alerts/new',
  summary: 'Open alerts of the caller that were raised in the last ten minutes; a client shows each once, by its id',
  access: telecallers,
  idempotency: 'safe',
  headers: collectorHeader,
  response: z.object({ success: z.literal(true), data: z.array(alertSchema) }),
});

/** At most so many missed alerts are listed; the newest. */
export const MOST_MISSED = 200;

export const missedAlerts = defineEndpoint({
  id: 'alerts.missed',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/alerts/new/missed',
  summary: 'Every open alert of the caller, newest first: the badge and the table of the modal',
  access: telecallers,
  idempotency: 'safe',
  headers: collectorHeader,
  response: z.object({ success: z.literal(true), data: z.array(missedAlertSchema) }),
});

export const deactivateAlert = defineEndpoint({
  id: 'alerts.deactivate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/alerts/new/{id}/deactivate',
  summary: 'The alert was clicked; answers the loan to open',
  access: telecallers,
  idempotency: 'natural',
  headers: collectorHeader,
  params: z.object({ id }),
  response: z.object({ success: z.literal(true), data: z.object({ id, loanId: id, loanNumber: z.string() }) }),
});

/**
 * Server-sent events, read by fetch so that the token travels in its header: `event: alert` with an `Alert` as data. A comment
 * comes every 15 s. Ends after a few minutes or with the session; the client comes back with the last id it saw and
 * hears what it missed, some of it perhaps twice.
 */
export const alertStream = defineEndpoint({
  id: 'alerts.stream',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/alerts/stream',
  summary: 'Alerts of the caller as server-sent events; text/event-stream',
  access: telecallers,
  idempotency: 'safe',
  query: z.strictObject({
    /** The last event's id. */
    since: z.optional(xid),
  }),
  response: z.string(),
  events: true,
});

export const NOTIFICATION_ROLES = ['Client', 'Manager', 'Collector'] as const;
export type NotificationRole = (typeof NOTIFICATION_ROLES)[number];
/** Section 6; the roles that it does not name see what stands beside theirs. */
export const NOTIFICATION_ROLE_OF: Partial<Record<Role, NotificationRole>> = {
  CRM_SUPERMANAGER: 'Client',
  CUSTOMER: 'Client',
  CLIENT_ADMIN: 'Client',
  CRM_MANAGER: 'Manager',
  CRM_TENANTADMIN: 'Manager',
  TENANT_ADMIN: 'Manager',
  CRM_TELECALLER: 'Collector',
  CRM_FIELDAGENT: 'Collector',
};
/** Who has the screen of notifications; a field agent has them on the day's screen. */
export const NOTIFIED_ROLES = [
  'CRM_TELECALLER',
  'CRM_FIELDAGENT',
  'CRM_MANAGER',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
  'CRM_SUPERMANAGER',
  'CUSTOMER',
  'CLIENT_ADMIN',
] as const satisfies readonly Role[];

export const NOTIFICATION_KINDS = [
  'payment-received',
  'payment-review',
  'promise-broken',
  'message-failed',
  'agent-unsafe',
  'request-asked',
  'request-answered',
  'settlement-turn',
  'settlement-step',
  'settlement-due',
  'settlement-void',
  'settlement-late',
  'export-ready',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const notificationSchema = z.object({
  id,
  /** Null, and its texts empty, where it is about no loan. */
  loanId: z.nullable(id),
  loanNumber: z.string(),
  customerName: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The file that an `export-ready` is about. */
  exported: z.optional(z.object({ id, fileName: z.string() })),
  amountPaise: z.nullable(z.int()),
  createdAt: instant,
  isActive: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

export const NOTIFICATION_SORTS = ['createdAt', 'customerName', 'loanNumber', 'amountPaise'] as const;
const notified = { kind: 'session', roles: NOTIFIED_ROLES, scope: 'self' } as const;

export const listNotifications = defineEndpoint({
  id: 'notifications.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/notifications',
  summary: "The caller's active notifications of a range of days in the tenant's zone",
  access: notified,
  idempotency: 'safe',
  query: z.strictObject({
    fromDate: sentDay,
    toDate: sentDay,
    /** Must be the one that the caller's role maps to. */
    role: z.enum(NOTIFICATION_ROLES),
    kind: z.optional(z.enum(NOTIFICATION_KINDS)),
    /** Those about no loan as well; an app that does not know of them does not ask. */
    all: z.optional(z.literal('true')),
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    sort: z.optional(z.enum(NOTIFICATION_SORTS)),
    dir: z.optional(z.enum(['asc', 'desc'])),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(notificationSchema), total: z.int() }),
  }),
});

export const deactivateNotifications = defineEndpoint({
  id: 'notifications.deactivate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/notifications/deactivate',
  summary: 'Take notifications from the list, or put them back',
  access: notified,
  idempotency: 'natural',
  body: z.strictObject({
    ids: z.array(id).check(z.minLength(1), z.maxLength(200)),
    /** True puts them back. */
    isActive: z.optional(z.boolean()),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.literal('Notification deleted successfully'),
    data: z.object({ changed: z.int() }),
  }),
});

export const pushKey = defineEndpoint({
  id: 'alerts.pushKey',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/alerts/push',
  summary: "The server's public key for Web Push",
  access: telecallers,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.object({ publicKey: base64url }) }),
});

export const pushSubscribe = defineEndpoint({
  id: 'alerts.pushSubscribe',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/alerts/push',
  summary: 'This browser may be woken by alerts; a message to it carries the id of the alert and nothing else',
  access: telecallers,
  idempotency: 'natural',
  body: z.strictObject({
    endpoint: z.string().check(z.url(), z.maxLength(1000)),
    keys: z.strictObject({
      p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{86,88}=?$/, 'Not a P-256 key')),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{21,24}={0,2}$/, 'Not a push secret')),
    }),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ subscribed: z.boolean() }) }),
});

export const pushUnsubscribe = defineEndpoint({
  id: 'alerts.pushUnsubscribe',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/alerts/push/remove',
  summary: 'This browser is no longer woken',
  access: telecallers,
  idempotency: 'natural',
  body: z.strictObject({ endpoint: z.string().check(z.url(), z.maxLength(1000)) }),
  response: z.object({ success: z.literal(true), data: z.object({ subscribed: z.boolean() }) }),
});
