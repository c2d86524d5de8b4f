/** How long a call took, by whoever measured it. */

/** A call that was started from here, or that the dialer brought. */
export interface StartedCall {
  id: string;
  phoneId: string | null;
  /** ms, device clock. */
  startedAt: number;
  /** What the dialer calls it; left out of a call by hand. */
  dialerId?: string;
  /** ms by the dialer's clock; left out until it said so. */
  answeredAt?: number;
  /** ms, by the dialer's clock or, of a call by hand, when its end was pressed. */
  endedAt?: number;
  /** The server was not asked, for want of a network: its start comes with the record. */
  untold?: true;
}

/** Beyond this nobody was still talking: the page was left in the middle, and how long the call took is not known. */
const LONGEST_SECONDS = 2 * 3600;

/**
 * Seconds for the record. By the dialer: from its answer to its end, 0 for a call that nobody answered. By hand: from dialing to
 * the end that was pressed, or to now. Undefined where it is not known.
 */
export function secondsOf(call: StartedCall, now: number): number | undefined {
  if (call.dialerId !== undefined && call.answeredAt === undefined) return 0;
  const from = call.answeredAt ?? call.startedAt;
  const seconds = Math.max(0, Math.round(((call.endedAt ?? now) - from) / 1000));
  return seconds <= LONGEST_SECONDS ? seconds : undefined;
}
