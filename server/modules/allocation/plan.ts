/** What the rules would change, worked out over the whole of the caller's book. */
import type { RunSummary } from '../../../core/contract/allocation';
import {
  allocate,
  type HeldLoan,
  type Load,
  type Outcome,
  type RuleKind,
  type RuleMembers,
  type Stays,
} from '../../../core/domain/allocation';
import type { Day } from '../../../core/domain/dates';
import type { PlannedLoan } from './runs';

export interface Prepared {
  kind: RuleKind;
  rules: RuleMembers[];
  loads: Map<string, Load>;
}

type KindSummary = RunSummary['kinds'][number];
type HolderSummary = RunSummary['holders'][number];

function countKind(kind: RuleKind, outcomes: readonly Outcome[]): KindSummary {
  const stayed = (why: Stays) => outcomes.filter(({ stays }) => stays === why).length;
  return {
    kind,
    loans: outcomes.length,
    moved: outcomes.filter(({ from, to }) => to !== null && to !== from).length,
    kept: outcomes.filter(({ from, to }) => to !== null && to === from).length,
    noRule: stayed('no-rule'),
    retained: stayed('retained'),
    full: stayed('full'),
    nobodyEligible: stayed('nobody-eligible'),
  };
}

/** Whoever gets or loses a loan, or is in the target of a rule. */
function countHolders({ kind, rules, loads }: Prepared, outcomes: readonly Outcome[]): Omit<HolderSummary, 'name'>[] {
  const speaks = new Map(rules.flatMap(({ candidates }) => candidates.map((one) => [one.id, one.languages] as const)));
  const found = new Map<string, Omit<HolderSummary, 'name'>>();
  const of = (id: string) => {
    const known = found.get(id);
    if (known) return known;
    const before = loads.get(id) ?? { loans: 0, pos: 0 };
    const fresh = { id, kind, before, after: { ...before }, gets: 0, loses: 0, speaks: 0 };
    found.set(id, fresh);
    return fresh;
  };
  for (const id of speaks.keys()) of(id);
  for (const { loan, from, to } of outcomes) {
    if (to === null || to === from) continue;
    const gets = of(to);
    gets.gets++;
    gets.after.loans++;
    gets.after.pos += loan.pos;
    if (speaks.get(to)?.includes(loan.language)) gets.speaks++;
    if (from === null) continue;
    const loses = of(from);
    loses.loses++;
    loses.after.loans--;
    loses.after.pos -= loan.pos;
  }
  return [...found.values()].sort((a, b) => b.gets - a.gets || (a.id < b.id ? -1 : 1));
}

export interface Rehearsed {
  kinds: KindSummary[];
  rules: Omit<RunSummary['rules'][number], 'name'>[];
  holders: Omit<HolderSummary, 'name'>[];
}

export function rehearse(
  prepared: readonly Prepared[],
  book: readonly HeldLoan[],
  today: Day,
): Rehearsed & { planned: PlannedLoan[] } {
  const whole: ReturnType<typeof rehearse> = { planned: [], kinds: [], rules: [], holders: [] };
  for (const one of prepared) {
    const { outcomes, rules } = allocate(one.kind, one.rules, book, one.loads, today);
    for (const { loan, from, to, ruleId, stays } of outcomes)
      if (ruleId !== null && to !== from && (to !== null || stays !== null))
        whole.planned.push({ kind: one.kind, loanId: loan.id, from, to, ruleId, stays });
    whole.kinds.push(countKind(one.kind, outcomes));
    whole.holders.push(...countHolders(one, outcomes));
    for (const { ruleId, matched, placed, moved, excluded, cost, atLeast } of rules)
      whole.rules.push({
        id: ruleId,
        matched,
        placed,
        moved,
        excluded: excluded.map((who) => ({ ...who, name: '' })),
        gapPercent:
          cost === null || atLeast === null ? null : Math.round(((cost - atLeast) / Math.max(1, atLeast)) * 1000) / 10,
      });
  }
  return whole;
}
