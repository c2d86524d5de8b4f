/** Who is called: simulated people who answer, are busy, let it ring, or cannot be reached, at rates that are settings. */
import type { Chance } from './chance';

/** Shares of all calls; what remains rings and is not answered. `drop` is a share of answered calls. */
export interface Rates {
  answer: number;
  busy: number;
  error: number;
  /** The line breaks in the middle of the talk. */
  drop: number;
}
export const DEFAULT_RATES: Rates = { answer: 0.38, busy: 0.14, error: 0.04, drop: 0.03 };

/** Seconds a person talks on average, and how long a phone rings in vain. */
export const TALK_SECONDS = 75;
export const RING_IN_VAIN_MS = 28_000;

/** What the exchange says when a number cannot be called; the page shows these as a toast (specification 8). */
export const FAILURES = [
  'Fail with EventError - Invalid Called Dn',
  'Invalid Destination DN',
  'Destination Invalid State on dialing',
] as const;

export type Fate =
  | { kind: 'answer'; setUpMs: number; ringMs: number; talkMs: number; breaks: boolean }
  | { kind: 'busy'; setUpMs: number }
  | { kind: 'no-answer'; setUpMs: number; ringMs: number }
  | { kind: 'error'; setUpMs: number; message: string };

/** What becomes of one call. */
export function fateOf(random: Chance, rates: Rates): Fate {
  const setUpMs = random.between(800, 2500);
  const roll = random.next();
  if (roll < rates.error) {
    const message = FAILURES[Math.floor(random.next() * FAILURES.length)] ?? FAILURES[0];
    return { kind: 'error', setUpMs, message };
  }
  if (roll < rates.error + rates.busy) return { kind: 'busy', setUpMs: setUpMs + 1500 };
  if (roll < rates.error + rates.busy + rates.answer) {
    const talkMs = Math.max(4000, random.longTailed(TALK_SECONDS * 1000, 0.8));
    const breaks = random.next() < rates.drop;
    return {
      kind: 'answer',
      setUpMs,
      ringMs: random.between(2500, 18_000),
      talkMs: breaks ? talkMs * random.between(0.1, 0.9) : talkMs,
      breaks,
    };
  }
  return { kind: 'no-answer', setUpMs, ringMs: RING_IN_VAIN_MS };
}
