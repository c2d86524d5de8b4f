/**
 * The dialer's calls of the server (specification 7 "Dialer and predictive", "Agent monitor"; 2.6 the dialer role's
 * hand-over). A telecaller acts under their own dialer user name only; managers see those below them.
 */
import * as z from 'zod/mini';
import { PROCESS_MODES } from '../domain/predictive';
import { ROLES, type Role } from '../domain/roles';
import { callId } from './call-id';
import {
  AGENT_STATES,
  CALL_END_REASONS,
  CALL_MODES,
  DIALER_STATUSES,
  dialerUsername,
  SUPERVISION_MODES,
} from './dialer-socket';
import { defineEndpoint } from './kit';
import { loanSchema } from './loans';
import { id, instant, longText, mobile } from './scalars';

/** Who may look at telecallers: their people, or the whole tenant. */
export const DIALER_SUPERVISORS = [
  'CRM_MANAGER',
  'MANAGER',
  'CRM_SUPERMANAGER',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
] as const satisfies readonly Role[];

const telecaller = { kind: 'session', roles: ['CRM_TELECALLER'], scope: 'self' } as const;
const supervisors = { kind: 'session', roles: DIALER_SUPERVISORS, scope: 'team' } as const;
const done = z.object({ success: z.literal(true) });
/** `manual`, or the name of a predictive process. */
const processName = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));

export const takeBreak = defineEndpoint({
  id: 'dialer.break',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/dialer/break',
  summary: 'Takes the agent out of the dialer for a named break',
  access: telecaller,
  idempotency: 'natural',
  body: z.strictObject({
    username: dialerUsername,
    /** One of the "Not Ready" reasons. */
    breakName: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    processName,
  }),
  response: done,
});

export const readyCall = defineEndpoint({
  id: 'dialer.readyCall',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/dialer/readyCall',
  summary: 'Makes the agent ready for calls again',
  access: telecaller,
  idempotency: 'natural',
  body: z.strictObject({ username: dialerUsername }),
  response: done,
});

/**
 * `MISSED`: ready, and their page is not connected, so that calls pass them by. `BREAK`: any "Not Ready". `LOGOUT`: no
 * dialer has seen them today.
 */
export const AGENT_STATUSES = ['READY', 'ONCALL', 'WRAPUP', 'BREAK', 'DND', 'MISSED', 'LOGOUT'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export const agentStatus = defineEndpoint({
  id: 'dialer.agentStatus',
  method: 'GET',
  service: 'dialer',
  path: 'agent-status',
  summary: 'How an agent stands in the dialer, by dialer user name',
  access: { kind: 'session', roles: ['CRM_TELECALLER', ...DIALER_SUPERVISORS], scope: 'team' },
  idempotency: 'safe',
  query: z.strictObject({ username: dialerUsername }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      username: z.string(),
      status: z.enum(AGENT_STATUSES),
      dialerStatus: z.nullable(z.enum(DIALER_STATUSES)),
      state: z.nullable(z.enum(AGENT_STATES)),
      since: z.nullable(instant),
      processName: z.string(),
    }),
  }),
});

export const ownProcesses = defineEndpoint({
  id: 'dialer.ownProcesses',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/dialer/my-processes',
  summary: 'The started processes that the caller belongs to, the one they work first',
  access: telecaller,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      processes: z.array(
        z.object({
          id,
          name: z.string(),
          mode: z.enum(PROCESS_MODES),
          state: z.enum(['running', 'paused']),
          /** The one whose numbers the dialer calls for them. */
          worked: z.boolean(),
        }),
      ),
    }),
  }),
});

export const chooseProcess = defineEndpoint({
  id: 'dialer.chooseProcess',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/dialer/my-process',
  summary: 'Chooses which process the caller works; the calls that ring already stay theirs',
  access: telecaller,
  idempotency: 'natural',
  body: z.strictObject({ processId: id }),
  response: done,
});

export const loanByMobile = defineEndpoint({
  id: 'predictive.loanByMobile',
  method: 'GET',
  service: 'main',
  path: 'predictive-call/get-loan/by/mobile',
  summary: "The caller's loan behind a number that the dialer has connected; flag 0 with a loan, 1 without",
  access: telecaller,
  idempotency: 'safe',
  query: z.strictObject({
    mobile,
    username: z.optional(dialerUsername),
    /** Known to the dialer; decides between several loans of one number. */
    loanNumber: z.optional(z.string().check(z.maxLength(64))),
    /** The dialer's; says which process the call is of. */
    callId: z.optional(callId),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      loan: z.nullable(loanSchema),
      flag: z.union([z.literal(0), z.literal(1)]),
      /** The name of the process that brought the call; absent for a call of none. */
      process: z.optional(z.string()),
    }),
  }),
});

export const deactivateOldData = defineEndpoint({
  id: 'predictive.deactivateOldData',
  method: 'PUT',
  service: 'main',
  path: 'predictive-call/old-data/deactivate',
  summary: "Puts away the agent's earlier predictive calls, so that only the present one is shown",
  access: telecaller,
  idempotency: 'natural',
  query: z.strictObject({ username: dialerUsername }),
  response: z.object({ success: z.literal(true), data: z.object({ deactivated: z.int() }) }),
});

const seconds = z.int();
/** Seconds of today, in the tenant's zone, by state. */
export const timeSplitSchema = z.object({
  idle: seconds,
  talk: seconds,
  hold: seconds,
  'wrap-up': seconds,
  ringing: seconds,
  dialing: seconds,
  break: seconds,
});
export type TimeSplit = z.infer<typeof timeSplitSchema>;

export const ownDialerDay = defineEndpoint({
  id: 'dialer.ownDay',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/dialer/my-day',
  summary: "The caller's own time of today in the seven states, and their calls; the figures that their manager sees",
  access: telecaller,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      asOf: instant,
      /** In which state they are now and since when; null when no dialer has seen them. */
      state: z.nullable(z.enum(AGENT_STATES)),
      since: z.nullable(instant),
      today: timeSplitSchema,
      calls: z.object({ total: z.int(), answered: z.int() }),
    }),
  }),
});

export const monitoredAgentSchema = z.object({
  userId: id,
  username: z.string(),
  fullName: z.string(),
  status: z.enum(AGENT_STATUSES),
  dialerStatus: z.nullable(z.enum(DIALER_STATUSES)),
  state: z.nullable(z.enum(AGENT_STATES)),
  since: z.nullable(instant),
  processName: z.string(),
  call: z.nullable(
    z.object({
      callId: z.string(),
      mode: z.enum(CALL_MODES),
      /** First two and last two digits. */
      number: z.string(),
      loanNumber: z.nullable(z.string()),
      startedAt: instant,
      answeredAt: z.nullable(instant),
    }),
  ),
  today: timeSplitSchema,
  calls: z.object({ total: z.int(), answered: z.int() }),
});
export type MonitoredAgent = z.infer<typeof monitoredAgentSchema>;

export const agentMonitor = defineEndpoint({
  id: 'monitor.agents',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agent-monitor',
  summary: "The caller's telecallers as they are now: state, call, today's time",
  access: supervisors,
  idempotency: 'safe',
  /** With `portfolioid` only those who hold loans of that portfolio. `tenantid` must be the caller's. */
  headers: z.object({ portfolioid: z.optional(id), tenantid: z.optional(id) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ asOf: instant, agents: z.array(monitoredAgentSchema) }),
  }),
});

/** `whole`: these are all; otherwise those who stand differently, and `gone` are no longer the caller's to see. */
export const agentChangesSchema = z.object({
  asOf: instant,
  whole: z.boolean(),
  agents: z.array(monitoredAgentSchema),
  gone: z.array(id),
});
export type AgentChanges = z.infer<typeof agentChangesSchema>;

/**
 * Server-sent events, read by fetch so that the token travels in its header: `event: agents` with `AgentChanges` as data, the
 * first one whole. Ends after a few minutes, with the session, or when the caller's place changes; the client comes back.
 */
export const agentMonitorStream = defineEndpoint({
  id: 'monitor.stream',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agent-monitor/stream',
  summary: "The caller's telecallers as they change, as server-sent events; text/event-stream",
  access: supervisors,
  idempotency: 'safe',
  query: z.strictObject({ portfolioId: z.optional(id) }),
  response: z.string(),
  events: true,
});

export const monitorStatus = defineEndpoint({
  id: 'monitor.status',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/agent-monitor/status',
  summary: 'One agent with the last calls of today',
  access: supervisors,
  idempotency: 'safe',
  headers: z.object({ username: dialerUsername }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      agent: monitoredAgentSchema,
      /** Newest first, at most 20. */
      lastCalls: z.array(
        z.object({
          callId: z.string(),
          mode: z.enum(CALL_MODES),
          number: z.string(),
          loanNumber: z.nullable(z.string()),
          startedAt: instant,
          talkSeconds: z.int(),
          reason: z.nullable(z.enum(CALL_END_REASONS)),
        }),
      ),
    }),
  }),
});

export const supervise = defineEndpoint({
  id: 'monitor.supervise',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/agent-monitor/supervise',
  summary:
    'Listen to, whisper into, barge or conference into the call of one of the caller’s agents; the reason is kept',
  access: supervisors,
  idempotency: 'none',
  body: z.strictObject({
    username: dialerUsername,
    mode: z.enum(SUPERVISION_MODES),
    reason: longText.check(z.minLength(3, 'Give a reason')),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ callId: z.string() }) }),
});

/** Seconds for which a hand-over code is good, once. */
export const HANDOVER_SECONDS = 60;

const password = z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(256));
const login = z.string().check(z.trim(), z.minLength(1, 'Enter your user name or email'), z.maxLength(254));

export const dialerLogin = defineEndpoint({
  id: 'dialer.login',
  method: 'POST',
  service: 'dialer',
  path: 'auth/login',
  summary: 'The dialer role signs in; answers a code that is good once and for a minute at crmLogin',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({ username: login, password }),
  response: z.string(),
});

export const handOver = defineEndpoint({
  id: 'dialer.handOver',
  method: 'POST',
  service: 'dialer',
  path: 'auth/hand-over',
  summary:
    'The signed-in dialer user gets the address of the dialer application with a code; null where none is configured',
  access: { kind: 'session', roles: ['DIALER'], scope: 'self' },
  idempotency: 'none',
  response: z.object({ success: z.literal(true), data: z.object({ url: z.nullable(z.string()) }) }),
});

/** Everybody but field agents (route list). */
export const BI_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'CRM_FIELDAGENT');

export const redirectBi = defineEndpoint({
  id: 'bi.redirect',
  method: 'POST',
  service: 'main',
  path: 'redirectBi',
  summary:
    'Address of the business intelligence with a signed token that is good once and for a minute; null where none is configured',
  access: { kind: 'session', roles: BI_ROLES, scope: 'self' },
  idempotency: 'none',
  response: z.object({ success: z.literal(true), data: z.object({ url: z.nullable(z.string()) }) }),
});

export const redeemBi = defineEndpoint({
  id: 'bi.redeem',
  method: 'POST',
  service: 'main',
  path: 'redirectBi/redeem',
  summary: 'The business intelligence asks once who stands behind the token it was given',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ userId: id, tenantId: id, tenant: z.string(), fullName: z.string(), role: z.string() }),
  }),
});
