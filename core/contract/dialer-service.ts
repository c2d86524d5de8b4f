/**
 * What a dialer calls by itself, with the service token of its tenant in `x-dialer-token`: it reports agents and calls and is
 * told what supervisors want, fetches numbers that may be called now, and asks who stands behind a hand-over code.
 */
import * as z from 'zod/mini';
import { PROCESS_MODES } from '../domain/predictive';
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
import { id, mobile, sentInstant } from './scalars';

const headers = z.object({ 'x-dialer-token': z.string().check(z.minLength(1), z.maxLength(200)) });
const loanNumber = z.nullable(z.string().check(z.maxLength(64)));

/** Dialers may say more than is asked. */
export const dialerReportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('agent'),
    username: dialerUsername,
    status: z.enum(DIALER_STATUSES),
    state: z.enum(AGENT_STATES),
    since: sentInstant,
    /** Their page is connected. */
    present: z.boolean(),
    callId: z.nullable(callId),
  }),
  z.object({
    kind: z.literal('call'),
    callId,
    mode: z.enum(CALL_MODES),
    /** Null while no agent has it. */
    username: z.nullable(dialerUsername),
    number: mobile,
    loanNumber,
    phase: z.enum(['dialing', 'ringing', 'waiting', 'talk', 'hold', 'ended']),
    startedAt: sentInstant,
    ringingAt: z.nullable(sentInstant),
    answeredAt: z.nullable(sentInstant),
    endedAt: z.nullable(sentInstant),
    reason: z.nullable(z.enum(CALL_END_REASONS)),
    /** Path of the audio at the dialer. */
    recording: z.nullable(z.string().check(z.maxLength(300))),
  }),
]);
export type DialerReport = z.infer<typeof dialerReportSchema>;

export const dialerCommandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('supervise'),
    username: z.string(),
    mode: z.enum(SUPERVISION_MODES),
    by: z.string(),
  }),
  z.object({ kind: z.literal('agent-state'), username: z.string(), status: z.enum(DIALER_STATUSES) }),
]);
export type DialerCommand = z.infer<typeof dialerCommandSchema>;

export const MAX_DIALER_REPORTS = 200;

export const dialerEvents = defineEndpoint({
  id: 'dialerService.events',
  method: 'POST',
  service: 'dialer',
  path: 'service/events',
  summary: 'The dialer reports what happened, in its order, and is told what it is to do',
  access: { kind: 'public' },
  routine: true,
  idempotency: 'natural',
  headers,
  body: z.strictObject({ events: z.array(dialerReportSchema).check(z.maxLength(MAX_DIALER_REPORTS)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ commands: z.array(dialerCommandSchema), unknownAgents: z.array(z.string()) }),
  }),
});

/** Numbers handed out at once; each counts as an attempt from then on, so a dialer takes what it dials at once. */
export const WORK_AT_ONCE = 3;

export const dialerWork = defineEndpoint({
  id: 'dialerService.work',
  method: 'POST',
  service: 'dialer',
  path: 'service/work',
  summary:
    "The next numbers of an agent's process, or of their loans, that the contact rules let be called now; the attempt is noted under `callId`",
  access: { kind: 'public' },
  routine: true,
  idempotency: 'none',
  headers,
  body: z.strictObject({
    username: dialerUsername,
    /** How many it dials now; as many as are handed out at once when left out. */
    lines: z.optional(z.int().check(z.gte(1), z.lte(WORK_AT_ONCE))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** For this agent's phone alone: nobody else may see these loans. */
      parties: z.array(z.object({ callId: id, number: mobile, loanNumber: z.string() })),
      /** What the agent's process lets the dialer do; null for one who works none. */
      process: z.nullable(
        z.object({
          name: z.string(),
          mode: z.enum(PROCESS_MODES),
          callerIds: z.array(z.string()),
          /** Lines for each waiting agent. */
          maxLevel: z.number(),
          /** Answered calls that may find no agent, in percent. */
          dropPercent: z.number(),
        }),
      ),
    }),
  }),
});
export type DialerWorkAnswer = z.infer<typeof dialerWork.response>['data'];

export const dialerRedeem = defineEndpoint({
  id: 'dialerService.redeem',
  method: 'POST',
  service: 'dialer',
  path: 'service/redeem',
  summary: 'The dialer application asks once who stands behind the code that came to crmLogin',
  access: { kind: 'public' },
  idempotency: 'none',
  headers,
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ username: z.string(), fullName: z.string(), tenant: z.string() }),
  }),
});
