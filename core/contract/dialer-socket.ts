/**
 * What travels over the dialer's local socket (specification 4 "Dialer socket", 7 "Dialer and predictive", 9: local,
 * port 8181). The bridge runs on the telecaller's own machine; the page tells it its dialer user name and never a token.
 * Each message is one JSON text of at most 64 KB with the version in `v`; what does not fit its schema is refused by both
 * sides. Dialers are many: a page takes fields that it does not know, and ids that come as numbers. A new message is a new row
 * here; a changed one is a new version.
 */
import * as z from 'zod/mini';
import { callId } from './call-id';
import { mobile as number } from './scalars';

export const DIALER_PROTOCOL = 1;
/** Bytes of one message, both ways. */
export const MAX_DIALER_MESSAGE = 64 * 1024;
export const DIALER_PORT = 8181;

/** Why an agent is not ready, in the specification's order. */
export const NOT_READY_REASONS = [
  'Bio',
  'Callback',
  'IT Issue',
  'Login',
  'Lunch',
  'Mock Drill',
  'Quality Feedback',
  'Tea',
  'Team Meeting',
  'TL Feedback',
  'Training',
] as const;
export type NotReadyReason = (typeof NOT_READY_REASONS)[number];

/** The 14 statuses a telecaller chooses from, in the specification's order; the wire and the list use the same words. */
export const DIALER_STATUSES = [
  'Ready',
  'Not Ready - Bio',
  'Not Ready - Callback',
  'Not Ready - IT Issue',
  'Not Ready - Login',
  'Not Ready - Lunch',
  'Not Ready - Mock Drill',
  'Not Ready - Quality Feedback',
  'Not Ready - Tea',
  'Not Ready - Team Meeting',
  'Not Ready - TL Feedback',
  'Not Ready - Training',
  'After Call Work',
  'Do Not Disturb',
] as const;
export type DialerStatus = (typeof DIALER_STATUSES)[number];

/** The reason inside a "Not Ready" status; null for the others. */
export const reasonOf = (status: DialerStatus): NotReadyReason | null =>
  NOT_READY_REASONS.find((reason) => status === `Not Ready - ${reason}`) ?? null;

/** The seven states that an agent's time is split into (domain: ConVox). */
export const AGENT_STATES = ['idle', 'talk', 'hold', 'wrap-up', 'ringing', 'dialing', 'break'] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** The state an agent without a call is in under a status. */
export const stateOfStatus = (status: DialerStatus): AgentState =>
  status === 'Ready' ? 'idle' : status === 'After Call Work' ? 'wrap-up' : 'break';

/** `predictive`: the dialer called and the borrower has answered. `inbound`: the borrower called back. */
export const CALL_MODES = ['manual', 'predictive', 'inbound'] as const;
export type CallMode = (typeof CALL_MODES)[number];

/** `dropped`: answered, and no agent was free. `failed`: the network refused the number. */
export const CALL_END_REASONS = ['released', 'hung-up', 'busy', 'no-answer', 'dropped', 'failed'] as const;
export type CallEndReason = (typeof CALL_END_REASONS)[number];

export const SUPERVISION_MODES = ['listen', 'whisper', 'barge', 'conference'] as const;
/** `listen`: hears both. `whisper`: the agent hears the supervisor. `barge`, `conference`: everybody hears everybody. */
export type SupervisionMode = (typeof SUPERVISION_MODES)[number];

const v = z.literal(DIALER_PROTOCOL);
export const dialerUsername = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
const at = z.iso.datetime({ offset: true });
const text = z.string().check(z.maxLength(500));
const status = z.enum(DIALER_STATUSES);
const state = z.enum(AGENT_STATES);
const loanNumber = z.nullable(z.string().check(z.maxLength(64)));
/** Some dialers count their calls. */
const spokenCallId = z.union([callId, z.pipe(z.int().check(z.gte(0)), z.transform(String))]);

/** A call as the dialer knows it; `answeredAt` is null while it rings. */
export const dialerCallSchema = z.object({
  callId: spokenCallId,
  mode: z.enum(CALL_MODES),
  number,
  loanNumber,
  offeredAt: at,
  answeredAt: z.nullable(at),
  held: z.boolean(),
  muted: z.boolean(),
});
export type DialerCall = z.infer<typeof dialerCallSchema>;

const fromDialer = [
  /** The answer to `hello`: how the agent stands, with the call that went on while the page was away. */
  z.object({
    v,
    type: z.literal('welcome'),
    connectionId: z.string().check(z.maxLength(64)),
    username: dialerUsername,
    status,
    state,
    since: at,
    call: z.nullable(dialerCallSchema),
  }),
  /** Acknowledges a chosen status, and tells every change of state by itself. */
  z.object({ v, type: z.literal('agent-state'), status, state, since: at }),
  z.object({ v, type: z.literal('call-offered'), call: dialerCallSchema }),
  z.object({ v, type: z.literal('call-answered'), callId: spokenCallId, at }),
  /** Hold, mute or both changed. */
  z.object({ v, type: z.literal('call-changed'), callId: spokenCallId, held: z.boolean(), muted: z.boolean() }),
  z.object({ v, type: z.literal('call-ended'), callId: spokenCallId, reason: z.enum(CALL_END_REASONS), at }),
  /** The call is done with: connection id, event and call-connected flag are cleared. */
  z.object({ v, type: z.literal('markdone'), callId: z.nullable(spokenCallId) }),
  /** A text of the dialer; three of them show a toast (specification 8). */
  z.object({ v, type: z.literal('error'), message: text, callId: z.nullable(spokenCallId) }),
  /** A supervisor came into the call; nobody is told of `listen`. */
  z.object({ v, type: z.literal('supervised'), mode: z.enum(SUPERVISION_MODES), by: text }),
  /** Another page of this machine took the dialer over. */
  z.object({ v, type: z.literal('replaced') }),
] as const;

const toDialer = [
  z.strictObject({ v, type: z.literal('hello'), username: dialerUsername }),
  z.strictObject({ v, type: z.literal('agent-state'), status }),
  z.strictObject({ v, type: z.literal('dial'), number, loanNumber }),
  z.strictObject({ v, type: z.literal('release'), callId }),
  /** `code` null: nothing was selected. */
  z.strictObject({
    v,
    type: z.literal('disposition'),
    callId,
    outcome: z.enum(['connected', 'not-connected']),
    code: z.nullable(z.string().check(z.maxLength(16))),
  }),
  z.strictObject({ v, type: z.literal('markdone'), callId }),
  z.strictObject({ v, type: z.literal('hold'), callId, on: z.boolean() }),
  z.strictObject({ v, type: z.literal('mute'), callId, on: z.boolean() }),
  /** Takes a third number into the call. */
  z.strictObject({ v, type: z.literal('conference'), callId, number }),
  /** Hands the call to another agent, by dialer user name, or to a number. */
  z.strictObject({ v, type: z.literal('transfer'), callId, to: z.union([number, dialerUsername]) }),
  /** A supervisor's wish about another agent's call; a dialer takes it from its service channel only. */
  z.strictObject({ v, type: z.literal('listen'), username: dialerUsername, by: text }),
  z.strictObject({ v, type: z.literal('whisper'), username: dialerUsername, by: text }),
  z.strictObject({ v, type: z.literal('barge'), username: dialerUsername, by: text }),
] as const;

export const fromDialerSchema = z.discriminatedUnion('type', fromDialer);
export const toDialerSchema = z.discriminatedUnion('type', toDialer);
export type FromDialer = z.infer<typeof fromDialerSchema>;
export type ToDialer = z.infer<typeof toDialerSchema>;

type WithoutVersion<M> = M extends { v: number } ? Omit<M, 'v'> : never;
/** A message as its sender writes it; `write…` adds the version. */
export type ToDialerBody = WithoutVersion<ToDialer>;
export type FromDialerBody = WithoutVersion<FromDialer>;

/** Bytes of a text in UTF-8, counted up to `most`. */
function bytesOf(value: string, most: number): number {
  if (value.length > most) return most + 1;
  let bytes = 0;
  for (let index = 0; index < value.length && bytes <= most; index += 1) {
    const unit = value.charCodeAt(index);
    // A pair of surrogates is four bytes: two for each half.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

export type Refusal = 'too-large' | 'not-json' | 'unknown-version' | 'unknown-message';

function read<M>(schema: { safeParse(value: unknown): { success: boolean; data?: M } }, raw: unknown): M | Refusal {
  if (typeof raw !== 'string') return 'not-json';
  if (bytesOf(raw, MAX_DIALER_MESSAGE) > MAX_DIALER_MESSAGE) return 'too-large';
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return 'not-json';
  }
  if (typeof value !== 'object' || value === null) return 'not-json';
  if ((value as { v?: unknown }).v !== DIALER_PROTOCOL) return 'unknown-version';
  const result = schema.safeParse(value);
  return result.success && result.data !== undefined ? result.data : 'unknown-message';
}

/** A text from the socket as a message, or why it is none. */
export const readFromDialer = (raw: unknown): FromDialer | Refusal => read<FromDialer>(fromDialerSchema, raw);
export const readToDialer = (raw: unknown): ToDialer | Refusal => read<ToDialer>(toDialerSchema, raw);

const write = (body: object): string => {
  const made = JSON.stringify({ v: DIALER_PROTOCOL, ...body });
  if (bytesOf(made, MAX_DIALER_MESSAGE) > MAX_DIALER_MESSAGE) throw new Error('The message is over 64 KB');
  return made;
};
/** A message as text. Throws when it would be larger than the other side takes. */
export const writeToDialer = (body: ToDialerBody): string => write(body);
export const writeFromDialer = (body: FromDialerBody): string => write(body);
