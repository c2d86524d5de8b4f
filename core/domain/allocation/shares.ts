/** The method that gives everybody a percentage: agencies by agreement, champion and challenger for comparison. */
import { splitByWeights } from '../largest-remainder';
import { fits, type Placing, place } from './standing';

/**
 * Everybody gets their part of `all` rows, those that they keep counted in. The largest loans are dealt first, each to whoever is furthest
 * behind their part, so that every part has as much of the large ones; among equals to whoever has least principal of it. What somebody has
 * no room for goes to nobody else: it would change the other parts. Answers the rows that the percentages leave where they are.
 */
export function dealShares(work: Placing, all: Uint32Array, open: Uint32Array): Set<number> {
  const { rule, members, book, to } = work;
  const percentOf = new Map(rule.shares?.map(({ id, percent }) => [id, percent]));
  const percents = members.map(({ id }) => (rule.shares ? (percentOf.get(id) ?? 0) : 100 / members.length));
  const rest = Math.max(0, 100 - percents.reduce((sum, one) => sum + one, 0));
  const kept = new Map<number, number>();
  for (const row of all) if (to[row] !== 0) kept.set(to[row] as number, (kept.get(to[row] as number) ?? 0) + 1);
  const wanted = splitByWeights(all.length, [...percents, rest]);
  const parts = wanted.map((part, at) => Math.max(0, part - (kept.get(members[at]?.code ?? -1) ?? 0)));
  const sum = parts.reduce((whole, part) => whole + part, 0);
  const left = new Set<number>();
  if (sum === 0) return left;
  const dealt = parts.map(() => 0);
  const paise = parts.map(() => 0);
  const largestFirst = open.slice().sort((a, b) => (book.pos[b] as number) - (book.pos[a] as number) || a - b);
  largestFirst.forEach((row, turn) => {
    let next = 0;
    const behind = (at: number) => ((parts[at] as number) * (turn + 1)) / sum - (dealt[at] as number);
    const poor = (at: number) => (paise[at] as number) / Math.max(1e-9, parts[at] as number);
    for (let at = 1; at < parts.length; at += 1) {
      const lead = behind(at) - behind(next);
      if (lead > 1e-9 || (lead > -1e-9 && poor(at) < poor(next))) next = at;
    }
    dealt[next] = (dealt[next] as number) + 1;
    paise[next] = (paise[next] as number) + (book.pos[row] as number);
    const member = members[next];
    if (!member) left.add(row);
    else if (fits(work, member.code, row)) place(work, row, member.code);
  });
  return left;
}
