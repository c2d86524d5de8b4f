/**
 * One place decides what an answer means for a record. Our own server's error code decides; a status alone (a proxy, a
 * captive portal, a gateway) never takes a record out of the queue nor ends a session.
 */
import type { Receipt } from '../../core/contract/dispositions';
import { type ErrorCode, errorBodySchema } from '../../core/contract/errors';
import { retryAfterMs } from './retry';
import { jsonOf, type TransportAnswer } from './transport';
import type { Problem } from './user-db';

export type Fate = 'retry-later' | 'waiting-for-login' | 'needs-you' | 'quarantined';

/** Every error code of the contract, by what it means for the record it answers. */
export const FATE_OF_CODE: Record<ErrorCode, Fate> = {
  'bad-request': 'needs-you',
  'not-signed-in': 'waiting-for-login',
  'session-ended': 'waiting-for-login',
  'wrong-credentials': 'waiting-for-login',
  'account-locked': 'retry-later',
  'own-password-first': 'waiting-for-login',
  // About the person, not the record: it goes out when the account is active again.
  'account-inactive': 'waiting-for-login',
  forbidden: 'quarantined',
  'identity-mismatch': 'quarantined',
  'device-revoked': 'quarantined',
  'not-found': 'quarantined',
  'key-conflict': 'quarantined',
  conflict: 'needs-you',
  'offset-conflict': 'retry-later',
  'loan-state': 'needs-you',
  'contact-blocked': 'needs-you',
  'not-yet': 'retry-later',
  gone: 'quarantined',
  // Final where it answers one record (item-answers.ts); of a whole request nothing is believed that takes records out.
  superseded: 'retry-later',
  'too-large': 'needs-you',
  'wrong-type': 'needs-you',
  invalid: 'needs-you',
  'hash-mismatch': 'retry-later',
  'payload-too-old': 'quarantined',
  'too-many': 'retry-later',
  internal: 'retry-later',
  busy: 'retry-later',
};

export type Verdict =
  | { to: 'accepted'; receipt: Receipt }
  /** Its mended form is at the server, and this one counts for nothing there. */
  | { to: 'replaced' }
  | { to: Fate; problem: Problem /** Floor set by the server, ms. */; waitMs: number };

/** What a whole request came to, before its items are looked at. */
export type RequestVerdict =
  /** Our server answered the request; `body` is its JSON. */
  | { kind: 'answered'; body: unknown }
  /** Too large, or one item poisons the whole request: send it in halves. `contact`: our own server said so. */
  | { kind: 'split'; problem: Problem; fate: Fate; contact: boolean }
  /** The same for every item. */
  | { kind: 'all'; fate: Fate; problem: Problem; waitMs: number; contact: boolean };

/** A problem without fields. */
export const words = (code: string, message: string): Problem => ({ code, message, fields: [] });

export const NOT_OURS = words('not-our-server', 'Something between this phone and the server answered in its place.');
const UNREACHABLE = words('unreachable', 'The server could not be reached.');

/** Codes that blame the request as a whole for what may be one item's fault. */
const SPLIT: ReadonlySet<ErrorCode> = new Set(['bad-request', 'too-large', 'wrong-type', 'invalid']);
/** At the level of a request these say that the address is wrong or the server older, not that a record is. */
const NOT_ABOUT_RECORDS: ReadonlySet<ErrorCode> = new Set(['not-found', 'gone']);

/** Reads a request's answer; `null` when there was none (network, timeout). */
export function readRequest(answer: TransportAnswer | null, now: number): RequestVerdict {
  if (!answer) return { kind: 'all', fate: 'retry-later', problem: UNREACHABLE, waitMs: 0, contact: false };
  const json = jsonOf(answer);
  const waitMs = retryAfterMs(answer.header('retry-after'), now);
  if (answer.status === 200 && typeof json === 'object' && json !== null && 'success' in json && json.success === true)
    return { kind: 'answered', body: json };
  const own = errorBodySchema.safeParse(json);
  if (own.success && answer.status >= 400) {
    const { code, message, fields = [] } = own.data;
    const problem = { code, message, fields };
    if (SPLIT.has(code)) return { kind: 'split', problem, fate: FATE_OF_CODE[code], contact: true };
    const fate = NOT_ABOUT_RECORDS.has(code) ? 'retry-later' : FATE_OF_CODE[code];
    return { kind: 'all', fate, problem, waitMs, contact: true };
  }
  // A gateway's own limit: no body of ours, yet smaller requests may pass.
  if (answer.status === 413)
    return {
      kind: 'split',
      problem: words('too-large', 'The record is too large to be sent.'),
      fate: 'needs-you',
      contact: false,
    };
  return { kind: 'all', fate: 'retry-later', problem: NOT_OURS, waitMs, contact: false };
}
