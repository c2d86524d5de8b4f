/**
 * Splits a whole amount by weights so that nothing is lost to rounding: each part gets its share rounded down, and what is
 * left goes step by step to the largest remainders (ties to the earlier one). `total` and `step` are whole numbers of one
 * unit; what `step` does not divide goes to the part that is first in line. No weights at all, or none above zero: equal parts.
 */
export function splitByWeights(total: number, weights: readonly number[], step = 1): number[] {
  if (weights.length === 0) return [];
  const clean = weights.map((weight) => (Number.isFinite(weight) && weight > 0 ? weight : 0));
  const sum = clean.reduce((all, weight) => all + weight, 0);
  const shares = sum > 0 ? clean.map((weight) => weight / sum) : clean.map(() => 1 / clean.length);
  const steps = Math.floor(total / step);
  const exact = shares.map((share) => share * steps);
  const parts = exact.map(Math.floor);
  const inLine = exact
    .map((value, at) => ({ at, rest: value - Math.floor(value), share: shares[at] ?? 0 }))
    .filter(({ share }) => share > 0)
    // A difference in the last bits of a share is no difference.
    .sort((a, b) => (Math.abs(b.rest - a.rest) > 1e-9 ? b.rest - a.rest : a.at - b.at));
  let left = steps - parts.reduce((all, part) => all + part, 0);
  for (let turn = 0; left > 0; turn += 1, left -= 1) {
    const at = inLine[turn % inLine.length]?.at ?? 0;
    parts[at] = (parts[at] ?? 0) + 1;
  }
  const whole = parts.map((part) => part * step);
  const first = inLine[0]?.at ?? 0;
  whole[first] = (whole[first] ?? 0) + (total - steps * step);
  return whole;
}
