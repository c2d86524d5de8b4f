/** For tests: an allocation as they read it, and what a loan costs by the plainest reading of the specification. */
import { allocate, type HeldLoan, joined, type Load, packer, type RuleMembers, type Stays } from '.';
import type { Offer } from './cost';
import type { RuleKind, Weights } from './rules';

export interface Outcome {
  loan: HeldLoan;
  from: string | null;
  to: string | null;
  ruleId: string | null;
  stays: Stays | null;
}

export function allocated(
  kind: RuleKind,
  rules: readonly RuleMembers[],
  loans: readonly HeldLoan[],
  loads: ReadonlyMap<string, Load>,
  today: string,
) {
  const pack = packer();
  const half = Math.ceil(loans.length / 2);
  const book = joined([pack(loans.slice(0, half)), pack(loans.slice(half))]);
  const { holderOf, nextOf, ruleOf, staysOf, rules: told } = allocate(kind, rules, book, loads, today);
  const outcomes = loans.map(
    (loan, row): Outcome => ({ loan, from: holderOf(row), to: nextOf(row), ruleId: ruleOf(row), stays: staysOf(row) }),
  );
  return { outcomes, rules: told };
}

function pincodeSteps(a: string, b: string): number {
  if (a === b) return 0;
  if (a.slice(0, 3) === b.slice(0, 3)) return 1;
  if (a.slice(0, 2) === b.slice(0, 2)) return 2;
  return a[0] === b[0] ? 3 : 5;
}

/** Of place and language. */
export function costOf(need: { pincode: string | null; language: string }, offer: Offer, weights: Weights): number {
  const { pincode } = need;
  const travel = pincode === null ? 0 : Math.min(5, ...offer.pincodes.map((own) => pincodeSteps(pincode, own)));
  return weights.travel * travel + weights.language * (offer.languages.includes(need.language) ? 0 : 5);
}
