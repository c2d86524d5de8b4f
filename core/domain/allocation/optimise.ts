/**
 * The cheapest way to give classes of alike loans to holders under caps: successive shortest paths over the holders, in which an
 * edge from one to another moves a loan that the first has. Exact for whole points; where that is more than MOST_WORK it only takes
 * the cheapest free place each time. Either way the answer carries a lower bound (the dual of its prices), from which its gap follows.
 */

/** Beyond this a loan is left out: more than any sum of costs along a path. */
const LEFT_OUT = 1_000_000;
/** Classes by holders by holders: about a second. */
const MOST_WORK = 30_000_000;

export interface Problem {
  /** How many loans each class has. */
  supply: readonly number[];
  /** What a loan of a class costs with a holder, whole points. */
  cost: (kind: number, holder: number) => number;
  /** How many more each holder may get. */
  room: readonly number[];
  /** What the n-th further loan (from 0) costs a holder beside its own cost; never falls as n grows. */
  step: (holder: number, n: number) => number;
  /** Runs of n over which `step` stays the same are at least this long and begin at multiples of it, less `offset`. */
  block: number;
  offset: readonly number[];
}

export interface Plan {
  /** How many loans of each class go to which holder. */
  given: ReadonlyMap<number, number>[];
  /** Loans of each class for which there was no room. */
  leftOut: number[];
  /** Of all that is given, in points. */
  cost: number;
  /** No plan that gives so many costs less. Caps beside `room` make plans dearer, never cheaper. */
  atLeast: (given: number) => number;
}

/** `mostWork`: beyond it only the cheapest free place is taken each time. */
export function optimise(problem: Problem, mostWork = MOST_WORK): Plan {
  const { supply, cost, room, step, block, offset } = problem;
  // The last holder is nobody: without bound, at a price above everything.
  const nobody = room.length;
  const holders = nobody + 1;
  const exact = supply.length * nobody * nobody <= mostWork;
  const costOf = (kind: number, holder: number) => (holder === nobody ? LEFT_OUT : cost(kind, holder));
  const given = supply.map(() => new Map<number, number>());
  const load = new Array<number>(holders).fill(0);
  const has = Array.from({ length: holders }, () => new Set<number>());
  /** The cheapest move from one holder to another, and the class that makes it. */
  const pairs = exact ? holders : 0;
  const edge = Array.from({ length: pairs }, () => new Array<number>(holders).fill(Number.POSITIVE_INFINITY));
  const mover = Array.from({ length: pairs }, () => new Int32Array(holders).fill(-1));
  const at = (table: readonly (readonly number[])[], row: number, column: number) => table[row]?.[column] ?? 0;
  const roomOf = (holder: number) => (holder === nobody ? Number.POSITIVE_INFINITY : (room[holder] ?? 0));
  const priceOf = (holder: number) => {
    if (holder === nobody) return 0;
    return (load[holder] ?? 0) < roomOf(holder) ? step(holder, load[holder] ?? 0) : Number.POSITIVE_INFINITY;
  };
  const offerMove = (from: number, kind: number) => {
    const edges = edge[from] as number[];
    const movers = mover[from] as Int32Array;
    const here = costOf(kind, from);
    for (let to = 0; to < holders; to++) {
      const extra = costOf(kind, to) - here;
      if (to !== from && extra < (edges[to] as number)) {
        edges[to] = extra;
        movers[to] = kind;
      }
    }
  };
  const change = (holder: number, kind: number, by: number) => {
    const held = given[kind] as Map<number, number>;
    const before = held.get(holder) ?? 0;
    if (before + by === 0) held.delete(holder);
    else held.set(holder, before + by);
    if (!exact) return;
    if (before === 0) {
      has[holder]?.add(kind);
      offerMove(holder, kind);
    } else if (before + by === 0) {
      has[holder]?.delete(kind);
      edge[holder]?.fill(Number.POSITIVE_INFINITY);
      for (const one of has[holder] ?? []) offerMove(holder, one);
    }
  };

  /** How many of the same price fit before the next step. */
  const untilStep = (holder: number) => {
    if (holder === nobody) return Number.POSITIVE_INFINITY;
    const now = load[holder] ?? 0;
    return Math.min(roomOf(holder) - now, block - ((now + (offset[holder] ?? 0)) % block));
  };

  /** Gives up to `left` loans of a class along the cheapest path; answers how many. */
  function push(kind: number, left: number): number {
    const distance = Array.from({ length: holders }, (_, holder) => costOf(kind, holder));
    const before = new Int32Array(holders).fill(-1);
    for (let changed = exact; changed; ) {
      changed = false;
      for (let from = 0; from < holders; from++) {
        const edges = edge[from] as number[];
        const reach = distance[from] as number;
        if (has[from]?.size === 0) continue;
        for (let to = 0; to < holders; to++)
          if (reach + (edges[to] as number) < (distance[to] as number)) {
            distance[to] = reach + (edges[to] as number);
            before[to] = from;
            changed = true;
          }
      }
    }
    let end = nobody;
    for (let holder = 0; holder < holders; holder++)
      if ((distance[holder] as number) + priceOf(holder) < (distance[end] as number) + priceOf(end)) end = holder;
    let count = Math.min(left, untilStep(end));
    for (let to = end, from = before[to] as number; from !== -1; to = from, from = before[to] as number)
      count = Math.min(count, given[mover[from]?.[to] as number]?.get(from) ?? 0);
    const moves: [number, number, number][] = [];
    let start = end;
    for (let from = before[end] as number; from !== -1; start = from, from = before[from] as number)
      moves.push([from, start, mover[from]?.[start] as number]);
    for (const [from, to, moved] of moves) {
      change(from, moved, -count);
      change(to, moved, count);
    }
    change(start, kind, count);
    load[end] = (load[end] ?? 0) + count;
    return count;
  }

  supply.forEach((all, kind) => {
    for (let left = all; left > 0; ) left -= push(kind, left);
  });

  const spent = load.slice(0, nobody).reduce((sum, count, holder) => {
    for (let n = 0; n < count; n++) sum += step(holder, n);
    return sum;
  }, 0);
  let whole = spent;
  given.forEach((held, kind) => {
    for (const [holder, count] of held) if (holder !== nobody) whole += count * cost(kind, holder);
  });
  const leftOut = given.map((held) => held.get(nobody) ?? 0);
  for (const held of given) held.delete(nobody);
  return {
    given,
    leftOut,
    cost: whole,
    atLeast: boundOf(problem, prices()),
  };

  /** What it costs to make a holder take one more, passing others on where it is full. */
  function prices(): number[] {
    const price = Array.from({ length: holders }, (_, holder) => priceOf(holder));
    for (let changed = exact; changed; ) {
      changed = false;
      for (let from = 0; from < holders; from++)
        for (let to = 0; to < holders; to++) {
          const through = at(edge, from, to) + (price[to] as number);
          if (through < (price[from] as number)) {
            price[from] = through;
            changed = true;
          }
        }
    }
    return price.map((one, holder) => {
      if (Number.isFinite(one)) return one;
      // Any price gives a bound; without the paths, the last place's own is the best guess.
      return exact ? LEFT_OUT : step(holder, Math.max(0, (room[holder] ?? 0) - 1));
    });
  }
}

/**
 * The dual of prices, for any number of loans: those whose cheapest place costs least with its price added, less what the holders'
 * places are worth.
 */
function boundOf({ supply, cost, room, step }: Problem, prices: readonly number[]): Plan['atLeast'] {
  const classes = supply
    .map((count, kind) => ({
      count,
      least: room.reduce((least, _, holder) => Math.min(least, cost(kind, holder) + (prices[holder] ?? 0)), LEFT_OUT),
    }))
    .sort((a, b) => a.least - b.least);
  const total = supply.reduce((sum, count) => sum + count, 0);
  const worth = room.reduce((all, most, holder) => {
    let sum = all;
    for (let n = 0; n < Math.min(most, total); n++) {
      const gain = (prices[holder] ?? 0) - step(holder, n);
      if (gain <= 0) break;
      sum += gain;
    }
    return sum;
  }, 0);
  return (given) => {
    let [left, sum] = [given, -worth];
    for (const { count, least } of classes) {
      sum += Math.min(left, count) * least;
      left -= Math.min(left, count);
    }
    return Math.max(0, sum);
  };
}
