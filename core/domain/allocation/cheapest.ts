/** The methods that minimise a cost. */
import type { Book } from './book';
import { balanceBlock, balanceCost, languageCosts, moveCost, travelCosts, weightsOf } from './cost';
import { type LoanClass, optimise, type Plan } from './optimise';
import type { Weights } from './rules';
import { fits, type Member, type Placing, place } from './standing';
import { toLeast } from './turns';

export interface Price {
  /** Points of what is placed, and what no plan that places as many can fall below. */
  cost: number;
  atLeast: number;
  /** What the other wishes of the rule cost in travel; empty for rules that look at no travel, and for books too large to try. */
  prices: WishPrice[];
}

export const WISHES = ['language', 'continuity', 'balance', 'caps'] as const;
export type Wish = (typeof WISHES)[number];

/** Steps of travel of the average loan in the cheapest plan with this wish, and in the cheapest without it. */
export interface WishPrice {
  wish: Wish;
  travel: number;
  without: number;
}

/** Classes times people up to which plans without a wish are tried: each takes a second or so at most. */
const MOST_TRIED = 1_000_000;

interface Alike extends LoanClass {
  rows: Uint32Array;
}

/** Alike loans are one class: places and languages that nobody of the members knows better than others are the same to all. */
function classesOf(
  book: Book,
  rows: Uint32Array,
  members: readonly Member[],
  holders: Uint32Array,
  weights: Weights,
): Alike[] {
  const at = new Int32Array(book.words.length).fill(-1);
  members.forEach(({ code }, member) => {
    at[code] = member;
  });
  const travel = travelCosts(members, weights);
  const language = languageCosts(members, weights);
  const move = moveCost(weights);
  const classOf = new Uint32Array(rows.length);
  const found = new Map<string, number>();
  const made: Pick<Alike, 'place' | 'language' | 'move'>[] = [];
  /** By the words of place and language, twice: loans that nobody holds, and those that somebody does. */
  const known = new Map<number, number>();
  rows.forEach((row, n) => {
    const place = book.texts.pincode[row] as number;
    const speaks = book.texts.language[row] as number;
    const held = move > 0 && holders[row] !== 0 ? 1 : 0;
    const words = (place * book.words.length + speaks) * 2 + held;
    let kind = known.get(words);
    if (kind === undefined) {
      const near = travel(book.words[place] ?? null);
      const said = language(book.words[speaks] ?? '');
      const key = `${near.key}|${said.key}|${held}`;
      kind = found.get(key) ?? made.push({ place: near.points, language: said.points, move: held * move }) - 1;
      found.set(key, kind);
      known.set(words, kind);
    }
    classOf[n] = kind;
  });
  const counts = new Uint32Array(made.length);
  for (const kind of classOf) counts[kind] = (counts[kind] as number) + 1;
  const classes = made.map((one, kind): Alike => {
    const supply = counts[kind] as number;
    return { ...one, supply, rows: new Uint32Array(supply), keepers: [], kept: [] };
  });
  counts.fill(0);
  classOf.forEach((kind, n) => {
    const filled = counts[kind] as number;
    (classes[kind] as Alike).rows[filled] = rows[n] as number;
    counts[kind] = filled + 1;
  });
  const kept = new Uint32Array(members.length);
  for (const one of classes) {
    if (one.move === 0) continue;
    kept.fill(0);
    for (const row of one.rows) {
      const member = at[holders[row] as number] ?? -1;
      if (member !== -1) kept[member] = (kept[member] as number) + 1;
    }
    one.keepers = Uint32Array.from(members.keys()).filter((member) => kept[member] !== 0);
    one.kept = kept.filter((count) => count > 0);
  }
  return classes;
}

interface Solved {
  classes: readonly LoanClass[];
  plan: Plan;
}

/** Steps of travel of the average loan that is given. */
function travelOf({ classes, plan }: Solved, weight: number): number {
  let [points, count] = [0, 0];
  classes.forEach(({ place }, kind) => {
    for (const [member, given] of plan.given[kind] ?? []) {
      points += given * (place[member] as number);
      count += given;
    }
  });
  return count === 0 ? 0 : points / count / weight;
}

function pricesOf(
  weights: Weights,
  most: number | null,
  solved: Solved,
  members: number,
  solve: (weights: Weights, most: number | null) => Solved,
): WishPrice[] {
  if (weights.travel === 0 || solved.classes.length * members > MOST_TRIED) return [];
  const travel = travelOf(solved, weights.travel);
  return WISHES.flatMap((wish) => {
    if (wish === 'caps' ? most === null : weights[wish] === 0) return [];
    const other = wish === 'caps' ? solve(weights, null) : solve({ ...weights, [wish]: 0 }, most);
    return [{ wish, travel, without: travelOf(other, weights.travel) }];
  });
}

/**
 * By the cost. What exceeds a cap of principal goes to whoever has room. Answers what the loans cost that are
 * placed in the end, and what no plan that places as many can fall below: ask once nothing goes back any more.
 */
export function cheapest(work: Placing, rows: Uint32Array): () => Price {
  const { rule, book, members, holders, standing, to } = work;
  const weights = weightsOf(rule.method, rule.weights) ?? rule.weights;
  // Loads are read after the loans: whoever lost some in between would have less than nothing.
  const base = members.map(({ code }) => Math.max(0, standing.loans[code] as number));
  const fair = (base.reduce((sum, count) => sum + count, 0) + rows.length) / members.length;
  const room = (most: number | null) =>
    base.map((count) => Math.max(0, Math.min(rows.length, (most ?? Number.MAX_SAFE_INTEGER) - count)));
  const solve = (wishes: Weights, most: number | null) => {
    const alike = classesOf(book, rows, members, holders, wishes);
    const stepped = (member: number, n: number) => balanceCost((base[member] ?? 0) + n, fair, wishes.balance);
    const block = wishes.balance === 0 ? Number.MAX_SAFE_INTEGER : balanceBlock(fair);
    return {
      classes: alike,
      step: stepped,
      plan: optimise({ classes: alike, room: room(most), step: stepped, block, offset: base }),
    };
  };
  const { classes, step, plan } = solve(weights, rule.mostLoans);
  const prices = pricesOf(weights, rule.mostLoans, { classes, plan }, members.length, solve);
  const homeless: number[] = [];
  const give = (row: number, code: number) => {
    if (fits(work, code, row)) place(work, row, code);
    else homeless.push(row);
  };
  classes.forEach((one, kind) => {
    const places = [...(plan.given[kind] ?? [])];
    const left = new Map(places.map(([member, count]) => [(members[member] as Member).code, count]));
    const staying = one.rows.map((row) => {
      const holder = holders[row] as number;
      const room = left.get(holder) ?? 0;
      if (one.move === 0 || room === 0) return 0;
      left.set(holder, room - 1);
      return holder;
    });
    let [next, room] = [0, 0];
    let code = 0;
    one.rows.forEach((row, n) => {
      const holder = staying[n] as number;
      if (holder !== 0) {
        give(row, holder);
        return;
      }
      for (; room === 0 && next < places.length; next++) {
        code = (members[places[next]?.[0] ?? 0] as Member).code;
        room = left.get(code) ?? 0;
      }
      if (room === 0) return;
      room--;
      give(row, code);
    });
  });
  if (homeless.length > 0) toLeast(work, Uint32Array.from(homeless));
  return () => {
    const at = new Map(members.map(({ code }, member) => [code, member]));
    const taken = new Uint32Array(members.length);
    let [cost, count] = [0, 0];
    for (const one of classes)
      for (const row of one.rows) {
        const member = at.get(to[row] as number);
        if (member === undefined) continue;
        cost +=
          (one.place[member] as number) + (one.language[member] as number) + step(member, taken[member] as number);
        if (to[row] !== holders[row]) cost += one.move;
        taken[member] = (taken[member] as number) + 1;
        count++;
      }
    return { cost, atLeast: plan.atLeast(count), prices };
  };
}
