/** The methods that look at no cost: in turns, and to whoever has least. */
import { fits, type Placing, place } from './standing';

export function takeTurns(work: Placing, rows: Uint32Array): void {
  const { members, book } = work;
  let next = 0;
  /** Loads only grow: what did not fit, and whatever is not smaller, fits nobody. */
  let tooLarge = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const pos = book.pos[row] as number;
    if (pos >= tooLarge) continue;
    let tried = 0;
    for (; tried < members.length; tried++) {
      const { code } = members[(next + tried) % members.length] as { code: number };
      if (!fits(work, code, row)) continue;
      place(work, row, code);
      next = (next + tried + 1) % members.length;
      break;
    }
    if (tried === members.length) tooLarge = pos;
  }
}

/** The largest first, each to whoever has least of principal and loans together, as shares of what all have. */
export function toLeast(work: Placing, rows: Uint32Array): void {
  const { rule, members, standing, book } = work;
  const posOf = (row: number) => book.pos[row] as number;
  let [loans, pos] = [rows.length, 0];
  for (const row of rows) pos += posOf(row);
  for (const { code } of members) {
    loans += standing.loans[code] as number;
    pos += standing.pos[code] as number;
  }
  const share = (code: number) =>
    (standing.loans[code] as number) / Math.max(1, loans) + (standing.pos[code] as number) / Math.max(1, pos);
  const heap = leastFirst(members.map(({ code }) => share(code)));
  const largestFirst = rows.slice().sort((a, b) => posOf(b) - posOf(a) || a - b);
  let most = Number.POSITIVE_INFINITY;
  for (const row of largestFirst) {
    if (posOf(row) > most) continue;
    const passed: number[] = [];
    let found = -1;
    for (let at = heap.least(); at !== -1; at = heap.least()) {
      const { code } = members[at] as { code: number };
      if (fits(work, code, row)) {
        found = at;
        break;
      }
      heap.drop();
      // Whoever has their number of loans never gets another one.
      if (rule.mostLoans === null || (standing.loans[code] as number) < rule.mostLoans) passed.push(at);
    }
    if (found !== -1) {
      const { code } = members[found] as { code: number };
      place(work, row, code);
      heap.raise(share(code));
    } else
      most = Math.max(
        -1,
        ...passed.map((at) => (rule.mostPos ?? 0) - (standing.pos[members[at]?.code ?? 0] as number)),
      );
    for (const at of passed) heap.put(at);
  }
}

/** Members by how much they have, the least and among equals the earlier one first. */
function leastFirst(shares: number[]) {
  const heap: number[] = [];
  const before = (a: number, b: number) =>
    (shares[a] as number) < (shares[b] as number) || (shares[a] === shares[b] && a < b);
  const swap = (a: number, b: number) => {
    const kept = heap[a] as number;
    heap[a] = heap[b] as number;
    heap[b] = kept;
  };
  const down = () => {
    for (let at = 0; ; ) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < heap.length && before(heap[below] as number, heap[least] as number)) least = below;
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  const put = (one: number) => {
    let at = heap.push(one) - 1;
    while (at > 0 && before(heap[at] as number, heap[(at - 1) >> 1] as number)) {
      swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  };
  shares.forEach((_, at) => {
    put(at);
  });
  return {
    least: () => heap[0] ?? -1,
    drop() {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
      down();
    },
    /** The first one has so much now. */
    raise(share: number) {
      shares[heap[0] as number] = share;
      down();
    },
    put,
  };
}
