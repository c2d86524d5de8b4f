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
import { kmToNearest } from '../../platform/pincodes';
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

/** Km from a loan to the nearest place of who holds it; of those who travel, whose places are known. */
type KmOf = (holder: string | null, row: number) => number | null;

/** People at a desk travel to nobody. */
const TRAVELS: readonly RuleKind[] = ['field_agent', 'agency'];

function kmOf({ kind, rules }: Prepared, { words, texts }: Book): KmOf {
  const places = new Map(
    rules.flatMap(({ candidates }) => candidates.map(({ id, pincodes }) => [id, { pincodes, km: new Map() }] as const)),
  );
  if (!TRAVELS.includes(kind)) return () => null;
  return (holder, row) => {
    const from = texts.pincode[row] ?? 0;
    const to = places.get(holder ?? '');
    const pincode = words[from];
    if (!to || typeof pincode !== 'string') return null;
    let km: number | null | undefined = to.km.get(from);
    if (km === undefined) {
      km = kmToNearest(pincode, to.pincodes);
      to.km.set(from, km);
    }
    return km;
  };
}

class Average {
  count = 0;
  private sum = 0;
  add(value: number | null): void {
    if (value === null) return;
    this.sum += value;
    this.count++;
  }
  /** To a tenth; null of nothing. */
  get value(): number | null {
    return this.count === 0 ? null : Math.round((this.sum / this.count) * 10) / 10;
  }
}

function countKind(kind: RuleKind, book: Book, { holderOf, nextOf, staysOf }: Allocation, km: KmOf): KindSummary {
  const loans = book.pos.length;
  const counted = { kind, loans, moved: 0, kept: 0, noRule: 0, retained: 0, full: 0, nobodyEligible: 0 };
  const [now, then] = [new Average(), new Average()];
  let [leftPaise, unknownWorth] = [0, 0];
  for (let row = 0; row < loans; row++) {
    const stays = staysOf(row);
    const [from, to] = [holderOf(row), nextOf(row)];
    counted[stays ? COUNTED[stays] : to === from ? 'kept' : 'moved']++;
    const worth = book.worth[row] ?? Number.NaN;
    if (Number.isNaN(worth)) unknownWorth++;
    else if ((to ?? from) === null) leftPaise += worth;
    const [before, after] = [km(from, row), km(to ?? from, row)];
    if (before === null || after === null) continue;
    now.add(before);
    then.add(after);
  }
  // Whoever stands in no process may be called by whom it is with.
  const left = kind === 'process' ? {} : { leftPaise: Math.round(leftPaise), unknownWorth };
  const both = now.value !== null && then.value !== null;
  return {
    ...counted,
    km: both ? { loans: now.count, before: now.value ?? 0, after: then.value ?? 0 } : null,
    ...left,
  };
}

/** Whoever gets or loses a loan, or is in the target of a rule. */
function countHolders(
  { kind, rules, loads }: Prepared,
  { words, texts, pos, worth }: Book,
  { holderOf, nextOf }: Allocation,
  km: KmOf,
): Omit<HolderSummary, 'name'>[] {
  const speaks = new Map(rules.flatMap(({ candidates }) => candidates.map((one) => [one.id, one.languages] as const)));
  const found = new Map<string, Counted>();
  const of = (id: string) => {
    const known = found.get(id);
    if (known) return known;
    const before = loads.get(id) ?? { loans: 0, pos: 0 };
    const fresh = {
      ...{ id, kind, before, after: { ...before }, gets: 0, loses: 0, speaks: 0 },
      worth: { before: 0, after: 0 },
      km: { before: new Average(), after: new Average() },
    };
    found.set(id, fresh);
    return fresh;
  };
  for (const id of speaks.keys()) of(id);
  for (let row = 0; row < pos.length; row++) {
    const [from, next] = [holderOf(row), nextOf(row)];
    const to = next ?? from;
    if (to === null) continue;
    const [paise, brings] = [pos[row] ?? 0, worth[row] || 0];
    const changes = to !== from;
    const gets = changes ? of(to) : found.get(to);
    if (gets) {
      gets.worth.after += brings;
      gets.km.after.add(km(to, row));
    }
    const loses = from === null ? undefined : changes ? of(from) : gets;
    if (loses) {
      loses.worth.before += brings;
      loses.km.before.add(km(from, row));
    }
    if (!changes || !gets) continue;
    gets.gets++;
    gets.after.loans++;
    gets.after.pos += paise;
    if (speaks.get(to)?.includes(words[texts.language[row] ?? 0] ?? '')) gets.speaks++;
    if (!loses) continue;
    loses.loses++;
    loses.after.loans--;
    loses.after.pos -= paise;
  }
  return [...found.values()]
    .map((one) => ({
      ...one,
      worth: { before: Math.round(one.worth.before), after: Math.round(one.worth.after) },
      km: { before: one.km.before.value, after: one.km.after.value },
    }))
    .sort((a, b) => b.gets - a.gets || (a.id < b.id ? -1 : 1));
}

type Counted = Omit<HolderSummary, 'name' | 'km' | 'worth'> & {
  worth: { before: number; after: number };
  km: { before: Average; after: Average };
};

export interface Rehearsed {
  kinds: KindSummary[];
  rules: Omit<RunSummary['rules'][number], 'name'>[];
  holders: Omit<HolderSummary, 'name'>[];
}

/** Loans by the row of the book. */
export type PlannedRow = Omit<PlannedLoan, 'loanId'> & { row: number };

/** Loans that would change hands, or that a rule takes and has no room for; with `keepers` also those that a rule leaves with their holder. */
function* plannedRows({ kind }: Prepared, loans: number, plan: Allocation, keepers: boolean): Generator<PlannedRow> {
  for (let row = 0; row < loans; row++) {
    const [from, to, ruleId] = [plan.holderOf(row), plan.nextOf(row), plan.ruleOf(row)];
    const stays = plan.staysOf(row);
    if (ruleId !== null && (to !== from || keepers) && (to !== null || stays !== null))
      yield { kind, row, from, to, ruleId, stays };
  }
}

/** `planned` makes its rows as they are asked for. */
export function rehearse(
  prepared: readonly Prepared[],
  book: Book,
  today: Day,
  keepers = false,
): { found: Rehearsed; planned: Generator<PlannedRow> } {
  const found: Rehearsed = { kinds: [], rules: [], holders: [] };
  const loans = book.pos.length;
  const plans = prepared.map((one) => {
    const plan = allocate(one.kind, one.rules, book, one.loads, today);
    const km = kmOf(one, book);
    found.kinds.push(countKind(one.kind, book, plan, km));
    found.holders.push(...countHolders(one, book, plan, km));
    for (const { ruleId, matched, placed, moved, excluded, cost, atLeast, prices } of plan.rules)
      found.rules.push({
        id: ruleId,
        matched,
        placed,
        moved,
        excluded: excluded.map((who) => ({ ...who, name: '' })),
        prices,
        gapPercent:
          cost === null || atLeast === null ? null : Math.round(((cost - atLeast) / Math.max(1, atLeast)) * 1000) / 10,
      });
    return { one, plan };
  });
  return {
    found,
    planned: (function* () {
      for (const { one, plan } of plans) yield* plannedRows(one, loans, plan, keepers);
    })(),
  };
}
