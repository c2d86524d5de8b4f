/** A book of loans against an ordered list of rules of one kind: for each loan its next holder, or why it stays as it is (specification 2.3). */
import type { Day } from '../dates';
import { type Book, isRetained, reader } from './book';
import { cheapest, type Price, type WishPrice } from './cheapest';
import { inForce, takes } from './conditions';
import { type AllocationRule, type Candidate, type Exclusion, exclusionOf, inPart, type RuleKind } from './rules';
import { dealShares } from './shares';
import { fits, type Load, lift, over, type Placing, place, shiftLoad } from './standing';
import { takeTurns, toLeast } from './turns';

export interface RuleMembers {
  rule: AllocationRule;
  /** Everybody in the target. */
  candidates: readonly Candidate[];
}

/** `full`: nobody who may receive it has room. */
export const STAYS = ['no-rule', 'retained', 'nobody-eligible', 'full'] as const;
export type Stays = (typeof STAYS)[number];

export interface RuleOutcome {
  ruleId: string;
  matched: number;
  /** With a holder by this rule, and how many of these have a new one. */
  placed: number;
  moved: number;
  /** `until`: the last day off of who is on leave. */
  excluded: { id: string; why: Exclusion; until?: Day }[];
  /** Of the rules that minimise a cost: points, and what no plan can fall below. */
  cost: number | null;
  atLeast: number | null;
  prices: WishPrice[];
}

/** What became of each loan, by its row. */
export interface Allocation {
  holderOf: (row: number) => string | null;
  /** Null where it stays as it is. */
  nextOf: (row: number) => string | null;
  /** The rule that gave it, or the first that would have. */
  ruleOf: (row: number) => string | null;
  staysOf: (row: number) => Stays | null;
  rules: RuleOutcome[];
}

/**
 * A loan for which there was no room stays with its present holder. Where that makes a holder exceed a cap, loans that came to them
 * by this rule go back instead, each to its own present holder.
 */
function giveBack(work: Placing, rows: Uint32Array): void {
  const { book, holders, members, standing, to } = work;
  const own = new Set(members.map(({ code }) => code));
  const waiting = rows.filter((row) => to[row] === 0);
  if (waiting.length === 0) return;
  const arrived = new Map<number, number[]>();
  for (const row of rows) {
    const next = to[row] as number;
    if (next === 0 || next === holders[row]) continue;
    const came = arrived.get(next);
    if (came) came.push(row);
    else arrived.set(next, [row]);
  }
  const left = [...waiting];
  for (let row = left.pop(); row !== undefined; row = left.pop()) {
    const holder = holders[row] as number;
    if (holder === 0) continue;
    shiftLoad(standing, holder, book.pos[row] as number, 1);
    if (!own.has(holder)) continue;
    const came = arrived.get(holder) ?? [];
    while (over(work, holder) && came.length > 0) {
      const back = came.pop() as number;
      lift(work, back);
      left.push(back);
    }
  }
}

function applyRule(
  { rule, candidates }: RuleMembers,
  rows: Uint32Array,
  work: Omit<Placing, 'rule' | 'members' | 'ownCaps'>,
  codeOf: (id: string) => number,
  today: Day,
): { told: RuleOutcome; eligible: boolean; left: ReadonlySet<number> } {
  const excluded = candidates.flatMap((one) => {
    const why = exclusionOf(rule, one, today);
    if (!why) return [];
    return [{ id: one.id, why, ...(why === 'on-leave' && one.awayUntil && { until: one.awayUntil }) }];
  });
  const out = new Set(excluded.map(({ id }) => id));
  const members = candidates.filter(({ id }) => !out.has(id)).map((one) => ({ ...one, code: codeOf(one.id) }));
  const ownCaps = new Map(rule.method === 'share' ? rule.shares?.map((share) => [codeOf(share.id), share]) : []);
  const placing: Placing = { ...work, rule, members, ownCaps };
  const { book, holders, standing, to } = work;
  let priced: (() => Price) | undefined;
  let left = new Set<number>();
  if (members.length > 0) {
    const own = new Set(members.map(({ code }) => code));
    for (const row of rows) shiftLoad(standing, holders[row] as number, book.pos[row] as number, -1);
    let open = rows;
    if (rule.keepPresent) {
      for (const row of rows) {
        const holder = holders[row] as number;
        if (own.has(holder) && fits(placing, holder, row)) place(placing, row, holder);
      }
      open = rows.filter((row) => to[row] === 0);
    }
    if (rule.method === 'round-robin') takeTurns(placing, open);
    else if (rule.method === 'least-loaded') toLeast(placing, open);
    else if (rule.method === 'share') left = dealShares(placing, rows, open);
    else priced = cheapest(placing, open);
    giveBack(placing, rows);
  }
  let [placed, moved] = [0, 0];
  for (const row of rows) {
    if (to[row] === 0) continue;
    placed++;
    if (to[row] !== holders[row]) moved++;
  }
  return {
    eligible: members.length > 0,
    left,
    told: {
      ruleId: rule.id,
      matched: rows.length,
      placed,
      moved,
      excluded,
      ...(priced?.() ?? { cost: null, atLeast: null, prices: [] }),
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
  book: Book,
  loads: ReadonlyMap<string, Load>,
  today: Day,
): Allocation {
  const words = [...book.words];
  const codes = new Map(words.map((word, code) => [word, code]));
  const codeOf = (id: string) => {
    const known = codes.get(id);
    if (known !== undefined) return known;
    codes.set(id, words.length);
    return words.push(id) - 1;
  };
  for (const [id] of loads) codeOf(id);
  for (const { candidates } of rules) for (const { id } of candidates) codeOf(id);
  const standing = { loans: new Float64Array(words.length), pos: new Float64Array(words.length) };
  for (const [id, load] of loads) {
    standing.loans[codeOf(id)] = load.loans;
    standing.pos[codeOf(id)] = load.pos;
  }
  const size = book.dpd.length;
  const holders = book.texts[kind];
  const to = new Uint32Array(size);
  /** Which rule gave it, or would have: its place in the list and one. */
  const by = new Uint16Array(size);
  const why = new Uint8Array(size);
  const loanAt = reader(book);
  /** A line of a process stays in it until it is dialed or taken back. */
  const stands = (row: number) => holders[row] !== 0 && (kind === 'process' || isRetained(book, row));
  const told: RuleOutcome[] = [];
  for (const one of rules) {
    if (one.rule.kind !== kind || !one.rule.active || !inForce(one.rule, today)) continue;
    const portfolios = kind === 'process' && new Set(one.candidates.map(({ portfolioId }) => portfolioId));
    const taken = (row: number) =>
      to[row] === 0 &&
      !stands(row) &&
      inPart(one.rule, book.lot[row] as number) &&
      (!portfolios || portfolios.has(loanAt(row).portfolioId)) &&
      takes(one.rule.condition, loanAt(row));
    const rows = new Uint32Array(size);
    let count = 0;
    for (let row = 0; row < size; row++) if (taken(row)) rows[count++] = row;
    const matched = rows.slice(0, count);
    const applied = applyRule(one, matched, { book, holders, standing, to }, codeOf, today);
    const place = told.push(applied.told);
    for (const row of matched)
      if (to[row] !== 0) by[row] = place;
      else if (by[row] === 0 && !applied.left.has(row)) {
        by[row] = place;
        why[row] = STAYS.indexOf(applied.eligible ? 'full' : 'nobody-eligible');
      }
  }
  return {
    holderOf: (row) => words[holders[row] ?? 0] ?? null,
    nextOf: (row) => words[to[row] ?? 0] ?? null,
    ruleOf: (row) => told[(by[row] ?? 0) - 1]?.ruleId ?? null,
    staysOf: (row) => {
      if (to[row] !== 0) return null;
      if (by[row] !== 0) return STAYS[why[row] ?? 0] ?? null;
      return stands(row) ? 'retained' : 'no-rule';
    },
    rules: told,
  };
}
