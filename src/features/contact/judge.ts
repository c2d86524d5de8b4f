/**
 * The gate on this device. With the server's facts at hand the same engine goes on judging as time passes and when the network
 * goes; with nothing but the loan in hand it judges by that and by the rules in force, and the server has the last word.
 */
import type { LoanContact } from '../../../core/contract/contact';
import { flagHolds } from '../../../core/contract/flag-holds';
import type { Loan } from '../../../core/contract/loans';
import {
  type Attempt,
  type ContactAnswer,
  type ContactChannel,
  DEFAULT_PACK,
  evaluateContact,
} from '../../../core/domain/contact-gate';
import type { OutboxState } from '../../offline/types';

const UNSENT: readonly OutboxState[] = ['queued', 'sending', 'retry-later', 'waiting-for-login', 'needs-you'];

/** What the engine needs besides the moment and the channel. */
export type Known = LoanContact['question'];

const attemptOf = ({ at, channel }: Loan['recent'][number]): Attempt => ({
  at: Date.parse(at),
  channel: channel === 'call' ? 'call' : 'visit',
  connected: null,
});

/** From the loan as this device holds it: its flags, its pause and its newest records. `zone` is the tenant's. */
export function knownFromLoan(loan: Loan, zone: string): Known {
  return {
    facts: {
      zone,
      language: loan.borrower.language,
      product: loan.product,
      closed: loan.state === 'closed' || loan.state === 'settled',
      deceased: loan.flags.deceased,
      legal: loan.flags.legal,
      dispute: loan.flags.dispute,
      holds: flagHolds(loan),
      windows: [],
      places: [],
    },
    attempts: loan.recent.map(attemptOf).map((one) => ({ ...one, onRequest: false })),
    agent: null,
    packs: [DEFAULT_PACK],
    portfolioRules: [],
    homeZone: zone,
  };
}

/**
 * With the records of a loan that facts of `asOf` (ms, device clock) cannot know of: made later, or still on this device. A record that
 * was on its way at that moment may count twice until the next look, never not at all.
 */
export const withOwn = (
  known: Known,
  history: readonly (Loan['recent'][number] & { local?: OutboxState | null })[],
  asOf: number,
): Known => ({
  ...known,
  attempts: [
    ...known.attempts,
    ...history
      .filter(({ at, local }) => Date.parse(at) > asOf || (local != null && UNSENT.includes(local)))
      .map((one) => ({ ...attemptOf(one), onRequest: false })),
  ],
});

/** The answer for a channel, and for one of the loan's phones. */
export function judge(
  known: Known,
  now: number,
  channel: ContactChannel,
  phone: { id: string; owner: string; invalid: boolean } | null = null,
): ContactAnswer {
  return evaluateContact({
    ...known,
    attempts: known.attempts.map((one) => ({ ...one, onRequest: one.onRequest ?? false })),
    at: now,
    channel,
    phone,
    place: null,
  });
}
