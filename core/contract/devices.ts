/**
 * Phones as their supervisors see them: what each last reported of its queue, what happened to it, whether it may still
 * deliver (offline.md "What the agent sees", "On the device"). One phone that several people use is one device each: it
 * has a key, a queue and a state for every one of them.
 */
import * as z from 'zod/mini';
import { DEVICE_SUPERVISORS } from '../domain/supervisors';
import { receiptSchema } from './dispositions';
import { defineEndpoint } from './kit';
import { id, instant, longText, shortText } from './scalars';

const supervisors = { kind: 'session', roles: DEVICE_SUPERVISORS, scope: 'team' } as const;

/** Unsent work older than this is an alert (hours). */
export const UNSENT_ALERT_HOURS = 24;
/** A phone that said nothing for so long counts as silent (days). */
export const SILENT_DAYS = 3;

const count = z.int().check(z.gte(0), z.lte(1_000_000));
const bytes = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** How a supervisor decided a record in quarantine. */
export const DECISIONS = ['accepted', 'refused', 'returned'] as const;
export type Decision = (typeof DECISIONS)[number];

/** A decision as the phone that holds the record learns of it. Only `accepted` carries a receipt. */
export const decidedSchema = z.object({
  key: id,
  decision: z.enum(DECISIONS),
  reason: z.nullable(z.string()),
  by: z.string(),
  at: instant,
  receipt: z.nullable(receiptSchema),
});
export type Decided = z.infer<typeof decidedSchema>;

/** At most so many keys are asked about in one report. */
export const MAX_AWAITING = 100;

export const reportDevice = defineEndpoint({
  id: 'devices.report',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/devices/report',
  summary: 'How a phone and its queue stand; answers what was decided about its records in quarantine',
  access: { kind: 'session', roles: '*', scope: 'self', device: 'revoked' },
  idempotency: 'natural',
  body: z.strictObject({
    appVersion: shortText,
    queue: z.strictObject({
      queued: count,
      sending: count,
      retryLater: count,
      waitingForLogin: count,
      needsYou: count,
      quarantined: count,
    }),
    /** When the oldest record was saved that the server does not hold, corrected by the measured clock offset. */
    oldestUnsentAt: z.nullable(instant),
    /** When the list of loans was last complete. */
    lastSyncAt: z.nullable(instant),
    lastContactAt: z.nullable(instant),
    storage: z.nullable(z.strictObject({ usedBytes: bytes, quotaBytes: bytes, persisted: z.boolean() })),
    /** What the phone noticed; each is told until it was heard, and kept once by its id. */
    events: z
      .array(
        z.strictObject({
          id,
          /** `evicted`: the browser removed this origin's data. `erased`: a withdrawn phone has delivered and erased itself. */
          kind: z.enum(['evicted', 'erased']),
          at: instant,
          /** The id this phone went by before its data was removed. */
          formerDeviceId: z.optional(id),
        }),
      )
      .check(z.maxLength(20)),
    /** Records in quarantine whose decision the phone waits for. */
    awaiting: z.array(id).check(z.maxLength(MAX_AWAITING)),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      at: instant,
      /** The phone is withdrawn: it delivers its queue to quarantine and erases itself. */
      revoked: z.boolean(),
      decisions: z.array(decidedSchema),
    }),
  }),
});

export const DEVICE_FILTERS = ['all', 'unsent', 'quarantined', 'revoked', 'silent'] as const;
/** `unsent`: for over a day. `quarantined`: records wait for a decision. `silent`: nothing heard for three days. */
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];
export const DEVICE_SORTS = [
  'agent',
  'unsent',
  'oldest',
  'needsYou',
  'quarantined',
  'appVersion',
  'lastSync',
  'storage',
  'lastSeen',
] as const;
export type DeviceSort = (typeof DEVICE_SORTS)[number];

export const deviceRowSchema = z.object({
  deviceId: id,
  userId: id,
  agent: z.string(),
  username: z.string(),
  role: z.string(),
  agency: z.nullable(z.string()),
  name: z.string(),
  appVersion: z.string(),
  registeredAt: instant,
  /** Any sign of life: a sign-in, a renewal, a delivery, a report. */
  lastSeenAt: instant,
  revokedAt: z.nullable(instant),
  silent: z.boolean(),
  unsentOverADay: z.boolean(),
  /** Records of this phone that wait for a supervisor's decision, as the server holds them. */
  underReview: z.int(),
  /** Null until the phone has reported. */
  report: z.nullable(
    z.object({
      at: instant,
      /** Told by the phone's signature while its user was locked out. */
      locked: z.boolean(),
      unsent: z.int(),
      needsYou: z.int(),
      quarantined: z.int(),
      oldestUnsentAt: z.nullable(instant),
      lastSyncAt: z.nullable(instant),
      lastContactAt: z.nullable(instant),
      storage: z.nullable(z.object({ usedBytes: z.int(), quotaBytes: z.int(), persisted: z.boolean() })),
    }),
  ),
});
export type DeviceRow = z.infer<typeof deviceRowSchema>;

const page = z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000));
const size = z.coerce.number().check(z.int(), z.gte(1), z.lte(200));

export const listDevices = defineEndpoint({
  id: 'devices.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/devices',
  summary: "The phones of the caller's people, with what each last reported",
  access: supervisors,
  idempotency: 'safe',
  query: z.strictObject({
    /** Agent, user name, device or agency. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    filter: z.optional(z.enum(DEVICE_FILTERS)),
    sort: z.optional(z.enum(DEVICE_SORTS)),
    dir: z.optional(z.enum(['asc', 'desc'])),
    page: z.optional(page),
    size: z.optional(size),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      asOf: instant,
      rows: z.array(deviceRowSchema),
      total: z.int(),
      /** How many there are by filter, whatever is searched for. */
      counts: z.object({ all: z.int(), unsent: z.int(), quarantined: z.int(), revoked: z.int(), silent: z.int() }),
    }),
  }),
});

export const DEVICE_EVENTS = [
  'registered',
  'app-updated',
  'evicted',
  'revoked',
  'allowed',
  'erased',
  'queue-uploaded',
] as const;

export const deviceEventSchema = z.object({
  id,
  kind: z.enum(DEVICE_EVENTS),
  at: instant,
  /** Who did it; null for the phone itself. */
  by: z.nullable(z.string()),
  /** What belongs to it, in the words of the screen: a version, a reason, a count. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type DeviceEvent = z.infer<typeof deviceEventSchema>;

const reason = longText.check(z.minLength(1, 'Give a reason'));
const onePhone = z.object({ deviceId: id, userId: id });
const withHistory = z.object({
  success: z.literal(true),
  data: z.object({ device: deviceRowSchema, events: z.array(deviceEventSchema) }),
});

export const oneDevice = defineEndpoint({
  id: 'devices.one',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/devices/{deviceId}/{userId}',
  summary: 'One phone of one person, with its history, newest first',
  access: supervisors,
  idempotency: 'safe',
  params: onePhone,
  response: withHistory,
});

export const revokeDevice = defineEndpoint({
  id: 'devices.revoke',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/devices/{deviceId}/{userId}/revoke',
  summary: 'Withdraw a phone: it delivers its queue to quarantine and erases itself',
  access: supervisors,
  idempotency: 'natural',
  params: onePhone,
  body: z.strictObject({ reason }),
  response: withHistory,
});

export const allowDevice = defineEndpoint({
  id: 'devices.allow',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/devices/{deviceId}/{userId}/allow',
  summary: 'Let a withdrawn phone work again',
  access: supervisors,
  idempotency: 'natural',
  params: onePhone,
  body: z.strictObject({ reason }),
  response: withHistory,
});

export const deviceAlertSchema = z.object({
  id,
  kind: z.enum(['unsent-over-a-day']),
  deviceId: id,
  userId: id,
  agent: z.string(),
  name: z.string(),
  unsent: z.int(),
  oldestUnsentAt: instant,
  raisedAt: instant,
});
export type DeviceAlert = z.infer<typeof deviceAlertSchema>;

export const deviceAlerts = defineEndpoint({
  id: 'devices.alerts',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/devices/alerts',
  summary: "Open alerts about the phones of the caller's people, longest unsent first",
  access: supervisors,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      count: z.int(),
      /** At most 50 of them. */
      alerts: z.array(deviceAlertSchema),
      /** Records that wait for a decision. */
      underReview: z.int(),
    }),
  }),
});

/** Bytes of a queue file: a few hundred records with their photos. */
export const MAX_QUEUE_FILE = 64 * 1024 * 1024;

/** What became of one record of an uploaded queue file. */
export const UPLOADED = ['received', 'already-here', 'under-review', 'try-again'] as const;

export const uploadQueueFile = defineEndpoint({
  id: 'devices.uploadQueueFile',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/devices/queue-file',
  summary: "An agent's exported queue, taken on their behalf: each record once, by its key (queue-file.ts)",
  access: supervisors,
  idempotency: 'natural',
  heavy: true,
  bodyKind: 'bytes',
  bodyLimit: MAX_QUEUE_FILE,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      agent: z.string(),
      madeAt: instant,
      records: z.array(
        z.object({
          key: id,
          loanNumber: z.string(),
          became: z.enum(UPLOADED),
          receiptNo: z.nullable(z.string()),
          message: z.nullable(z.string()),
        }),
      ),
    }),
  }),
});
