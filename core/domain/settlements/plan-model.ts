/** Settlements with days, payments and reversals at random, and the way they go, said day by day and rupee by rupee: what the rules and the database are held against. */
import { addDays, type Day } from '../dates';
import type { Instalment } from './offer';
import { GRACE_DAYS } from './plan';
import type { Stage } from './steps';

export interface ModelPayment {
  amount: number;
  receivedOn: Day;
  sureOn: Day;
  /** Taken back. */
  goneOn: Day | null;
}

export interface ModelSettlement {
  parts: Instalment[];
  validTill: Day;
  /** On which somebody sends its letter, if it still stands. */
  letterOn: Day;
  from: Day;
  to: Day;
  payments: ModelPayment[];
}

/** From 0 to below a number, the same for the same seed. */
export function numbersFrom(seed: number): (below: number) => number {
  let at = seed;
  return (below) => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return Math.floor((at / 2 ** 32) * below);
  };
}

export function randomSettlement(random: (below: number) => number): ModelSettlement {
  const from = addDays('2026-11-01', random(40));
  const parts: Instalment[] = [];
  for (let left = 1 + random(4); left > 0; left -= 1)
    parts.push({ dueOn: addDays(parts.at(-1)?.dueOn ?? from, 1 + random(25)), amount: 1 + random(900) });
  const validTill = addDays(from, random(12));
  const letterOn = addDays(from, random(14));
  const all = parts.reduce((sum, { amount }) => sum + amount, 0);
  const to = addDays(parts.at(-1)?.dueOn ?? from, 20);
  const payments: ModelPayment[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const what = random(8);
    if (what === 0)
      payments.push({ amount: 1 + random(all), receivedOn: day, sureOn: addDays(day, random(9)), goneOn: null });
    const held = payments.filter(({ goneOn }) => goneOn === null);
    const gone = what === 1 && random(3) === 0 ? held[random(held.length)] : undefined;
    if (gone) gone.goneOn = day;
  }
  return { parts, validTill, letterOn, from, to, payments };
}

/** What came in on a day, and what of it was confirmed: less, where it was taken back. */
export function changesOf(payments: readonly ModelPayment[]): Map<Day, { received: number; confirmed: number }> {
  const days = new Map<Day, { received: number; confirmed: number }>();
  const add = (day: Day, received: number, confirmed: number) => {
    const held = days.get(day) ?? { received: 0, confirmed: 0 };
    days.set(day, { received: held.received + received, confirmed: held.confirmed + confirmed });
  };
  for (const { amount, receivedOn, sureOn, goneOn } of payments) {
    add(receivedOn, amount, 0);
    // What was taken back before is never confirmed.
    if (!goneOn || goneOn >= sureOn) add(sureOn, 0, amount);
    if (goneOn) add(goneOn, -amount, goneOn >= sureOn ? -amount : 0);
  }
  return days;
}

/** The stage of each day from the first to the last, from `approved` on. */
export function stagesByModel({ parts, validTill, letterOn, from, to, payments }: ModelSettlement): Stage[] {
  const changes = changesOf(payments);
  const all = parts.reduce((sum, one) => sum + one.amount, 0);
  const seen: Stage[] = [];
  let stage: Stage = 'approved';
  let [paid, sure] = [0, 0];
  let reopened: Day = from;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    paid += changes.get(day)?.received ?? 0;
    sure += changes.get(day)?.confirmed ?? 0;
    if (stage === 'approved' && day > validTill) stage = 'lapsed';
    if (stage === 'approved' && day >= letterOn) stage = 'letter-out';
    if (stage === 'completed' && sure < all) {
      stage = 'running';
      reopened = day;
    }
    const due = (on: Day) => addDays(on > reopened ? on : reopened, GRACE_DAYS);
    const owed = parts.filter(({ dueOn }) => due(dueOn) < day).reduce((sum, one) => sum + one.amount, 0);
    if (stage === 'letter-out') stage = paid > 0 ? 'running' : owed > 0 ? 'lapsed' : stage;
    if (stage === 'running') stage = sure >= all ? 'completed' : paid < owed ? 'breached' : stage;
    seen.push(stage);
  }
  return seen;
}
