/** A book of loans against an ordered list of rules of one kind: for each loan its next holder, or why it stays as it is (specification 2.3). */
import type { Day } from '../dates';
import { type BookLoan, inForce, takes } from './conditions';
import { balanceBlock, balanceCost, costOf, moveCost, weightsOf } from './cost';
import { optimise } from './optimise';
import { type AllocationRule, type Candidate, type Exclusion, exclusionOf, type RuleKind } from './rules';

export interface HeldLoan extends BookLoan {
  /** Who holds it now, of each kind. */
  holders: Partial<Record<RuleKind, string>>;
  /** Marked to stay with whoever has it. */
  retained: boolean;
}

/** What somebody already has of a kind, also loans that no rule touches. POS in paise. */
export interface Load {
  loans: number;
  pos: number;
}

export interface RuleMembers {
  rule: AllocationRule;
  /** Everybody in the target. */
  candidates: readonly Candidate[];
}

/** `full`: nobody who may receive it has room. */
export const STAYS = ['no-rule', 'retained', 'nobody-eligible', 'full'] as const;
export type Stays = (typeof STAYS)[number];

export interface Outcome {
  loan: HeldLoan;
  from: string | null;
  /** Null where it stays as it is. */
  to: string | null;
  /** The rule that gave it, or the first that would have. */
  ruleId: string | null;
  stays: Stays | null;
}

export interface RuleOutcome {
  ruleId: string;
  matched: number;
  /** With a holder by this rule, and how many of these have a new one. */
  placed: number;
  moved: number;
  excluded: { id: string; why: Exclusion }[];
  /** Of the rules that minimise a cost: points, and what no plan can fall below. */
  cost: number | null;
  atLeast: number | null;
}

export interface Allocation {
  outcomes: Outcome[];
  rules: RuleOutcome[];
}

/** Where everything stands while the rules are applied one after the other. */
interface Standing {
  loads: Map<string, Load>;
}

const NOTHING: Load = { loans: 0, pos: 0 };
const loadOf = ({ loads }: Standing, id: string): Load => loads.get(id) ?? NOTHING;
function add({ loads }: Standing, id: string | null, loan: HeldLoan, sign: 1 | -1): void {
  if (id === null) return;
  const had = loads.get(id) ?? NOTHING;
  loads.set(id, { loans: had.loans + sign, pos: had.pos + sign * loan.pos });
}

const over = (rule: AllocationRule, load: Load): boolean =>
  (rule.mostLoans !== null && load.loans > rule.mostLoans) || (rule.mostPos !== null && load.pos > rule.mostPos);

const fits = (rule: AllocationRule, load: Load, loan: HeldLoan): boolean =>
  !over(rule, { loans: load.loans + 1, pos: load.pos + loan.pos });

interface Placing {
  rule: AllocationRule;
  members: readonly Candidate[];
  standing: Standing;
  placed: Map<HeldLoan, string>;
}

function place({ placed, standing }: Placing, loan: HeldLoan, to: string): void {
  placed.set(loan, to);
  add(standing, to, loan, 1);
}

function takeTurns(work: Placing, loans: readonly HeldLoan[]): void {
  const { rule, members, standing } = work;
  let next = 0;
  for (const loan of loans)
    for (let tried = 0; tried < members.length; tried++) {
      const member = members[(next + tried) % members.length] as Candidate;
      if (!fits(rule, loadOf(standing, member.id), loan)) continue;
      place(work, loan, member.id);
      next = (next + tried + 1) % members.length;
      break;
    }
}

/** The largest first, each to whoever has least of principal and loans together, as shares of what all have. */
function toLeast(work: Placing, loans: readonly HeldLoan[]): void {
  const { rule, members, standing } = work;
  const all = members.reduce(
    (sum, { id }) => {
      const { loans: count, pos } = loadOf(standing, id);
      return { loans: sum.loans + count, pos: sum.pos + pos };
    },
    {
      loans: loans.length,
      pos: loans.reduce((sum, { pos }) => sum + pos, 0),
    },
  );
  const share = ({ id }: Candidate) => {
    const load = loadOf(standing, id);
    return load.loans / Math.max(1, all.loans) + load.pos / Math.max(1, all.pos);
  };
  const largestFirst = [...loans].sort((a, b) => b.pos - a.pos || (a.id < b.id ? -1 : 1));
  for (const loan of largestFirst) {
    let least: Candidate | undefined;
    for (const member of members)
      if (fits(rule, loadOf(standing, member.id), loan) && (!least || share(member) < share(least))) least = member;
    if (least) place(work, loan, least.id);
  }
}

type Price = Pick<RuleOutcome, 'cost' | 'atLeast'>;

/**
 * By the cost; alike loans are one class. What exceeds a cap of principal goes to whoever has room. Answers what the loans cost that are
 * placed in the end, and what no plan that places as many can fall below: ask once nothing goes back any more.
 */
function cheapest(work: Placing, loans: readonly HeldLoan[]): () => Price {
  const { rule, members, standing } = work;
  const weights = weightsOf(rule.method, rule.weights) ?? rule.weights;
  const own = new Set(members.map(({ id }) => id));
  const classes = new Map<string, HeldLoan[]>();
  for (const loan of loans) {
    const holder = loan.holders[rule.kind];
    const key = [loan.pincode, loan.language, holder === undefined ? '' : own.has(holder) ? holder : '*'].join('|');
    const alike = classes.get(key);
    if (alike) alike.push(loan);
    else classes.set(key, [loan]);
  }
  const kinds = [...classes.values()];
  const base = members.map(({ id }) => loadOf(standing, id).loans);
  const fair = (base.reduce((sum, count) => sum + count, 0) + loans.length) / members.length;
  const at = new Map(members.map(({ id }, place) => [id, place]));
  // Alike places and languages share what they cost; changing hands comes on top.
  const shared = new Map<string, Int32Array>();
  const plain = kinds.map(([one]) => {
    const key = `${one?.pincode}|${one?.language}`;
    let row = shared.get(key);
    if (!row) {
      const need = { pincode: one?.pincode ?? null, language: one?.language ?? '' };
      row = Int32Array.from(members, (member) => costOf(need, member, weights));
      shared.set(key, row);
    }
    return row;
  });
  const holders = kinds.map(([one]) => one?.holders[rule.kind]);
  const keeps = Int32Array.from(holders, (holder) => at.get(holder ?? '') ?? -1);
  const moves = Int32Array.from(holders, (holder) => (holder === undefined ? 0 : moveCost(weights)));
  const costWith = (kind: number, member: number) =>
    (plain[kind]?.[member] ?? 0) + (keeps[kind] === member ? 0 : (moves[kind] ?? 0));
  const step = (member: number, n: number) => balanceCost((base[member] ?? 0) + n, fair, weights.balance);
  const plan = optimise({
    supply: kinds.map((alike) => alike.length),
    cost: costWith,
    room: base.map((count) => Math.max(0, (rule.mostLoans ?? Number.MAX_SAFE_INTEGER) - count)),
    step,
    block: balanceBlock(fair),
    offset: base,
  });
  const homeless: HeldLoan[] = [];
  kinds.forEach((alike, kind) => {
    let next = 0;
    plan.given[kind]?.forEach((count, to) => {
      const member = members[to] as Candidate;
      for (const loan of alike.slice(next, next + count))
        if (fits(rule, loadOf(standing, member.id), loan)) place(work, loan, member.id);
        else homeless.push(loan);
      next += count;
    });
  });
  if (homeless.length > 0) toLeast(work, homeless);
  return () => {
    const taken = new Map<number, number>();
    let [cost, count] = [0, 0];
    kinds.forEach((alike, kind) => {
      for (const loan of alike) {
        const member = at.get(work.placed.get(loan) ?? '');
        if (member === undefined) continue;
        const n = taken.get(member) ?? 0;
        taken.set(member, n + 1);
        cost += costWith(kind, member) + step(member, n);
        count++;
      }
    });
    return { cost, atLeast: plan.atLeast(count) };
  };
}

/**
 * A loan for which there was no room stays with its present holder. Where that makes a holder exceed a cap, loans that came to them
 * by this rule go back instead, each to its own present holder.
 */
function giveBack({ rule, members, standing, placed }: Placing, left: readonly HeldLoan[]): void {
  const own = new Set(members.map(({ id }) => id));
  const arrived = new Map<string, HeldLoan[]>();
  for (const [loan, to] of placed)
    if (loan.holders[rule.kind] !== to) arrived.set(to, [...(arrived.get(to) ?? []), loan]);
  const waiting = [...left];
  for (let loan = waiting.pop(); loan; loan = waiting.pop()) {
    const holder = loan.holders[rule.kind] ?? null;
    add(standing, holder, loan, 1);
    if (holder === null || !own.has(holder)) continue;
    const came = arrived.get(holder) ?? [];
    while (over(rule, loadOf(standing, holder)) && came.length > 0) {
      const back = came.pop() as HeldLoan;
      placed.delete(back);
      add(standing, holder, back, -1);
      waiting.push(back);
    }
  }
}

function applyRule(
  { rule, candidates }: RuleMembers,
  matched: readonly HeldLoan[],
  standing: Standing,
  today: Day,
): { placed: Map<HeldLoan, string>; told: RuleOutcome; eligible: boolean } {
  const excluded = candidates.flatMap((one) => {
    const why = exclusionOf(rule, one, today);
    return why ? [{ id: one.id, why }] : [];
  });
  const out = new Set(excluded.map(({ id }) => id));
  const members = candidates.filter(({ id }) => !out.has(id));
  const work: Placing = { rule, members, standing, placed: new Map() };
  let priced: (() => Price) | undefined;
  if (members.length > 0) {
    const own = new Set(members.map(({ id }) => id));
    for (const loan of matched) add(standing, loan.holders[rule.kind] ?? null, loan, -1);
    let open = matched;
    if (rule.keepPresent) {
      for (const loan of matched) {
        const holder = loan.holders[rule.kind];
        if (holder !== undefined && own.has(holder) && fits(rule, loadOf(standing, holder), loan))
          place(work, loan, holder);
      }
      open = matched.filter((loan) => !work.placed.has(loan));
    }
    if (rule.method === 'round-robin') takeTurns(work, open);
    else if (rule.method === 'least-loaded') toLeast(work, open);
    else priced = cheapest(work, open);
    giveBack(
      work,
      matched.filter((loan) => !work.placed.has(loan)),
    );
  }
  let moved = 0;
  for (const [loan, to] of work.placed) if (loan.holders[rule.kind] !== to) moved++;
  return {
    placed: work.placed,
    eligible: members.length > 0,
    told: {
      ruleId: rule.id,
      matched: matched.length,
      placed: work.placed.size,
      moved,
      excluded,
      ...(priced?.() ?? { cost: null, atLeast: null }),
    },
  };
}

/**
 * Applies the active rules of one kind that are in force on a day (in the tenant's zone), in their order: what a rule finds no room for is open to the
 * next that takes it. `loads` is what everybody holds of that kind before.
 */
export function allocate(
  kind: RuleKind,
  rules: readonly RuleMembers[],
  book: readonly HeldLoan[],
  loads: ReadonlyMap<string, Load>,
  today: Day,
): Allocation {
  const standing: Standing = { loads: new Map(loads) };
  const to = new Map<HeldLoan, { holder: string; ruleId: string }>();
  const stays = new Map<HeldLoan, { why: Stays; ruleId: string }>();
  const told: RuleOutcome[] = [];
  let open = book.filter((loan) => !(loan.retained && loan.holders[kind] !== undefined));
  for (const one of rules) {
    if (one.rule.kind !== kind || !one.rule.active || !inForce(one.rule, today)) continue;
    const ruleId = one.rule.id;
    const matched = open.filter((loan) => takes(one.rule.condition, loan));
    const applied = applyRule(one, matched, standing, today);
    told.push(applied.told);
    for (const [loan, holder] of applied.placed) to.set(loan, { holder, ruleId });
    for (const loan of matched)
      if (!to.has(loan) && !stays.has(loan))
        stays.set(loan, { why: applied.eligible ? 'full' : 'nobody-eligible', ruleId });
    open = open.filter((loan) => !to.has(loan));
  }
  const outcomes = book.map((loan): Outcome => {
    const from = loan.holders[kind] ?? null;
    const given = to.get(loan);
    if (given) return { loan, from, to: given.holder, ruleId: given.ruleId, stays: null };
    const kept = stays.get(loan);
    if (kept) return { loan, from, to: null, ruleId: kept.ruleId, stays: kept.why };
    return { loan, from, to: null, ruleId: null, stays: loan.retained && from !== null ? 'retained' : 'no-rule' };
  });
  return { outcomes, rules: told };
}
