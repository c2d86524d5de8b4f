// biome-ignore-all lint/style/noNonNullAssertion: every index lies within its column, and the innermost loop runs a billion times.
/**
 * The cheapest way to give classes of alike loans to holders under caps: the network simplex method, on a tree that always can send
 * more towards its root, so that it never turns in circles (Cunningham 1976). Classes send loans to holders, holders to the root; what is
 * left out goes to the root itself. The plan is exact for whole points, and the prices of its holders prove that none is cheaper.
 */

/** Beyond this a loan is left out: more than any sum of costs along a path. */
const LEFT_OUT = 1_000_000;
/** Of a place beyond a holder's room: never the cheapest, as a loan may be left out. */
const NO_ROOM = 4 * LEFT_OUT;
const WITHOUT_END = 2 ** 31 - 1;

/** Loans that cost alike with each holder: points of `place` and `language` together, and `move`, which those that stay with their holder do not cost. */
export interface LoanClass {
  supply: number;
  place: Uint16Array;
  language: Uint16Array;
  move: number;
  /** Of the holders that have such loans now, in growing order, and how many each has. */
  keepers: ArrayLike<number>;
  kept: ArrayLike<number>;
}

export interface Problem {
  classes: readonly LoanClass[];
  /** How many more each holder may get. */
  room: readonly number[];
  /** What the n-th further loan (from 0) costs a holder beside its own cost; never falls as n grows. */
  step: (holder: number, n: number) => number;
  /** Runs of n over which `step` stays the same are at least this long and begin at multiples of it, less `offset`, which is not below 0. */
  block: number;
  offset: readonly number[];
}

export interface Plan {
  /** How many loans of each class go to which holder. As many as can be stay with theirs. */
  given: ReadonlyMap<number, number>[];
  /** Loans of each class for which there was no room. */
  leftOut: number[];
  /** Of all that is given, in points. */
  cost: number;
  /** No plan that gives so many costs less. Caps beside `room` make plans dearer, never cheaper. */
  atLeast: (given: number) => number;
}

/** Of what the best change saves: others that save as much come with it, before all classes are looked at again. */
const SHARE = 0.25;

/** Points that are looked at, five seconds or so: from then on a plan that is proven to be no dearer than this is taken. */
const MOST_WORK = 3e9;
const CLOSE = 1.01;

const LOWER = 0;
const UPPER = 1;
const BASIC = 2;

/** `mostWork`: beyond it a plan may be up to 1 % above the cheapest, and its bound says by how much it may be. */
export function optimise(problem: Problem, mostWork = MOST_WORK): Plan {
  const { classes, room } = problem;
  const [kinds, holders] = [classes.length, room.length];
  const root = kinds + holders;
  const segments = segmentsOf(problem);

  // Arcs are numbered: from each class to each holder, those of loans that stay, leaving out, and from each holder to the root.
  const firstKept = new Int32Array(kinds + 1);
  classes.forEach(({ keepers }, kind) => {
    firstKept[kind + 1] = (firstKept[kind] ?? 0) + keepers.length;
  });
  const staying = firstKept[kinds] ?? 0;
  const keeper = new Int32Array(staying);
  const kindOf = new Int32Array(staying);
  const most = new Int32Array(staying);
  const state = new Uint8Array(staying);
  classes.forEach(({ keepers, kept }, kind) => {
    for (let at = 0; at < keepers.length; at++) {
      const arc = firstKept[kind]! + at;
      keeper[arc] = keepers[at]!;
      kindOf[arc] = kind;
      most[arc] = kept[at]!;
    }
  });
  const stay = kinds * holders;
  const out = stay + staying;
  const end = out + kinds;

  // The tree: each node's arc to its parent, whether that leads up, and what flows on it.
  const parent = new Int32Array(root + 1).fill(root);
  const arcOf = new Int32Array(root + 1);
  const up = new Uint8Array(root + 1).fill(1);
  const flow = new Int32Array(root + 1);
  const cap = new Int32Array(root + 1).fill(WITHOUT_END);
  const depth = new Int32Array(root + 1).fill(1);
  const child = new Int32Array(root + 1).fill(-1);
  const next = new Int32Array(root + 1).fill(-1);
  const previous = new Int32Array(root + 1).fill(-1);
  const potential = new Int32Array(root + 1);
  /** How many a holder has where its arc to the root is outside the tree; else where the arc's segment begins. */
  const load = new Int32Array(holders);
  parent[root] = -1;
  depth[root] = 0;

  const link = (node: number, to: number) => {
    const first = child[to]!;
    parent[node] = to;
    previous[node] = -1;
    next[node] = first;
    if (first !== -1) previous[first] = node;
    child[to] = node;
  };
  const unlink = (node: number) => {
    const [before, after] = [previous[node]!, next[node]!];
    if (before === -1) child[parent[node]!] = after;
    else next[before] = after;
    if (after !== -1) previous[after] = before;
  };
  // It begins with each class in turn where it costs least: a holder that is full then hangs from the class that filled it.
  const full = new Uint8Array(holders);
  const prices = Int32Array.from({ length: holders }, (_, holder) => segments.from(holder, 0).cost);
  classes.forEach(({ supply, place, language }, kind) => {
    arcOf[kind] = out + kind;
    parent[kind] = root;
    let left = supply;
    while (left > 0) {
      let [best, at] = [LEFT_OUT, -1];
      for (let holder = 0; holder < holders; holder++) {
        const points = place[holder]! + language[holder]! + prices[holder]!;
        if (points < best) [best, at] = [points, holder];
      }
      if (at === -1) break;
      const places = room[at]! - load[at]!;
      const count = Math.min(left, places);
      load[at]! += count;
      prices[at] = segments.from(at, load[at]!).cost;
      left -= count;
      const [arc, holder] = [kind * holders + at, kinds + at];
      if (left > 0) {
        full[at] = 1;
        parent[holder] = kind;
        arcOf[holder] = arc;
        up[holder] = 0;
        flow[holder] = count;
      } else {
        parent[kind] = holder;
        arcOf[kind] = arc;
        flow[kind] = count;
      }
    }
    if (left > 0) flow[kind] = left;
  });
  for (let holder = 0; holder < holders; holder++) {
    if (full[holder] === 1) continue;
    const { begin, to } = segments.around(holder, load[holder]!);
    const node = kinds + holder;
    arcOf[node] = end + holder;
    flow[node] = load[holder]! - begin;
    cap[node] = to - begin;
    load[holder] = begin;
  }
  for (let node = 0; node < root; node++) link(node, parent[node]!);
  const pointsOf = (node: number): number => {
    const arc = arcOf[node]!;
    if (arc >= end) return segments.around(arc - end, load[arc - end]!).cost;
    if (arc >= out) return LEFT_OUT;
    const { place, language, move } = classes[Math.floor(arc / holders)]!;
    return place[arc % holders]! + language[arc % holders]! + move;
  };
  for (let node = child[root]!; node !== -1; ) {
    potential[node] = potential[parent[node]!]! + (up[node] ? -pointsOf(node) : pointsOf(node));
    depth[node] = depth[parent[node]!]! + 1;
    if (child[node] !== -1) node = child[node]!;
    else {
      while (node !== root && next[node] === -1) node = parent[node]!;
      node = node === root ? -1 : next[node]!;
    }
  }

  /** The arc that enters the tree: where from and to, which way it is used, and by how much it saves. */
  let saves = 0;
  let entering = -1;
  let backwards = false;
  const offer = (arc: number, reduced: number, back: boolean) => {
    if (reduced >= saves) return;
    saves = reduced;
    entering = arc;
    backwards = back;
  };
  const priceKind = (kind: number) => {
    const { place, language, move } = classes[kind]!;
    const own = potential[kind]!;
    const at = cheapestOf(place, language, potential, kinds);
    offer(kind * holders + at, place[at]! + language[at]! - potential[kinds + at]! + own + move, false);
    for (let arc = firstKept[kind]!; arc < firstKept[kind + 1]!; arc++) {
      if (state[arc] === BASIC) continue;
      const holder = keeper[arc]!;
      const reduced = place[holder]! + language[holder]! + own - potential[kinds + holder]!;
      if (state[arc] === LOWER) offer(stay + arc, reduced, false);
      else offer(stay + arc, -reduced, true);
    }
    offer(out + kind, LEFT_OUT + own, false);
  };
  const priceEnds = () => {
    for (let holder = 0; holder < holders; holder++) {
      const node = kinds + holder;
      if (arcOf[node] === end + holder) continue;
      const own = potential[node]!;
      offer(end + holder, segments.from(holder, load[holder]!).cost + own, false);
      if (load[holder]! > 0) offer(end + holder, -segments.until(holder, load[holder]!).cost - own, true);
    }
  };

  function pivot(): void {
    const arc = entering;
    let [from, to, width] = [0, root, WITHOUT_END];
    let begins = 0;
    if (arc < stay) {
      from = Math.floor(arc / holders);
      to = kinds + (arc % holders);
    } else if (arc < out) {
      from = kindOf[arc - stay]!;
      to = kinds + keeper[arc - stay]!;
      width = most[arc - stay]!;
    } else if (arc < end) from = arc - out;
    else {
      const holder = arc - end;
      from = kinds + holder;
      const segment = backwards ? segments.until(holder, load[holder]!) : segments.from(holder, load[holder]!);
      begins = segment.begin;
      width = segment.to - segment.begin;
    }
    const [first, second] = backwards ? [to, from] : [from, to];
    let join = first;
    for (let other = second; join !== other; )
      if (depth[join]! > depth[other]!) join = parent[join]!;
      else other = parent[other]!;

    // What limits it first on the way down, last on the way up: the tree can then send more towards the root again.
    let [count, leaves, side] = [width, -1, 0];
    for (let node = first; node !== join; node = parent[node]!) {
      const left = up[node] ? flow[node]! : cap[node]! - flow[node]!;
      if (left < count) [count, leaves, side] = [left, node, 1];
    }
    for (let node = second; node !== join; node = parent[node]!) {
      const left = up[node] ? cap[node]! - flow[node]! : flow[node]!;
      if (left <= count) [count, leaves, side] = [left, node, 2];
    }
    if (count > 0) {
      for (let node = first; node !== join; node = parent[node]!) flow[node]! += up[node] ? -count : count;
      for (let node = second; node !== join; node = parent[node]!) flow[node]! += up[node] ? count : -count;
    }
    if (side === 0) {
      if (arc >= end) load[arc - end]! += backwards ? -count : count;
      else state[arc - stay] = backwards ? LOWER : UPPER;
      return;
    }
    const gone = arcOf[leaves]!;
    if (gone >= end) load[gone - end]! += flow[leaves]!;
    else if (gone >= stay && gone < out) state[gone - stay] = flow[leaves] === 0 ? LOWER : UPPER;
    if (arc >= end) load[arc - end] = begins;
    else if (arc >= stay && arc < out) state[arc - stay] = BASIC;

    // What hung below the arc that left hangs from the one that entered, turned round as far as it has to be.
    const top = side === 1 ? first : second;
    let [node, above, own, leads] = [top, side === 1 ? second : first, arc, top === from ? 1 : 0];
    let [amount, limit] = [backwards ? width - count : count, width];
    for (;;) {
      const [was, old, led, had, could] = [parent[node]!, arcOf[node]!, up[node]!, flow[node]!, cap[node]!];
      unlink(node);
      link(node, above);
      arcOf[node] = own;
      up[node] = leads;
      flow[node] = amount;
      cap[node] = limit;
      if (node === leaves) break;
      [above, node, own, leads, amount, limit] = [node, was, old, led ? 0 : 1, had, could];
    }
    const reduced = backwards ? -saves : saves;
    const shift = top === from ? -reduced : reduced;
    for (let at = top; ; ) {
      potential[at]! += shift;
      depth[at] = depth[parent[at]!]! + 1;
      if (child[at] !== -1) at = child[at]!;
      else {
        while (at !== top && next[at] === -1) at = parent[at]!;
        if (at === top) break;
        at = next[at]!;
      }
    }
  }

  const price = (kind: number) => {
    saves = 0;
    if (kind === kinds) priceEnds();
    else priceKind(kind);
    return saves;
  };
  // A look at all classes finds those that could save a share of what the best one could; these change until they no longer can.
  const could = new Int32Array(kinds + 1);
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
  const possible = Math.min(sum(room), sum(classes.map(({ supply }) => supply)));
  for (let looks = 0; ; looks += kinds) {
    let best = 0;
    for (let kind = 0; kind <= kinds; kind++) {
      could[kind] = price(kind);
      best = Math.min(best, could[kind]!);
    }
    if (best === 0 || looks * holders > mostWork) {
      const plan = read();
      if (best === 0 || plan.isClose()) return plan;
    }
    const enough = Math.min(-1, Math.ceil(best * SHARE));
    let open = Int32Array.from(could.keys()).filter((kind) => could[kind]! <= enough);
    while (open.length > 0)
      open = open.filter((kind) => {
        looks++;
        if (price(kind) > enough) return false;
        pivot();
        return true;
      });
  }

  /** The plan as it stands. It is close when it gives all that there is room for, and at a cost that is proven. */
  function read(): Plan & { isClose: () => boolean } {
    const given = classes.map(() => new Map<number, number>());
    const leftOut = classes.map(() => 0);
    const taken = new Int32Array(holders);
    let [cost, placed] = [0, 0];
    const give = (kind: number, holder: number, count: number, stays: boolean) => {
      if (count === 0) return;
      const { place, language, move } = classes[kind]!;
      cost += count * (place[holder]! + language[holder]! + (stays ? 0 : move));
      given[kind]!.set(holder, (given[kind]!.get(holder) ?? 0) + count);
      taken[holder]! += count;
      placed += count;
    };
    for (let arc = 0; arc < staying; arc++)
      if (state[arc] === UPPER) give(kindOf[arc]!, keeper[arc]!, most[arc]!, true);
    for (let node = 0; node < root; node++) {
      const arc = arcOf[node]!;
      if (arc < stay) give(Math.floor(arc / holders), arc % holders, flow[node]!, false);
      else if (arc < out) give(kindOf[arc - stay]!, keeper[arc - stay]!, flow[node]!, true);
      else if (arc < end) leftOut[arc - out] = flow[node]!;
    }
    taken.forEach((count, holder) => {
      for (let n = 0; n < count; ) {
        const { cost: each, to } = segments.from(holder, n);
        cost += each * (Math.min(to, count) - n);
        n = to;
      }
    });
    const atLeast = boundOf(problem, potential.subarray(kinds, root));
    return { given, leftOut, cost, atLeast, isClose: () => placed === possible && cost <= atLeast(placed) * CLOSE };
  }
}

/** The holder at which a loan costs least, its price added. */
function cheapestOf(place: Uint16Array, language: Uint16Array, potential: Int32Array, first: number): number {
  let [best, at] = [WITHOUT_END, 0];
  for (let holder = 0, node = first; holder < place.length; holder++, node++) {
    const points = place[holder]! + language[holder]! - potential[node]!;
    if (points < best) {
      best = points;
      at = holder;
    }
  }
  return at;
}

interface Segment {
  begin: number;
  to: number;
  cost: number;
}

/** Runs of further loans at the same price. */
function segmentsOf({ room, step, block, offset }: Pick<Problem, 'room' | 'step' | 'block' | 'offset'>) {
  const beyond = (holder: number): Segment => ({ begin: room[holder]!, to: WITHOUT_END, cost: NO_ROOM });
  return {
    /** The one that begins with the n-th further loan. */
    from(holder: number, n: number): Segment {
      if (n >= room[holder]!) return beyond(holder);
      const to = Math.min(room[holder]!, n + block - ((n + offset[holder]!) % block), WITHOUT_END);
      return { begin: n, to, cost: step(holder, n) };
    },
    /** The one in which it is. */
    around(holder: number, n: number): Segment {
      if (n >= room[holder]!) return beyond(holder);
      const begin = Math.max(0, n - ((n + offset[holder]!) % block));
      return { ...this.from(holder, n), begin };
    },
    /** The one that ends with it. */
    until(holder: number, n: number): Segment {
      if (n > room[holder]!) return beyond(holder);
      const begin = Math.max(0, n - 1 - ((n - 1 + offset[holder]!) % block));
      return { begin, to: n, cost: step(holder, begin) };
    },
  };
}

/**
 * The dual of prices, for any number of loans: those whose cheapest place costs least with its price added, less what the holders'
 * places are worth. Any prices give a bound.
 */
function boundOf(problem: Problem, potentials: Int32Array): Plan['atLeast'] {
  const { classes, room } = problem;
  const prices = potentials.map((one) => -one);
  const segments = segmentsOf(problem);
  const least = new Map<number, number>();
  let total = 0;
  const add = (points: number, count: number) => {
    if (count > 0) least.set(points, (least.get(points) ?? 0) + count);
  };
  for (const { supply, place, language, move, keepers, kept } of classes) {
    let anywhere = LEFT_OUT;
    for (let holder = 0; holder < prices.length; holder++)
      anywhere = Math.min(anywhere, place[holder]! + language[holder]! + move + prices[holder]!);
    let moved = supply;
    for (let at = 0; at < keepers.length; at++) {
      const holder = keepers[at]!;
      add(Math.min(anywhere, place[holder]! + language[holder]! + prices[holder]!), kept[at]!);
      moved -= kept[at]!;
    }
    add(anywhere, moved);
    total += supply;
  }
  let worth = 0;
  prices.forEach((price, holder) => {
    const places = Math.min(room[holder]!, total);
    for (let n = 0; n < places; ) {
      const { cost, to } = segments.from(holder, n);
      if (cost >= price) break;
      worth += (price - cost) * (Math.min(to, places) - n);
      n = to;
    }
  });
  const cheapestFirst = [...least].sort(([a], [b]) => a - b);
  return (given) => {
    let [left, sum] = [given, -worth];
    for (const [points, count] of cheapestFirst) {
      sum += Math.min(left, count) * points;
      left -= Math.min(left, count);
    }
    return Math.max(0, sum);
  };
}
