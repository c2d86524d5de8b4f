/** Predictive dialing: processes, the lines of their lists, and what comes of calls. The desk and the server only. */
import { CONTACT_HOURS } from './contact-hours';
import type { Role } from './roles';

/** `progressive`: one line for a waiting agent. `predictive`: more, as far as the drop cap lets it (domain 1.16). */
export const PROCESS_MODES = ['progressive', 'predictive'] as const;
export type ProcessMode = (typeof PROCESS_MODES)[number];

/** `draft`: never started. `paused`: nobody is dialed, its agents wait. `stopped`: the same, and its agents are free. */
export const PROCESS_STATES = ['draft', 'running', 'paused', 'stopped'] as const;
export type ProcessState = (typeof PROCESS_STATES)[number];

export const PROCESS_ACTIONS = ['start', 'pause', 'stop'] as const;
export type ProcessAction = (typeof PROCESS_ACTIONS)[number];

const AFTER: Record<ProcessAction, { from: readonly ProcessState[]; to: ProcessState }> = {
  start: { from: ['draft', 'paused', 'stopped'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  stop: { from: ['running', 'paused'], to: 'stopped' },
};
/** The state that an action leads to; undefined where it cannot be taken. */
export const stateAfter = (state: ProcessState, action: ProcessAction): ProcessState | undefined =>
  AFTER[action].from.includes(state) ? AFTER[action].to : undefined;

/** How a call of a process ended. `dropped`: answered, and no agent was free. `error`: the network refused it. */
export const DIAL_RESULTS = ['connected', 'dropped', 'no-answer', 'busy', 'error'] as const;
export type DialResult = (typeof DIAL_RESULTS)[number];
/** After which a number is tried again. */
export const RETRIED = ['no-answer', 'busy', 'dropped', 'error'] as const satisfies readonly DialResult[];
export type RetryMinutes = Record<(typeof RETRIED)[number], number>;

/** What a dialer says at the end of a call, as a result. */
export function resultOf(call: { reason: string | null; answered: boolean }): DialResult {
  if (call.reason === 'dropped') return 'dropped';
  if (call.answered) return 'connected';
  if (call.reason === 'busy') return 'busy';
  return call.reason === 'failed' ? 'error' : 'no-answer';
}

export const ITEM_STATES = ['waiting', 'ready', 'dialing', 'done', 'exhausted', 'refused', 'cancelled'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Why a line of a list is not dialed. `held:RULE` beside these: a rule of contact that no time lifts. */
export const REFUSALS = {
  empty: 'Neither a loan number nor a mobile number',
  'bad-mobile': 'Not a mobile number of ten digits',
  unknown: 'No such loan',
  'unknown-phone': 'Not a number of this borrower',
  'other-portfolio': 'Belongs to another portfolio',
  closed: 'The loan is not active',
  'no-phone': 'The borrower has no number to call',
  duplicate: 'Stands in this process already',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** Limits of what may be set (docs/dialer.md). */
export const PROCESS_LIMITS = {
  /** Lines for each waiting agent. */
  level: { least: 1, most: 3 },
  /** Percent of answered calls. */
  drop: { least: 0.5, most: 10 },
  attempts: { least: 1, most: 10 },
  /** The lowest comes first. */
  priority: { least: 1, most: 9 },
  /** A number is left alone at least so long, at most a week. */
  minutes: { least: 15, most: 10_080 },
  hours: CONTACT_HOURS,
  callerIds: 20,
  agents: 200,
} as const;

export const NEW_PROCESS = {
  mode: 'predictive' as ProcessMode,
  callerIds: [] as string[],
  maxLevel: 1.5,
  dropPercent: 3,
  fromTime: '09:00',
  untilTime: '18:30',
  maxAttempts: 3,
  priority: 5,
  retry: { 'no-answer': 240, busy: 60, dropped: 240, error: 1440 } as RetryMinutes,
};

/** Answered calls of a day before the drop cap says anything. */
export const DROP_SAMPLE = 20;

/** Numbers that a process opens at once for one agent: fewer lines as soon as too many calls found nobody. */
export function linesFor(
  process: { mode: ProcessMode; maxLevel: number; dropPercent: number },
  today: { answered: number; dropped: number },
): number {
  if (process.mode === 'progressive') return 1;
  if (today.answered >= DROP_SAMPLE && (today.dropped / today.answered) * 100 >= process.dropPercent) return 1;
  return Math.ceil(process.maxLevel);
}

/** Who sees processes and works with them (specification 2.3; the same lists as the screens'). */
export const SHEET_KEEPERS = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
] as const satisfies readonly Role[];
export const PROCESS_KEEPERS = [...SHEET_KEEPERS, 'CRM_MANAGER', 'CRM_SUPERMANAGER'] as const satisfies readonly Role[];
/** A client's administrator asks for a process of the client's own portfolio; its agents and its start are the agency's. */
export const PROCESS_MAKERS = [...PROCESS_KEEPERS, 'CLIENT_ADMIN'] as const satisfies readonly Role[];
