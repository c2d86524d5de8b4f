/** How a received record takes effect, and when it was made by the server's clock. */
import type { OUTCOMES } from '../../../core/contract/dispositions';
import type { Loan } from '../../../core/contract/loans';
import type { DispositionRecord } from '../../../core/contract/records';
import { FIRST_TIME, LAST_TIME } from '../../../core/domain/dates';

export type Outcome = (typeof OUTCOMES)[number];

const HOUR = 3_600_000;
/** A clock further off than this is not believed, even where the offset was measured. */
const MAX_SKEW = 48 * HOUR;
/** Payload versions are kept this long, so nothing honest is older. */
const MAX_AGE = 90 * 24 * HOUR;

/** When the record was made, device time corrected by its measured offset; ms, held within sane years. */
export const correctedTime = (record: Pick<DispositionRecord, 'recordedAt' | 'clockOffsetMs'>): number =>
  Math.min(Math.max(Date.parse(record.recordedAt) + (record.clockOffsetMs ?? 0), FIRST_TIME), LAST_TIME);

/**
 * True when the device's clock cannot be believed. A record that waited for days on a phone without a network is not
 * skewed: its offset was measured at the last contact. Without a measured offset, days of waiting and a wrong clock
 * look the same, and the record is only evidence.
 */
export function isSkewed(record: Pick<DispositionRecord, 'recordedAt' | 'clockOffsetMs'>, now: number): boolean {
  const ahead = correctedTime(record) - now;
  if (Math.abs(record.clockOffsetMs ?? 0) > MAX_SKEW || ahead > MAX_SKEW || ahead < -MAX_AGE) return true;
  return record.clockOffsetMs === null && ahead < -MAX_SKEW;
}

/** A record waits for the one that it follows no longer than this after it was made; a clock in the future ends it too. */
const LONGEST_WAIT = 24 * HOUR;

export const isOverdue = (record: Pick<DispositionRecord, 'recordedAt' | 'clockOffsetMs'>, now: number): boolean =>
  Math.abs(now - correctedTime(record)) > LONGEST_WAIT;

/** Everything but `applied` is kept as evidence and changes no loan. */
export function outcomeOf(facts: {
  agentActive: boolean;
  loanState: Loan['state'];
  /** The loan is within the agent's scope now; otherwise it was once. */
  visible: boolean;
  skewed: boolean;
  /** The record says that it is signed, and it is not by that device's key. */
  forged: boolean;
}): Outcome {
  if (!facts.agentActive) return 'late-agent-inactive';
  if (facts.loanState === 'closed' || facts.loanState === 'settled') return 'late-closed';
  if (facts.loanState === 'suppressed') return 'late-suppressed';
  if (!facts.visible) return 'late-reassigned';
  if (facts.forged) return 'signature-invalid';
  return facts.skewed ? 'clock-skewed' : 'applied';
}
