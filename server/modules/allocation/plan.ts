/** What the rules would change, worked out over the whole of the caller's book. */
import type { RunSummary } from '../../../core/contract/allocation';
import {
  type Allocation,
  allocate,
  type Book,
  type Load,
  type RuleKind,
  type RuleMembers,
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

const COUNTED = {
  'no-rule': 'noRule',
  retained: 'retained',
  full: 'full',
  'nobody-eligible': 'nobodyEligible',
} as const satisfies Record<string, keyof KindSummary>;

function countKind(kind: RuleKind, loans: number, { holderOf, nextOf, staysOf }: Allocation): KindSummary {
  const counted = { kind, loans, moved: 0, kept: 0, noRule: 0, retained: 0, full: 0, nobodyEligible: 0 };
  for (let row = 0; row < loans; row++) {
    const stays = staysOf(row);
    counted[stays ? COUNTED[stays] : nextOf(row) === holderOf(row) ? 'kept' : 'moved']++;
  }
  return counted;
}

/** Whoever gets or loses a loan, or is in the target of a rule. */
function countHolders(
  { kind, rules, loads }: Prepared,
  { words, texts, pos }: Book,
  { holderOf, nextOf }: Allocation,
): Omit<HolderSummary, 'name'>[] {
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
  for (let row = 0; row < pos.length; row++) {
    const [from, to] = [holderOf(row), nextOf(row)];
    if (to === null || to === from) continue;
    const paise = pos[row] ?? 0;
    const gets = of(to);
    gets.gets++;
    gets.after.loans++;
    gets.after.pos += paise;
    if (speaks.get(to)?.includes(words[texts.language[row] ?? 0] ?? '')) gets.speaks++;
    if (from === null) continue;
    const loses = of(from);
    loses.loses++;
    loses.after.loans--;
    loses.after.pos -= paise;
  }
  return [...found.values()].sort((a, b) => b.gets - a.gets || (a.id < b.id ? -1 : 1));
}

export interface Rehearsed {
  kinds: KindSummary[];
  rules: Omit<RunSummary['rules'][number], 'name'>[];
  holders: Omit<HolderSummary, 'name'>[];
}

/** Loans by the row of the book. */
export type PlannedRow = Omit<PlannedLoan, 'loanId'> & { row: number };

/** Loans that would change hands, or that a rule takes and has no room for. */
function* plannedRows({ kind }: Prepared, loans: number, plan: Allocation): Generator<PlannedRow> {
  for (let row = 0; row < loans; row++) {
    const [from, to, ruleId] = [plan.holderOf(row), plan.nextOf(row), plan.ruleOf(row)];
    const stays = plan.staysOf(row);
    if (ruleId !== null && to !== from && (to !== null || stays !== null)) yield { kind, row, from, to, ruleId, stays };
  }
}

/** `planned` makes its rows as they are asked for. */
export function rehearse(
  prepared: readonly Prepared[],
  book: Book,
  today: Day,
): { found: Rehearsed; planned: Generator<PlannedRow> } {
  const found: Rehearsed = { kinds: [], rules: [], holders: [] };
  const loans = book.pos.length;
  const plans = prepared.map((one) => {
    const plan = allocate(one.kind, one.rules, book, one.loads, today);
    found.kinds.push(countKind(one.kind, loans, plan));
    found.holders.push(...countHolders(one, book, plan));
    for (const { ruleId, matched, placed, moved, excluded, cost, atLeast } of plan.rules)
      found.rules.push({
        id: ruleId,
        matched,
        placed,
        moved,
        excluded: excluded.map((who) => ({ ...who, name: '' })),
        gapPercent:
          cost === null || atLeast === null ? null : Math.round(((cost - atLeast) / Math.max(1, atLeast)) * 1000) / 10,
      });
    return { one, plan };
  });
  return {
    found,
    planned: (function* () {
      for (const { one, plan } of plans) yield* plannedRows(one, loans, plan);
    })(),
  };
}
